/**
 * Runs before the rest of the page: asks for the game and its board first, since they take longest. The rest of the
 * page arrives and is read meanwhile.
 */

import { api, foresee } from "./api.js";
import { applyTheme, seatKey } from "./prefs.js";
import { brought } from "./ways.js";

applyTheme();
const [, page, game] = location.pathname.split("/");
const { scenario } = document.documentElement.dataset; // written by the server
if (page === "play" && game && scenario && !brought().token) {
  Promise.all([foresee(game, seatKey(game)), api.geometry(scenario), api.board(scenario)]).catch(() => {
    // the page asks again and tells what is wrong
  });
}
