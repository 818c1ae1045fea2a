"""Battle at Bull Run, 21 July 1861: two players or solitaire. Where each chapter of the book lives:

| chapter | module |
|---|---|
| 2 components, 4 set-up, settings | `scenario`, `battle` |
| 3 and 12 victory | `victory` |
| 5-7 turns, initiative, arrivals | `turns` |
| 8 movement, stacking, zones, crossings, awareness | `movement`, `ground`, `state` |
| 9 solitaire orders; the machine that carries them out | `solitaire`, `doctrine` |
| 10 combat | `combat` |
| 11 retreat and advance | `retreat` |
| what the page shows; what the bots weigh | `page`, `knowledge` |
"""
