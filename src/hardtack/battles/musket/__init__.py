"""Musket & Saber, the series: everything two folio battles share.  A battle is a subclass that changes little.

Where the rules live: ``tables`` (data), ``ground`` and ``sight`` (terrain, MS 4, 6, 7.7),
``roster``, ``scenario``, ``state`` (pieces and where they stand, MS 2), ``sequence`` (MS 3), ``movement``
and ``reaching`` (MS 4-6), ``barriers`` and ``obstacles`` (why a move does not get there), ``strength``, ``joining``,
``combat``, ``bombard`` (MS 7), ``results``, ``retreat`` and ``advance`` (MS 8-9), ``checks`` (MS 10, 12.13),
``losses`` (MS 10.4-11), ``command`` (MS 12), ``replacement`` (MS 13), ``fog`` (MS 14), ``setup`` (set-up phase),
``book`` (the battle class with its hooks), ``page``, ``hints`` and ``charts`` (screen), ``intent``,
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

Its own rules are hooks, methods of the battle with harmless defaults: the last part of ``book.MusketBattleOf`` lists
them.  ``page.entry_risk`` is the risk of a roll that awaits a group in a hex; ``sequence.bring_in`` lets a piece arrive
in a box or become available; ``redact``, ``imagine`` and the page are as in the referee: call ``super()`` for what is
the series'.
"""
