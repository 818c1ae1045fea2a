/**
 * The board on the screen: terrain below, marks, counters, more marks on top; all in the coordinates of the drawing.
 */

import { api } from "../api.js";
import { h, s } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../strings.js";
import { Ground } from "./ground.js";
import { Hexes } from "./hexes.js";
import { Marks } from "./marks.js";
import { Counters } from "./counters.js";
import { NEVER, around, best } from "./placing.js";
import { Viewport } from "./viewport.js";

const FEW = 5; // counters: fewer say nothing about where the armies are

export class Scene {
  /**
   * @param {string} scenario
   * @param {import("../types").Geometry} geometry
   * @param {Ground} ground
   */
  constructor(scenario, geometry, ground) {
    this.scenario = scenario;
    /** Somebody asks for the key of the map. @type {() => void} */
    this.onkey = () => {};
    this.hexes = new Hexes(geometry);
    const { width, height } = this.hexes;
    this.ground = ground;
    const [under, pieces, over] = ["under", "counters", "over"].map((name) => s("g", { class: name }));
    // a sheet for each: when one changes, the browser need not go through the others
    const sheets = [under, pieces, over].map((group) =>
      s("svg", { class: "ht sheet", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, group),
    );
    this.world = h(
      "div",
      { class: "world", style: `width:${width}px;height:${height}px` },
      ground.element,
      h("div", { class: "live" }, sheets),
    );
    this.element = h(
      "div",
      {
        class: "board-frame",
        tabindex: 0,
        role: "application",
        "aria-roledescription": t("board.role"),
        "aria-label": t("board.label"),
        "aria-describedby": "board-help",
      },
      this.world,
      h("p", { id: "board-help", class: "unseen" }, t("board.help")),
      this.keyButton(),
      this.zoomButtons(),
    );
    this.marks = new Marks(this.hexes, under, over);
    this.counters = new Counters(this.hexes, pieces, scenario);
    this.view = new Viewport(this.element, this.world, width, height);
    this.view.covers = () => this.covers();
    this.bare = false; // hardly a counter on the map at the first look
  }

  /** @param {string} scenario */
  static async make(scenario) {
    const [geometry, ground] = await Promise.all([api.geometry(scenario), Ground.make(scenario)]);
    return new Scene(scenario, geometry, ground);
  }

  zoomButtons() {
    /** @param {"plus" | "minus" | "fit"} sign @param {string} label @param {() => void} act */
    const button = (sign, label, act) =>
      h("button", { class: "zoom", type: "button", title: label, "aria-label": label, onclick: act }, icon(sign));
    return h(
      "div",
      { class: "zooms floating" },
      button("plus", t("zoom.in"), () => this.view.zoom(1.3)),
      button("minus", t("zoom.out"), () => this.view.zoom(1 / 1.3)),
      button("fit", t("zoom.fit"), () => this.view.fit()),
    );
  }

  /** What the signs on the map mean. */
  keyButton() {
    return h(
      "button",
      {
        class: "zoom map-key floating",
        type: "button",
        title: t("key"),
        "aria-label": t("key"),
        onclick: () => this.onkey(),
      },
      icon("key"),
    );
  }

  /**
   * The first look at a position: the whole board, or on a large one the part with counters.
   * @param {import("../types").Piece[]} pieces
   * @param {string[]} [own] the sides one has
   */
  look(pieces, own = []) {
    const placed = pieces.filter((piece) => this.hexes.has(piece.at)),
      centre = (/** @type {import("../types").Piece} */ piece) => this.hexes.centre(piece.at);
    this.bare = placed.length < FEW;
    this.view.fitTo(
      this.bare ? [] : placed.map(centre),
      placed.filter((piece) => own.includes(piece.side)).map(centre),
    );
    this.ground.finish();
  }

  /**
   * A map that was shown whole because it was bare is looked at anew when the armies have been set up.
   * @param {import("../types").Piece[]} pieces
   */
  lookAgain(pieces) {
    if (this.bare && this.view.home && pieces.filter((piece) => this.hexes.has(piece.at)).length >= FEW)
      this.look(pieces);
  }

  /** Look at these hexes, as near as they allow. @param {string[]} hexes */
  lookAt(hexes) {
    const points = hexes.filter((hex) => this.hexes.has(hex)).map((hex) => this.hexes.centre(hex));
    if (!points.length) return;
    const { scale, middle } = this.view.around(points, 0);
    this.view.to(scale, middle, false);
    this.view.home = false;
  }

  /** The point of the frame over a hex. @param {string} hex */
  spot(hex) {
    return this.view.outside(this.hexes.centre(hex));
  }

  /**
   * The parts of the frame that panels cover; cards that come and go give way by themselves.
   * @returns {import("./viewport.js").Area[]}
   */
  covers() {
    return this.areas([
      ...this.element.querySelectorAll(".floating:not([hidden], .passing)"),
      ...document.querySelectorAll(".side.raised"),
    ]); // on a phone the side is a sheet over the board
  }

  /** What elements cover of the frame. @param {Element[]} panels @returns {import("./viewport.js").Area[]} */
  areas(panels) {
    const frame = this.element.getBoundingClientRect();
    return panels
      .map((panel) => panel.getBoundingClientRect())
      .filter(
        (box) =>
          box.width &&
          box.bottom > frame.top &&
          box.top < frame.bottom &&
          box.left < frame.right &&
          box.right > frame.left,
      )
      .map((box) => ({
        left: box.left - frame.left,
        top: box.top - frame.top,
        right: box.right - frame.left,
        bottom: box.bottom - frame.top,
      }));
  }

  /**
   * Hexes of the map as spots of the frame.
   * @param {Iterable<string>} hexes
   * @param {number} weight how much it matters that they stay in sight
   * @returns {import("./placing.js").Spot[]}
   */
  spots(hexes, weight) {
    const room = this.hexes.pitch * this.view.scale * 0.38; // a card may touch the rim of a hex
    return [...hexes].filter((hex) => this.hexes.has(hex)).map((hex) => ({ at: this.spot(hex), room, weight }));
  }

  /**
   * Put a card beside a hex, inside the frame; what should stay in sight is covered as little as can be.
   * @param {HTMLElement} card @param {string} hex @param {-1 | 1} way above or below, if nothing speaks for the other
   * @param {import("./placing.js").Spot[]} [spots] @param {HTMLElement[]} [others] cards that are not to be covered
   * @returns {boolean} nothing is covered that must not be
   */
  lay(card, hex, way, spots = [], others = []) {
    const { clientWidth: width, clientHeight: height } = this.element,
      middle = this.hexes.has(hex) ? this.spot(hex) : { x: width / 2, y: height / 2 };
    const size = { width: card.offsetWidth, height: card.offsetHeight },
      half = (this.hexes.pitch / 2) * this.view.scale;
    const { left, top, cost } = best(
      around(size, middle, half, { width, height }, way),
      size,
      [...spots, ...this.spots([hex], NEVER)],
      [...this.covers(), ...this.areas(others)],
    );
    card.style.left = `${left}px`;
    card.style.top = `${top}px`;
    return cost < NEVER;
  }

  close() {
    this.ground.close();
    this.view.close();
  }
}
