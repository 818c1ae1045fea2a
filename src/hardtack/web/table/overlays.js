/** Overlays, one at a time: what a move costs, enemy zones of control, who can reach a hex. */

import { toast } from "../dom.js";
import { t } from "../strings.js";

const KINDS = ["none", "cost", "zones", "reach"];

export class Overlays {
  /** @param {import("./hand.js").Hand} hand @param {() => string | null} here the hex pointed at */
  constructor(hand, here) {
    this.hand = hand;
    this.here = here;
    this.kind = "none";
    this.asked = 0;
  }

  next() {
    this.kind = KINDS[(KINDS.indexOf(this.kind) + 1) % KINDS.length];
    toast(t(`overlay.${this.kind}`));
    void this.refresh();
  }

  /** Draw the present overlay again: the game, the unit or the pointer has changed. */
  async refresh() {
    const mine = ++this.asked;
    const cells = await this.cells().catch(() => []);
    if (mine === this.asked) this.hand.scene.marks.overlays(cells);
  }

  /** @returns {Promise<{hex: string, name: string, text?: string}[]>} */
  async cells() {
    if (this.kind === "cost") return this.costs();
    if (this.kind === "zones") return this.zones();
    if (this.kind === "reach") return this.reach();
    return [];
  }

  /** Every hex the chosen unit can get to, shaded by cost. */
  async costs() {
    const { targets } = this.hand;
    const moves = [...targets].flatMap(([hex, options]) => options.filter((option) => option.kind === "move" && option.cost !== null).map((option) => ({ hex, cost: option.cost ?? 0 })));
    const most = Math.max(1, ...moves.map((move) => move.cost));
    return moves.map(({ hex, cost }) => ({ hex, name: `shade${Math.min(4, Math.floor((cost / most) * 4))}` }));
  }

  /** Zones of control around every unit on the board. */
  async zones() {
    const { game, scene } = this.hand;
    const near = new Set();
    for (const piece of game.view.pieces) {
      if (!scene.hexes.has(piece.at)) continue;
      for (const hex of [piece.at, ...scene.hexes.toward[piece.at]]) if (hex) near.add(hex);
    }
    const cards = await Promise.all([...near].map((hex) => game.hexCard(hex)));
    return cards.flatMap((card) => {
      const held = Object.entries(card.zones ?? {}).filter(([, yes]) => yes).map(([side]) => side);
      return held.length ? [{ hex: card.hex, name: `zone-${held.length > 1 ? "both" : held[0]}` }] : [];
    });
  }

  /** Where the units stand that can get to the hex pointed at, or attack it. */
  async reach() {
    const hex = this.here();
    const { game } = this.hand;
    if (!hex || !game.view.your_turn) return [];
    const options = await game.offer.at(hex);
    const units = new Set(options.flatMap((option) => [option.unit, ...option.attackers]).filter(Boolean));
    const spots = [...units].map((unit) => game.piece(unit)?.at ?? "").filter(Boolean);
    return [{ hex, name: "goal" }, ...[...new Set(spots)].map((spot) => ({ hex: spot, name: "comes" }))];
  }
}
