"""Stonewall's Last Battle (Chancellorsville, 1863): the five basic scenarios over the Great Campaigns series.

Where each rule lives
    data/scenarios/    one file per scenario: set-up, initiatives, limits, points, levels, each with its clause
    book.py            the records of a scenario file;  scenarios.py  reads and checks them
    counters.py        counters (``data/units.csv``);  ground.py  the map
    rules.py           ``Scene``: the series' hooks;  advanced.py, campaign_scene.py  those of scenarios 5 and 6
    initiative.py      fixed and automatic initiatives, surprise, night (SLB 13.1b, 13.2c-e, 13.4b, 13.5a)
    limits.py          closed rivers, fords, regions, first crossings (SLB 13.1d, 13.2f, 13.3d, 13.4d-e, 13.5c)
    orders.py          warning, frozen units, Rodes, the horse artillery (SLB 13.1c, 13.3b, 13.4e, 13.4g)
    crossing.py        the crossing table of Kelly's Ford (SLB 13.5d)
    casualties.py      leaders who fall (SLB 18.0, 13.2h)
    substitutes.py     detaching and joining (SLB 21.0-21.2);  divisions.py  breaking up (SLB 21.4)
    attachment.py      the attachment phase, forming divisions (SLB 21.2, 21.4)
    victory.py         victory points and levels (SLB 13.1h, 13.2i, 13.3f, 13.4h, 13.5e);  goals.py  for a page
    soundness.py       what a position can hold
    wings.py           the Union's wings, Hooker's confidence (SLB 16.0, 19.1)
    ammunition.py      boxes, running out, the pad of units that part and join (SLB 20.2, 21.3)
    supply.py, resupply.py  depots, supply lines, the ammunition phase (SLB 20.1, 20.2d-e);
                       ammunition_page.py  for a page;  stores.py  for bots
    knowledge.py, prospects.py, weights.py  what bots weigh
    battle.py          everything put together for the referee, and the set-up
"""
