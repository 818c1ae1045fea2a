/** How fast the bots of a game move. */

import { ApiError, api } from "../api.js";
import { h, toast } from "../dom.js";
import { icon } from "../icons.js";
import { prefs, setPref } from "../prefs.js";
import { t } from "../strings.js";

/** Paces told to the server, one behind the other: two on their way at once could arrive in the wrong order. */
let told = Promise.resolve();

/**
 * Tell the server a pace. It holds here at once, whatever the server says meanwhile of the one before: whoever presses
 * the next button means it of this.
 * @param {import("../game.js").Game} game @param {number} pace_ms @param {boolean} paused
 */
function send(game, pace_ms, paused) {
  const wish = { pace_ms, paused };
  game.wish = wish;
  Object.assign(game.view.bots, wish);
  told = told
    .then(() => api.pace(game.id, game.key, pace_ms, paused))
    .catch((error) => toast(error instanceof ApiError ? error.message : t("link.lost"), "warn"))
    .then(() => {
      if (game.wish === wish) game.wish = null;
    });
}

/** A slider, and buttons to pause and to skip. @param {import("../game.js").Game} game */
export function paceControl(game) {
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 2500,
    step: 100,
    value: String(2500 - Math.min(2500, game.view.bots.pace_ms)),
    "aria-label": t("pace"),
    oninput: () => said(),
    onchange: () => {
      setPref("pace", 2500 - Number(slider.value));
      send(game, prefs.pace, game.view.bots.paused);
    },
  });
  const said = () =>
    slider.setAttribute("aria-valuetext", t("pace.wait", { n: ((2500 - Number(slider.value)) / 1000).toFixed(1) }));
  said();
  const pause = h(
    "button",
    {
      class: "button icon",
      type: "button",
      "aria-label": t("pace.pause"),
      title: t("pace.pause"),
      "aria-pressed": String(game.view.bots.paused),
      onclick: () => {
        const paused = !game.view.bots.paused;
        send(game, game.view.bots.pace_ms, paused);
        pause.setAttribute("aria-pressed", String(paused));
      },
    },
    icon("pause"),
  );
  const skip = h(
    "button",
    {
      class: "button icon",
      type: "button",
      "aria-label": t("pace.skip"),
      title: t("pace.skip"),
      onclick: () => {
        slider.value = "2500";
        said();
        send(game, 0, false); // in this game: the next one goes at the pace last wished for
      },
    },
    icon("skip"),
  );
  return h("div", { class: "pace" }, h("span", { class: "quiet" }, t("pace")), pause, slider, skip);
}
