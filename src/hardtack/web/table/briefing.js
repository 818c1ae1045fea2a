/**
 * The briefing of a scenario: who you are, what wins, what to do and what to fear; the hexes it is about are lit
 * meanwhile.
 */

import { ApiError, api } from "../api.js";
import { announce, h, put } from "../dom.js";
import { briefed, prefs, setBriefed, setPref } from "../prefs.js";
import { listed, spoken, t } from "../strings.js";
import { chip, kbd, sideSign } from "./parts.js";

export class Briefing {
  /** @param {import("../game.js").Game} game @param {import("../board/scene.js").Scene} scene */
  constructor(game, scene) {
    this.game = game;
    this.scene = scene;
    this.element = h("section", { class: "panel briefing", "aria-label": t("briefing"), hidden: true, tabindex: -1 });
  }

  /** The side it is for: at a hot seat the one that decides. */
  get side() {
    const { yours, to_act } = this.game.view;
    return to_act && yours.includes(to_act) ? to_act : (yours[0] ?? to_act ?? "union");
  }

  /** Before the first move of whoever has not read it here. */
  greet() {
    const { view, moves } = this.game,
      { side } = this;
    const moved = moves.some((move) => move.side && view.yours.includes(move.side));
    if (!prefs.briefing || !view.yours.length || view.over || moved || view.number > 60 || briefed(view.scenario, side))
      return;
    void this.open();
  }

  toggle() {
    if (this.element.hidden) void this.open(true);
    else this.close();
  }

  /** @param {boolean} [asked] for by key or button: it takes the focus */
  async open(asked = false) {
    const { side, game } = this;
    try {
      const { briefings } = await api.briefing(game.view.scenario),
        found = briefings.find((one) => one.side === side);
      if (!found || game.closed) return;
      this.show(found);
      if (asked) this.element.focus();
      announce(
        spoken([t("briefing.for", { side: found.side_name }), found.who, ...found.goals.map((goal) => goal.text)]),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // a help only
    }
  }

  /** @param {import("../types").BriefingText} found */
  show(found) {
    const { view } = this.game,
      list = (/** @type {string[]} */ lines) =>
        h(
          "ul",
          {},
          lines.map((line) => h("li", {}, line)),
        );
    const aims = view.standing.objectives.filter((one) => !one.side || one.side === found.side).map((one) => one.hex);
    const again = h("input", {
      type: "checkbox",
      checked: prefs.briefing,
      "data-menu": "briefing",
      onchange: () => setPref("briefing", again.checked),
    });
    put(
      this.element,
      h("h2", {}, sideSign(found.side, found.side_name), t("briefing.for", { side: found.side_name })),
      h("p", { class: "who" }, found.who),
      h("h3", {}, t("briefing.wins")),
      h(
        "ul",
        { class: "plain ways" },
        found.goals.map((goal) => h("li", {}, h("span", {}, goal.text), chip(goal.clause, goal.title))),
      ),
      h("h3", {}, t("briefing.do")),
      list(found.do),
      h("h3", {}, t("briefing.fear")),
      list(found.fear),
      aims.length
        ? h("p", { class: "quiet" }, t("briefing.aims", { hexes: listed([...new Set(aims)].slice(0, 12)) }))
        : null,
      found.arrivals.length
        ? h("p", { class: "quiet" }, t("briefing.arrivals", { hexes: listed(found.arrivals) }))
        : null,
      h(
        "div",
        { class: "lesson-buttons" },
        h(
          "button",
          { class: "button primary", type: "button", "data-briefing-close": "", onclick: () => this.close() },
          t("briefing.begin"),
          kbd("I"),
        ),
        h("label", { class: "check" }, again, t("menu.briefing")),
      ),
    );
    this.element.hidden = false;
    this.element.scrollTop = 0;
    this.scene.marks.pointOut([...new Set([...aims, ...found.arrivals])]);
  }

  close() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.scene.marks.pointOut([]);
    setBriefed(this.game.view.scenario, this.side);
    if (this.element.contains(document.activeElement)) this.scene.element.focus();
  }
}
