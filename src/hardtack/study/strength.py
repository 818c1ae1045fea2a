"""The tables of a ladder: for a terminal, as JSON, as Markdown for docs/strength.md, and as the data the page shows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardtack.battles import find_battle
from hardtack.generals import find_bot
from hardtack.generals.strength import wilson
from hardtack.study.ladder import Ladder
from hardtack.study.ratings import Rating, Row, Tally, ratings, rows_of
from hardtack.study.results import Played


@dataclass(frozen=True, slots=True)
class Table:
    """A ladder that has been played: how, by which versions, and what came out."""

    command: str
    rules: Mapping[str, str]  # rules version by scenario
    versions: Mapping[str, str]  # of the bots
    rows: Sequence[Row]

    @property
    def ratings(self) -> list[Rating]:
        return ratings(self.rows)

    def data(self) -> dict[str, Any]:
        """What the package ships: enough to make every table anew."""
        rows = [
            {"scenario": row.scenario, "bot": row.bot, "other": row.other, "union": _counts(row.union),
             "confederate": _counts(row.confederate), "pairs": _counts(row.pairs)}
            for row in self.rows
        ]  # fmt: skip
        return {
            "command": self.command, "rules": dict(self.rules), "versions": dict(self.versions), "rows": rows,
        }  # fmt: skip

    def report(self) -> dict[str, Any]:
        """The same with ratings, rates and intervals."""
        found = self.data()
        for row, shown in zip(self.rows, found["rows"], strict=True):
            shown["win_rate"] = {side: _rate(tally) for side, tally in _sides(row).items()}
            shown["pairs_rate"] = _rate(row.pairs)
        found["ratings"] = [
            {"bot": each.bot, "elo": round(each.elo), "interval": [round(each.elo - each.spread),
             round(each.elo + each.spread)], "games": each.games}
            for each in self.ratings
        ]  # fmt: skip
        return found


def table_of(ladder: Ladder, games: Sequence[Played]) -> Table:
    words = ["hardtack ladder", *ladder.scenarios, f"--bots {','.join(ladder.bots)}"]
    words += [f"--against {','.join(ladder.against)}"] if ladder.against else []
    return Table(
        " ".join([*words, f"--games {ladder.games} --seed {ladder.seed}"]),
        {name: find_battle(name).rules_version for name in ladder.scenarios},
        {bot: find_bot(bot).version for bot in (*ladder.bots, *ladder.against)},
        rows_of(games),
    )


def read_table(data: Mapping[str, Any]) -> Table:
    """A table as it was published."""
    rows = [
        Row(row["scenario"], row["bot"], row["other"], *(Tally(*row[key]) for key in ("union", "confederate", "pairs")))
        for row in data["rows"]
    ]
    return Table(data["command"], data["rules"], data["versions"], rows)


def publish(table: Table, path: Path) -> None:
    """Put a table among the published ones, in the place of one by the same command."""
    data = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"tables": []}
    others = [old for old in data["tables"] if old["command"] != table.command]
    text = ",\n".join(_table_text(each) for each in (*others, table.data()))
    path.write_text(f'{{"tables": [\n{text}\n]}}\n', encoding="utf-8", newline="\n")


def _table_text(data: Mapping[str, Any]) -> str:
    """A table as JSON with a line for each row, so that what changes shows in a diff."""
    head = json.dumps({key: value for key, value in data.items() if key != "rows"}, ensure_ascii=False)
    rows = ",\n".join(" " + json.dumps(row, ensure_ascii=False) for row in data["rows"])
    return f'{head[:-1]}, "rows": [\n{rows}\n]}}'


def lines(table: Table) -> list[str]:
    """For a terminal."""
    found = []
    for row in table.rows:
        both, (low, high) = row.both, row.both.interval
        found.append(
            f"{row.scenario:26} {row.bot:9} - {row.other:9} {both.wins:4} won {both.losses:4} lost {both.draws:4} drawn"
            f"  {both.of_decided:6.1%} of decided ({low:.0%} to {high:.0%});"
            f" swapped pairs {row.pairs.wins} : {row.pairs.losses}"
        )
    found += [f"{each.bot:12} {each.elo:+6.0f} ± {each.spread:.0f}  ({each.games} games)" for each in table.ratings]
    return found


def markdown(table: Table) -> str:
    """A section of docs/strength.md."""
    bots = list(table.versions)
    who = f"{', '.join(f'`{bot}`' for bot in bots[:-1])} and `{bots[-1]}`"
    text = [f"### {who}: {', '.join(table.rules)}", "", "```", table.command, "```", "", _versions(table), ""]
    text += ["| bot | rating | 95 % | games |", "|---|---|---|---|"]
    for each in table.ratings:
        interval = f"{each.elo - each.spread:.0f} to {each.elo + each.spread:.0f}" if each.spread else "by definition"
        text.append(f"| `{each.bot}` | {each.elo:.0f} | {interval} | {each.games} |")
    text += [
        "",
        "| scenario | bot | against | as Union | as Confederate | of decided | 95 % | swapped pairs | 95 % |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for row in table.rows:
        text.append(
            f"| `{row.scenario}` | `{row.bot}` | `{row.other}` | {_score(row.union)} | {_score(row.confederate)} "
            f"| {_percent(row.both)} | {_interval(row.both)} | {_score(row.pairs)} | {_interval(row.pairs)} |"
        )
    return "\n".join(text) + "\n"


def _versions(table: Table) -> str:
    battles: dict[str, str] = {}
    for scenario, version in table.rules.items():
        battles.setdefault(find_battle(scenario).id, version)
    rules = ", ".join(f"{battle} {version}" for battle, version in battles.items())
    return f"Rules versions: {rules}. Bots: {', '.join(f'{bot} {version}' for bot, version in table.versions.items())}."


def _counts(tally: Tally) -> list[int]:
    return [tally.wins, tally.losses, tally.draws]


def _sides(row: Row) -> dict[str, Tally]:
    return {"union": row.union, "confederate": row.confederate, "both": row.both}


def _rate(tally: Tally) -> dict[str, Any]:
    return {
        "wins": tally.wins, "losses": tally.losses, "draws": tally.draws,
        "of_all": tally.wins / max(1, tally.games), "of_all_interval": wilson(tally.wins, tally.games),
        "of_decided": tally.of_decided, "of_decided_interval": tally.interval,
    }  # fmt: skip


def _score(tally: Tally) -> str:
    """Wins, losses and, where there are any, draws."""
    return f"{tally.wins}-{tally.losses}" + (f" ={tally.draws}" if tally.draws else "")


def _percent(tally: Tally) -> str:
    return f"{100 * tally.of_decided:.0f} %" if tally.decided else "-"


def _interval(tally: Tally) -> str:
    if not tally.decided:
        return "-"
    low, high = tally.interval
    return f"{100 * low:.0f} to {100 * high:.0f} %"
