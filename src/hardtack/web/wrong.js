/** What went wrong with a request, for the player. Whatever else went wrong is a fault of ours and goes on as such. */

import { ApiError } from "./api.js";
import { toast } from "./dom.js";
import { t } from "./strings.js";

/** @param {unknown} error */
export function words(error) {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === "passed") return t("link.passed");
  return error.code === "offline" ? t("link.lost") : error.message;
}

/**
 * Nothing is said of a question that the game overtook: what there is to decide now is in view at once.
 * @param {unknown} error
 */
export function complain(error) {
  if (error instanceof ApiError && error.code === "passed") return;
  toast(words(error), "warn");
}
