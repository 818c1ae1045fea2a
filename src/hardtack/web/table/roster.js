/** The roster: both armies by formation, every counter with its states and where it is; a click leads there. */

import { api } from "../api.js";
import { counterPicture } from "../board/faces.js";
import { h, put, wish } from "../dom.js";
import { t } from "../strings.js";
import { complain } from "../wrong.js";
import { openDialog } from "./dialogs.js";
import { placeName, sideSign } from "./parts.js";

/** @typedef {import("../types").Formation} Formation */
/** @typedef {import("../types").Piece} Piece */

/** @param {import("./hand.js").Hand} hand */
export async function openRoster(hand) {
  const { game } = hand,
    latest = wish();
  try {
    const { formations } = await api.roster(game.id, game.key);
    if (!latest()) return;
    new Roster(hand, formations);
  } catch (error) {
    complain(error);
  }
}

class Roster {
  /** @param {import("./hand.js").Hand} hand @param {Formation[]} formations */
  constructor(hand, formations) {
    this.hand = hand;
    this.formations = formations;
    const { view } = hand.game;
    this.side = view.yours.length === 1 ? view.yours[0] : (view.to_act ?? Object.keys(view.sides)[0]);
    this.pieces = new Map(view.pieces.map((piece) => [piece.id, piece]));
    this.tabs = h("div", { class: "tabs", role: "group", "aria-label": t("roster") });
    this.search = h("input", {
      type: "search",
      placeholder: t("roster.search"),
      "aria-label": t("roster.search"),
      oninput: () => this.show(),
    });
    this.list = h("div", { class: "formations" });
    this.dialog = openDialog(t("roster"), h("div", { class: "roster-head" }, this.tabs, this.search), this.list);
    this.dialog.classList.add("book", "roster");
    this.show();
  }

  /** @param {string} side */
  turn(side) {
    this.side = side;
    this.show();
    /** @type {HTMLElement | null} */ (this.tabs.querySelector("[aria-pressed='true']"))?.focus();
  }

  show() {
    const { sides } = this.hand.game.view;
    put(
      this.tabs,
      Object.entries(sides).map(([side, name]) =>
        h(
          "button",
          {
            class: "tab",
            type: "button",
            "data-side": side,
            "aria-pressed": String(side === this.side),
            onclick: () => this.turn(side),
          },
          sideSign(side),
          name,
        ),
      ),
    );
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.formations
      .filter((formation) => formation.side === this.side)
      .map((formation) => this.formation(formation, words))
      .filter(Boolean);
    put(this.list, found.length ? found : h("p", { class: "quiet" }, t("roster.none")));
  }

  /** @param {Formation} formation @param {string[]} words looked for in its name or the units' */
  formation(formation, words) {
    const units = formation.units.map((unit) => this.pieces.get(unit)).filter((piece) => piece !== undefined);
    const wanted = units.filter((piece) =>
      words.every((word) => `${formation.label} ${piece.name} ${piece.id}`.toLowerCase().includes(word)),
    );
    if (!wanted.length) return null;
    return h(
      "section",
      { class: "formation" },
      h("h3", {}, formation.label),
      formation.lines.length ? h("p", { class: "quiet" }, formation.lines.join(" · ")) : null,
      h(
        "ul",
        { class: "roster-units" },
        wanted.map((piece) => h("li", {}, this.unit(piece))),
      ),
    );
  }

  /** @param {Piece} piece */
  unit(piece) {
    const { game, scene } = this.hand;
    const gone = piece.at === "x" ? " gone" : "",
      lit = game.offer.units.has(piece.id) ? " can-act" : "";
    return h(
      "button",
      {
        class: `roster-unit counter-button${gone}${lit}`,
        type: "button",
        "data-unit": piece.id,
        onclick: () => this.go(piece),
      },
      counterPicture(scene.scenario, piece, 40),
      h(
        "span",
        {},
        h("b", {}, piece.name),
        " ",
        h("span", { class: "quiet" }, piece.numbers.join("–")),
        h("small", {}, [placeName(game.view, piece.at), ...piece.states].join(" · ")),
      ),
    );
  }

  /** Close, and show the unit on the board. @param {Piece} piece */
  go(piece) {
    const { scene } = this.hand;
    this.dialog.close();
    if (scene.hexes.has(piece.at)) scene.view.to(Math.max(scene.view.scale, 0.9), scene.hexes.centre(piece.at));
    scene.element.focus();
    void this.hand.select(piece.id);
  }
}
