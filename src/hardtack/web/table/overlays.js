/** Overlays, one at a time: what a move costs, zones of control, who can reach a hex, and those the battle declares. */

import { api } from "../api.js";
import { announce, h, put } from "../dom.js";
import { unitsOf } from "../offer.js";
import { headed, t } from "../strings.js";

/** @typedef {import("../types").Cell} Cell */

const OWN = ["none", "cost", "reach"]; // drawn from the options; all others come from the server
const EVERYWHERE = ["terrain", "zones"]; // the others are asked from a hex
const SIGNS = ["first", "second", "good", "fair", "poor", "bad"];
const PAUSE_MS = 70; // a pointer that only passes over a hex asks nothing

export class Overlays {
  /** @param {import("./hand.js").Hand} hand @param {() => string | null} here the hex pointed at */
  constructor(hand, here) {
    this.hand = hand;
    this.here = here;
    this.kind = "none";
    this.asked = 0;
    this.timer = 0;
    /** @type {Map<string, Cell>} what is tinted now, by hex */
    this.cells = new Map();
    /** @type {Map<string, Promise<Cell[]>>} the server's answers for the present version */
    this.kept = new Map();
    /**
     * @type {Record<string, Record<string, string>>} what the tints of an overlay mean, where the battle has words for
     *   it
     */
    this.meanings = {};
    this.keptFor = -1;
    this.legend = h("div", { class: "legend floating", hidden: true });
    /** @type {() => void} */
    this.onshown = () => {};
  }

  /** Every overlay this game has. */
  get kinds() {
    return ["none", "cost", ...this.hand.game.view.overlays.map((overlay) => overlay.kind), "reach"];
  }

  /** @param {string} kind */
  name(kind) {
    return OWN.includes(kind)
      ? t(`overlay.${kind}`)
      : (this.hand.game.view.overlays.find((overlay) => overlay.kind === kind)?.name ?? kind);
  }

  /** True when what is shown depends on the hex pointed at. */
  get follows() {
    return this.kind === "reach" || (this.asksFrom && !this.origin);
  }

  /** Where the unit stands that is chosen or looked at. */
  get origin() {
    const { unit, looked, game, scene } = this.hand;
    const at = game.piece(unit ?? looked ?? "")?.at ?? "";
    return scene.hexes.has(at) ? at : null;
  }

  /** True when the overlay is asked from a hex. */
  get asksFrom() {
    return !OWN.includes(this.kind) && !EVERYWHERE.includes(this.kind);
  }

  next() {
    const { kinds } = this;
    this.choose(kinds[(kinds.indexOf(this.kind) + 1) % kinds.length]);
  }

  /** @param {string} kind */
  choose(kind) {
    this.kind = kind;
    announce(this.name(kind));
    void this.refresh();
  }

  /** The pointer or the cursor has moved. */
  point() {
    if (!this.follows) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), PAUSE_MS);
  }

  /** Draw the present overlay again: the game, the unit or the pointer has changed. */
  async refresh() {
    const mine = ++this.asked;
    const cells = await this.find().catch(() => []);
    if (mine !== this.asked) return;
    this.cells = new Map(cells.map((cell) => [cell.hex, cell]));
    this.hand.scene.marks.overlays(cells);
    this.explain(cells);
    this.onshown();
  }

  /** What a hex card says of a hex under the overlay. @param {string} hex */
  label(hex) {
    return this.kind === "terrain" ? null : (this.cells.get(hex)?.label ?? null); // a card tells the terrain anyway
  }

  /** @returns {Promise<Cell[]>} */
  async find() {
    if (this.kind === "none") return [];
    if (this.kind === "cost") return this.costs();
    if (this.kind === "reach") return this.reach();
    const from = this.asksFrom ? (this.origin ?? this.here()) : "";
    return from === null ? [] : this.ask(this.kind, from);
  }

  /** The server's cells, asked for once for each version. @param {string} kind @param {string} hex */
  ask(kind, hex) {
    const { game } = this.hand;
    if (this.keptFor !== game.view.version) this.kept.clear();
    this.keptFor = game.view.version;
    const name = `${kind} ${hex}`;
    let cells = this.kept.get(name);
    if (!cells) {
      cells = api.overlay(game.id, game.key, kind, hex).then((answer) => {
        this.meanings[kind] = answer.legend;
        return answer.cells;
      });
      this.kept.set(name, cells);
      cells.catch(() => this.kept.delete(name));
    }
    return cells;
  }

  /** Every hex the chosen unit can get to, shaded by cost. @returns {Cell[]} */
  costs() {
    const { targets, ahead } = this.hand;
    const near = [...targets.values()].flat().filter((option) => option.kind === "move" && option.cost !== null);
    const moves = [...near, ...ahead.values()].map(({ hex, cost }) => ({ hex, cost: cost ?? 0 }));
    const most = Math.max(1, ...moves.map((move) => move.cost));
    return moves.map(({ hex, cost }) => ({
      hex,
      kind: `shade${Math.min(4, Math.floor((cost / most) * 4))}`,
      text: "",
      label: null,
    }));
  }

  /** Where the units stand that can get to the hex pointed at, or attack it. @returns {Promise<Cell[]>} */
  async reach() {
    const hex = this.here();
    const { game } = this.hand;
    if (!hex || !game.view.your_turn) return [];
    const units = unitsOf(await game.offer.at(hex));
    const spots = new Set(units.map((unit) => game.piece(unit)?.at ?? "").filter(Boolean));
    return [
      { hex, kind: "goal", text: "", label: null },
      ...[...spots].map((spot) => ({ hex: spot, kind: "comes", text: "", label: null })),
    ];
  }

  // -- the legend

  /** One line: which overlay it is, from where, and what its tints mean. @param {Cell[]} cells */
  explain(cells) {
    this.legend.hidden = this.kind === "none";
    const here = cells.find((cell) => cell.kind === "here");
    const hint = cells.length
      ? (here?.label ?? "")
      : t(this.asksFrom ? "overlay.point" : this.kind === "cost" ? "overlay.choose" : "overlay.empty");
    put(
      this.legend,
      h(
        "button",
        { class: "close", type: "button", "aria-label": t("overlay.off"), onclick: () => this.choose("none") },
        "×",
      ),
      h("b", {}, this.name(this.kind), here ? ` · ${here.hex}` : ""),
      h(
        "span",
        { class: "signs" },
        this.signs(cells).map(([kind, words]) => h("span", {}, h("i", { class: `swatch ${kind}` }), words)),
      ),
      hint ? h("span", { class: "quiet" }, hint) : null,
    );
  }

  /**
   * Each tint with its meaning: the words all its hexes share, else a plain word.
   * @param {Cell[]} cells
   * @returns {[string, string][]}
   */
  signs(cells) {
    const { sides } = this.hand.game.view;
    if (this.kind === "zones") {
      return [
        ...Object.entries(sides).map(([side, name]) => /** @type {[string, string]} */ ([`zone-${side}`, name])),
        ["zone-both", t("overlay.both")],
      ];
    }
    if (this.kind === "terrain")
      return [
        ...new Map(
          cells.map(
            (cell) =>
              /** @type {[string, string]} */ ([
                cell.kind,
                cell.text === cell.label ? cell.text : headed(cell.text, cell.label ?? ""),
              ]),
          ),
        ).entries(),
      ];
    return SIGNS.filter((kind) => cells.some((cell) => cell.kind === kind)).map((kind) => {
      const labels = new Set(cells.filter((cell) => cell.kind === kind).map((cell) => cell.label));
      const [only] = labels;
      return [kind, this.meanings[this.kind]?.[kind] ?? (labels.size === 1 && only ? only : t(`overlay.${kind}`))];
    });
  }
}
