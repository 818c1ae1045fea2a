"""The one drawing code of Hardtack: boards, counters and charts as SVG, and pictures of them."""
