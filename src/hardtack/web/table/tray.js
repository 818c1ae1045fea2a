/** Counters beside the board that matter now: those in boxes, and those waiting that may be brought on. */

import { h, put } from "../dom.js";
import { t } from "../strings.js";
import { boxName, counterButton, fold } from "./parts.js";

export class Tray {
  /** @param {import("./hand.js").Hand} hand */
  constructor(hand) {
    this.hand = hand;
    this.element = h("aside", { class: "tray floating", "aria-label": t("tray"), hidden: true });
    this.shown = "";
    /** @type {Set<string>} boxes opened by hand */
    this.unfolded = new Set();
    this.wanted = false; // the player opened it by hand; otherwise it opens only while something in it can act
  }

  refresh() {
    const { game, unit, scene } = this.hand;
    const waiting = game.view.pieces.filter((piece) => piece.at === "-" && game.offer.units.has(piece.id));
    const boxes = game.view.boxes
      .map((box) => ({ name: boxName(game.view, box.id) ?? "", pieces: game.piecesAt(box.id) }))
      .filter((box) => box.pieces.length);
    if (waiting.length) boxes.push({ name: t("tray.waiting"), pieces: waiting });
    // counters that can act now come first: in a long tray nobody looks for them further down
    const able = (/** @type {{pieces: {id: string}[]}} */ box) =>
      Number(box.pieces.some((piece) => game.offer.units.has(piece.id)));
    boxes.sort((one, other) => able(other) - able(one));
    // as it looks: most actions change nothing here
    const lit = boxes.flatMap((box) => box.pieces.map((piece) => game.offer.units.has(piece.id)));
    const sign = JSON.stringify([unit, lit, boxes]);
    if (sign === this.shown) return;
    this.shown = sign;
    this.element.hidden = !boxes.length;
    const count = boxes.reduce((sum, box) => sum + box.pieces.length, 0);
    const matters = boxes.some((box) => box.pieces.some((piece) => game.offer.units.has(piece.id)));
    const open = matters || this.wanted;
    const toggle = () => (this.wanted = !this.element.querySelector("details")?.open);
    const counters = (/** @type {import("../types").Piece[]} */ pieces) =>
      h(
        "div",
        { class: "row wrap" },
        pieces.map((piece) =>
          counterButton(scene.scenario, piece, {
            size: 44,
            lit: game.offer.units.has(piece.id),
            chosen: piece.id === unit,
            onclick: () => void this.hand.select(piece.id),
          }),
        ),
      );
    put(
      this.element,
      h(
        "details",
        { open },
        h("summary", { onclick: toggle }, t("tray"), " ", h("b", {}, String(count))),
        boxes.map((box) =>
          matters && !able(box)
            ? // a box where nobody can act does not cover the map while others matter
              fold(
                this.unfolded,
                box.name,
                "box",
                [box.name, " ", h("b", {}, String(box.pieces.length))],
                counters(box.pieces),
              )
            : h("div", { class: "box" }, h("h3", {}, box.name), counters(box.pieces)),
        ),
      ),
    );
  }
}
