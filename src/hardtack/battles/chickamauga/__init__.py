"""Chickamauga: River of Death, the exclusive rules (CK 16-21) on top of the series.

Where the rules live: ``support`` (HQ arrival, replacement die, at-large battalions, CK 17.22, 17.31, 19.6; Wheeler, the
train, Rossville, CK 19.4, 19.5), ``victory`` (with the secret plan, CK 18),
``knowledge`` (what a bot weighs), ``battle`` (the hooks of the series put together). Boxes and the set-up phase are
the series'; where each counter starts is in ``data/units.csv``.
"""
