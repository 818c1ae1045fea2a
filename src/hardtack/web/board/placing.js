/**
 * Where a card may lie on the board: beside its hex or in a corner, and over as little as can be of what is to be
 * clicked.
 */

/** @typedef {import("./viewport.js").Area} Area */
/** @typedef {import("./viewport.js").Point} Point */
/**
 * @typedef {{at: Point, room: number, weight: number}} Spot a place that should stay in sight: so much around it, so
 *   much it matters
 */
/** @typedef {{left: number, top: number, cost: number}} Place */

export const NEVER = 1000; // the weight of what must not be covered
const MARGIN = 6; // from the edge of the frame
const SLIDES = [0.5, 0.25, 0.75, 0, 1];

/** @param {Area} one @param {Area} other */
function meet(one, other) {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

/** What a card in a place would cost. @param {Area} card @param {Spot[]} spots @param {Area[]} panels */
function cost(card, spots, panels) {
  let sum = 0;
  for (const { at, room, weight } of spots) {
    const x = Math.max(card.left - at.x, 0, at.x - card.right),
      y = Math.max(card.top - at.y, 0, at.y - card.bottom);
    if (x * x + y * y < room * room) sum += weight;
  }
  return sum + panels.filter((panel) => meet(card, panel)).length * 20;
}

/**
 * The best of some places, the first of equals.
 * @param {{left: number, top: number}[]} places
 * @param {{width: number, height: number}} size
 * @param {Spot[]} spots
 * @param {Area[]} panels
 * @returns {Place}
 */
export function best(places, { width, height }, spots, panels) {
  const costs = places.map(({ left, top }, i) => ({
    left,
    top,
    cost: cost({ left, top, right: left + width, bottom: top + height }, spots, panels) + i / 1000,
  }));
  return costs.reduce((one, other) => (other.cost < one.cost ? other : one));
}

/**
 * The places of a card that touches a hex: above or below it, then beside it, in the middle or pushed along.
 * @param {{width: number, height: number}} size
 * @param {Point} middle of the hex
 * @param {number} half of its height
 * @param {{width: number, height: number}} frame
 * @param {-1 | 1} way first above or below
 */
export function around({ width, height }, middle, half, frame, way) {
  const kept = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(MARGIN, Math.min(most - MARGIN, at));
  const above = middle.y - half - height + 6,
    below = middle.y + half - 6,
    beside = [middle.x + half, middle.x - half - width];
  const level = (way < 0 ? [above, below] : [below, above]).flatMap((top) =>
    SLIDES.map((share) => ({ left: middle.x - half / 2 - (width - half) * share, top })),
  );
  const sides = SLIDES.flatMap((share) =>
    beside.map((left) => ({ left, top: middle.y - half / 2 - (height - half) * share })),
  );
  return [...level, ...sides].map(({ left, top }) => ({
    left: kept(left, frame.width - width),
    top: kept(top, frame.height - height),
  }));
}

/**
 * The places of a card that stays at the rim: the corners, then the middles of the sides, then beside a panel that is
 * in the way.
 * @param {{width: number, height: number}} size
 * @param {{width: number, height: number}} frame
 * @param {number} margin
 * @param {Area[]} panels
 */
export function corners({ width, height }, frame, margin, panels) {
  const right = frame.width - width - margin,
    low = frame.height - height - margin,
    across = (frame.width - width) / 2,
    midway = (frame.height - height) / 2;
  const rim = [
    [margin, low],
    [margin, margin],
    [right, low],
    [right, margin],
    [across, low],
    [across, margin],
    [margin, midway],
    [right, midway],
  ];
  const near = panels.flatMap((panel) => [
    [margin, panel.bottom + margin],
    [margin, panel.top - height - margin],
    [panel.left - width - margin, low],
    [panel.left - width - margin, margin],
  ]);
  return [...rim, ...near]
    .map(([left, top]) => ({ left, top }))
    .filter(({ left, top }) => left >= 0 && top >= 0 && left + width <= frame.width && top + height <= frame.height);
}
