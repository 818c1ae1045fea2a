/** What else there was to do beside what a bot chose, each with the chance to win it leaves. */

import { ApiError, api } from "../api.js";
import { h } from "../dom.js";
import { t } from "../strings.js";

/** @typedef {import("../types").Weighed} Weighed */

/** @param {Weighed[]} weighed what was chosen first */
export function weighedList(weighed) {
  if (weighed.length < 2) return h("p", { class: "quiet small" }, t("weighed.none"));
  return h(
    "div",
    { class: "weighed" },
    h(
      "table",
      {},
      h(
        "tbody",
        {},
        weighed.map(({ label, chance }, i) =>
          h(
            "tr",
            { class: i ? "" : "chosen" },
            h("td", {}, label, i ? null : h("small", { class: "quiet" }, ` ${t("weighed.chosen")}`)),
            h("td", { class: "number" }, t("percent", { n: (chance * 100).toFixed(1) })),
          ),
        ),
      ),
    ),
    h("p", { class: "quiet small" }, t("weighed.note")),
  );
}

/**
 * A button that makes room for the list of an action.
 * @param {string} game
 * @param {string | null} key
 * @param {number} number
 */
export function weighedButton(game, key, number) {
  const button = h(
    "button",
    {
      class: "link",
      type: "button",
      "data-weighed": "",
      title: t("weighed.title"),
      onclick: async () => {
        button.disabled = true;
        try {
          const { weighed } = await api.intention(game, key, number, true);
          button.replaceWith(weighedList(weighed));
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          button.remove(); // taken back in the meantime
        }
      },
    },
    t("weighed"),
  );
  return button;
}
