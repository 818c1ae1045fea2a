/** The counters on the board: stacks, edges of those that can act, badges, and how they travel. */

import { calm, s } from "../dom.js";
import { showFace } from "./faces.js";

/** @typedef {import("../types").Piece} Piece */

export const COUNTER = 46;
const STEP = 3.6;
const SHOWN = 4;

const EDGES = { union: "M-1 -1H101V101H-1Z", confederate: "M15 -1H85L101 15V85L85 101H15L-1 85V15Z" };
const SHADES = {
  // the same two to the right and five down: moving each by a transform takes the browser longer to paint
  union: "M1 4H103V106H1Z",
  confederate: "M17 4H87L103 20V90L87 106H17L1 90V20Z",
};

/**
 * The sum of the first printed numbers of a stack, if they are numbers; leaders, headquarters and trains have no
 * strength.
 * @param {Piece[]} pieces
 */
export function strength(pieces) {
  const values = pieces
    .filter((piece) => piece.type !== "leader" && piece.numbers.length)
    .map((piece) => parseInt(piece.numbers[0] ?? "", 10));
  return values.length && values.every((value) => !Number.isNaN(value)) ? values.reduce((a, b) => a + b, 0) : null;
}

export class Counters {
  /**
   * @param {import("./hexes.js").Hexes} hexes
   * @param {SVGGElement} layer
   * @param {string} scenario
   */
  constructor(hexes, layer, scenario) {
    this.hexes = hexes;
    this.layer = layer;
    this.scenario = scenario;
    /** @type {Map<string, {group: SVGGElement, face: SVGGElement, place: string}>} */
    this.shown = new Map();
    /** @type {Map<string, SVGGElement>} badges by hex */
    this.badges = new Map();
    /** @type {Piece[]} */
    this.pieces = [];
    /** @type {Set<string>} */
    this.lit = new Set();
    /** @type {string | null} */
    this.selected = null;
    /** @type {Set<string>} */
    this.joined = new Set();
    /** @type {Map<string, string[]>} the ways units have just come */
    this.ways = new Map();
    this.pace = 300;
    /**
     * @type {Map<SVGGElement, Keyframe[]>} what has come to the board or to another hex since the last picture, and how
     */
    this.journeys = new Map();
    /** @type {string | null} the counter a pointer carries */
    this.lifted = null;
  }

  /**
   * Show pieces where they stand; those that have moved travel there.
   * @param {Piece[]} pieces
   * @param {import("../types").Move[]} [moves]
   * @param {number} [pace] milliseconds a journey may take
   */
  show(pieces, moves = [], pace = 300) {
    this.pieces = pieces;
    this.pace = pace;
    this.ways = new Map();
    for (const { unit, path } of moves)
      if (unit && path.length) this.ways.set(unit, [...(this.ways.get(unit) ?? []), ...path]);
    this.arrange();
  }

  /** Carry a counter with the pointer. @param {string} unit @param {{x: number, y: number}} to */
  lift(unit, to) {
    const shown = this.shown.get(unit);
    if (!shown) return;
    if (this.lifted !== unit) this.layer.append(shown.group);
    this.lifted = unit;
    shown.group.classList.add("lifted");
    shown.group.style.transform = at(to.x - COUNTER / 2, to.y - COUNTER / 2);
  }

  /** Let go of the counter: it goes back to where it stands, unless it is there already. */
  drop() {
    const shown = this.lifted ? this.shown.get(this.lifted) : null;
    this.lifted = null;
    if (!shown) return;
    shown.place = ""; // it was taken out of its stack
    this.arrange();
  }

  /**
   * @param {Set<string>} lit
   * @param {string | null} selected
   * @param {Set<string>} [joined] units taking part in what is planned
   */
  mark(lit, selected, joined = new Set()) {
    Object.assign(this, { lit, selected, joined });
    this.arrange();
  }

  arrange() {
    /** @type {Map<string, Piece[]>} */
    const stacks = new Map();
    for (const piece of this.pieces) {
      if (!this.hexes.has(piece.at)) continue;
      const stack = stacks.get(piece.at);
      if (stack) stack.push(piece);
      else stacks.set(piece.at, [piece]);
    }
    const present = new Set();
    for (const [hex, stack] of stacks) {
      stack.sort((a, b) => this.height(a) - this.height(b));
      this.stack(hex, stack);
      for (const piece of stack) present.add(piece.id);
    }
    for (const [id, { group }] of this.shown) {
      if (present.has(id)) continue;
      this.leave(group);
      this.shown.delete(id);
    }
    for (const [hex, badge] of this.badges) {
      if ((stacks.get(hex)?.length ?? 0) < 2) {
        badge.remove();
        this.badges.delete(hex);
      }
    }
  }

  /** The chosen counter lies on top, then those that can act. @param {Piece} piece */
  height(piece) {
    if (piece.id === this.selected) return 3;
    return this.lit.has(piece.id) ? 2 : piece.spent ? 0 : 1;
  }

  /** @param {string} hex @param {Piece[]} stack */
  stack(hex, stack) {
    const middle = this.hexes.centre(hex);
    const seen = Math.min(SHOWN, stack.length);
    const back = (STEP * (seen - 1)) / 2;
    const order = stack.map((piece) => piece.id).join(" ");
    stack.forEach((piece, i) => {
      const level = Math.max(0, i - (stack.length - seen));
      const x = middle.x - COUNTER / 2 - back + STEP * level,
        y = middle.y - COUNTER / 2 + back - STEP * level + 2;
      this.place(piece, x, y, `${hex} ${order}`, i < stack.length - seen);
    });
    if (stack.length > 1) this.badge(hex, stack, middle.x + COUNTER / 2 + back - 3, middle.y - COUNTER / 2 - back + 3);
  }

  /**
   * @param {Piece} piece @param {number} x @param {number} y
   * @param {string} place changes when the counter has to be laid anew
   * @param {boolean} buried
   */
  place(piece, x, y, place, buried) {
    let shown = this.shown.get(piece.id);
    const came = !shown;
    if (!shown) {
      const face = s("g", { class: "face" });
      const side = piece.side === "union" ? "union" : "confederate";
      const edge = s("path", { class: "lit", d: EDGES[side] });
      shown = {
        group: s(
          "g",
          { class: "piece", "data-unit": piece.id },
          s("path", { class: "shade", d: SHADES[side] }),
          edge,
          face,
        ),
        face,
        place: "",
      };
      this.shown.set(piece.id, shown);
    }
    const { group, face } = shown;
    showFace(face, this.scenario, piece);
    if (piece.id === this.lifted && shown.place.split(" ")[0] === piece.at) return; // the pointer has it
    const classes = [
      "piece",
      this.lit.has(piece.id) && "can-act",
      piece.spent && "spent",
      piece.sent && "hidden-piece",
      piece.id === this.selected && "selected",
      this.joined.has(piece.id) && "joined",
    ]
      .filter(Boolean)
      .join(" ");
    if (group.getAttribute("class") !== classes) group.setAttribute("class", classes);
    group.style.visibility = buried ? "hidden" : "";
    const goal = at(x, y);
    const before = group.style.transform,
      [from] = shown.place.split(" ");
    if (shown.place !== place || !group.isConnected) {
      this.layer.append(group);
      shown.place = place;
    }
    if (before === goal) return;
    group.style.transform = goal;
    if (came) this.sendOff(group, [{ opacity: 0 }, { opacity: 1 }]);
    else if (piece.id === this.lifted)
      this.lifted = null; // it was carried there
    // in a stack it only makes room
    else if (from !== piece.at) this.sendOff(group, [{ transform: before }, ...this.steps(piece.id)]);
  }

  /**
   * Have a counter seen on its way with the next picture: to begin at once would have the browser lay out the page for
   * each of them.
   * @param {SVGGElement} group
   * @param {Keyframe[]} frames
   */
  sendOff(group, frames) {
    if (calm() || this.pace <= 60) return;
    if (!this.journeys.size) requestAnimationFrame(() => this.travel());
    if (!this.journeys.has(group)) this.journeys.set(group, frames);
  }

  travel() {
    for (const [group, frames] of this.journeys) {
      const comes = "opacity" in frames[0];
      group.animate(
        comes ? frames : [...frames, { transform: group.style.transform }],
        comes ? { duration: 220 } : { duration: Math.min(this.pace, 110 * frames.length + 90), easing: "ease-in-out" },
      );
    }
    this.journeys.clear();
  }

  /** The hexes between on the way a counter has marched. @param {string} id @returns {Keyframe[]} */
  steps(id) {
    const way = this.ways.get(id) ?? [];
    return way
      .slice(0, -1)
      .filter((hex) => this.hexes.has(hex))
      .map((hex) => {
        const { x, y } = this.hexes.centre(hex);
        return { transform: at(x - COUNTER / 2, y - COUNTER / 2) };
      });
  }

  /** @param {SVGGElement} group */
  leave(group) {
    group.removeAttribute("data-unit");
    if (calm() || this.pace <= 60) return group.remove();
    group.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 450 }).finished.then(
      () => group.remove(),
      () => group.remove(),
    );
  }

  /** @param {string} hex @param {Piece[]} stack @param {number} x @param {number} y */
  badge(hex, stack, x, y) {
    const total = strength(stack);
    const known = this.badges.get(hex);
    const sign = stack.map((piece) => piece.id + piece.numbers[0]).join(" ");
    if (known?.dataset.sign === sign) return;
    const text = total === null ? `${stack.length}` : `${stack.length}·${total}`;
    const wide = Math.max(15, 6.4 * text.length + 7);
    const badge = s(
      "g",
      { class: "stack-badge", "data-sign": sign, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
      s("rect", { x: -wide / 2, y: -7.5, width: wide, height: 15, rx: 7.5 }),
      s("text", { y: 4 }, text),
    );
    known?.remove();
    this.badges.set(hex, badge);
    this.layer.append(badge);
  }
}

/** @param {number} x @param {number} y */
function at(x, y) {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${COUNTER / 100})`;
}
