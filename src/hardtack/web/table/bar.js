/** The foot of the page: turn track with arrivals, losses, the victory meter, undo, end of phase, replay. */

import { h, put, renew } from "../dom.js";
import { icon } from "../icons.js";
import { headed, listed, t } from "../strings.js";
import { gamePage } from "../ways.js";
import { openDialog } from "./dialogs.js";
import { goals } from "./goals.js";
import { counterButton, kbd, placeName, sideSign } from "./parts.js";

/** @typedef {import("../types").Piece} Piece */

export class Bar {
  /** @param {import("./hand.js").Hand} hand @param {() => void} forces opens the roster */
  constructor(hand, forces) {
    this.hand = hand;
    this.track = h("ol", { class: "track" });
    this.meter = h("button", { class: "meter", type: "button", onclick: () => this.showStanding() });
    this.undo = h("button", { class: "button", type: "button", onclick: () => hand.undo() });
    this.end = h("button", { class: "button end", type: "button", onclick: () => hand.end() });
    this.note = h("div", { class: "track-note", role: "tooltip", id: "track-note", hidden: true });
    this.element = h(
      "footer",
      { class: "bar" },
      this.note,
      h("nav", { class: "track-frame", "aria-label": t("track"), tabindex: 0 }, this.track),
      this.meter,
      h(
        "div",
        { class: "bar-buttons" },
        this.undo,
        this.end,
        h(
          "button",
          { class: "button to-roster", type: "button", title: t("roster"), onclick: forces },
          icon("flag", 16),
          h("span", {}, t("roster")),
          kbd("F"),
        ),
        h(
          "a",
          { class: "button to-replay", title: t("replay"), href: gamePage("replay", hand.game.id), "data-in": "" },
          icon("film", 16),
          h("span", {}, t("replay")),
        ),
      ),
    );
  }

  refresh() {
    const { view, offer } = this.hand.game;
    this.showTrack();
    this.showMeter();
    renew(this.undo, icon("undo", 16), view.undo > 1 ? t("undo.n", { n: view.undo }) : t("undo"), kbd("Z"));
    this.undo.disabled = !view.undo;
    this.undo.title = view.undo ? t("undo.title", { n: view.undo }) : view.over ? t("undo.over") : t("undo.none");
    renew(this.end, offer.end?.label ?? t("end"), kbd("E"));
    this.end.disabled = !offer.end;
  }

  showTrack() {
    const { track, over } = this.hand.game.view;
    const sign = JSON.stringify([track, over]);
    if (this.track.dataset.sign === sign) return;
    this.track.dataset.sign = sign;
    this.note.hidden = true;
    const due = this.due();
    put(
      this.track,
      Array.from({ length: track.turns }, (_, i) => i + 1).map((turn) => {
        const pieces = due.get(turn) ?? [];
        const when = turn === track.turn ? " now" : turn < track.turn ? " past" : "";
        return h(
          "li",
          { class: `turn${when}${pieces.length ? " due" : ""}`, "aria-current": turn === track.turn ? "step" : null },
          pieces.length ? this.dueButton(turn, pieces) : h("span", { title: t("turn.n", { n: turn }) }, String(turn)),
        );
      }),
    );
    this.track.querySelector(".now")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  /** Who is to come (or come back), by turn. @returns {Map<number, Piece[]>} */
  due() {
    const { game } = this.hand;
    return new Map(
      game.view.track.arrivals.map(({ turn, units }) => [
        turn,
        units.map((unit) => game.piece(unit)).filter((piece) => piece !== undefined),
      ]),
    );
  }

  /**
   * A turn on which somebody comes: its dot has the shape of the side, a ring if they come back.
   * @param {number} turn
   * @param {Piece[]} pieces
   */
  dueButton(turn, pieces) {
    const sides = new Set(pieces.map((piece) => piece.side)),
      back = pieces.every((piece) => piece.at !== "-");
    const label = headed(
      listed([t("turn.n", { n: turn }), t("track.arrive", { n: pieces.length })]),
      listed(pieces.map((piece) => piece.name)),
    );
    const button = h(
      "button",
      {
        type: "button",
        class: `${sides.size > 1 ? "both" : [...sides][0]}${back ? " back" : ""}`,
        "data-turn": turn,
        "aria-label": label,
        onclick: () => this.showArrivals(turn, pieces),
        onpointerenter: () => this.tell(button, turn, pieces),
        onfocus: () => this.tell(button, turn, pieces),
        onpointerleave: () => (this.note.hidden = true),
        onblur: () => (this.note.hidden = true),
      },
      String(turn),
    );
    return button;
  }

  /**
   * The list over a turn while it is pointed at.
   * @param {HTMLElement} button
   * @param {number} turn
   * @param {Piece[]} pieces
   */
  tell(button, turn, pieces) {
    put(
      this.note,
      h("b", {}, t("track.title", { n: turn })),
      this.byPlace(pieces).map(([place, some]) =>
        h(
          "p",
          {},
          place ? h("span", { class: "quiet" }, `${place}: `) : null,
          some.map((piece) => h("span", { class: "note-unit" }, sideSign(piece.side), piece.name)),
        ),
      ),
    );
    this.note.hidden = false;
    const left = button.getBoundingClientRect().left - this.element.getBoundingClientRect().left;
    const room = this.element.clientWidth - this.note.offsetWidth - 6;
    this.note.style.left = `${Math.max(6, Math.min(left - 20, room))}px`;
  }

  /**
   * Reinforcements, and apart from them those who wait somewhere else: routed, say.
   * @param {Piece[]} pieces
   * @returns {[string, Piece[]][]}
   */
  byPlace(pieces) {
    const { view } = this.hand.game;
    const places = [...new Set(pieces.map((piece) => piece.at))];
    return places.map((at) => [at === "-" ? "" : placeName(view, at), pieces.filter((piece) => piece.at === at)]);
  }

  showMeter() {
    const { standing, sides } = this.hand.game.view;
    const share = Math.round(50 + standing.meter * 50);
    const scored = Object.keys(standing.points).length > 0; // a side that scores nothing has nothing beside its sign
    const losses = (/** @type {string} */ side) =>
      !scored
        ? t("losses", { n: standing.losses[side] ?? 0 })
        : side in standing.points
          ? t("points", { n: standing.points[side] })
          : "";
    const [left, right] = ["confederate", "union"];
    renew(
      this.meter,
      h("span", { class: "loss" }, sideSign(left, sides[left]), losses(left)),
      h(
        "span",
        { class: "meter-bar", role: "img", "aria-label": t("meter", { n: standing.meter.toFixed(2) }) },
        h("i", { style: `left:${share}%` }),
      ),
      h("span", { class: "loss" }, losses(right), sideSign(right, sides[right])),
    );
    this.meter.title = standing.lines.join("\n");
  }

  /** @param {boolean} [asked] what wins is asked for: it comes before how it stands */
  showStanding(asked = false) {
    const { standing, track, pieces } = this.hand.game.view;
    const { scenario } = this.hand.scene;
    const due = [...this.due()],
      dated = new Set(due.flatMap(([, some]) => some));
    const lost = pieces.filter((piece) => piece.at === "x"),
      waiting = pieces.filter((piece) => piece.at === "-" && !dated.has(piece));
    const list = (/** @type {Piece[]} */ some) =>
      h(
        "div",
        { class: "row wrap" },
        some.map((piece) => counterButton(scenario, piece, { size: 44 })),
      );
    const lines = h(
        "ul",
        { class: "plain" },
        standing.lines.map((line) => h("li", {}, line)),
      ),
      wins = goals(this.hand.game);
    openDialog(
      t("standing"),
      asked ? [wins, h("h3", {}, t("standing")), lines] : [lines, wins],
      lost.length ? [h("h3", {}, t("standing.lost")), list(lost)] : null,
      due.map(([turn, some]) =>
        [
          h("h3", {}, t("track.title", { n: turn })),
          this.byPlace(some)
            .map(([place, these]) => [place ? h("p", { class: "quiet" }, place) : null, list(these)])
            .flat(),
        ].flat(),
      ),
      h("p", { class: "quiet" }, t("turn.of", { n: track.turn, of: track.turns })),
      waiting.length ? [h("h3", {}, t("standing.waiting")), list(waiting)] : null,
    ); // some come, some stand in for others: a battle knows
  }

  /** @param {number} turn @param {Piece[]} pieces */
  showArrivals(turn, pieces) {
    const { scene } = this.hand;
    openDialog(
      t("track.title", { n: turn }),
      this.byPlace(pieces).map(([place, some]) => [
        place ? h("h3", {}, place) : null,
        h(
          "div",
          { class: "row wrap" },
          some.map((piece) => counterButton(scene.scenario, piece, { size: 60, caption: true })),
        ),
      ]),
    );
  }
}
