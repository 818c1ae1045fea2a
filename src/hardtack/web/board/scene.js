/** The board on the screen: terrain below, marks, counters, more marks on top; all in the coordinates of the drawing. */

import { api } from "../api.js";
import { h, s } from "../dom.js";
import { icon } from "../icons.js";
import { prefs } from "../prefs.js";
import { t } from "../strings.js";
import { Hexes } from "./hexes.js";
import { Marks } from "./marks.js";
import { Counters } from "./counters.js";
import { Viewport } from "./viewport.js";

const FINISH_MS = 250; // without a graphics card it takes the browser about so long to put the ground on the screen
const FEW = 5; // counters: fewer say nothing about where the armies are

export class Scene {
  /**
   * @param {string} scenario
   * @param {import("../types").Geometry} geometry
   * @param {string} drawing the board as SVG text
   */
  constructor(scenario, geometry, drawing) {
    this.scenario = scenario;
    this.hexes = new Hexes(geometry);
    const { width, height } = this.hexes;
    this.terrain = h("div", { class: "terrain bare" });
    this.terrain.innerHTML = drawing; // our own server's drawing
    this.terrain.firstElementChild?.setAttribute("aria-hidden", "true");
    this.terrain.firstElementChild?.removeAttribute("role");
    this.terrain.querySelector("title")?.remove();
    const under = s("g", { class: "under" }), pieces = s("g", { class: "counters" }), over = s("g", { class: "over" });
    const sheet = s("svg", { class: "ht sheet", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, under, pieces, over);
    this.world = h("div", { class: "world", style: `width:${width}px;height:${height}px` }, this.terrain, h("div", { class: "live" }, sheet));
    this.element = h("div", {
      class: "board-frame", tabindex: 0, role: "application", "aria-roledescription": t("board.role"),
      "aria-label": t("board.label"), "aria-describedby": "board-help",
    }, this.world, h("p", { id: "board-help", class: "unseen" }, t("board.help")), this.zoomButtons());
    this.marks = new Marks(this.hexes, under, over);
    this.counters = new Counters(this.hexes, pieces, scenario);
    this.view = new Viewport(this.element, this.world, width, height);
    this.bare = false; // hardly a counter on the map at the first look
    this.showLayers();
  }

  /** @param {string} scenario */
  static async make(scenario) {
    const [geometry, drawing] = await Promise.all([api.geometry(scenario), api.board(scenario)]);
    return new Scene(scenario, geometry, drawing);
  }

  /** Letters and trees take longer to draw than all the rest: they follow when the board is on the screen. */
  finish() {
    // counted from the second frame: a busy browser may take longer than that to begin with the first
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => this.terrain.classList.remove("bare"), FINISH_MS)));
  }

  zoomButtons() {
    /** @param {"plus" | "minus" | "fit"} sign @param {string} label @param {() => void} act */
    const button = (sign, label, act) => h("button", { class: "zoom", type: "button", title: label, "aria-label": label, onclick: act }, icon(sign));
    return h("div", { class: "zooms floating" },
      button("plus", t("zoom.in"), () => this.view.zoom(1.3)),
      button("minus", t("zoom.out"), () => this.view.zoom(1 / 1.3)),
      button("fit", t("zoom.fit"), () => this.view.fit()));
  }

  /** Hex grid and numbers can be switched off. */
  showLayers() {
    this.terrain.classList.toggle("no-grid", !prefs.grid);
    this.terrain.classList.toggle("no-ids", !prefs.ids);
  }

  /** The first look at a position: the whole board, or on a large one the part with counters. @param {import("../types").Piece[]} pieces @param {string[]} [own] the sides one has */
  look(pieces, own = []) {
    const placed = pieces.filter((piece) => this.hexes.has(piece.at)), centre = (/** @type {import("../types").Piece} */ piece) => this.hexes.centre(piece.at);
    this.bare = placed.length < FEW;
    this.view.fitTo(this.bare ? [] : placed.map(centre), placed.filter((piece) => own.includes(piece.side)).map(centre));
    this.finish();
  }

  /** A map that was shown whole because it was bare is looked at anew when the armies have been set up. @param {import("../types").Piece[]} pieces */
  lookAgain(pieces) {
    if (this.bare && this.view.home && pieces.filter((piece) => this.hexes.has(piece.at)).length >= FEW) this.look(pieces);
  }

  /** The point of the frame over a hex. @param {string} hex */
  spot(hex) {
    return this.view.outside(this.hexes.centre(hex));
  }

  /** Put a card beside a hex, inside the frame. @param {HTMLElement} card @param {string} hex @param {-1 | 1} way above or below */
  lay(card, hex, way) {
    const frame = this.element, spot = this.hexes.has(hex) ? this.spot(hex) : { x: frame.clientWidth / 2, y: frame.clientHeight / 2 };
    const half = (this.hexes.pitch / 2) * this.view.scale;
    const { offsetWidth: wide, offsetHeight: high } = card;
    let y = way < 0 ? spot.y - half - high + 6 : spot.y + half;
    if (y < 6) y = spot.y + half - 6;
    if (y + high > frame.clientHeight - 6) y = Math.max(6, spot.y - half - high);
    card.style.left = `${Math.min(frame.clientWidth - wide - 6, Math.max(6, spot.x - wide / 2))}px`;
    card.style.top = `${y}px`;
  }

  close() {
    this.view.close();
  }
}
