/** Pan and zoom of the board: wheel, pinch, drag, keyboard, buttons. Knows nothing of the game. */

import { calm } from "../dom.js";

const MOST = 4;
const FAR_OFF = 0.1; // the share of the counters on each side that may be out of sight at first
const NARROW = 600; // a frame less wide is a phone's
const LEGIBLE = 0.42; // below this a counter is too small for a thumb
const DRAG_PX = 5; // a press that moves less is a click
const ROOM = 60; // what is brought into sight has so much of the map around it, where there is so much
const CLEAR = 36; // half a hex of the drawing: what is brought into sight is not half under a panel

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Area a part of the frame */

export class Viewport {
  /**
   * @param {HTMLElement} frame what is looked through
   * @param {HTMLElement} world what is looked at
   * @param {number} width
   * @param {number} height
   */
  constructor(frame, world, width, height) {
    this.frame = frame;
    this.world = world;
    this.width = width;
    this.height = height;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.home = true; // nobody has moved the view: keep the whole board in sight when the window changes
    this.seen = { width: 0, height: 0 }; // the size of the frame when it was last looked at
    /**
     * What was in the middle when somebody last moved the view, and how wide the frame was then.
     * @type {{middle: Point, width: number} | null}
     */
    this.rest = null;
    this.turned = false; // the frame has had another width since
    /** The scale a glide leads to. @type {number | null} */
    this.goal = null;
    /** Called with a point of the world when somebody clicks it. @type {(at: Point, event: PointerEvent) => void} */
    this.onclick = () => {};
    /** May take over a drag that starts here. @type {(at: Point, event: PointerEvent) => Drag | null} */
    this.ondrag = () => null;
    /** @type {() => void} */
    this.onview = () => {};
    /** What lies over the frame and hides the map. @type {() => Area[]} */
    this.covers = () => [];
    /** @type {Map<number, Point>} */
    this.fingers = new Map();
    /** @type {{id: number, from: Point, moved: boolean, taken: Drag | null} | null} */
    this.press = null;
    this.resting = 0;
    this.gliding = 0;
    this.watch();
  }

  watch() {
    const { frame } = this;
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerup", (event) => this.up(event, true));
    frame.addEventListener("pointercancel", (event) => this.up(event, false));
    this.resized = new ResizeObserver(() => this.resize());
    this.resized.observe(frame);
  }

  /**
   * The frame has another size. Of another width, as when a phone is turned, the same point of the map stays in its
   * middle:
   * also when the height comes in a step of its own, and when it is turned back.
   */
  resize() {
    const { clientWidth, clientHeight } = this.frame,
      scale = this.goal ?? this.scale;
    if (!clientWidth || !clientHeight) return;
    this.seen = { width: clientWidth, height: clientHeight };
    if (this.home) return this.fit(false);
    if (this.rest && this.rest.width !== clientWidth) this.turned = true;
    if (this.rest && (this.turned || this.goal)) this.place(scale, this.within(this.rest.middle, scale), false);
    else this.apply(false);
  }

  /** Before the view is moved: the frame may have changed without our having heard of it yet. */
  catchUp() {
    if (this.seen.width && (this.seen.width !== this.frame.clientWidth || this.seen.height !== this.frame.clientHeight))
      this.resize();
  }

  close() {
    this.resized?.disconnect();
    this.halt();
  }

  /** Whatever glides stops where it is. */
  halt() {
    cancelAnimationFrame(this.gliding);
    this.goal = null;
  }

  // -- where things are

  /**
   * The point of the world under a point of the window.
   * @param {{clientX: number, clientY: number}} event
   * @returns {Point}
   */
  inside(event) {
    const box = this.frame.getBoundingClientRect();
    return { x: (event.clientX - box.left - this.x) / this.scale, y: (event.clientY - box.top - this.y) / this.scale };
  }

  /** A point of the world as a point of the frame. @param {Point} at @returns {Point} */
  outside(at) {
    return { x: at.x * this.scale + this.x, y: at.y * this.scale + this.y };
  }

  /** The point of the world in the middle of the frame. @returns {Point} */
  get middle() {
    return {
      x: (this.frame.clientWidth / 2 - this.x) / this.scale,
      y: (this.frame.clientHeight / 2 - this.y) / this.scale,
    };
  }

  get least() {
    const { clientWidth, clientHeight } = this.frame;
    return Math.min(1, clientWidth / this.width, clientHeight / this.height) * 0.9;
  }

  /** @param {boolean} [moving] more will follow at once */
  apply(moving = true) {
    const { clientWidth, clientHeight } = this.frame;
    const wide = this.width * this.scale,
      high = this.height * this.scale;
    const slackX = Math.min(clientWidth, wide) * 0.4,
      slackY = Math.min(clientHeight, high) * 0.4;
    this.x = Math.min(clientWidth - slackX, Math.max(slackX - wide, this.x));
    this.y = Math.min(clientHeight - slackY, Math.max(slackY - high, this.y));
    const corner = `${this.x.toFixed(1)}px, ${this.y.toFixed(1)}px`;
    this.world.style.transform = `translate(${corner}) scale(${this.scale.toFixed(4)})`;
    // while the view moves the board is only shifted; when it rests it is drawn sharp again
    if (moving) {
      this.world.classList.add("moving");
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.world.classList.remove("moving"), 140);
    }
    this.onview();
  }

  /** Show the whole board, as large as it fits. @param {boolean} [smooth] */
  fit(smooth = true) {
    const { clientWidth, clientHeight } = this.frame;
    if (!clientWidth || !clientHeight) return;
    const scale = Math.min(clientWidth / this.width, clientHeight / this.height);
    this.to(scale, this.aside(scale), smooth);
    this.home = true;
  }

  /**
   * The middle of a view of the whole board: where there is room to spare, the board gives way to what lies over the
   * frame.
   * @param {number} scale
   * @returns {Point}
   */
  aside(scale) {
    const { clientWidth, clientHeight } = this.frame,
      covers = this.covers();
    const wide = this.width * scale,
      high = this.height * scale,
      spare = { x: Math.max(0, clientWidth - wide), y: Math.max(0, clientHeight - high) };
    const hidden = (/** @type {Point} */ at) =>
      covers.reduce(
        (sum, cover) =>
          sum +
          Math.max(0, Math.min(cover.right, at.x + wide) - Math.max(cover.left, at.x)) *
            Math.max(0, Math.min(cover.bottom, at.y + high) - Math.max(cover.top, at.y)),
        0,
      );
    const shares = [0.5, 0.25, 0, 0.75, 1];
    const spots = shares.flatMap((x) => shares.map((y) => ({ x: spare.x * x, y: spare.y * y })));
    const best = spots.reduce((one, other) => (hidden(other) < hidden(one) - 1 ? other : one));
    return { x: (clientWidth / 2 - best.x) / scale, y: (clientHeight / 2 - best.y) / scale };
  }

  /**
   * Show the part of the board where things are, when the whole of it would be too small; on a phone, where even that
   * would be, the part where one's own are.
   * @param {Point[]} points
   * @param {Point[]} [own]
   */
  fitTo(points, own = []) {
    this.fit(false);
    if (!points.length) this.fill();
    if (!points.length || this.scale > 0.6) return;
    const all = this.around(points, 0),
      most = this.around(points, FAR_OFF);
    // a few far off must not make all the others small
    const best = all.scale < 0.8 && most.scale > all.scale * 1.1 ? most : all;
    if (Math.max(best.scale, this.scale) < LEGIBLE && own.length && this.frame.clientWidth < NARROW) {
      const mean = (/** @type {"x" | "y"} */ axis) => own.reduce((sum, point) => sum + point[axis], 0) / own.length;
      this.to(LEGIBLE, this.within({ x: mean("x"), y: mean("y") }, LEGIBLE), false);
    } else if (best.scale > this.scale) this.to(best.scale, best.middle, false);
    else return this.fill();
    this.home = false;
  }

  /** On a screen so narrow that the whole board would be too small to read: as much of its middle as can be read. */
  fill() {
    const scale = Math.min(LEGIBLE, this.frame.clientHeight / this.height);
    if (scale > this.scale) this.to(scale, { x: this.width / 2, y: this.height / 2 }, false);
  }

  /** How to look at points, leaving out a share of them on every side. @param {Point[]} points @param {number} share */
  around(points, share) {
    const span = (/** @type {number[]} */ values) => {
      const sorted = [...values].sort((a, b) => a - b),
        out = Math.floor(sorted.length * share);
      return [sorted[out] - 160, sorted[sorted.length - 1 - out] + 160];
    };
    const [left, right] = span(points.map((point) => point.x)),
      [top, bottom] = span(points.map((point) => point.y));
    const { clientWidth, clientHeight } = this.frame;
    const scale = Math.min(0.95, clientWidth / (right - left), clientHeight / (bottom - top));
    return { scale, middle: this.within({ x: (left + right) / 2, y: (top + bottom) / 2 }, scale) };
  }

  /**
   * The middle of a view near a point that shows nothing beyond the edge of the map: that is not worth looking at.
   * @param {Point} at
   * @param {number} scale
   * @returns {Point}
   */
  within(at, scale) {
    const inside = (/** @type {number} */ value, /** @type {number} */ size, /** @type {number} */ seen) =>
      size < seen ? size / 2 : Math.min(size - seen / 2, Math.max(seen / 2, value));
    return {
      x: inside(at.x, this.width, this.frame.clientWidth / scale),
      y: inside(at.y, this.height, this.frame.clientHeight / scale),
    };
  }

  /**
   * @param {number} scale
   * @param {Point} middle what is in the middle of the frame
   * @param {boolean} [smooth]
   */
  to(scale, middle, smooth = true) {
    this.catchUp();
    this.place(scale, middle, smooth);
    this.settle(middle);
  }

  /** Somebody has moved the view. @param {Point} [middle] */
  settle(middle = this.middle) {
    this.rest = { middle, width: this.frame.clientWidth };
    this.turned = false;
  }

  /** @param {number} scale @param {Point} middle @param {boolean} smooth */
  place(scale, middle, smooth) {
    const { clientWidth, clientHeight } = this.frame;
    const goal = Math.min(MOST, Math.max(this.least, scale));
    const x = clientWidth / 2 - middle.x * goal,
      y = clientHeight / 2 - middle.y * goal;
    this.halt();
    if (!smooth || calm()) {
      Object.assign(this, { scale: goal, x, y });
      this.apply(false);
      return;
    }
    this.goal = goal;
    const from = { scale: this.scale, x: this.x, y: this.y },
      start = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(1, (now - start) / 260),
        eased = 1 - (1 - part) ** 3;
      this.scale = from.scale + (goal - from.scale) * eased;
      this.x = from.x + (x - from.x) * eased;
      this.y = from.y + (y - from.y) * eased;
      this.apply();
      if (part < 1) this.gliding = requestAnimationFrame(step);
      else this.goal = null;
    };
    this.gliding = requestAnimationFrame(step);
  }

  /** @param {number} factor @param {Point} [at] a point of the frame that stays where it is */
  zoom(factor, at) {
    this.catchUp();
    const { clientWidth, clientHeight } = this.frame;
    const fixed = at ?? { x: clientWidth / 2, y: clientHeight / 2 };
    const scale = Math.min(MOST, Math.max(this.least, this.scale * factor));
    const real = scale / this.scale;
    this.x = fixed.x - (fixed.x - this.x) * real;
    this.y = fixed.y - (fixed.y - this.y) * real;
    this.scale = scale;
    this.home = false;
    this.halt();
    this.apply();
    this.settle();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.catchUp();
    this.x += dx;
    this.y += dy;
    this.home = false;
    this.halt();
    this.apply();
    this.settle();
  }

  /** Is a point of the world in the frame, and under nothing? @param {Point} at */
  sees(at) {
    return this.isFree(this.outside(at), this.scale);
  }

  /** @param {Point} spot of the frame @param {number} scale */
  isFree({ x, y }, scale) {
    const room = CLEAR * scale,
      { clientWidth, clientHeight } = this.frame;
    if (x < 0 || y < 0 || x > clientWidth || y > clientHeight) return false;
    return !this.covers().some(
      ({ left, top, right, bottom }) => x > left - room && x < right + room && y > top - room && y < bottom + room,
    );
  }

  /**
   * Bring a point into view if it is not: as little as can be, not under a panel, and without showing what lies beyond
   * the map
   * unless there is no other way.
   * @param {Point} at @param {number} [large] how large to look at it
   */
  reveal(at, large) {
    this.catchUp();
    const scale = large ?? this.scale,
      start = this.start(at, scale),
      spot = { x: at.x * scale + start.x, y: at.y * scale + start.y };
    const { x, y } = this.shift(spot, start, scale);
    if (!x && !y && scale === this.scale) return;
    this.home = false;
    const { clientWidth, clientHeight } = this.frame;
    this.to(scale, { x: (clientWidth / 2 - start.x - x) / scale, y: (clientHeight / 2 - start.y - y) / scale });
  }

  /**
   * Where the corner of the world would be at a scale: where it is, or so that a point is in the middle.
   * @param {Point} at
   * @param {number} scale
   * @returns {Point}
   */
  start(at, scale) {
    if (scale === this.scale) return { x: this.x, y: this.y };
    const middle = this.within(at, scale),
      { clientWidth, clientHeight } = this.frame;
    return { x: clientWidth / 2 - middle.x * scale, y: clientHeight / 2 - middle.y * scale };
  }

  /**
   * The least way to move the world so that a spot of the frame comes to a free one.
   * @param {Point} spot
   * @param {Point} corner of the world
   * @param {number} scale
   * @returns {Point}
   */
  shift(spot, corner, scale) {
    const { clientWidth, clientHeight } = this.frame,
      room = CLEAR * scale + 1,
      covers = this.covers();
    const along = (
      /** @type {"x" | "y"} */ axis,
      /** @type {number} */ seen,
      /** @type {number} */ size,
      /** @type {number[]} */ ends,
      /** @type {boolean} */ bound,
    ) => {
      const edge = Math.min(ROOM, seen / 4),
        from = corner[axis];
      const least = Math.min(0, seen - size * scale, from),
        most = Math.max(0, seen - size * scale, from);
      const kept = (/** @type {number} */ way) => (bound ? Math.min(most, Math.max(least, from + way)) - from : way);
      return [
        ...new Set([Math.min(seen - edge, Math.max(edge, spot[axis])), ...ends].map((end) => kept(end - spot[axis]))),
      ];
    };
    const far = (/** @type {Point} */ { x, y }) => Math.hypot(x, y);
    for (const bound of [true, false]) {
      // a strip beyond the map is better than a unit nobody sees
      const xs = along(
        "x",
        clientWidth,
        this.width,
        covers.flatMap(({ left, right }) => [left - room, right + room]),
        bound,
      );
      const ys = along(
        "y",
        clientHeight,
        this.height,
        covers.flatMap(({ top, bottom }) => [top - room, bottom + room]),
        bound,
      );
      const ways = xs
        .flatMap((x) => ys.map((y) => ({ x, y })))
        .filter(({ x, y }) => this.isFree({ x: spot.x + x, y: spot.y + y }, scale));
      if (ways.length) return ways.reduce((one, other) => (far(other) < far(one) ? other : one));
    }
    return { x: 0, y: 0 };
  }

  // -- gestures

  /** @param {WheelEvent} event */
  wheel(event) {
    if (event.target instanceof Element && event.target.closest(".floating:not(.fan)")) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    const box = this.frame.getBoundingClientRect();
    if (event.shiftKey) return this.pan(-(event.deltaX || event.deltaY) * unit, 0);
    this.zoom(Math.exp(-event.deltaY * unit * 0.0016), { x: event.clientX - box.left, y: event.clientY - box.top });
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest(".floating"))) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.halt();
    this.frame.setPointerCapture(event.pointerId);
    if (this.fingers.size === 1) {
      this.press = { id: event.pointerId, from: { x: event.clientX, y: event.clientY }, moved: false, taken: null };
    } else if (this.press) {
      this.press.taken?.drop(null);
      this.press = { ...this.press, moved: true, taken: null };
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.press) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.fingers.size === 2) {
      this.pinch(event.pointerId, before, now);
    } else if (this.press.moved || Math.hypot(now.x - this.press.from.x, now.y - this.press.from.y) > DRAG_PX) {
      if (!this.press.moved) {
        this.press.moved = true;
        const start = { clientX: this.press.from.x, clientY: this.press.from.y };
        this.press.taken = this.ondrag(this.inside(start), event);
        this.frame.classList.add("dragging");
      }
      if (this.press.taken) this.press.taken.move(this.inside(event));
      else this.pan(now.x - before.x, now.y - before.y);
    }
    this.fingers.set(event.pointerId, now);
  }

  /** @param {number} id @param {Point} before @param {Point} now */
  pinch(id, before, now) {
    const other = [...this.fingers].find(([finger]) => finger !== id)?.[1];
    if (!other) return;
    const box = this.frame.getBoundingClientRect();
    const was = Math.hypot(before.x - other.x, before.y - other.y) || 1;
    const is = Math.hypot(now.x - other.x, now.y - other.y);
    this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.zoom(is / was, { x: (now.x + other.x) / 2 - box.left, y: (now.y + other.y) / 2 - box.top });
  }

  /** @param {PointerEvent} event @param {boolean} real */
  up(event, real) {
    this.fingers.delete(event.pointerId);
    const press = this.press;
    if (this.fingers.size || !press) return;
    this.press = null;
    this.frame.classList.remove("dragging");
    if (press.taken) press.taken.drop(real ? this.inside(event) : null);
    else if (real && !press.moved) this.onclick(this.inside(event), event);
  }
}

/**
 * @typedef {object} Drag
 * @property {(at: Point) => void} move
 * @property {(at: Point | null) => void} drop
 */
