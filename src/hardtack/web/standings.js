/** The standings: who is rated how, series by series. */

import { people } from "./api_people.js";
import { h, put } from "./dom.js";
import { hallPage } from "./hall.js";
import { t } from "./strings.js";
import { words } from "./wrong.js";

/** @param {HTMLElement} root @returns {Promise<import("./types").Page>} */
export async function openStandings(root) {
  document.title = `${t("standings")} · Hardtack`;
  const table = h("div", { class: "standings" });
  const choice = h("select", { "aria-label": t("standings.series"), onchange: () => void show(choice.value) });
  put(
    root,
    hallPage(
      "standings",
      h("section", { class: "hero" }, h("h1", {}, t("standings")), h("p", {}, t("standings.text"))),
      h("label", { class: "field-row" }, t("standings.series"), choice),
      table,
    ),
  );
  /** @param {string | null} series */
  const show = async (series) => {
    try {
      const { series: all, chosen, places } = await people.standings(series);
      put(
        choice,
        all.map((one) => h("option", { value: one.id, selected: one.id === chosen }, one.name)),
      );
      put(
        table,
        places.length
          ? h(
              "table",
              { class: "chart" },
              h(
                "thead",
                {},
                h(
                  "tr",
                  {},
                  [t("standings.place"), t("standings.name"), t("standings.rating"), t("standings.games")].map(
                    (label) => h("th", { scope: "col" }, label),
                  ),
                ),
              ),
              h(
                "tbody",
                {},
                places.map((place, i) =>
                  h(
                    "tr",
                    {},
                    h("td", {}, String(i + 1)),
                    h("td", {}, place.name, place.bot ? h("small", { class: "quiet" }, ` ${t("setup.bot")}`) : null),
                    h("td", {}, `${place.rating} ± ${2 * place.deviation}`),
                    h("td", {}, String(place.games)),
                  ),
                ),
              ),
            )
          : h("p", { class: "quiet" }, t("standings.none")),
      );
    } catch (error) {
      put(table, h("p", { class: "warn" }, words(error)));
    }
  };
  await show(null);
  return { close() {} };
}
