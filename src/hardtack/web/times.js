/** Times in words. */

import { language } from "./prefs.js";
import { t } from "./strings.js";

/** How long, in its two largest units. @param {number} seconds */
export function duration(seconds) {
  const all = Math.max(0, Math.floor(seconds));
  const parts = [
    ["d", Math.floor(all / 86400)],
    ["h", Math.floor(all / 3600) % 24],
    ["m", Math.floor(all / 60) % 60],
    ["s", all % 60],
  ];
  const first = Math.min(parts.findIndex(([, n]) => n) + 4 * Number(!all), 3);
  const told = parts
    .slice(first, first + 2)
    .filter(([, n], i) => n || !i)
    .map(([unit, n]) => t(`time.${unit}`, { n }));
  return told.join(language() === "ja" ? "" : " ");
}

/** How long ago. @param {string} time */
export function ago(time) {
  const seconds = Math.max(0, (Date.now() - Date.parse(time)) / 1000);
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  for (const [unit, size] of /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ])) {
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit);
  }
  return format.format(0, "minute");
}
