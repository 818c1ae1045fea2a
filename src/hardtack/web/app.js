/** The page: reads the address, opens Home, a game or a replay, and opens it anew when the language changes. */

import { find } from "./dom.js";
import { applyTheme, mailOf, seatKey, setPref } from "./prefs.js";
import { openTable } from "./table/table.js";
import { brought } from "./ways.js";

/** @type {import("./types").Page | null} */
let open = null;
let asked = 0;

/** @typedef {(root: HTMLElement) => import("./types").Page | Promise<import("./types").Page>} Opener */

/** Pages that are fetched when they are wanted, so that a game opens sooner. @type {Record<string, Opener>} */
const LATER = {
  learn: async (root) => (await import("./learn.js")).openLearn(root, "lesson"),
  puzzles: async (root) => (await import("./learn.js")).openLearn(root, "puzzle"),
  lobby: async (root) => (await import("./lobby.js")).openLobby(root),
  standings: async (root) => (await import("./standings.js")).openStandings(root),
  you: async (root) => (await import("./you.js")).openYou(root),
  letters: async (root) => (await import("./letters.js")).openLetters(root),
  mail: async (root) => (await import("./mail.js")).openMail(root),
};

/**
 * What an address opens.
 * @param {string[]} path
 * @returns {Opener}
 */
function opener([page, game, part]) {
  const { token } = brought(),
    posted = page === "play" && game ? mailOf(game) : null;
  if (page === "play" && game && token)
    return async (root) => (await import("./claim.js")).openClaim(root, game, token);
  if (posted) return async (root) => (await import("./mail_table.js")).openMailTable(root, game, posted);
  if (page === "play" && game) return (root) => openTable(root, game, seatKey(game));
  if (page === "replay" && game)
    return async (root) => (await import("./table/replay.js")).openReplay(root, game, seatKey(game));
  if (page === "learn" && game && part)
    return async (root) => (await import("./lesson.js")).openLesson(root, game, part);
  return LATER[page] ?? (async (root) => (await import("./home.js")).openHome(root));
}

async function show() {
  const mine = ++asked;
  open?.close();
  open = null;
  applyTheme();
  const root = find("#app");
  root.replaceChildren();
  const opened = await opener(location.pathname.split("/").slice(1))(root);
  if (mine === asked) open = opened;
  else opened.close(); // something else was asked for in the meantime
}

/** @param {string} address */
export function go(address) {
  history.pushState(null, "", address);
  void show();
}

/** @param {"en" | "ja"} lang */
export function speak(lang) {
  setPref("lang", lang);
  void show();
}

addEventListener("popstate", () => void show());
// the choice of a notice, told by worker.js
navigator.serviceWorker?.addEventListener("message", ({ data }) => typeof data?.go === "string" && go(data.go));
document.addEventListener("hardtack:go", (event) => go(/** @type {CustomEvent<string>} */ (event).detail));
document.addEventListener("hardtack:speak", (event) => speak(/** @type {CustomEvent<"en" | "ja">} */ (event).detail));
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-in]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
});
void show();
