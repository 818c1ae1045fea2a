/**
 * The dice of a game, worked out once more from its seed as docs/notation.md defines them: nobody need take the
 * server's word. Both hashes are written out, because a page without TLS has none of the browser's own.
 */

const text = new TextEncoder();

// -- SHA-256: its constants are the first bits of roots of the first primes

const PRIMES = Array.from({ length: 310 }, (_, n) => n + 2).filter((n) =>
  Array.from({ length: n - 2 }, (_, d) => d + 2).every((d) => n % d),
); // 64 of them
const bits = (/** @type {number} */ root) => Math.floor((root % 1) * 2 ** 32) >>> 0;
const ROUNDS = PRIMES.map((prime) => bits(Math.cbrt(prime)));
const turn = (/** @type {number} */ word, /** @type {number} */ by) => (word >>> by) | (word << (32 - by));

/** @param {string} message @returns {Uint8Array} */
export function sha256(message) {
  const given = text.encode(message),
    padded = new DataView(new ArrayBuffer(Math.ceil((given.length + 9) / 64) * 64));
  given.forEach((byte, i) => padded.setUint8(i, byte));
  padded.setUint8(given.length, 0x80);
  padded.setUint32(padded.byteLength - 4, given.length * 8);
  const state = PRIMES.slice(0, 8).map((prime) => bits(Math.sqrt(prime)));
  for (let at = 0; at < padded.byteLength; at += 64) {
    const words = Array.from({ length: 16 }, (_, i) => padded.getUint32(at + 4 * i));
    for (let i = 16; i < 64; i += 1) {
      const early = words[i - 15],
        late = words[i - 2];
      words.push(
        (words[i - 16] +
          (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) +
          words[i - 7] +
          (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10))) >>>
          0,
      );
    }
    let [a, b, c, d, e, f, g, h] = state;
    words.forEach((word, i) => {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + word) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    });
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) >>> 0));
  }
  const made = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => made.setUint32(4 * i, word));
  return new Uint8Array(made.buffer);
}

// -- BLAKE2b with a key, for messages of one block

const FULL = (1n << 64n) - 1n;
const START = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
const ORDERS = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
  "0123456789abcdef",
  "ea489fd61c02b753",
].map((order) => [...order].map((digit) => parseInt(digit, 16)));
const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
];
const roll = (/** @type {bigint} */ word, /** @type {bigint} */ by) => ((word >> by) | (word << (64n - by))) & FULL;

/**
 * @param {bigint[]} state
 * @param {Uint8Array} block of 128 bytes
 * @param {bigint} length of the message so far
 * @param {boolean} last
 */
function press(state, block, length, last) {
  const read = new DataView(block.buffer),
    words = Array.from({ length: 16 }, (_, i) => read.getBigUint64(8 * i, true));
  const v = [...state, ...START];
  v[12] ^= length;
  if (last) v[14] ^= FULL;
  for (const order of ORDERS) {
    QUARTERS.forEach(([a, b, c, d], i) => {
      v[a] = (v[a] + v[b] + words[order[2 * i]]) & FULL;
      v[d] = roll(v[d] ^ v[a], 32n);
      v[c] = (v[c] + v[d]) & FULL;
      v[b] = roll(v[b] ^ v[c], 24n);
      v[a] = (v[a] + v[b] + words[order[2 * i + 1]]) & FULL;
      v[d] = roll(v[d] ^ v[a], 16n);
      v[c] = (v[c] + v[d]) & FULL;
      v[b] = roll(v[b] ^ v[c], 63n);
    });
  }
  state.forEach((word, i) => (state[i] = word ^ v[i] ^ v[i + 8]));
}

/** @param {Uint8Array} key @param {Uint8Array} message at most 128 bytes @returns {Uint8Array} 64 bytes */
export function blake2b(key, message) {
  const state = [...START],
    block = (/** @type {Uint8Array} */ bytes) => {
      const full = new Uint8Array(128);
      full.set(bytes);
      return full;
    };
  state[0] ^= 0x01010000n ^ (BigInt(key.length) << 8n) ^ 64n;
  press(state, block(key), 128n, false);
  press(state, block(message), 128n + BigInt(message.length), true);
  const made = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => made.setBigUint64(8 * i, word, true));
  return new Uint8Array(made.buffer);
}

// -- dice

/** The hash published before the first die. @param {string} seed */
export function seal(seed) {
  return [...sha256(`hardtack seed ${seed}`)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The dice of a seed. @param {string} seed @param {number} count @returns {number[]} */
export function diceOf(seed, count) {
  const key = sha256(`hardtack dice ${seed}`);
  return Array.from({ length: count }, (_, number) => {
    const place = new DataView(new ArrayBuffer(8));
    place.setBigUint64(0, BigInt(number));
    const block = blake2b(key, new Uint8Array(place.buffer));
    return ((block.find((byte) => byte < 252) ?? block[0]) % 6) + 1; // bytes above would favour low faces
  });
}

// -- a whole game

/**
 * What can be said of a row of dice: those before the first seal are as recorded; those of a seal without its seed are
 * `sealed`; those of a
 * seed are `true`, or `false` from the die `wrong` on. `first` and `last` count from 1.
 * @typedef {{kind: "recorded" | "sealed" | "true" | "false", first: number, last: number, wrong: number, commitment:
 *   string}} Part
 */

/**
 * The dice of a game by the seals they fell under. A game that went on from a record has a seal of its own from there
 * on.
 * @param {number[]} faces @param {import("./types").Seal[]} seals in the order of their dice
 * @returns {Part[]}
 */
export function verify(faces, seals) {
  const parts = /** @type {Part[]} */ ([]),
    before = seals[0]?.first ?? faces.length;
  if (before) parts.push({ kind: "recorded", first: 1, last: before, wrong: 0, commitment: "" });
  seals.forEach(({ first, commitment, seed }, i) => {
    const last = seals[i + 1]?.first ?? faces.length,
      part = { first: first + 1, last, wrong: 0, commitment };
    if (seed === null) return void parts.push({ ...part, kind: "sealed" });
    const right = diceOf(seed, last),
      place =
        seal(seed) === commitment ? faces.findIndex((face, n) => n >= first && n < last && face !== right[n]) : first;
    parts.push(place < 0 ? { ...part, kind: "true" } : { ...part, kind: "false", wrong: place + 1 });
  });
  return parts;
}
