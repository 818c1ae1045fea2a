/** The foot of the page: turn track with arrivals, losses, the victory meter, undo, end of phase, replay. */

import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../strings.js";
import { gamePage } from "../ways.js";
import { openDialog } from "./dialogs.js";
import { counterButton, kbd, sideSign } from "./parts.js";

export class Bar {
  /** @param {import("./hand.js").Hand} hand @param {() => void} forces opens the roster */
  constructor(hand, forces) {
    this.hand = hand;
    this.track = h("ol", { class: "track" });
    this.meter = h("button", { class: "meter", type: "button", onclick: () => this.showStanding() });
    this.undo = h("button", { class: "button", type: "button", onclick: () => hand.undo() });
    this.end = h("button", { class: "button end", type: "button", onclick: () => hand.end() });
    this.element = h("footer", { class: "bar" },
      h("nav", { class: "track-frame", "aria-label": t("track"), tabindex: 0 }, this.track), this.meter,
      h("div", { class: "bar-buttons" }, this.undo, this.end,
        h("button", { class: "button to-roster", type: "button", title: t("roster"), onclick: forces }, icon("flag", 16), h("span", {}, t("roster")), kbd("F")),
        h("a", { class: "button to-replay", href: gamePage("replay", hand.game.id, hand.game.key), "data-in": "" }, icon("film", 16), t("replay"))));
  }

  refresh() {
    const { view, offer } = this.hand.game;
    this.showTrack();
    this.showMeter();
    put(this.undo, icon("undo", 16), view.undo > 1 ? t("undo.n", { n: view.undo }) : t("undo"), kbd("Z"));
    this.undo.disabled = !view.undo;
    this.undo.title = view.undo ? t("undo.title", { n: view.undo }) : t("undo.none");
    put(this.end, offer.end?.label ?? t("end"), kbd("E"));
    this.end.disabled = !offer.end;
  }

  showTrack() {
    const { track, over } = this.hand.game.view;
    const sign = JSON.stringify([track, over]);
    if (this.track.dataset.sign === sign) return;
    this.track.dataset.sign = sign;
    const due = new Map(track.arrivals.map((arrival) => [arrival.turn, arrival.units]));
    put(this.track, Array.from({ length: track.turns }, (_, i) => i + 1).map((turn) => {
      const units = due.get(turn) ?? [];
      const label = `${t("turn.n", { n: turn })}${units.length ? `, ${t("track.arrive", { n: units.length })}` : ""}`;
      return h("li", { class: `turn${turn === track.turn ? " now" : turn < track.turn ? " past" : ""}${units.length ? " due" : ""}`, "aria-current": turn === track.turn ? "step" : null },
        units.length ? h("button", { type: "button", title: label, "aria-label": label, onclick: () => this.showArrivals(turn, units) }, String(turn))
          : h("span", { title: label }, String(turn)));
    }));
    this.track.querySelector(".now")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  showMeter() {
    const { standing, sides } = this.hand.game.view;
    const share = Math.round(50 + standing.meter * 50);
    const losses = (/** @type {string} */ side) => t("losses", { n: standing.losses[side] ?? 0 });
    const [left, right] = ["confederate", "union"];
    put(this.meter,
      h("span", { class: "loss" }, sideSign(left, sides[left]), losses(left)),
      h("span", { class: "meter-bar", role: "img", "aria-label": t("meter", { n: standing.meter.toFixed(2) }) }, h("i", { style: `left:${share}%` })),
      h("span", { class: "loss" }, losses(right), sideSign(right, sides[right])));
    this.meter.title = standing.lines.join("\n");
  }

  showStanding() {
    const { standing, track, pieces } = this.hand.game.view;
    const { scenario } = this.hand.scene;
    const lost = pieces.filter((piece) => piece.at === "x"), waiting = pieces.filter((piece) => piece.at === "-");
    const list = (/** @type {import("../types").Piece[]} */ some) => h("div", { class: "row" }, some.map((piece) => counterButton(scenario, piece, { size: 44 })));
    openDialog(t("standing"),
      h("ul", { class: "plain" }, standing.lines.map((line) => h("li", {}, line))),
      lost.length ? [h("h3", {}, t("standing.lost")), list(lost)] : null,
      waiting.length ? [h("h3", {}, t("standing.coming")), list(waiting)] : null,
      h("p", { class: "quiet" }, t("turn.of", { n: track.turn, of: track.turns })));
  }

  /** @param {number} turn @param {string[]} units */
  showArrivals(turn, units) {
    const { game, scene } = this.hand;
    const pieces = units.map((unit) => game.piece(unit)).filter((piece) => piece !== undefined);
    openDialog(t("track.title", { n: turn }), h("div", { class: "row" }, pieces.map((piece) => counterButton(scene.scenario, piece, { size: 60, caption: true }))));
  }
}
