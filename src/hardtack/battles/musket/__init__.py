"""Musket & Saber, the series: everything two folio battles share.  A battle is a subclass that changes little.

Where the rules live: ``parameters`` and ``tables`` (data), ``ground`` and ``sight`` (terrain, MS 4, 6, 7.7),
``roster``, ``scenario``, ``state`` (pieces and where they stand, MS 2), ``sequence`` (MS 3), ``movement``
and ``reaching`` (MS 4-6), ``barriers`` and ``obstacles`` (why a move does not get there), ``strength``, ``joining``,
``combat``, ``bombard`` (MS 7), ``results``, ``retreat`` and ``advance`` (MS 8-9), ``checks`` (MS 10, 12.13),
``losses`` (MS 10.4-11), ``command`` (MS 12), ``replacement`` (MS 13), ``fog`` (MS 14), ``setup`` (set-up phase),
``book`` (the battle class with its hooks), ``page``, ``hints``, ``charts`` and ``overlays`` (screen), ``intent``,
``outlook``, ``move_values`` and ``knowledge`` (bots).

What a battle of the series brings
----------------------------------
``data/map.toml``   terrain names as in ``data/tables.toml`` here: clear, light_woods, deep_woods, swamp,
    swamp_stream, swamp_creek, rough, town, river; overlays stream, hill, orchard, river_partial (bank hex);
    hexsides creek, river, treeline, protected; slopes; crossings bridge, ford, ferry; paths road, trail.
``data/units.csv``  id,side,code,name,name_ja,type,size,formation,formation_name,formation_name_ja,steps,cf,
    cf_reduced,morale,morale_reduced,march,range,state,place,within,turn,ratings,setup_provenance,provenance,source
    type     infantry | cavalry | artillery | gunboat | leader | hq | train;   size  brigade | battalion | ...
    place    where the counter starts or arrives: a hex "0910", a box id of map.toml, "entry:A" (an [[entries]]
             id), "river" (gunboats), "cup" or "aside";   within  set up by the player within that many hexes
    turn     1 for pieces in place at the start; later: the turn it becomes available at its place
             (0: never by itself, a hook or a frame of the battle brings it in)
``data/scenario.toml``  headlines, turns, first_side, days, [[loc]], [[replacements]]; other tables are its own.
``data/clauses.csv``, ``data/words.csv``: only what the battle adds (unit names come from units.csv).

``class Shiloh(MusketBattleOf[ShilohState, ShilohScenario])`` (module ``book`` here), ``class ShilohState(MusketState)``
(module ``state``) with fields of its own; ``action_types``/``frame_types`` = ``ACTIONS``/``FRAMES`` plus its own; a
``ShilohPage(MusketPage)`` that adds to what the series shows, a ``ShilohKnowledge(MusketKnowledge)`` that names an
``Intent``, or none.  Pieces and hexes are numbers, sets of either are bit masks, ``side`` is "union" or "confederate",
``place`` a number as in ``state.at``.

Hooks (methods of the battle; every one has a harmless default)
---------------------------------------------------------------
before_play(scenario) -> tuple[Frame, ...]        frames after set-up, before turn 1 (the secret choice)
fresh_fields(scenario) -> dict[str, object]       first values of the fields the battle's state adds
start_rolls(draft, umpire, side)                  MS 3.3a: everything "at the start of the Movement Phase"; may push
                                                  frames, which happen before 3.3b; FOW by ``fog.gain_fow``
bring_in(draft, umpire, piece, place, clause)     (a helper, not a hook) a piece arrives in a box or becomes available
replacement_steps(draft, umpire, side) -> int     MS 13.1: steps this phase (default: [[replacements]] of the scenario)
step_bans: tuple[Ban, ...]                        who may not take the step (formation die)
loc_hexes(state, side) -> mask                    MS 12.41 (default: [[loc]] of the scenario)
halves_movement_roll(state, side) -> str          clause when all movement rolls of the side are halved (Shiloh T1)
halting_hexes(state, side) -> mask                hexes where a move of `side` ends although nothing is there (alarm);
                                                  `halting_clause` is the clause that a refusal names
wary_of(state, side) -> mask                      hexes a march keeps from as it does from the enemy (sleeping camps)
page.entry_risk(state, group, goal) -> Text       a roll that awaits a group in a hex it may move to (fatigue)
after_move(draft, umpire, move)                   pieces have come to a hex: ``move`` (reaching.Moved) has side, units,
                                                  start, end, how ("move" "march" "fow" "advance" "retreat")
movement_orders: tuple[Order, ...]                further orders of the Movement Phase
combat_support(state, side, hexes, fighting, attacking) -> list[tuple[int, int]]   (piece, factor) added once
spares_step(state, piece, code, defending) -> str clause when this unit ignores this loss (Wilder), else ""
after_combat(draft, umpire, fight)                ``fight.outcome`` after morale: NE Ex Ax Ar Ac Dc Dr Dx Dm (Ac/Dc: a
                                                  failed check; Dm: rout); fight.side is the attacker
after_check(draft, umpire, check, passed)         a check with the battle's own purpose was rolled; ask for one by
                                                  ``umpire.push(Check(side, piece, "purpose", note))`` (module checks)
return_helpers(state, piece) -> tuple[int, ...]   leaders that may assist a return roll (Thomas and battalions)
return_places(state, piece, helper) -> mask       MS 13.2: hexes where a returning unit may be placed
end_of_combat(draft, umpire, side)                end of a Combat Phase: sudden death (``umpire.end(...)``)
end_of_turn(draft, umpire)                        end of a game turn: sudden death; markers
verdict(state) -> Outcome                         after the last turn (default: victory points, MS 11.4)
redact / imagine, page.goals / hint / ...         as in the referee; call super() for what is the series'
"""
