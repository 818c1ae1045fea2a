/** A game that goes on from a moment of another: to try something out, or to play another ending. */

import { api } from "./api.js";
import { h, wish } from "./dom.js";
import { SeatPlans } from "./seats.js";
import { t } from "./strings.js";
import { openDialog } from "./table/dialogs.js";
import { complain } from "./wrong.js";

/** @typedef {import("./types").View} View */

/** @param {View} game @param {string | null} key @param {number} number of the move after which it goes on */
export async function openBranch(game, key, number) {
  const latest = wish();
  try {
    const scenario = await api.scenario(game.scenario);
    if (!latest()) return;
    const solitaire = Object.entries(scenario.doctrine_settings).every(
      ([name, value]) => game.settings[name] === value,
    );
    const seats = new SeatPlans(scenario, { doctrine: solitaire });
    const start = h(
      "button",
      {
        class: "button primary",
        type: "button",
        "data-setup": "start",
        onclick: () => seats.begin({ branch: { game: game.id, number } }, key),
      },
      t("branch.start"),
    );
    const body = h(
      "div",
      { class: "setup" },
      h("p", { class: "about" }, t("branch.text", { n: number })),
      seats.element,
      h("div", { class: "dialog-buttons" }, start),
    );
    openDialog(t("branch"), body).classList.add("setup-dialog");
    start.focus({ preventScroll: true });
  } catch (error) {
    complain(error);
  }
}
