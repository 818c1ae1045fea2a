/** Where the hexes are on the drawn board, and which one a point lies in. */

/** @typedef {{x: number, y: number}} Point */

export class Hexes {
  /** @param {import("../types").Geometry} geometry */
  constructor(geometry) {
    this.pitch = geometry.pitch;
    this.width = geometry.width;
    this.height = geometry.height;
    this.toward = geometry.toward;
    this.corners = geometry.corners;
    /** @type {Map<string, Point>} */
    this.centres = new Map(Object.entries(geometry.hexes).map(([hex, [x, y]]) => [hex, { x, y }]));
    /** @type {Map<string, string[]>} hexes by square of the drawing, to find the nearest quickly */
    this.squares = new Map();
    for (const [hex, { x, y }] of this.centres) {
      const square = this.square(x, y, 0, 0);
      const there = this.squares.get(square);
      if (there) there.push(hex);
      else this.squares.set(square, [hex]);
    }
  }

  /** @param {number} x @param {number} y @param {number} i @param {number} j */
  square(x, y, i, j) {
    return `${Math.floor(x / this.pitch) + i} ${Math.floor(y / this.pitch) + j}`;
  }

  /** @param {string} hex */
  has(hex) {
    return this.centres.has(hex);
  }

  /** @param {string} hex @returns {Point} */
  centre(hex) {
    return this.centres.get(hex) ?? { x: 0, y: 0 };
  }

  /** The corners of a hex, as SVG wants them. @param {string} hex */
  outline(hex) {
    const { x, y } = this.centre(hex);
    return this.corners.map(([dx, dy]) => `${(x + dx).toFixed(1)},${(y + dy).toFixed(1)}`).join(" ");
  }

  /**
   * The hex of a point, or null beside the board. The nearest middle decides: that is what a hex is.
   * @param {Point} at
   */
  at({ x, y }) {
    let best = null,
      least = (this.pitch * 0.6) ** 2;
    for (let i = -1; i <= 1; i++) {
      for (let j = -1; j <= 1; j++) {
        for (const hex of this.squares.get(this.square(x, y, i, j)) ?? []) {
          const middle = this.centre(hex);
          const far = (middle.x - x) ** 2 + (middle.y - y) ** 2;
          if (far < least) [best, least] = [hex, far];
        }
      }
    }
    return best;
  }

  /** The hex in a direction (0 north, clockwise), or null. @param {string} hex @param {number} direction */
  next(hex, direction) {
    return this.toward[hex]?.[direction] ?? null;
  }

  /** The hex nearest to a point. @param {Point} at @returns {string} */
  nearest({ x, y }) {
    let best = "",
      least = Infinity;
    for (const [hex, middle] of this.centres) {
      const far = (middle.x - x) ** 2 + (middle.y - y) ** 2;
      if (far < least) [best, least] = [hex, far];
    }
    return best;
  }

  /** The points of a line through hexes, as SVG wants them. @param {string[]} hexes */
  line(hexes) {
    return hexes
      .filter((hex) => this.has(hex))
      .map((hex) => `${this.centre(hex).x},${this.centre(hex).y}`)
      .join(" ");
  }
}
