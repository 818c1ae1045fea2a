/** Play by keyboard: a hex cursor in six directions, units by Tab, and one key for each thing. */

import { announce, isForPage } from "../dom.js";
import { spoken, t } from "../strings.js";
import { describe, placeName } from "./parts.js";

const LETTERS = { q: 5, w: 0, e: 1, a: 4, s: 3, d: 2 };

/**
 * @typedef {object} Wishes what keys ask for
 * @property {() => void} undo
 * @property {() => void} end
 * @property {() => void} terrain
 * @property {() => void} charts
 * @property {() => void} rules
 * @property {() => void} log
 * @property {() => void} overlays
 * @property {() => void} forces
 * @property {() => void} command
 * @property {() => void} help
 * @property {() => void} key
 * @property {() => void} briefing
 * @property {() => void} replay
 * @property {(number: number) => void} button
 */

export class Keys {
  /**
   * @param {import("./hand.js").Hand} hand
   * @param {import("../board/scene.js").Scene} scene
   * @param {Wishes} wishes
   */
  constructor(hand, scene, wishes) {
    this.hand = hand;
    this.scene = scene;
    this.wishes = wishes;
    /** @type {string | null} */
    this.cursor = null;
    this.leaning = 1; // which of the two sideways neighbours the next arrow left or right takes
    this.steering = false; // letters steer: E is north-east until another key ends it
    /** @type {(hex: string | null, speak: boolean) => void} */
    this.oncursor = () => {};
    this.listen = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.listen);
  }

  close() {
    document.removeEventListener("keydown", this.listen);
  }

  /** @param {string} hex @param {boolean} [keys] @param {boolean} [speak] tell what is there */
  moveTo(hex, keys = true, speak = true) {
    this.cursor = hex;
    this.scene.marks.cursor(hex, keys);
    if (keys) {
      this.scene.view.reveal(this.scene.hexes.centre(hex));
      this.hand.preview(hex);
      this.oncursor(hex, speak);
    }
  }

  /** Take the cursor off the board: the unit looked at is beside it. */
  leave() {
    this.cursor = null;
    this.scene.marks.cursor(null, true);
    this.hand.preview(null);
    this.oncursor(null, false);
  }

  /** Where the cursor starts: at the chosen unit, else in the middle of what is seen. */
  start() {
    if (this.cursor) return this.cursor;
    const { view, hexes, element } = this.scene;
    if (this.hand.from) return this.hand.from;
    const box = element.getBoundingClientRect();
    return hexes.nearest(view.inside({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (!isForPage(event)) return;
    const onBoard = document.activeElement === this.scene.element;
    const free = onBoard || document.activeElement === document.body || document.activeElement === null;
    if (onBoard && this.boardKey(event)) return event.preventDefault();
    if (onBoard && event.key === "Tab") return; // past the last unit: the focus goes on
    if (!free && (event.key === "Enter" || event.key === " " || event.key === "Tab" || event.key.startsWith("Arrow")))
      return;
    if (this.anyKey(event, free)) event.preventDefault();
  }

  /** Keys of the board itself. @param {KeyboardEvent} event */
  boardKey(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key in LETTERS && !event.shiftKey && (key !== "e" || this.steering)) {
      this.steering = true;
      return this.step(LETTERS[/** @type {keyof typeof LETTERS} */ (key)]);
    }
    this.steering = false;
    switch (key) {
      case "ArrowUp":
        return this.step(0);
      case "ArrowDown":
        return this.step(3);
      case "ArrowLeft":
        return this.sideways(5, 4);
      case "ArrowRight":
        return this.sideways(1, 2);
      case "Enter":
      case " ":
        return this.enter();
      case "Tab":
        return this.tab(event.shiftKey);
      case "n":
        return this.nextPlace(event.shiftKey);
      case "Escape":
        this.hand.escape();
        return true;
      default:
        return false;
    }
  }

  /**
   * Keys that work everywhere on the page.
   * @param {KeyboardEvent} event
   * @param {boolean} free nothing else has the focus
   */
  anyKey(event, free) {
    const { wishes } = this;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (/^[1-9]$/.test(key)) return (wishes.button(Number(key)), true);
    if (free && (key === "Tab" || key.startsWith("Arrow") || key === "Enter" || key === "n")) {
      if (key === "Tab" && event.shiftKey) return false;
      if (key === "Tab" && document.activeElement !== this.scene.element && !this.hand.offer.units.size) return false;
      this.scene.element.focus();
      return this.boardKey(event);
    }
    const byKey = {
      z: wishes.undo,
      e: wishes.end,
      t: wishes.terrain,
      c: wishes.charts,
      r: wishes.rules,
      l: wishes.log,
      "+": () => this.scene.view.zoom(1.25),
      "=": () => this.scene.view.zoom(1.25),
      "-": () => this.scene.view.zoom(0.8),
      0: () => this.scene.view.fit(),
      o: wishes.overlays,
      f: wishes.forces,
      k: wishes.key,
      i: wishes.briefing,
      "/": wishes.command,
      "?": wishes.help,
      p: wishes.replay,
      b: () => this.scene.element.focus(),
    };
    const wish = byKey[/** @type {keyof typeof byKey} */ (key)];
    if (wish) return (wish(), true);
    if (key === "Escape") return (this.hand.escape(), true);
    return false;
  }

  /** @param {number} direction */
  step(direction) {
    if (!this.cursor) return (this.moveTo(this.start()), true);
    const next = this.scene.hexes.next(this.cursor, direction);
    if (next) this.moveTo(next);
    else announce(t("board.edge"));
    return true;
  }

  /**
   * Arrows left and right go along the row, now up, now down, so that they stay on a level.
   * @param {number} up
   * @param {number} down
   */
  sideways(up, down) {
    const here = this.cursor;
    if (!here) return this.step(up);
    this.leaning = -this.leaning;
    const first = this.leaning < 0 ? up : down,
      second = this.leaning < 0 ? down : up;
    return this.step(this.scene.hexes.next(here, first) ? first : second);
  }

  enter() {
    if (!this.hand.ready) return (void this.hand.loading.then(() => this.enter()), true);
    if (this.hand.planned && (!this.cursor || this.cursor === this.hand.planned.hex))
      void this.hand.commit(this.hand.planned);
    else if (this.cursor) void this.hand.click(this.cursor);
    else this.moveTo(this.start());
    return true;
  }

  /**
   * The next unit that can act; past the last one the focus leaves the board, so that nobody is trapped.
   * @param {boolean} back
   */
  tab(back) {
    const units = this.hand.game.view.pieces
      .filter((piece) => this.hand.offer.units.has(piece.id))
      .map((piece) => piece.id);
    if (!units.length) return this.tabPlaces(back);
    const now = this.hand.unit ? units.indexOf(this.hand.unit) : back ? units.length : -1;
    const next = now + (back ? -1 : 1);
    if (next < 0 || next >= units.length) {
      this.hand.clear();
      return false;
    }
    const at = this.hand.game.piece(units[next])?.at ?? "";
    const onBoard = this.scene.hexes.has(at),
      piece = this.hand.game.piece(units[next]);
    if (onBoard) this.moveTo(at);
    else this.leave();
    void this.hand.select(units[next]);
    if (!onBoard && piece)
      // on the board the hex tells who stands there
      announce(spoken([t("unit.chosen", { name: describe(piece) }), placeName(this.hand.game.view, at)]));
    return true;
  }

  /** The next hex the chosen unit may go to or attack: attacks first, then the nearest. @param {boolean} back */
  nextPlace(back) {
    if (!this.hand.ready) return (void this.hand.loading.then(() => this.nextPlace(back)), true);
    const { targets, ahead } = this.hand;
    const rank = (/** @type {string} */ hex) =>
      targets.get(hex)?.some((option) => option.kind === "attack")
        ? -1
        : (targets.get(hex)?.[0].cost ?? ahead.get(hex)?.cost ?? 0);
    const spots = [...targets.keys(), ...ahead.keys()]
      .filter((hex) => this.scene.hexes.has(hex))
      .sort((a, b) => rank(a) - rank(b));
    if (!spots.length) return (announce(t("overlay.choose")), true);
    const now = this.cursor ? spots.indexOf(this.cursor) : -1;
    this.moveTo(spots[now < 0 ? (back ? spots.length - 1 : 0) : (now + (back ? -1 : 1) + spots.length) % spots.length]);
    return true;
  }

  /** Where places, not units, are to be chosen, Tab leads the cursor through them. @param {boolean} back */
  tabPlaces(back) {
    const spots = [...new Set(this.hand.offer.loose.map((option) => option.hex))];
    const now = this.cursor ? spots.indexOf(this.cursor) : -1;
    const next = back ? (now < 0 ? spots.length : now) - 1 : now + 1;
    if (next < 0 || next >= spots.length) return false;
    this.moveTo(spots[next]);
    return true;
  }
}
