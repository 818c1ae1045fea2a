/** Marks on the map: where a unit may go and at what cost, attacks, ways, the cursor, overlays, the last move. */

import { put, s } from "../dom.js";
import { objectiveSign, owner } from "./signs.js";

/** @typedef {import("../types").Option} Option */
/** @typedef {import("../types").Move} Move */

/**
 * @typedef {{unit: string, side: string, hexes: string[], kind: "attack" | "way" | "cell"}} Trace a thing that was
 *   done, on the map
 */

const LAST = 4; // as many of them are shown
const DIE = "M-5 -5H5V5H-5Z";
const STOP = "M-2.4 -5.8H2.4L5.8 -2.4V2.4L2.4 5.8H-2.4L-5.8 2.4V-2.4Z";

/** Stripes for a group of hexes: told apart by their direction, too. @param {string} name @param {number} turn */
const hatching = (name, turn) =>
  s(
    "pattern",
    { id: `hatch-${name}`, patternUnits: "userSpaceOnUse", width: 9, height: 9, patternTransform: `rotate(${turn})` },
    s("rect", { class: `hatch-ground ${name}`, width: 9, height: 9 }),
    s("rect", { class: `hatch-line ${name}`, width: 3.2, height: 9 }),
  );

export class Marks {
  /**
   * @param {import("./hexes.js").Hexes} hexes
   * @param {SVGGElement} under
   * @param {SVGGElement} over
   */
  constructor(hexes, under, over) {
    this.hexes = hexes;
    /** @type {Trace[]} what is shown of the last moves */
    this.played = [];
    /** @type {import("../types").Objective[] | null} those that are drawn */
    this.ringed = null;
    const group = (/** @type {string} */ name, /** @type {SVGGElement} */ layer) =>
      layer.appendChild(s("g", { class: name }));
    under.append(s("defs", {}, hatching("first", 45), hatching("second", -45)));
    this.overlay = group("overlay", under);
    this.rings = group("objectives", under);
    this.trail = group("trail", under);
    this.flank = group("flanks", under);
    this.fray = group("fray", under);
    this.further = group("further", under);
    this.ground = group("ground-marks", under);
    this.pointed = group("pointed", under);
    this.crossings = group("bridges", over); // a counter reaches over its hexside
    this.signs = group("objective-signs", over);
    this.furtherCosts = group("costs further-costs", over);
    this.costs = group("costs", over);
    this.blows = group("blows", over);
    this.way = group("way", over);
    this.pointer = group("pointer", over);
  }

  /**
   * A hex in the coordinates of the board: to move hundreds of them there by a transform each takes the browser longer.
   * @param {string} hex @param {Record<string, any>} props
   */
  cell(hex, props) {
    return s("polygon", { points: this.hexes.outline(hex), ...props });
  }

  /**
   * Where clicks lead: moves with their cost, attacks outlined, other choices.
   * @param {Map<string, Option[]>} targets
   * @param {string | null} from the hex of the chosen unit
   * @param {Set<string>} taken hexes where counters lie
   */
  targets(targets, from, taken) {
    const cells = from && this.hexes.has(from) ? [this.cell(from, { class: "from" })] : [];
    const labels = [];
    for (const [hex, options] of targets) {
      if (!this.hexes.has(hex)) continue;
      const attack = options.some((option) => option.kind === "attack");
      const move = options.find((option) => option.kind === "move");
      const kind = attack ? "attack" : move ? "move" : "choose";
      const stops = options.some((option) => option.stops),
        risk = options.some((option) => option.risk);
      cells.push(this.cell(hex, { class: `target ${kind}${stops ? " stops" : ""}`, "data-hex": hex }));
      labels.push(this.label(hex, kind, move?.cost ?? null, stops, risk, taken.has(hex)));
    }
    put(this.ground, cells);
    put(this.costs, labels);
  }

  /**
   * Marches further ahead: fainter than the next hexes, if there are any, with the whole cost.
   * @param {Map<string, Option>} ways
   * @param {Set<string>} taken
   */
  ahead(ways, taken) {
    const near = !this.ground.querySelector(".target");
    for (const group of [this.further, this.furtherCosts]) group.classList.toggle("at-once", near);
    put(
      this.further,
      [...ways.values()].map(({ hex, stops }) =>
        this.cell(hex, { class: stops ? "ahead stops" : "ahead", "data-ahead": hex }),
      ),
    );
    put(
      this.furtherCosts,
      [...ways.values()].map(({ hex, cost, stops, risk }) =>
        this.label(hex, "move", cost, stops, Boolean(risk), taken.has(hex)),
      ),
    );
  }

  /**
   * In the middle of its hex, or below the counters that lie there.
   * @param {string} hex
   * @param {string} kind
   * @param {number | null} cost
   * @param {boolean} stops
   * @param {boolean} risk
   * @param {boolean} taken
   */
  label(hex, kind, cost, stops, risk, taken) {
    const { x, y } = this.hexes.centre(hex),
      below = taken && kind !== "attack" ? 28 : 0,
      named = below ? "cost below" : "cost"; // smaller: the numbers on the counter stay legible
    const plain = kind !== "attack" && cost !== null && !(stops && kind === "move") && !risk;
    if (plain) return s("text", { class: named, x, y: y + below + 5 }, String(cost));
    const parts = [];
    if (kind === "attack") parts.push(s("path", { class: "sabres", d: "M-9 7L8 -9M9 7L-8 -9M-9 3L-5 8M9 3L5 8" }));
    else if (cost !== null) parts.push(s("text", { class: named, y: 5 }, String(cost)));
    if (stops && kind === "move") parts.push(s("path", { class: "stop", d: STOP, transform: "translate(13 0)" }));
    if (risk) {
      parts.push(
        s(
          "g",
          { class: "die", transform: "translate(-15 0)" },
          s("path", { d: DIE }),
          s("circle", { cx: -2, cy: -2, r: 1.1 }),
          s("circle", { cx: 2, cy: 2, r: 1.1 }),
          s("circle", { r: 1.1 }),
        ),
      );
    }
    return s("g", { class: `label ${kind}`, transform: `translate(${x} ${y + below})` }, parts);
  }

  /**
   * The hexes that decide the game: ringed, with a sign at the left corner, of a second one at the right.
   * @param {import("../types").Objective[]} objectives
   */
  objectives(objectives) {
    if (objectives === this.ringed) return;
    this.ringed = objectives;
    const there = objectives.filter(({ hex }) => this.hexes.has(hex)),
      seen = new Map();
    put(
      this.rings,
      there.map((one) => this.cell(one.hex, { class: `objective ${owner(one)}`, "data-objective": one.hex })),
    );
    put(
      this.signs,
      there.map((one) => {
        const { x, y } = this.hexes.centre(one.hex),
          place = seen.get(one.hex) ?? 0;
        seen.set(one.hex, place + 1);
        return s(
          "g",
          { transform: `translate(${x + (place % 2 ? 32 : -32)} ${y})`, "data-hex": one.hex },
          objectiveSign(one),
        );
      }),
    );
  }

  /** Hexes somebody is told to look at. @param {string[]} hexes */
  pointOut(hexes) {
    put(
      this.pointed,
      hexes
        .filter((hex) => this.hexes.has(hex))
        .map((hex) => this.cell(hex, { class: "pointed-out", "data-pointed": hex })),
    );
  }

  /**
   * Bridges that have been built, across their hexsides and no longer than the gap between the counters on both banks;
   * those that are only planned are dashed.
   * @param {import("../types").Bridge[]} bridges
   */
  bridges(bridges) {
    const sign = JSON.stringify(bridges);
    if (this.crossings.dataset.sign === sign) return;
    this.crossings.dataset.sign = sign;
    put(
      this.crossings,
      bridges
        .filter(({ hex, hex2 }) => this.hexes.has(hex) && this.hexes.has(hex2))
        .map(({ hex, hex2, side, secret }) => {
          const a = this.hexes.centre(hex),
            b = this.hexes.centre(hex2),
            turned = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
          return s(
            "g",
            {
              class: `built-bridge ${side}${secret ? " secret" : ""}`,
              "data-bridge": `${hex} ${hex2}`,
              transform: `translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2}) rotate(${turned})`,
            },
            s("path", { class: "deck", d: "M-8 -6H8V6H-8Z" }),
            s("path", { class: "rails", d: "M-12 -10L-8 -6H8L12 -10M-12 10L-8 6H8L12 10" }),
          );
        }),
    );
  }

  /**
   * The way a unit would take, or the arrows of an attack.
   * @param {string | null} from
   * @param {Option | null} option
   * @param {string[]} [origins]
   */
  preview(from, option, origins = []) {
    if (!option) return put(this.way);
    if (option.kind === "attack" && option.hex) {
      const starts = origins.length ? origins : from ? [from] : [];
      return put(
        this.way,
        starts.map((start) => this.arrow(start, option.hex, "arrow")),
      );
    }
    if (!from || !option.hex) return put(this.way);
    const path = option.path.length ? option.path : [option.hex];
    put(
      this.way,
      s("polyline", { class: "route-halo", points: this.hexes.line([from, ...path]) }),
      s("polyline", { class: "route", points: this.hexes.line([from, ...path]) }),
      path
        .slice(0, -1)
        .map((hex) =>
          s("circle", { class: "step", cx: this.hexes.centre(hex).x, cy: this.hexes.centre(hex).y, r: 3.4 }),
        ),
    );
  }

  /** @param {string} from @param {string} to @param {string} name */
  arrow(from, to, name) {
    if (!this.hexes.has(from) || !this.hexes.has(to)) return null;
    const a = this.hexes.centre(from),
      b = this.hexes.centre(to);
    const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const ux = (b.x - a.x) / long,
      uy = (b.y - a.y) / long;
    const end = { x: b.x - ux * 20, y: b.y - uy * 20 },
      neck = { x: end.x - ux * 15, y: end.y - uy * 15 };
    const point = (/** @type {{x: number, y: number}} */ p, /** @type {number} */ off) =>
      `${(p.x - uy * off).toFixed(1)} ${(p.y + ux * off).toFixed(1)}`;
    const start = { x: a.x + ux * 16, y: a.y + uy * 16 };
    return s("path", {
      class: name,
      d: `M${point(start, 3)}L${point(neck, 4.5)}L${point(neck, 12)}L${point(end, 0)}L${point(neck, -12)}L${point(neck, -4.5)}L${point(start, -3)}Z`,
    });
  }

  /**
   * A fight: where the attackers stand, whom they attack.
   * @param {{side: string, hex: string, origins: string[]} | null} fight
   */
  fight(fight) {
    const from = (fight?.origins ?? []).filter((hex) => this.hexes.has(hex)),
      target = fight && this.hexes.has(fight.hex) ? fight.hex : "";
    put(
      this.fray,
      from.map((hex) => this.cell(hex, { class: `fray-from ${fight?.side}`, "data-fray": "from", "data-hex": hex })),
      target ? this.cell(target, { class: "fray-target", "data-fray": "target", "data-hex": target }) : null,
    );
    put(this.blows, target ? from.map((hex) => this.arrow(hex, target, `last-arrow ${fight?.side}`)) : null);
  }

  /**
   * What was just played; a march that goes on is one way.
   * @param {Move[]} moves
   * @param {Map<string, string>} stood where the units stood before
   */
  last(moves, stood) {
    const at = new Map(stood),
      [first] = moves,
      march = this.played[this.played.length - 1];
    const goesOn =
      first &&
      march &&
      first.unit === march.unit &&
      first.path.length &&
      march.hexes[march.hexes.length - 1] === at.get(first.unit);
    this.played = goesOn ? [march] : [];
    for (const move of moves) this.follow(move, at);
    this.played = this.played.slice(-LAST);
    put(
      this.trail,
      this.played.map(({ side, hexes, kind }) =>
        kind === "attack"
          ? this.arrow(hexes[0], hexes[1], `last-arrow ${side}`)
          : kind === "way"
            ? s("polyline", { class: `last-way ${side}`, points: this.hexes.line(hexes) })
            : this.cell(hexes[0], { class: `last-cell ${side}` }),
      ),
    );
  }

  /** Add a move to what was played; `at` is kept up to date. @param {Move} move @param {Map<string, string>} at */
  follow(move, at) {
    const { unit, path, hex, attackers } = move,
      side = move.side ?? "",
      from = at.get(unit) ?? "",
      before = this.played[this.played.length - 1];
    if (move.kind === "attack") {
      const starts = new Set(attackers.map((one) => at.get(one) ?? "").filter(Boolean));
      for (const start of starts.size ? starts : [from])
        this.played.push({ unit: "", side, hexes: [start, hex], kind: "attack" });
    } else if (path.length && from) {
      const goesOn = before?.kind === "way" && before.unit === unit && before.hexes[before.hexes.length - 1] === from;
      if (goesOn) before.hexes.push(...path);
      else this.played.push({ unit, side, hexes: [from, ...path], kind: "way" });
      at.set(unit, path[path.length - 1]);
    } else if (hex && this.hexes.has(hex)) this.played.push({ unit: "", side, hexes: [hex], kind: "cell" });
  }

  /** @param {string | null} hex @param {boolean} keys the keyboard leads */
  cursor(hex, keys) {
    if (!hex || !this.hexes.has(hex)) return put(this.pointer);
    put(this.pointer, this.cell(hex, { class: keys ? "cursor keys" : "cursor", "data-hex": hex }));
  }

  /**
   * The hexes around a target, by how they tell in the attack.
   * @param {{hex: string, tone: string}[]} cells
   * @param {string | null} [pointed]
   */
  flanks(cells, pointed = null) {
    put(
      this.flank,
      cells.map(({ hex, tone }) =>
        this.cell(hex, { class: `flank ${tone}${hex === pointed ? " pointed" : ""}`, "data-flank": hex }),
      ),
    );
  }

  /** @param {{hex: string, kind: string, text: string}[]} cells */
  overlays(cells) {
    put(
      this.overlay,
      cells
        .filter(({ hex }) => this.hexes.has(hex))
        .map(({ hex, kind, text }) => {
          const { x, y } = this.hexes.centre(hex);
          return [
            this.cell(hex, { class: `tint ${kind}`, "data-tint": hex }),
            text ? s("text", { class: "tint-text", x, y: y + 31 }, text) : null,
          ];
        })
        .flat(),
    );
  }
}
