/** How the viewer's language puts words together: lists, headings, announcements, dates. */

import { language } from "./prefs.js";

/** Names one after another, as the viewer's language lists them. @param {string[]} names */
export const listed = (names) => names.join(language() === "ja" ? "、" : ", ");

/** What is spoken of, and what is said of it. @param {string} head @param {string} text */
export const headed = (head, text) => `${head}${language() === "ja" ? "：" : ": "}${text}`;

/** Sentences one after another. @param {string[]} some */
export const sentences = (some) => some.join(language() === "ja" ? "" : " ");

/** Several remarks as one announcement: each ends with its stop. @param {string[]} remarks */
export function spoken(remarks) {
  const [stop, space] = language() === "ja" ? ["。", ""] : [".", " "];
  return remarks
    .filter(Boolean)
    .map((remark) => (/[.。!?？！]$/.test(remark) ? remark : `${remark}${stop}`))
    .join(space);
}

/**
 * The end of a label that tells it from others which begin alike: from the last word they share, in Japanese from
 * the last colon, because a space there is only part of a name.
 * @param {string} label
 * @param {string[]} others
 */
export function ownEnd(label, others) {
  let alike = 0;
  while (alike < label.length && others.every((other) => other[alike] === label[alike])) alike += 1;
  const cut = label.lastIndexOf(language() === "ja" ? "：" : " ", alike - 1) + 1;
  return alike ? label.slice(cut).replace(/^./, (letter) => letter.toUpperCase()) : label;
}

const DATE = /** @type {const} */ ({ year: "numeric", month: "long", day: "numeric", timeZone: "UTC" });
const noon = (/** @type {string} */ clock) => new Date(`${clock}T12:00:00Z`);

/** A date (`1863-05-03`) as the viewer writes it; a time of day stays as it is. @param {string} clock */
export function day(clock) {
  const made = noon(clock);
  return Number.isNaN(made.getTime()) ? clock : made.toLocaleDateString(language(), DATE);
}

/** From one date to another as the viewer writes it. @param {string} first @param {string} last */
export function days(first, last) {
  if (first === last) return day(first);
  if (language() === "ja") return `${day(first)}〜${day(last)}`; // formatRange has no long form there
  return new Intl.DateTimeFormat(language(), DATE).formatRange(noon(first), noon(last));
}
