/** The head that the pages outside a game share: to the lobby, the standings, and one's own page. */

import { h } from "./dom.js";
import { player } from "./prefs.js";
import { t } from "./strings.js";
import { houseSign } from "./table/head.js";
import { languageSwitch, themeButton } from "./table/menu.js";

/** @param {string} [here] the page that is open */
export function hallHead(here = "") {
  const way = (/** @type {string} */ page, /** @type {string} */ label) =>
    h(
      "a",
      { class: "hall-way", href: `/${page}`, "data-in": "", "aria-current": page === here ? "page" : null },
      label,
    );
  return h(
    "header",
    { class: "head home-head" },
    houseSign(),
    h(
      "nav",
      { class: "hall", "aria-label": t("hall") },
      way("lobby", t("lobby")),
      way("standings", t("standings")),
      way("you", player()?.name ?? t("yourself")),
    ),
    h("div", { class: "head-buttons" }, languageSwitch(), themeButton()),
  );
}

/** A page of the hall. @param {string} here @param {...import("./dom.js").Children} content */
export function hallPage(here, ...content) {
  return h(
    "div",
    { class: "home" },
    hallHead(here),
    h("main", {}, ...content),
    h("footer", { class: "colophon" }, t("home.colophon")),
  );
}
