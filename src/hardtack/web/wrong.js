/** What went wrong with a request, for the player. Whatever else went wrong is a fault of ours and goes on as such. */

import { ApiError } from "./api.js";
import { toast } from "./dom.js";
import { t } from "./strings.js";

/** @param {unknown} error */
export function words(error) {
  if (!(error instanceof ApiError)) throw error;
  return error.code === "offline" ? t("link.lost") : error.message;
}

/** @param {unknown} error */
export function complain(error) {
  toast(words(error), "warn");
}
