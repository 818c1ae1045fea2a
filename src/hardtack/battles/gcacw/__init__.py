"""The Great Campaigns series: standard basic rules, chapters 1-12 (clause ids ``GC ..``).

A battle of the series brings a map, counters and scenarios and overrides only what its own book changes.

What the series reads from a battle's map
    base terrain   clear, rolling, rough, woods, hill, mountain, swamp, city, water (town hexes: base ``clear``,
                   with a place or an overlay on top); ``water`` is never entered
    hexsides       major_river, minor_river, creek, ridge
    crossings      bridge, ford, ferry, dam (bridges built in play live in the state, not on the map)
    paths          pike, road, trail, railroad

What the series reads from ``units.csv``
    id, side, name, type (infantry|cavalry|artillery|leader|marker), size (division|brigade|regiment|''),
    corps, division (command codes, '' where none), manpower, artillery, tactical ("3" or "4/3" for
    attack/defence), command (leaders), rank (army|corps|division for leaders), substitute (yes|'')

What a set-up line holds
    unit, hex, manpower, fatigue, exhausted, disorganised, entrenchment (none|breastworks|fort)

Hooks a scenario may override (class ``GreatCampaigns`` in ``rules.py``; every hook has a harmless default)
    phases(turn)                     which phases the turn has, in order
    scripted_initiative(state)       side that gets this action phase without a roll, or None
    initiative_bonus(state, side)    added to that side's initiative die
    initiative_rolled(draft, dice)   after a rolled initiative (nightfall on a tie, ...)
    bars_activation(state, unit)     refusal or None: this unit may not march, assault or be activated now
    bars_leader(state, leader)       the same for a leader's activation or assault
    bars_step(state, unit, a, b)     refusal or None: a marching unit may not step from hex a to hex b
    bars_attack(state, unit, a, b)   refusal or None: a unit in a may not attack hex b
    bars_retreat(state, side, a, b)  True where a retreat may not go (the ground itself is the series' business)
    march_modifier(state, unit, led) what is added to the movement dice
    crossed(draft, march, a, b)      a unit is crossing hexside a/b: crossing tables; may end or block the march
    entered(draft, unit, hex)        a unit has come to stand in a hex: objectives, markers, triggers
    artillery_value(state, unit)     printed artillery value, or what the scenario makes of it
    attack_modifiers(state, attack)  extra lines of the modifier list: (key, value, clause)
    charges(state)                   True where cavalry charges are in force
    combat_rolled(draft, attack)     after both combat dice (leader casualties)
    special_actions(state, side)     verbs that spend an initiative (warnings, issuing guns) and do_special(...)
    may_detach / may_attach(state, side)
    cycle_over(state)                True when the action cycle ends by itself (all at fatigue 4)
    turn_ended(draft)                end of a turn (Jackson falls, ...)
    victory_points(state) / level(points)
"""
