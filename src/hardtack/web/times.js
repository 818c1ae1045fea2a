/** Times in words. */

import { language } from "./prefs.js";
import { t } from "./strings.js";

/** How long, in its two largest units. @param {number} seconds */
export function duration(seconds) {
  const all = Math.max(0, Math.floor(seconds)), d = Math.floor(all / 86400), hours = Math.floor((all % 86400) / 3600), m = Math.floor((all % 3600) / 60);
  if (d) return t("time.days", { d, h: hours });
  return hours ? t("time.hours", { h: hours, m }) : t("time.minutes", { m, s: all % 60 });
}

/** How long ago. @param {string} time */
export function ago(time) {
  const seconds = Math.max(0, (Date.now() - Date.parse(time)) / 1000);
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  for (const [unit, size] of /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([["day", 86400], ["hour", 3600], ["minute", 60]])) {
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit);
  }
  return format.format(0, "minute");
}
