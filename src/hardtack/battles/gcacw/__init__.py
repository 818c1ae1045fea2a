"""The Great Campaigns series: standard basic rules, chapters 1-12 (clause ids ``GC ..``).

Where each rule lives
    parameters.py   named parameters of ``data/series.toml`` (every number no source settles)
    tables.py       combat chart, artillery, extended and force march, attack types (``data/tables.toml``)
    counters.py     units and leaders as printed (GC 2.1, 2.2)
    ground.py       costs, zones, crossings, paths (GC 2.3, 2.4, 6.2.2)
    state.py        the state and the edits every rule makes (GC 2.1, 6.5)
    campaign.py     ``Campaign``, the scenario class with every hook
    sequence.py     turns, action cycle, who has the initiative (GC 3, 4);  initiative.py  what it buys (GC 5.0, 5.4)
    activation.py   who may act, marches ordered, leaders' activations, stations burnt (GC 5.1, 5.2, 5.4)
    assault.py      assaults and grand assaults (GC 5.3)
    march.py        a march hex by hex (GC 5.1, 6.1, 6.2);  exertion.py  what it costs and wins beyond (GC 5.1.3, 7.8)
    leaders.py      command radius, going along, transfer, leaders left alone (GC 2.5, 6.3)
    engagement.py   which attacks are allowed (GC 7.1), a combat from dice to advance (GC 7.5)
    combat.py, flank.py  its numbers (GC 7.2-7.4);  losses.py (GC 7.5.1);  retreat.py (GC 7.6)
    screen.py       cavalry retreat (GC 7.7);  recovery.py  works, bridges, rest (GC 8-10)
    series.py       a battle of the series for the referee;  knowledge.py  what bots weigh
    showing.py      what a screen shows;  charts.py  the tables in print;  ahead.py  where a march could lead;
    page.py         roster and command radius;  steps.py  one step, and what keeps a march from a hex further off
    soundness.py    what a position can hold

What a battle of the series brings
    a map with base terrain clear, rolling, rough, woods, hill, mountain, swamp, city, water (a town hex: base
    ``clear`` and a place on top), hexsides major_river, minor_river, creek, slopes ridge, crossings bridge, ford,
    ferry, dam, paths pike, road, trail, railroad; counters as ``Counter``; a subclass of ``SeriesBattle`` with the
    scenarios; for each scenario a subclass of ``Campaign`` that overrides only what its chapter changes (hooks in
    campaign.py: phases, forced_initiative, initiative_given, activation_prompt, initiative_modifier, unit_bans,
    leader_bans, bars_action, special_actions, march_modifier, step_bans, step_risk, crosses, entered, march_options,
    attack_bans, has_charges, artillery_value, attack_lines, attack_ordered, combat_rolled, retreat_bans, cycle_over,
    turn_begins, turn_ends, after_phase, special_phase, score, level).
    What a scenario must remember goes into ``state.facts`` (``note(draft, name, value)``, ``fact(state, name)``).
"""
