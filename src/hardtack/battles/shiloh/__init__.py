"""Shiloh: Grant Surprised, the exclusive rules (SL 16-21) on top of the series.

Where the rules live: ``camps`` (the cup and the alarms, SL 17.31-17.33, rolled arrivals, SL 17.35), ``surprise`` (SL
19.2, with fatigue, SL 19.3), ``gunboats`` (SL 19.1), ``objectives`` (SL 18), ``knowledge`` (what a bot weighs),
``battle`` (the hooks of the series put together). Where each counter starts is in ``data/units.csv``.
"""
