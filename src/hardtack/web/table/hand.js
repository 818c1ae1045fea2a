/** The player's hand: which unit is chosen, where it may go, what is planned. Works from the offered options alone. */

import { ApiError } from "../api.js";
import { toast } from "../dom.js";
import { prefs } from "../prefs.js";
import { listed } from "../saying.js";
import { t } from "../strings.js";
import { complain } from "../wrong.js";
import { actAlways, isAnswer } from "./answers.js";
import { Attackers } from "./attackers.js";
import { march } from "./march.js";
import { Passing } from "./passing.js";

/** @typedef {import("../types").Option} Option */

const CLOSE = 0.6; // a scale at which counters can be read and hexes clicked

export class Hand {
  /**
   * @param {import("../game.js").Game} game
   * @param {import("../board/scene.js").Scene} scene
   */
  constructor(game, scene) {
    this.game = game;
    this.scene = scene;
    /** @type {string | null} a unit that acts */
    this.unit = null;
    /** @type {string | null} the unit that acts, when nobody chose it: it was the only one there is */
    this.given = null;
    /** @type {string | null} a unit that is only looked at */
    this.looked = null;
    /** @type {Option[]} what the chosen unit may do */
    this.options = [];
    this.ready = false; // all options of the chosen unit are here
    /** @type {Promise<void>} done when they are: a key or a click that comes sooner waits for it */
    this.loading = Promise.resolve();
    /** @type {Map<string, Option[]>} options by the hex a click means */
    this.targets = new Map();
    /** @type {Map<string, import("../types").Way>} marches of several actions, by the hex they lead to */
    this.ahead = new Map();
    /** @type {string[]} the counters that can go with the chosen unit in one order, itself first */
    this.column = [];
    this.together = false; // the next move is for all of them
    this.marching = false; // a march of several actions is under way
    this.attackers = new Attackers(this);
    this.passing = new Passing(this);
    this.always = -1; // the version at which the player wants to answer so for good
    /** @type {Option[]} attacks being weighed; `chosen` is the one in view */
    this.plan = [];
    this.chosen = 0;
    /** @type {string | null} */
    this.over = null;
    /** @type {() => void} */
    this.onchange = () => {};
    /** @type {(hex: string, why: import("../types").WhyNot) => void} */
    this.onrefused = () => {};
    /**
     * @type {(hex: string, options: Option[], units?: import("../types").Piece[]) => void} several meanings, or a risk
     *   to be confirmed
     */
    this.onchoice = () => {};
    /** @type {(end: Option, units: string[]) => void} */
    this.onend = () => {};
    /** @type {(hex: string) => void} */
    this.onlook = () => {};
  }

  get offer() {
    return this.game.offer;
  }

  /** Where the chosen unit stands, if on the board. */
  get from() {
    const at = this.unit ? this.game.piece(this.unit)?.at : null;
    return at && this.scene.hexes.has(at) ? at : null;
  }

  /** @returns {Option | null} */
  get planned() {
    return this.plan[this.chosen] ?? null;
  }

  /**
   * After every change of the game: keep the unit if it can still act; take the only one there is; weigh what is
   * declared.
   */
  async renew() {
    const { declared } = this.offer;
    [this.plan, this.chosen] = [declared ? [declared] : [], 0];
    if (declared) this.unit = declared.unit || declared.attackers[0] || null;
    if (this.unit && !this.offer.units.has(this.unit)) this.unit = null;
    this.given = this.unit ? null : this.offer.subject;
    this.unit ??= this.given;
    if (this.game.view.your_turn) requestAnimationFrame(() => this.lookAtUnits()); // when everything is in its place
    await this.load();
  }

  /** Whoever decides must see what about: if nobody who can act is in sight, the first of them is brought there. */
  lookAtUnits() {
    const { hexes, view } = this.scene;
    const units = [...this.offer.units].map((unit) => this.game.piece(unit)?.at ?? "");
    // a retreat is nobody's action: there the hexes are what it is about
    const places = (units.length ? units : this.offer.known().map((option) => option.hex))
      .filter((hex) => hexes.has(hex))
      .map((hex) => hexes.centre(hex));
    if (places.length && !places.some((at) => view.sees(at))) view.reveal(places[0]);
  }

  /** Bring what the chosen unit may do. */
  load() {
    this.loading = this.bring();
    return this.loading;
  }

  async bring() {
    const { unit, offer } = this;
    const known = unit ? offer.knownOf(unit) : [];
    this.settle(known ?? [], known !== null);
    if (!unit) return;
    if (!known) {
      const options = await offer.of(unit).catch((error) => complain(error) ?? []);
      if (this.unit !== unit || this.offer !== offer) return;
      this.settle(options, true);
    }
    void this.lookAround(unit);
  }

  /** Where the chosen unit could get to and who with it, told once: the panels are drawn anew. @param {string} unit */
  async lookAround(unit) {
    const { offer } = this,
      found = await Promise.all([this.lookAhead(unit), this.lookBehind(unit)]);
    if (found.includes(true) && this.unit === unit && this.offer === offer) this.onchange();
  }

  /** Who could go along with the chosen unit; true if anybody. @param {string} unit */
  async lookBehind(unit) {
    const { offer } = this;
    if (!this.options.some((option) => option.kind === "move" && option.hex)) return false;
    const column = await offer.column(unit).catch(() => []); // a help only
    if (this.unit !== unit || this.offer !== offer || column.length < 2) return false;
    this.column = column;
    return true;
  }

  /** Where a unit that goes hex by hex could get to beyond the next hex; true if anywhere. @param {string} unit */
  async lookAhead(unit) {
    const { offer } = this;
    const goes = this.options.some((option) => option.kind === "move" && option.hex),
      declares = !this.targets.size;
    if (!goes && !declares) return false;
    const ways = await offer.ways(unit).catch(() => []); // a help only: without it the next hexes are lit
    if (this.unit !== unit || this.offer !== offer || !ways.length) return false;
    const { hexes, marks } = this.scene;
    this.ahead = new Map(
      ways
        .filter(({ hex }) => hexes.has(hex) && hex !== this.from && !this.targets.has(hex))
        .map((way) => [way.hex, way]),
    );
    marks.ahead(this.ahead, this.taken);
    if (!this.from && !this.targets.size) this.lookAtTargets();
    this.preview(this.over);
    return true;
  }

  /** @param {Option[]} options @param {boolean} ready all of them */
  settle(options, ready) {
    this.options = options;
    this.ready = ready;
    this.column = [];
    this.targets = new Map();
    this.ahead = new Map();
    for (const option of [...options, ...this.offer.loose]) {
      if (this.isButton(option)) continue;
      const there = this.targets.get(option.hex);
      if (!there) this.targets.set(option.hex, [option]);
      else if (!there.includes(option)) there.push(option);
    }
    if (this.unit && ready && !this.from) this.lookAtTargets();
    this.show();
  }

  /**
   * A counter that comes from beside the board: bring a hex it may go to into sight, and not under the tray it comes
   * from.
   */
  lookAtTargets() {
    const { hexes, view } = this.scene;
    const places = [...this.targets.keys(), ...this.ahead.keys()]
      .filter((hex) => hexes.has(hex))
      .map((hex) => hexes.centre(hex));
    if (!places.length) return;
    const far = view.home && view.scale < CLOSE; // the whole map is in view, too small to click on
    const scale = far ? Math.max(view.scale, Math.min(CLOSE, view.around(places, 0).scale)) : view.scale;
    if (scale > view.scale || !places.some((at) => view.sees(at))) view.reveal(places[0], scale);
  }

  /** An option without a place, or with the unit's own: it needs a button. @param {Option} option */
  isButton(option) {
    return !option.hex || !this.scene.hexes.has(option.hex) || (option.hex === this.from && option.kind === "choose");
  }

  /** Where counters lie. */
  get taken() {
    return new Set(this.game.view.pieces.map((piece) => piece.at));
  }

  show() {
    const { scene, planned } = this;
    const joined = new Set(planned?.attackers ?? []);
    scene.counters.mark(this.offer.units, this.unit, joined);
    scene.marks.targets(this.targets, this.from, this.taken);
    scene.marks.ahead(this.ahead, this.taken);
    this.preview(this.over);
    this.onchange();
  }

  /** Show the way to the hex under the pointer. @param {string | null} hex */
  preview(hex) {
    this.over = hex;
    const option = this.planned ?? (hex ? (this.targets.get(hex)?.[0] ?? this.ahead.get(hex)) : null) ?? null;
    const origins = [
      ...new Set((option?.attackers ?? []).map((unit) => this.game.piece(unit)?.at ?? "").filter(Boolean)),
    ];
    this.scene.marks.preview(this.from, option, origins);
  }

  // -- choosing

  /** Choose a unit. It never acts by that alone. @param {string} unit */
  async select(unit) {
    this.plan = [];
    this.looked = this.given = null;
    if (!this.offer.units.has(unit)) {
      this.unit = null;
      this.looked = unit;
      return this.load();
    }
    this.unit = unit;
    await this.load();
  }

  clear() {
    if (this.plan.length) this.plan = [];
    else [this.unit, this.looked] = [null, null];
    void this.load();
  }

  /** A click on a hex, by mouse, finger or key. @param {string} hex */
  async click(hex) {
    if (!this.ready) await this.loading;
    const way = this.ahead.get(hex);
    const there = this.targets.get(hex) ?? (way && [way]);
    const able = this.game.piecesAt(hex).filter((piece) => this.offer.units.has(piece.id));
    const friends = hex === this.from ? [] : able.filter((piece) => piece.side === this.game.view.to_act);
    if (there && friends.length && this.unit && !this.planned) return this.onchoice(hex, there, friends);
    if (there) return this.take(hex, there);
    if (await this.join(hex)) return;
    if (able.length && this.offer.pick) {
      if (able.length === 1) await this.select(able[0].id);
      return this.onchoice(
        hex,
        this.offer.known().filter((option) => able.some((piece) => piece.id === option.unit)),
      );
    }
    if (able.length) {
      const now = able.findIndex((piece) => piece.id === this.unit);
      if (now >= 0 && able.length === 1 && this.given !== this.unit) return this.clear(); // else it is chosen now
      return this.select(able[(now + 1) % able.length].id);
    }
    const asker = this.asker(hex);
    if (asker) return this.ask(asker, hex);
    const [top] = this.game.piecesAt(hex).slice(-1);
    this.unit = null;
    this.looked = top?.id ?? null;
    this.onlook(hex);
    return this.load();
  }

  /**
   * Who would go to a hex, or attack who stands there, if it were allowed: the chosen unit, or one of the own side that
   * can do nothing, of an enemy. Where there is only fighting, another of the own side is looked at, not asked about.
   * @param {string} hex
   */
  asker(hex) {
    const { your_turn, to_act } = this.game.view,
      sides = this.game.piecesAt(hex).map((piece) => piece.side);
    if (!your_turn || !to_act) return null;
    if (!this.unit) {
      const own = this.looked && this.game.piece(this.looked)?.side === to_act;
      return own && sides.some((side) => side !== to_act) ? this.looked : null;
    }
    const placed = this.options.filter((option) => option.hex),
      fights = placed.length > 0 && placed.every((option) => option.kind === "attack");
    return fights && sides.includes(to_act) ? null : this.unit;
  }

  /** While an attack is put together: a click on a counter puts it in or takes it out. @param {string} hex */
  async join(hex) {
    const { declared, others } = this.attackers;
    const here = this.game
      .piecesAt(hex)
      .map((piece) => piece.id)
      .filter((unit) => others.includes(unit) || declared?.attackers.includes(unit));
    if (!declared || !here.length) return false;
    const joins = this.attackers.joining.filter((option) => here.includes(option.unit));
    if (joins.length > 1) this.onchoice(hex, joins);
    else await this.attackers.toggle(joins[0]?.unit ?? here[here.length - 1]);
    return true;
  }

  /** @param {string} hex @param {Option[]} options */
  take(hex, options) {
    const attacks = options.filter((option) => option.kind === "attack");
    if (attacks.length === options.length) {
      if (this.offer.declared) return this.weigh(attacks); // it is in the planner: begun there, never by a stray click
      const again = this.planned && attacks.some((option) => option.action === this.planned?.action);
      return again && this.planned ? this.commit(this.planned) : this.weigh(attacks);
    }
    if (options.length > 1 || options[0].risk) return this.onchoice(hex, options);
    if (this.forGood(options[0])) return actAlways(this, options[0]);
    return this.act(options[0]);
  }

  /** Put an attack into the planner. @param {Option[]} attacks @param {number} [chosen] */
  weigh(attacks, chosen = 0) {
    this.plan = attacks;
    this.chosen = chosen;
    this.show();
  }

  /** Take up the counter on top of a stack, of those that can act. @param {string} hex */
  async lift(hex) {
    const able = this.game.piecesAt(hex).filter((piece) => this.offer.units.has(piece.id));
    if (able.length) await this.select(able[able.length - 1].id);
  }

  /** Why a click does nothing. @param {string} unit @param {string} hex */
  async ask(unit, hex) {
    try {
      const why = await this.whyNot(unit, hex);
      const option = why.legal && why.action ? this.options.find((one) => one.action === why.action) : null;
      if (option) this.take(hex, [option]);
      else this.onrefused(hex, why);
    } catch (error) {
      complain(error);
    }
  }

  /**
   * What speaks against a unit's going to a hex, or attacking who stands there.
   * @param {string} unit
   * @param {string} hex
   */
  whyNot(unit, hex) {
    return this.game.whyNot((unit === this.unit && this.meaning(hex)) || { unit, hex });
  }

  /** What a click most likely means: the usual action of the unit, with this hex. @param {string} hex */
  meaning(hex) {
    const enemy = this.game.piecesAt(hex).some((piece) => piece.side !== this.game.view.to_act);
    const model = this.options.find(
      (option) => option.hex && option.kind === (enemy ? "attack" : "move") && !option.risk,
    );
    if (!model) return null;
    return {
      action: model.action
        .split(" ")
        .map((word) => (word === model.hex ? hex : word))
        .join(" "),
    };
  }

  // -- doing

  /** Nothing can be ordered between the steps of a march: a key would end it. Says so, and whether it is so. */
  refuses() {
    if (this.marching) toast(t("march.underway"));
    return this.marching;
  }

  /** Let go of what is in hand; a march that is under way stops where it is. */
  escape() {
    if (this.marching) this.marching = false;
    else this.clear();
  }

  /** @param {Option | import("../types").Way} option */
  async act(option) {
    if (this.refuses()) return;
    if (this.together && this.column.length > 1 && option.kind === "move" && option.unit === this.unit)
      return this.marchColumn(option);
    await ("actions" in option ? march(this, option) : this.send(option.action));
  }

  /** Send the whole column the way of the unit in hand. @param {Option | import("../types").Way} option */
  async marchColumn(option) {
    const { column, game } = this,
      before = game.view.version,
      stood = new Map(column.map((unit) => [unit, game.piece(unit)?.at]));
    await this.try(() => game.march(column, option.path.length ? option.path : [option.hex]));
    if (game.view.version === before) return; // refused, and told why
    const left = column.filter((unit) => game.piece(unit)?.at !== option.hex),
      still = left.filter((unit) => game.piece(unit)?.at === stood.get(unit)),
      named = (/** @type {string[]} */ units) => listed(units.map((unit) => game.piece(unit)?.name ?? unit));
    this.together = still.length > 0; // who is left goes on as a column; the next leader's march begins anew
    if (still.length) toast(t("column.halted", { units: named(still) }));
    else if (left.length) toast(t("column.short", { units: named(left), hex: option.hex }));
  }

  /** Name everybody who can be named. */
  async nameAll() {
    if (!this.refuses()) await this.try(() => this.game.nameAll());
  }

  /**
   * Carry out the planned attack. One that this only declares, and that nobody else can join, begins at once: its
   * chances were in view.
   * @param {Option} attack
   */
  async commit(attack) {
    const begins = attack === this.offer.declared;
    await this.act(attack);
    const { declared, count } = this.offer;
    if (
      !begins &&
      declared &&
      count === 1 &&
      declared.hex === attack.hex &&
      String(declared.attackers) === String(attack.attackers)
    )
      await this.act(declared);
  }

  /** @param {string} action */
  async send(action) {
    await this.try(() => this.game.act(action), action);
  }

  /**
   * Do something at the table, and say why it cannot be done.
   * @param {() => Promise<void>} something
   * @param {string} [action]
   */
  async try(something, action = "") {
    try {
      await something();
    } catch (error) {
      if (error instanceof ApiError && error.reasons.length) {
        this.onrefused(this.over ?? "", { legal: false, action, reasons: error.reasons });
      } else complain(error);
    }
  }

  async undo(count = 1) {
    if (this.refuses()) return;
    if (!this.game.view.undo) return toast(this.game.view.over ? t("undo.over") : t("undo.none"));
    try {
      await this.game.undo(Math.min(count, this.game.view.undo));
    } catch (error) {
      complain(error);
    }
  }

  /** End the phase; first say who could still act. */
  async end() {
    const { end } = this.offer;
    if (this.refuses()) return;
    if (!end) return toast(t(this.game.view.your_turn ? "end.none" : "end.wait"));
    if (this.forGood(end)) return actAlways(this, end);
    const left = [...this.offer.units];
    if (prefs.askEnd && !end.unit && left.length) return this.onend(end, left);
    return this.act(end);
  }

  /** Whether this answer, by button or key, is to be the answer from now on. @param {Option} option */
  forGood(option) {
    const { view } = this.game;
    return this.always === view.version && isAnswer(view, option);
  }
}
