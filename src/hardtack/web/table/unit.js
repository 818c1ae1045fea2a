/** The chosen unit, or the one looked at: its counter, numbers, states, and what it may do. */

import { h, put, renew } from "../dom.js";
import { unitsOf } from "../offer.js";
import { t } from "../strings.js";
import { chip, counterButton, placeName, sideSign } from "./parts.js";

/** @typedef {import("../types").Piece} Piece */

export class UnitPanel {
  /** @param {import("./hand.js").Hand} hand */
  constructor(hand) {
    this.hand = hand;
    this.element = h("section", { class: "panel unit", "aria-label": t("unit") });
    /** @type {import("../offer.js").Offer | null} of when it was last filled */
    this.offer = null;
    this.asked = ""; // the unit and the state of the game that were asked about last, and the answer to it
    /** @type {Promise<import("../types").WhyNot | null>} */
    this.answer = Promise.resolve(null);
  }

  refresh() {
    const { game, unit, looked, planned, targets, ahead, options, scene } = this.hand;
    const id = unit ?? looked;
    const piece = id ? game.piece(id) : null;
    this.element.hidden = !piece || Boolean(planned);
    if (!piece || planned) return;
    // neither is a place
    const stack = "-x".includes(piece.at) ? [] : game.piecesAt(piece.at).filter((other) => other.side === piece.side);
    const again = this.offer === game.offer; // nothing has happened: the same clicks do the same
    this.offer = game.offer;
    (again ? renew : put)(
      this.element,
      h(
        "div",
        { class: "unit-head" },
        counterButton(scene.scenario, piece, {
          size: 68,
          lit: game.offer.units.has(piece.id),
          onclick: () => this.centre(piece.at),
        }),
        h(
          "div",
          {},
          h("h3", {}, sideSign(piece.side, game.view.sides[piece.side]), piece.name),
          h(
            "p",
            { class: "quiet" },
            [this.word("type", piece.type), this.word("size", piece.size)].filter(Boolean).join(" · "),
          ),
          h("p", {}, h("b", { class: "unit-numbers" }, piece.numbers.join("–")), " ", this.place(piece.at)),
          this.numbers(piece),
          piece.states.length
            ? h(
                "p",
                { class: "markers" },
                piece.states.map((state) => h("span", { class: "marker" }, state)),
              )
            : null,
        ),
      ),
      unit ? this.able(targets.size, ahead.size, options) : this.idle(piece),
      stack.length > 1
        ? h(
            "div",
            { class: "stack-strip", role: "group", "aria-label": t("stack") },
            stack.map((other) =>
              counterButton(scene.scenario, other, {
                size: 44,
                lit: game.offer.units.has(other.id),
                chosen: other.id === piece.id,
                onclick: () => void this.hand.select(other.id),
              }),
            ),
          )
        : null,
    );
  }

  /** A unit that is only looked at; of one's own, why it can do nothing. @param {Piece} piece */
  idle(piece) {
    const { game } = this.hand,
      { view } = game,
      able = view.your_turn && game.offer.units.has(piece.id), // it was looked at before it could act
      offered = game.offer.known().filter((option) => option.unit),
      fights = offered.length > 0 && offered.every((option) => option.kind === "attack"),
      words = !view.your_turn || able ? "" : t(fights ? "unit.no_fight" : "unit.cannot"),
      line = h("p", { class: "idle quiet" }, words);
    if (view.your_turn && piece.side !== view.to_act) return this.aimedAt(piece, line);
    if (!view.your_turn || able) return line;
    const asked = `${view.version} ${piece.id}`;
    if (asked !== this.asked) this.answer = game.whyNot({ unit: piece.id }).catch(() => null); // a help only
    this.asked = asked;
    void this.answer.then(
      (why) =>
        why?.reasons.length &&
        put(
          line,
          why.reasons.map((reason) => h("span", {}, reason.text, " ", chip(reason.clause, reason.title), " ")),
        ),
    );
    return line;
  }

  /** Of an enemy: who of one's own can attack it, to be chosen here. @param {Piece} piece @param {HTMLElement} line */
  aimedAt(piece, line) {
    const { hand } = this,
      { game, scene } = hand;
    put(line, t("unit.enemy"));
    if (!scene.hexes.has(piece.at)) return line;
    void game.offer.at(piece.at).then(
      (options) => {
        const units = unitsOf(options.filter((option) => option.kind === "attack"));
        const own = units.map((unit) => game.piece(unit)).filter((one) => one !== undefined);
        if (!own.length) return;
        put(
          line,
          t("unit.attack_with"),
          h(
            "span",
            { class: "stack-strip", role: "group", "aria-label": t("unit.attack_with") },
            own.map((one) =>
              counterButton(scene.scenario, one, {
                size: 44,
                lit: true,
                onclick: () => void this.aim(one.id, piece.at),
              }),
            ),
          ),
        );
      },
      () => {}, // a help only
    );
    return line;
  }

  /** Choose a unit and point it at a hex. @param {string} unit @param {string} hex */
  async aim(unit, hex) {
    await this.hand.select(unit);
    await this.hand.click(hex);
  }

  /** @param {number} places @param {number} further by several actions @param {import("../types").Option[]} options */
  able(places, further, options) {
    const attacks = new Set(options.filter((option) => option.kind === "attack").map((option) => option.hex)).size;
    const near = places - attacks;
    // a hex may also be where a bridge comes, or whom a leader joins
    const goes = further || options.some((option) => option.kind === "move");
    const parts = [
      near > 0 || further ? t(goes ? "unit.places" : "unit.choices", { n: near > 0 ? near : further }) : "",
      near > 0 && further ? t("unit.further", { n: further }) : "",
      attacks ? t("unit.attacks", { n: attacks }) : "",
    ];
    return h("p", { class: "able" }, parts.filter(Boolean).join(" · "));
  }

  /** What the numbers mean. @param {Piece} piece */
  numbers(piece) {
    const { numbers } = this.hand.game.view,
      names = numbers[piece.type] ?? numbers[""] ?? [];
    if (!piece.numbers.length || names.length !== piece.numbers.length) return null;
    return h(
      "ul",
      { class: "plain numbers-named" },
      names.map((name, i) => h("li", {}, name, " ", h("b", {}, piece.numbers[i]))),
    );
  }

  /** @param {string} kind @param {string} value */
  word(kind, value) {
    const found = t(`${kind}.${value}`);
    return found.startsWith(`${kind}.`) ? value.replaceAll("_", " ") : found;
  }

  /** @param {string} at */
  place(at) {
    const name = placeName(this.hand.game.view, at);
    return this.hand.scene.hexes.has(at)
      ? h("button", { class: "link", type: "button", onclick: () => this.centre(at) }, name)
      : name;
  }

  /** @param {string} at */
  centre(at) {
    const { scene } = this.hand;
    if (scene.hexes.has(at)) scene.view.to(Math.max(scene.view.scale, 0.9), scene.hexes.centre(at));
  }
}
