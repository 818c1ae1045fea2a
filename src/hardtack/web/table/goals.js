/** What wins the game: every way to win, the hexes that decide, the tables of victory and the scenario in short. */

import { ApiError, api } from "../api.js";
import { objectivePicture } from "../board/signs.js";
import { h, put } from "../dom.js";
import { listed, sentences, t } from "../strings.js";
import { chartTable } from "./books.js";
import { chip, sideSign } from "./parts.js";

/** @typedef {import("../types").Objective} Objective */
/** @typedef {import("../types").Goal} Goal */

/** @param {import("../game.js").Game} game @returns {HTMLElement} filled as soon as it is known */
export function goals(game) {
  const section = h("section", { class: "goals" });
  void Promise.all([api.charts(game.id, game.key), api.scenario(game.view.scenario)])
    .then(([{ charts, goals: ways }, { about }]) => {
      const tables = charts.filter(({ key }) => /victory|levels/.test(key));
      const sudden = ways.filter((way) => way.sudden),
        later = ways.filter((way) => !way.sudden),
        marked = objectiveList(game.view);
      put(
        section,
        ways.length || tables.length ? h("h3", {}, t("standing.goals")) : null,
        sudden.length ? [h("h4", {}, t("goals.sudden")), wayList(sudden, game.view)] : null,
        later.length ? [h("h4", {}, t("goals.later")), wayList(later, game.view)] : null,
        marked ? [h("h4", {}, t("goals.marked")), marked] : null,
        tables.map((chart) => chartTable(chart)),
        h("h3", {}, t("standing.about")),
        h("p", {}, about),
      );
    })
    .catch((error) => {
      if (!(error instanceof ApiError)) throw error; // without a line the rest of the dialog has to do
    });
  return section;
}

/** @param {Goal[]} ways @param {import("../types").View} view */
function wayList(ways, view) {
  return h(
    "ul",
    { class: "plain ways" },
    ways.map((way) =>
      h(
        "li",
        {},
        way.side ? sideSign(way.side, view.sides[way.side]) : h("span", { class: "side-sign none" }),
        h("span", {}, way.text),
        chip(way.clause, way.title),
      ),
    ),
  );
}

/** The marked hexes, those that mean the same together, each with its sign. @param {import("../types").View} view */
export function objectiveList(view) {
  /** @type {Map<string, Objective[]>} */
  const groups = new Map();
  for (const one of view.standing.objectives) {
    const sign = [one.side, one.holder, one.sudden, one.points, one.clause, one.text].join("|");
    groups.set(sign, [...(groups.get(sign) ?? []), one]);
  }
  if (!groups.size) return null;
  return h(
    "ul",
    { class: "plain ways" },
    [...groups.values()].map((some) =>
      h(
        "li",
        {},
        objectivePicture(some[0]),
        h("span", {}, h("b", {}, listed(some.map(({ hex }) => hex))), " ", objectiveText(some[0], view)),
        chip(some[0].clause, some[0].title),
      ),
    ),
  );
}

/** What an objective means, and who has it. @param {Objective} objective @param {import("../types").View} view */
export function objectiveText({ holder, text }, view) {
  return holder ? sentences([text, t("goals.held", { side: view.sides[holder] ?? holder })]) : text;
}
