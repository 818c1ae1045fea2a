/** A look at the counters of a hex where nothing can be chosen: in a replay. */

import { h, put } from "../dom.js";
import { t } from "../strings.js";
import { counterButton } from "./parts.js";

const REST_MS = 200; // a pointer on its way opens nothing

export class Peek {
  /** @param {import("../board/scene.js").Scene} scene @param {(hex: string) => import("../types").Piece[]} piecesAt */
  constructor(scene, piecesAt) {
    this.scene = scene;
    this.piecesAt = piecesAt;
    this.fan = h("div", { class: "fan peek floating passing", role: "group", "aria-label": t("stack"), hidden: true });
    /** @type {string | null} */
    this.hex = null;
    this.timer = 0;
    scene.element.append(this.fan);
    scene.element.addEventListener("pointermove", (event) => this.point(event));
    scene.element.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.close());
    scene.view.onclick = (at) => this.open(scene.hexes.at(at));
    scene.view.onview = () => this.close();
  }

  /** @param {PointerEvent} event */
  point(event) {
    if (
      event.pointerType !== "mouse" ||
      event.buttons ||
      (event.target instanceof Element && event.target.closest(".floating"))
    )
      return;
    const hex = this.scene.hexes.at(this.scene.view.inside(event));
    if (hex === this.hex) return;
    this.close();
    this.hex = hex;
    this.timer = setTimeout(() => this.open(hex), REST_MS);
  }

  /** @param {string | null} hex */
  open(hex) {
    clearTimeout(this.timer);
    const pieces = hex ? this.piecesAt(hex) : [];
    if (!hex || !pieces.length) return this.close();
    this.hex = hex;
    put(
      this.fan,
      pieces.map((piece) => counterButton(this.scene.scenario, piece, { size: 56, caption: true })),
    );
    this.fan.hidden = false;
    this.scene.lay(this.fan, hex, -1);
  }

  close() {
    clearTimeout(this.timer);
    this.hex = null;
    this.fan.hidden = true;
  }
}
