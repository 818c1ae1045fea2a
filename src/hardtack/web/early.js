/**
 * Runs before the rest of the page: asks for the game and its board first, since they take longest, then has the page
 * itself fetched. A browser asks a server only six things at a time; in the other order the board would come last.
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
const rest = document.getElementById("page");
if (rest instanceof HTMLTemplateElement) document.head.append(rest.content);
