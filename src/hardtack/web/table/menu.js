/** The menu of a game: how it looks, how fast bots move, links and files. */

import { ApiError, api } from "../api.js";
import { h, put, toast } from "../dom.js";
import { icon } from "../icons.js";
import { applyTheme, dropKey, language, loud, prefs, setPref, theme } from "../prefs.js";
import { t } from "../strings.js";
import { gamePage, go, reportPage, speak } from "../ways.js";
import { copyButton, openDialog } from "./dialogs.js";
import { able, wantNotices } from "./notice.js";
import { paceControl } from "./pace.js";

/**
 * @typedef {"grid" | "ids" | "askEnd" | "onlyChoice" | "curtain" | "events" | "intent" | "reasons" | "hint" |
 *   "fightStop" | "briefing"} Switch
 */

const STAYS = [0, 5, 10, 20, -1]; // seconds a combat card stays; 0: until it is read, -1: none is shown

/** @param {Switch} name @param {() => void} changed */
function check(name, changed) {
  const box = h("input", {
    type: "checkbox",
    checked: prefs[name],
    onchange: () => {
      setPref(name, box.checked);
      changed();
    },
  });
  return h("label", { class: "check" }, box, t(`menu.${name}`));
}

/** How long the card of a fight stays. */
function fightChoice() {
  const choice = h(
    "select",
    { "data-menu": "fight", onchange: () => setPref("fightStay", Number(choice.value)) },
    STAYS.map((seconds) =>
      h(
        "option",
        { value: seconds, selected: seconds === prefs.fightStay },
        seconds === 0
          ? t("menu.fight.stay")
          : seconds < 0
            ? t("menu.fight.off")
            : t("menu.fight.seconds", { n: seconds }),
      ),
    ),
  );
  return h("label", { class: "field-row" }, t("menu.fight"), choice);
}

/** Sounds on or off; on is tried at once. */
function soundCheck() {
  const box = h("input", {
    type: "checkbox",
    checked: loud(),
    "data-menu": "sound",
    onchange: async () => {
      setPref("sound", box.checked ? "on" : "off");
      await import("../sound.js").then(
        (studio) => studio.sound("drum"),
        () => {},
      );
    },
  });
  return h("label", { class: "check" }, box, t("menu.sound"));
}

/** How fights are shown and heard. */
export function fightSwitches() {
  return [fightChoice(), check("fightStop", () => {}), soundCheck()];
}

/** Whether the browser tells whose turn it is; it may refuse. */
function noticeCheck() {
  const box = h("input", {
    type: "checkbox",
    checked: prefs.notify,
    "data-menu": "notify",
    onchange: async () => (box.checked = await wantNotices(box.checked)),
  });
  return h("label", { class: "check" }, box, t("menu.notify"));
}

/** The switch between English and Japanese. */
export function languageSwitch() {
  return h(
    "div",
    { class: "languages", role: "group", "aria-label": t("language") },
    /** @type {const} */ (["en", "ja"]).map((lang) =>
      h(
        "button",
        {
          class: "button icon",
          type: "button",
          lang,
          "aria-pressed": String(language() === lang),
          "data-lang": lang,
          onclick: () => speak(lang),
        },
        lang === "en" ? "EN" : "日本語",
      ),
    ),
  );
}

/** What the head of a small screen has no room for. */
export function looks() {
  return [
    [t("language"), languageSwitch()],
    [t("theme"), themeButton()],
  ].map(([label, part]) => h("div", { class: "field-row only-small" }, label, part));
}

/** Light or dark. */
export function themeButton() {
  const label = () => (theme() === "dark" ? t("theme.light") : t("theme.dark"));
  const button = h(
    "button",
    {
      class: "button icon theme",
      type: "button",
      title: label(),
      "aria-label": label(),
      onclick: () => {
        setPref("theme", theme() === "dark" ? "light" : "dark");
        applyTheme();
        button.title = label();
        button.setAttribute("aria-label", label());
      },
    },
    icon("theme"),
  );
  return button;
}

/** Save the record of a game as a file. @param {string} game @param {string | null} key @param {string} scenario */
export async function saveRecord(game, key, scenario) {
  try {
    const text = await api.record(game, key);
    const link = h("a", {
      href: URL.createObjectURL(new Blob([text], { type: "text/plain" })),
      download: `${scenario}-${game}.hardtack`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(error.message, "warn");
  }
}

/**
 * Instead of a game that cannot be shown: why, and what can be done about it.
 * @param {ApiError} error @param {string} game @param {string | null} key
 */
export function trouble(error, game, key) {
  if (error.code === "bad_key") dropKey(game, key); // without it the game can still be watched
  const again = h(
    "button",
    { class: "button primary", type: "button", onclick: () => go(location.pathname + location.search + location.hash) },
    t("again"),
  );
  const save = h(
    "button",
    { class: "button primary", type: "button", "data-save": game, onclick: () => saveRecord(game, key, "game") },
    t("menu.record"),
  );
  return h(
    "main",
    { class: "trouble" },
    h("h1", {}, t("trouble")),
    h("p", {}, error.code === "offline" ? t("link.lost") : error.message),
    h(
      "p",
      {},
      error.code === "old_rules" ? save : again,
      " ",
      h("a", { class: "button", href: "/", "data-in": "" }, t("home.back")),
    ),
  );
}

/** Which overlay lies on the board. @param {import("./overlays.js").Overlays} overlays */
function overlayChoice(overlays) {
  const choice = h(
    "select",
    { "data-menu": "overlay", onchange: () => overlays.choose(choice.value) },
    overlays.kinds.map((kind) => h("option", { value: kind, selected: kind === overlays.kind }, overlays.name(kind))),
  );
  return h("label", { class: "field-row" }, t("overlay"), choice);
}

/**
 * @param {import("../game.js").Game} game
 * @param {import("../board/scene.js").Scene} scene
 * @param {import("./overlays.js").Overlays} overlays
 * @param {import("./intent.js").Intent} intent
 * @param {import("./event.js").EventCard} event
 * @param {import("./hint.js").HintLine} hint
 * @param {import("./log.js").Log} log
 * @param {[string, () => void][]} ways to books and boxes that a small screen has no other button for
 */
export function openMenu(game, scene, overlays, intent, event, hint, log, ways) {
  const leave = (/** @type {() => void} */ way) => {
    dialog.close();
    way();
  };
  const dialog = openDialog(
    t("menu"),
    h(
      "div",
      { class: "menu links" },
      ways.map(([label, way]) => h("button", { class: "button", type: "button", onclick: () => leave(way) }, label)),
    ),
    h(
      "div",
      { class: "menu" },
      looks(),
      overlayChoice(overlays),
      check("grid", () => scene.ground.showLayers()),
      check("ids", () => scene.ground.showLayers()),
      check("askEnd", () => {}),
      check("onlyChoice", () => {}),
      check("briefing", () => {}),
      game.view.yours.length > 1 ? check("curtain", () => {}) : null,
      event.known ? check("events", () => event.refresh()) : null,
      able && game.view.yours.length === 1 ? noticeCheck() : null,
      fightSwitches(),
      game.view.hints && game.view.yours.length ? check("hint", () => hint.refresh()) : null,
      game.view.seats.some((seat) => seat.who === "bot")
        ? [check("intent", () => void intent.show()), check("reasons", () => void log.refresh()), paceControl(game)]
        : null,
    ),
    h(
      "div",
      { class: "menu links" },
      copyButton(location.origin + gamePage("play", game.id), t("menu.spectate")),
      game.view.yours.length && Object.keys(game.view.reactions).length
        ? h(
            "button",
            {
              class: "button",
              type: "button",
              "data-answers": "",
              onclick: () => leave(async () => (await import("./answers.js")).openAnswers(game)),
            },
            t("answers"),
          )
        : null,
      game.view.yours.length
        ? h(
            "button",
            {
              class: "button",
              type: "button",
              "data-deeds": "",
              onclick: () => leave(async () => (await import("./deeds.js")).openDeeds(game)),
            },
            t("deeds"),
          )
        : null,
      game.view.yours.length === 1
        ? h(
            "button",
            {
              class: "button",
              type: "button",
              "data-notices": "game",
              onclick: () => leave(async () => (await import("../notices.js")).openGameNotices(game)),
            },
            t("notices"),
          )
        : null,
      h(
        "button",
        {
          class: "button",
          type: "button",
          "data-seats": "",
          onclick: () => leave(async () => (await import("./seating.js")).openSeats(game)),
        },
        t("seats"),
      ),
      h(
        "button",
        { class: "button", type: "button", onclick: () => saveRecord(game.id, game.key, game.view.scenario) },
        t("menu.record"),
      ),
      h(
        "button",
        {
          class: "button",
          type: "button",
          "data-branch": "",
          onclick: () =>
            leave(async () => (await import("../branch.js")).openBranch(game.view, game.key, game.view.number)),
        },
        t("branch.try"),
      ),
      h(
        "button",
        {
          class: "button",
          type: "button",
          "data-luck": "",
          onclick: () => leave(async () => (await import("./luck.js")).openLuck(game.id, game.key, game.view.sides)),
        },
        t("luck"),
      ),
      h(
        "button",
        {
          class: "button",
          type: "button",
          "data-account": "",
          onclick: () => leave(async () => (await import("./account.js")).openAccount(game)),
        },
        t("account"),
      ),
      game.view.over ? reportLinks(game.id, game.key) : null,
      h("a", { class: "button", href: gamePage("replay", game.id), "data-in": "" }, t("replay")),
      h("a", { class: "button", href: "/", "data-in": "" }, t("home.back")),
    ),
  );
}

/**
 * The report of a battle that is over: to be read, kept and passed on. The addresses of a private game's are for those
 * who ask with its key.
 * @param {string} game
 * @param {string | null} key
 */
export function reportLinks(game, key) {
  const links = h("span", { class: "report-links" });
  const draw = (/** @type {string} */ page, /** @type {string} */ pdf) =>
    put(
      links,
      h("a", { class: "button", href: page, target: "_blank", "data-report": "" }, t("report")),
      h("a", { class: "button", href: pdf, "data-report": "pdf" }, t("report.pdf")),
      copyButton(location.origin + page, t("report.share")),
    );
  draw(reportPage(game), reportPage(game, ".pdf"));
  api.report(game, key).then(
    ({ page, pdf }) => draw(page, pdf),
    () => {}, // then it is the plain address, which is right for all but private games
  );
  return links;
}
