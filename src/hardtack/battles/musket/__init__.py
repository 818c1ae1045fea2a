"""Musket & Saber, the series: everything two folio battles share.  A battle is a subclass that changes little.

What a battle of the series brings
----------------------------------
``data/map.toml``      terrain names as in ``data/tables.toml`` here: clear, light_woods, deep_woods, swamp, swamp_stream,
                       swamp_creek, rough, town, river; overlays stream, hill, orchard, river_partial (bank hex);
                       hexsides creek, river, treeline, protected; slopes; crossings bridge, ford, ferry; paths road, trail.
``data/units.csv``     id,side,name,type,size,formation,steps,cf,cf_reduced,morale,morale_reduced,march,place,within,turn,
                       state,provenance,source
    type     infantry | cavalry | artillery | gunboat | leader | hq | train;   size  brigade | battalion | (empty)
    formation  "1".."12", "A" (at-large battalions), "L", "HQ", "T";   march  March allowance, empty: the series' value
    place    where the counter starts or arrives: a hex "0910", a box id of map.toml, "entry:A" (an [[entries]] id),
             "cup" or "aside";   within  0, 1 or 2: set up by the player within that many hexes of the place
    turn     1 for pieces in place at the start; later: the turn it becomes available at its place
             (0: never by itself, a hook or a frame of the battle brings it in)
    state    active | inactive for leaders, HQ and trains; empty for combat units
``data/clauses.csv``, ``data/words.csv``: only what the battle adds (``unit.<id>`` names, own events, prompts, reasons).

The battle class: ``class Shiloh(MusketBattle)`` (``hardtack.battles.musket.battle``), its state ``class ShilohState(MusketState)``
(``hardtack.battles.musket.state``) with fields of its own, ``action_types``/``frame_types`` = the series' tuples plus its own.
Pieces are numbers (index into ``scenario.pieces``), hexes are numbers, sets of pieces and of hexes are bit masks.

Hooks (methods of MusketBattle; override only what the book of the battle changes)
-----------------------------------------------------------------------------------
before_play(scenario) -> tuple[Frame, ...]             frames after set-up, before turn 1 (the secret choice)
fresh_fields(scenario) -> dict[str, object]            first values of the fields the battle's state adds
start_rolls(draft, umpire, side)                       MS 3.3a: everything "at the start of the Movement Phase" of `side`
                                                       (cup draw, fatigue, HQ arrival, Wheeler, Rossville, rolled arrivals);
                                                       give FOW with rules `gain_fow(draft, umpire, side, n, clause)`
replacement_steps(draft, side) -> int                  MS 13.1: steps this phase (default 1 when the HQ is active)
step_bars(draft, piece) -> list[Reason]                who may not take the step (formation die)
loc_hexes(draft, side) -> mask                         MS 12.41
adjust_movement_roll(draft, side, roll) -> int         MS 4.31: after cavalry's +2, before disorder (Shiloh T1 halving)
halting_hexes(state, side) -> mask                     hexes where a move of `side` ends although nothing is there (alarm)
after_move(draft, umpire, move)                        a unit or stack of the phasing side has ended a move: `move` has side,
                                                       units, start, end, zones (enemy units whose ZOC was entered), march, fog
combat_support(draft, side, hexes) -> list[(piece, factor)]   factors added once to a side's total (gunboats)
spares_step(draft, piece, code, defending) -> str      clause id when this unit ignores this loss (Wilder), else ""
after_combat(draft, umpire, fight, outcome)            final outcome after morale: "NE","Ex","Ax","Ar","Ac","Dc","Dr","Dx","Dm"
                                                       (Ac/Dc = failed check, Dm = rout); fight has side, attackers, target
after_check(draft, umpire, check, passed)              result of a morale check whose purpose is the battle's own:
                                                       push `Check(side, piece, purpose, context)` to ask for one
return_helpers(draft, piece) -> tuple[int, ...]        leaders that may assist a return roll (Thomas and battalions)
return_places(draft, piece, helper) -> mask            MS 13.2: where a returning unit may be placed
end_of_combat(draft, umpire, side)                     end of a Combat Phase: sudden death goes here (`umpire.end(...)`)
end_of_turn(draft, umpire)                             end of a game turn: sudden death; markers
verdict(draft) -> Outcome                              after the last turn (default: victory points, MS 11.4)
box_exits(scenario, side) -> dict[hex, box place]      hexes by which a side may leave into a box (CK 19.12)
redact / imagine / hint / words ...                    as in the referee; call super() first

Terms used by hooks: ``piece`` int, ``side`` "union"/"confederate", ``place`` int as in ``state.at`` (hex >= 0, boxes below).
"""
