/** Home: the battles as cards, games going on and games over, and a record to be opened. */

import { api } from "./api.js";
import { h, put } from "./dom.js";
import { GameLists } from "./games.js";
import { hallHead } from "./hall.js";
import { icon } from "./icons.js";
import { keepKey, language } from "./prefs.js";
import { openSetup } from "./setup.js";
import { days, headed, t } from "./strings.js";
import { gamePage, go } from "./ways.js";
import { complain, words } from "./wrong.js";

/** @typedef {import("./types").Scenario} Scenario */

/**
 * @param {HTMLElement} root
 * @returns {Promise<import("./types").Page>}
 */
export async function openHome(root) {
  document.title = "Hardtack";
  const battles = h("div", { class: "battles", "aria-busy": "true" }, h("p", { class: "loading" }, t("loading")));
  const games = new GameLists();
  put(
    root,
    h(
      "div",
      { class: "home" },
      hallHead(),
      h(
        "main",
        {},
        h(
          "section",
          { class: "hero" },
          h("h1", {}, t("home.title")),
          h("p", {}, t("home.text")),
          h(
            "p",
            { class: "to-learn" },
            h("a", { class: "button primary", href: "/learn", "data-in": "" }, t("learn.new")),
            " ",
            h("a", { class: "button", href: "/puzzles", "data-in": "" }, t("learn.puzzles")),
            " ",
            h("span", {}, t("learn.new_text")),
          ),
        ),
        games.own,
        h(
          "section",
          { "aria-labelledby": "battles-title" },
          h("h2", { id: "battles-title" }, t("home.battles")),
          battles,
        ),
        h(
          "section",
          { "aria-labelledby": "games-title" },
          h("h2", { id: "games-title" }, t("home.games")),
          games.element,
        ),
      ),
      h("footer", { class: "colophon" }, t("home.colophon")),
    ),
  );
  let closed = false;
  await Promise.all([fillBattles(battles), games.refresh()]);
  const timer = setInterval(() => !closed && !document.hidden && void games.refresh(), 10000);
  return {
    close: () => {
      closed = true;
      clearInterval(timer);
      for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    },
  };
}

/** @param {HTMLElement} place */
async function fillBattles(place) {
  try {
    const { scenarios } = await api.scenarios();
    /** @type {Map<string, Scenario[]>} */
    const battles = new Map();
    for (const scenario of scenarios) battles.set(scenario.battle, [...(battles.get(scenario.battle) ?? []), scenario]);
    put(place, [...battles.values()].map(battleCard), upload(), byMail());
    const wanted = scenarios.find((scenario) => scenario.id === new URLSearchParams(location.search).get("scenario"));
    if (wanted) openSetup(wanted, battles.get(wanted.battle) ?? [wanted]);
  } catch (error) {
    put(place, h("p", { class: "warn" }, words(error)));
  } finally {
    place.removeAttribute("aria-busy");
  }
}

/** @param {Scenario[]} scenarios of one battle */
function battleCard(scenarios) {
  const [first] = scenarios;
  const span = (/** @type {(one: Scenario) => number} */ of) => {
    const values = scenarios.map(of),
      low = Math.min(...values),
      high = Math.max(...values);
    return low === high ? String(low) : `${low}–${high}`;
  };
  return h(
    "article",
    { class: "battle-card", "data-battle": first.battle },
    h(
      "button",
      {
        class: "thumb",
        type: "button",
        tabindex: -1,
        "aria-hidden": "true",
        onclick: () => openSetup(first, scenarios),
      },
      h("img", {
        src: `/api/scenarios/${first.id}/map.svg?lang=${language()}`,
        alt: "",
        loading: "lazy",
        decoding: "async",
      }),
    ),
    h(
      "div",
      { class: "battle-body" },
      h("p", { class: "date" }, days(first.date, scenarios.at(-1)?.date ?? first.date)),
      h("h3", {}, first.battle_title),
      h("p", { class: "about" }, first.battle_about),
      h(
        "ul",
        { class: "facts" },
        h("li", {}, t("fact.turns", { n: span((one) => one.turns) })),
        h("li", {}, t("fact.minutes", { n: span((one) => one.minutes) })),
        h("li", {}, t("fact.units", { n: span((one) => one.units) })),
        h("li", {}, t("fact.hexes", { n: first.hexes })),
        first.solitaire_side ? h("li", { class: "special" }, t("fact.solitaire")) : null,
        scenarios.length > 1 ? h("li", { class: "special" }, t("fact.scenarios", { n: scenarios.length })) : null,
      ),
    ),
    h(
      "div",
      { class: "battle-foot" },
      scenarios.length > 1
        ? h(
            "ul",
            { class: "scenario-list" },
            scenarios.map((one) =>
              h(
                "li",
                {},
                h(
                  "button",
                  { class: "link", type: "button", "data-scenario": one.id, onclick: () => openSetup(one, scenarios) },
                  one.title,
                ),
                h("small", {}, t("fact.minutes", { n: one.minutes })),
              ),
            ),
          )
        : null,
      h(
        "button",
        {
          class: "button primary play",
          type: "button",
          "aria-label": headed(t("play"), first.battle_title),
          "data-play": first.id,
          onclick: () => openSetup(first, scenarios),
        },
        t("play"),
      ),
    ),
  );
}

/** The way to games by mail. */
function byMail() {
  return h(
    "article",
    { class: "battle-card upload" },
    icon("mail", 30),
    h("h3", {}, t("home.mail")),
    h("p", {}, t("home.mail_text")),
    h("a", { class: "button", href: "/mail", "data-in": "", "data-way": "mail" }, t("home.mail_open")),
  );
}

/** Open a saved record: a finished game is shown, an unfinished one goes on. */
function upload() {
  const file = h("input", {
    type: "file",
    id: "record-file",
    accept: ".hardtack,.txt,text/plain",
    onchange: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      try {
        const made = await api.create({ record: await chosen.text() });
        keepKey(made.id, made.key, made.game);
        go(gamePage(made.game.over ? "replay" : "play", made.id));
      } catch (error) {
        complain(error);
      } finally {
        file.value = "";
      }
    },
  });
  return h(
    "article",
    { class: "battle-card upload" },
    icon("film", 30),
    h("h3", {}, t("home.record")),
    h("p", {}, t("home.upload_text")),
    h("label", { class: "button", for: "record-file" }, t("home.upload")),
    file,
  );
}
