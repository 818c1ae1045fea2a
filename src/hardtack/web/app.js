/** The page: reads the address, opens Home, a game or a replay, and opens it anew when the language changes. */

import { find } from "./dom.js";
import { applyTheme, mailOf, seatKey, setPref } from "./prefs.js";
import { openTable } from "./table/table.js";
import { brought } from "./ways.js";

/** @type {import("./types").Page | null} */
let open = null;
let asked = 0;

async function show() {
  const mine = ++asked;
  open?.close();
  open = null;
  applyTheme();
  const root = find("#app");
  root.replaceChildren();
  const [, page, game, part] = location.pathname.split("/");
  // what the board does not need is fetched when it is wanted, so that a game opens sooner
  const { token } = brought(),
    posted = page === "play" && game ? mailOf(game) : null;
  const next =
    page === "play" && game && token
      ? import("./claim.js").then(({ openClaim }) => openClaim(root, game, token))
      : posted
        ? import("./mail_table.js").then(({ openMailTable }) => openMailTable(root, game, posted))
        : page === "play" && game
          ? openTable(root, game, seatKey(game))
          : page === "replay" && game
            ? import("./table/replay.js").then(({ openReplay }) => openReplay(root, game, seatKey(game)))
            : page === "learn" && game && part
              ? import("./lesson.js").then(({ openLesson }) => openLesson(root, game, part))
              : page === "learn" || page === "puzzles"
                ? import("./learn.js").then(({ openLearn }) => openLearn(root, page === "learn" ? "lesson" : "puzzle"))
                : page === "lobby"
                  ? import("./lobby.js").then(({ openLobby }) => openLobby(root))
                  : page === "standings"
                    ? import("./standings.js").then(({ openStandings }) => openStandings(root))
                    : page === "you"
                      ? import("./you.js").then(({ openYou }) => openYou(root))
                      : page === "mail"
                        ? import("./mail.js").then(({ openMail }) => openMail(root))
                        : import("./home.js").then(({ openHome }) => openHome(root));
  const opened = await next;
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
document.addEventListener("hardtack:go", (event) => go(/** @type {CustomEvent<string>} */ (event).detail));
document.addEventListener("hardtack:speak", (event) => speak(/** @type {CustomEvent<"en" | "ja">} */ (event).detail));
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-in]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
});
void show();
