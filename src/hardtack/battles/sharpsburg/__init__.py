"""Battle of Sharpsburg, 17 September 1862. The book has headings but no numbers; the clause ids are ours.

| chapter | module |
|---|---|
| 1 counters, 3 set-up | `counters`, `state` |
| 2 and 4 turns, arrivals | `sequence` |
| 5 movement | `movement`, `reach` |
| 6 terrain effects | `charts`, `ground` |
| 7 zones of control | `reach`, `state` |
| 8 stacking | `state`, asked by `movement`, `retreat`, `sequence` |
| 9 combat | `combat`, `odds`, `results`; engaged attackers in `engagement` |
| 10 retreat | `retreat` |
| 11 artillery | `artillery` |
| 12 victory | `victory` |
| what the page shows; what the bots weigh; checks of written positions | `page`, `knowledge`, `positions` |
"""
