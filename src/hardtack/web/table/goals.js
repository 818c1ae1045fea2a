/** What wins the game: the tables of victory and the scenario in short, below how it stands. */

import { ApiError, api } from "../api.js";
import { h, put } from "../dom.js";
import { t } from "../strings.js";
import { chartTable } from "./books.js";

/** @param {import("../game.js").Game} game @returns {HTMLElement} filled as soon as it is known */
export function goals(game) {
  const section = h("section", { class: "goals" });
  void Promise.all([api.charts(game.id, game.key), api.scenario(game.view.scenario)]).then(([{ charts }, { about }]) => {
    const tables = charts.filter(({ key }) => /victory|levels/.test(key));
    put(section, tables.length ? h("h3", {}, t("standing.goals")) : null, tables.map((chart) => chartTable(chart)), h("h3", {}, t("standing.about")), h("p", {}, about));
  }).catch((error) => {
    if (!(error instanceof ApiError)) throw error; // without a line the rest of the dialog has to do
  });
  return section;
}
