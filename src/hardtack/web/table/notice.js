/** "Your turn", told by the browser to somebody who is looking elsewhere, if they asked for it. */

import { toast } from "../dom.js";
import { prefs, setPref } from "../prefs.js";
import { t } from "../strings.js";

export const able = "Notification" in window;

/** Switch it on or off; the browser asks the player first. @param {boolean} on */
export async function wantNotices(on) {
  const granted = on && (await Notification.requestPermission()) === "granted";
  if (on && !granted) toast(t("notice.refused"), "warn");
  setPref("notify", granted);
  return granted;
}

/** @param {import("../types").View} view @param {import("../types").View} before */
export function notice(view, before) {
  if (!able || !prefs.notify || !document.hidden || Notification.permission !== "granted") return;
  if (!(view.your_turn && !before.your_turn) && !(view.over && !before.over)) return;
  const shown = new Notification(view.title, {
    body: view.over && view.outcome ? view.outcome.text : view.prompt,
    tag: view.id,
  });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
