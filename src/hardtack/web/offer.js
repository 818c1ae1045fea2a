/** What the present decision offers, sorted by how a player points at it: units, hexes, buttons. */

import { api } from "./api.js";

/** @typedef {import("./types").Option} Option */

/** Every unit that takes part in some options. @param {Option[]} options @returns {string[]} */
export function unitsOf(options) {
  return [...new Set(options.flatMap((option) => [option.unit, ...option.attackers]).filter(Boolean))];
}

export class Offer {
  /**
   * @param {import("./game.js").Game} game
   * @param {import("./types").View} view
   */
  constructor(game, view) {
    this.game = game;
    this.version = view.version;
    const given = view.options;
    this.count = given?.count ?? 0;
    /** @type {Option[]} */
    this.general = given?.general ?? [];
    this.actors = given?.actors ?? [];
    /** Actions of no unit and no hex: buttons. */
    this.buttons = this.general.filter((option) => !option.unit && !option.hex && !option.attackers.length);
    /** Actions of no unit at a hex: click the hex. */
    this.loose = this.general.filter((option) => !option.unit && option.hex && !option.attackers.length);
    /** Every unit a click can choose. */
    this.units = new Set(this.actors.map((actor) => actor.unit));
    for (const option of this.general) {
      if (option.unit) this.units.add(option.unit);
      for (const unit of option.attackers) this.units.add(unit);
    }
    /** @type {Map<string, Promise<Option[]>>} */
    this.asked = new Map();
    /** @type {Map<string, Promise<Option[]>>} */
    this.aimed = new Map();
    /** @type {Map<string, Promise<import("./types").Way[]>>} */
    this.marches = new Map();
    /** @type {Map<string, Promise<string[]>>} */
    this.columns = new Map();
    this.whole = this.actors.every((actor) => actor.options);
    /** What ends the phase or the march: of no unit, else the only such action there is. @type {Option | null} */
    this.end = this.general.find((option) => option.kind === "end" && !option.unit) ?? null;
    const ends = this.known().filter((option) => option.kind === "end");
    if (!this.end && ends.length === 1) [this.end] = ends;
  }

  /** Every option that is known without asking. @returns {Option[]} */
  known() {
    return [...this.actors.flatMap((actor) => actor.options ?? []), ...this.general];
  }

  /**
   * What a unit may do or take part in, as far as it is known without asking; null when it must be asked.
   * @param {string} unit
   * @returns {Option[] | null}
   */
  knownOf(unit) {
    const actor = this.actors.find((one) => one.unit === unit);
    if (actor && !actor.options) return null;
    const own = actor?.options ?? [];
    return [
      ...own,
      ...this.known().filter(
        (option) => !own.includes(option) && (option.unit === unit || option.attackers.includes(unit)),
      ),
    ];
  }

  /**
   * The same, asked for if need be.
   * @param {string} unit
   * @returns {Promise<Option[]>}
   */
  async of(unit) {
    const known = this.knownOf(unit);
    if (known) return known;
    let asked = this.asked.get(unit);
    if (!asked) {
      asked = api.options(this.game.id, this.game.key, this.version, { unit }).then((answer) => answer.options);
      this.asked.set(unit, asked);
      asked.catch(() => this.asked.delete(unit));
    }
    const shared = this.general.filter((option) => option.unit === unit || option.attackers.includes(unit));
    return [...(await asked), ...shared];
  }

  /**
   * Marches of several actions, where the battle knows of any.
   * @param {string} unit
   * @returns {Promise<import("./types").Way[]>}
   */
  ways(unit) {
    if (!this.game.view.ways || !this.units.has(unit)) return Promise.resolve([]);
    let marches = this.marches.get(unit);
    if (!marches) {
      marches = api.ways(this.game.id, this.game.key, this.version, unit).then((answer) => answer.ways);
      this.marches.set(unit, marches);
      marches.catch(() => this.marches.delete(unit));
    }
    return marches;
  }

  /**
   * The counters one order could send along with a unit, itself first.
   * @param {string} unit
   * @returns {Promise<string[]>}
   */
  column(unit) {
    if (!this.units.has(unit)) return Promise.resolve([]);
    let column = this.columns.get(unit);
    if (!column) {
      column = api.column(this.game.id, this.game.key, this.version, unit).then((answer) => answer.units);
      this.columns.set(unit, column);
      column.catch(() => this.columns.delete(unit));
    }
    return column;
  }

  /** How many can still be named at once where several are named one by one. */
  get nameable() {
    const { naming, room, pieces } = this.game.view;
    if (!naming) return 0;
    const at = new Map(pieces.map((piece) => [piece.id, piece.at]));
    // where somebody is named, the hex is his own or none; what is done to another hex is no naming
    const all = this.known().filter(
      ({ kind, unit, hex, apart }) => kind === "choose" && unit && !apart && (!hex || hex === at.get(unit)),
    ).length;
    return Math.min(all, room ?? all);
  }

  /** Everything that ends on a hex or is aimed at it. @param {string} hex @returns {Promise<Option[]>} */
  async at(hex) {
    if (this.whole) return this.known().filter((option) => option.hex === hex || option.target === hex);
    let asked = this.aimed.get(hex);
    if (!asked) {
      asked = api.options(this.game.id, this.game.key, this.version, { hex }).then((answer) => answer.options);
      this.aimed.set(hex, asked);
      asked.catch(() => this.aimed.delete(hex));
    }
    return asked;
  }

  /** The unit the decision is about, when only one can go anywhere. @returns {string | null} */
  get subject() {
    if (!this.whole || this.pick) return this.units.size === 1 && !this.pick ? [...this.units][0] : null;
    const own = this.known().filter((option) => option.unit),
      placed = own.filter((option) => option.hex),
      going = new Set(placed.map((option) => option.unit));
    // who could only attack is not what it is about while others wait for their orders
    const ordered = own.some(({ hex, kind, unit }) => !hex && kind === "choose" && !going.has(unit));
    if (ordered && placed.length && placed.every((option) => option.kind === "attack")) return null;
    return going.size === 1 ? [...going][0] : this.units.size === 1 ? [...this.units][0] : null;
  }

  /**
   * True when the decision is only "which unit?": one plain choice for each, so that a click settles it.
   * @returns {boolean}
   */
  get pick() {
    const known = this.known().filter((option) => option.unit);
    const units = new Set(known.map((option) => option.unit));
    return (
      this.whole &&
      known.length > 0 &&
      units.size === known.length &&
      known.every((option) => option.kind === "choose" && !option.hex && !option.risk)
    );
  }

  /**
   * An attack that is declared but not begun: all that is open is who else takes part.
   * @returns {Option | null}
   */
  get declared() {
    const attacks = this.known().filter((option) => option.kind === "attack");
    const others = this.known().filter((option) => option.kind !== "attack");
    const joining = others.every((option) => option.kind === "choose" && option.unit && !option.hex);
    return this.whole && attacks.length === 1 && joining ? attacks[0] : null;
  }
}
