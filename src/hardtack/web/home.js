/** Home: the battles as cards, games going on and games over, and a record to be opened. */

import { ApiError, api } from "./api.js";
import { h, put, toast } from "./dom.js";
import { icon } from "./icons.js";
import { heldGames, holdGame, language } from "./prefs.js";
import { openSetup } from "./setup.js";
import { days, headed, t } from "./strings.js";
import { houseSign } from "./table/head.js";
import { languageSwitch, themeButton } from "./table/menu.js";
import { sideSign } from "./table/parts.js";
import { gamePage, go } from "./ways.js";

/** @typedef {import("./types").Scenario} Scenario */
/** @typedef {import("./types").Card} Card */

const ROWS = 8; // games in sight; the others are in a fold

/**
 * @param {HTMLElement} root
 * @returns {Promise<import("./types").Page>}
 */
export async function openHome(root) {
  document.title = "Hardtack";
  const battles = h("div", { class: "battles", "aria-busy": "true" }, h("p", { class: "loading" }, t("loading")));
  const games = h("div", { class: "games" }), own = h("section", { class: "games own", "aria-labelledby": "own-title", hidden: true });
  put(root, h("div", { class: "home" },
    h("header", { class: "head home-head" }, houseSign(), h("div", { class: "head-buttons" }, languageSwitch(), themeButton())),
    h("main", {},
      h("section", { class: "hero" }, h("h1", {}, t("home.title")), h("p", {}, t("home.text"))), own,
      h("section", { "aria-labelledby": "battles-title" }, h("h2", { id: "battles-title" }, t("home.battles")), battles),
      h("section", { "aria-labelledby": "games-title" }, h("h2", { id: "games-title" }, t("home.games")), games)),
    h("footer", { class: "colophon" }, t("home.colophon"))));
  let closed = false;
  await Promise.all([fillBattles(battles), fillGames(games, own)]);
  const timer = setInterval(() => !closed && !document.hidden && void fillGames(games, own), 10000);
  return { close: () => {
    closed = true;
    clearInterval(timer);
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  } };
}

/** @param {unknown} error */
function words(error) {
  if (!(error instanceof ApiError)) throw error;
  return error.code === "offline" ? t("link.lost") : error.message;
}

/** @param {HTMLElement} place */
async function fillBattles(place) {
  try {
    const { scenarios } = await api.scenarios();
    /** @type {Map<string, Scenario[]>} */
    const battles = new Map();
    for (const scenario of scenarios) battles.set(scenario.battle, [...(battles.get(scenario.battle) ?? []), scenario]);
    put(place, [...battles.values()].map(battleCard), upload());
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
    const values = scenarios.map(of), low = Math.min(...values), high = Math.max(...values);
    return low === high ? String(low) : `${low}–${high}`;
  };
  return h("article", { class: "battle-card", "data-battle": first.battle },
    h("button", { class: "thumb", type: "button", tabindex: -1, "aria-hidden": "true", onclick: () => openSetup(first, scenarios) },
      h("img", { src: `/api/scenarios/${first.id}/map.svg?lang=${language()}`, alt: "", loading: "lazy", decoding: "async" })),
    h("div", { class: "battle-body" },
      h("p", { class: "date" }, days(first.date, scenarios.at(-1)?.date ?? first.date)), h("h3", {}, first.battle_title),
      h("p", { class: "about" }, first.battle_about),
      h("ul", { class: "facts" },
        h("li", {}, t("fact.turns", { n: span((one) => one.turns) })), h("li", {}, t("fact.minutes", { n: span((one) => one.minutes) })),
        h("li", {}, t("fact.units", { n: span((one) => one.units) })), h("li", {}, t("fact.hexes", { n: first.hexes })),
        first.solitaire_side ? h("li", { class: "special" }, t("fact.solitaire")) : null,
        scenarios.length > 1 ? h("li", { class: "special" }, t("fact.scenarios", { n: scenarios.length })) : null)),
    h("div", { class: "battle-foot" },
      scenarios.length > 1 ? h("ul", { class: "scenario-list" }, scenarios.map((one) => h("li", {}, h("button", { class: "link", type: "button", "data-scenario": one.id, onclick: () => openSetup(one, scenarios) }, one.title), h("small", {}, t("fact.minutes", { n: one.minutes }))))) : null,
      h("button", { class: "button primary play", type: "button", "aria-label": headed(t("play"), first.battle_title), "data-play": first.id, onclick: () => openSetup(first, scenarios) }, t("play"))));
}

/** Games going on and over; those of this browser that go on come first on the page. @param {HTMLElement} place @param {HTMLElement} own */
async function fillGames(place, own) {
  try {
    const { games } = await api.games("all");
    const sign = JSON.stringify([games.map((game) => ({ ...game, updated: ago(game.updated) })), language()]);
    if (place.dataset.sign === sign) return; // nothing new: whoever has a row in focus keeps it
    place.dataset.sign = sign;
    const held = heldGames();
    const waits = (/** @type {Card} */ game) => Boolean(game.to_act && held[game.id]?.sides?.includes(game.to_act));
    const running = games.filter((game) => game.state === "running");
    const mine = running.filter((game) => held[game.id]).sort((a, b) => Number(waits(b)) - Number(waits(a)));
    const rows = (/** @type {Card[]} */ some) => h("ul", { class: "game-list" }, some.map((game) => gameRow(game, held[game.id]?.key ?? null, waits(game))));
    const waiting = mine.filter(waits).length;
    document.title = waiting ? `(${waiting}) Hardtack` : "Hardtack";
    const group = (/** @type {string} */ title, /** @type {Card[]} */ some) => (some.length ? [h("h3", {}, title), rows(some.slice(0, ROWS)),
      some.length > ROWS ? h("details", {}, h("summary", {}, t("home.more", { n: some.length - ROWS })), rows(some.slice(ROWS))) : null] : []);
    own.hidden = !mine.length;
    put(own, mine.length ? [h("h2", { id: "own-title" }, t("home.mine")), rows(mine)] : null);
    put(place, !games.length ? h("p", { class: "quiet" }, t("home.no_games")) : null,
      group(t("home.others"), running.filter((game) => !held[game.id])), group(t("home.finished"), games.filter((game) => game.state === "finished")));
  } catch (error) {
    put(place, h("p", { class: "warn" }, words(error)));
  }
}

/** @param {Card} game @param {string | null} key @param {boolean} waits for somebody at this browser */
function gameRow(game, key, waits) {
  const over = game.state === "finished";
  return h("li", {}, h("a", { class: "game-row", href: gamePage(over ? "replay" : "play", game.id, key), "data-in": "" },
    h("b", {}, game.title), h("span", { class: "row-seats" }, game.seats.map((seat) => h("span", { class: seat.side === game.to_act ? "to-act" : "" }, sideSign(seat.side, seat.side_name), seat.who === "bot" ? seat.bot_name : seat.name || t("player")))),
    h("span", {}, over ? game.result : t("turn.of", { n: game.turn, of: game.turns }), waits ? h("span", { class: "your-turn" }, t("your_turn")) : null),
    h("time", { class: "quiet", datetime: game.updated }, ago(game.updated))));
}

/** @param {string} time */
function ago(time) {
  const seconds = Math.max(0, (Date.now() - Date.parse(time)) / 1000);
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  for (const [unit, size] of /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([["day", 86400], ["hour", 3600], ["minute", 60]])) {
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit);
  }
  return format.format(0, "minute");
}

/** Open a saved record: a finished game is shown, an unfinished one goes on. */
function upload() {
  const file = h("input", { type: "file", id: "record-file", accept: ".hardtack,.txt,text/plain", onchange: async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    try {
      const made = await api.create({ record: await chosen.text() });
      holdGame(made.id, { key: made.key, scenario: made.game.scenario, at: Date.now() });
      go(gamePage(made.game.over ? "replay" : "play", made.id, made.key));
    } catch (error) {
      toast(words(error), "warn");
    } finally {
      file.value = "";
    }
  } });
  return h("article", { class: "battle-card upload" }, icon("film", 30), h("h3", {}, t("home.record")), h("p", {}, t("home.upload_text")),
    h("label", { class: "button", for: "record-file" }, t("home.upload")), file);
}
