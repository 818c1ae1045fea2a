/** The key of the map: its objectives as they stand, and what every sign on it means. */

import { ApiError, api } from "../api.js";
import { h } from "../dom.js";
import { t } from "../strings.js";
import { openDialog } from "./dialogs.js";
import { objectiveList } from "./goals.js";

/** @param {import("../types").View} view */
export function openMapKey(view) {
  const objectives = objectiveList(view),
    signs = h("div", { class: "key-signs" });
  openDialog(
    t("key"),
    objectives ? [h("h3", {}, t("goals.marked")), objectives, h("p", { class: "quiet small" }, t("key.signs"))] : null,
    h("h3", {}, t("key.map")),
    signs,
  );
  void api
    .legend(view.scenario)
    .then((drawing) => {
      signs.innerHTML = drawing; // our own server's drawing
    })
    .catch((error) => {
      if (!(error instanceof ApiError)) throw error;
    });
}
