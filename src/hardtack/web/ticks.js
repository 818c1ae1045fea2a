/** Which lessons and puzzles were done in this browser. */

const NAME = "hardtack.learned";

/** What could not be written, as in private windows: remembered while the page is open. @type {string[] | null} */
let unwritten = null;

/** @returns {string[]} */
function read() {
  if (unwritten) return unwritten;
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string[]} done */
function write(done) {
  try {
    localStorage.setItem(NAME, JSON.stringify(done));
    unwritten = null;
  } catch {
    unwritten = done;
  }
}

/** @param {string} set @param {string} lesson */
export function isTicked(set, lesson) {
  return read().includes(`${set}/${lesson}`);
}

/** @param {string} set @param {string} lesson */
export function tick(set, lesson) {
  if (!isTicked(set, lesson)) write([...read(), `${set}/${lesson}`]);
}

/** Forget the lessons of these sets. @param {string[]} sets */
export function untick(sets) {
  write(read().filter((name) => !sets.includes(name.split("/")[0])));
}
