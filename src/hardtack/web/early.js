/** Runs before the rest of the page has arrived: asks for the game and its board, which the page will want first. */

import { api, foresee } from "./api.js";
import { applyTheme, seatKey } from "./prefs.js";

applyTheme();
const [, page, game] = location.pathname.split("/");
if (page === "play" && game) {
  foresee(game, seatKey(game)).then(({ scenario }) => Promise.all([api.geometry(scenario), api.board(scenario)])).catch(() => {
    // the page asks again and tells what is wrong
  });
}
