/** One's own page: a name without an account, the devices that have it, all of one's games. */

import { people } from "./api_people.js";
import { h, put, toast } from "./dom.js";
import { hallPage } from "./hall.js";
import { enterButton, ownPasskeys, passkeyList } from "./passkeys.js";
import { heldGames, keepKey, keepPlayer, player, prefs } from "./prefs.js";
import { t } from "./strings.js";
import { ago } from "./times.js";
import { copyButton, openDialog } from "./table/dialogs.js";
import { rowSeats } from "./table/parts.js";
import { cleanAddress, gamePage, go, nameToken, noticed } from "./ways.js";
import { complain, words } from "./wrong.js";

/** @param {HTMLElement} root @returns {Promise<import("./types").Page>} */
export async function openYou(root) {
  document.title = `${t("yourself")} · Hardtack`;
  const body = h("div", { class: "you" }),
    token = nameToken();
  const draw = async () => {
    put(root, hallPage("you", body));
    try {
      put(body, ...(player() ? await known(draw) : token ? offered(token, draw) : await unknown(draw)));
      if (!player() && !token) await mailOffer(body);
    } catch (error) {
      put(body, h("p", { class: "warn" }, words(error)), ...(player() ? [] : await unknown(draw)));
    }
  };
  await draw();
  return { close() {} };
}

/** @param {() => Promise<void>} done */
async function unknown(done) {
  const { offered } = await ownPasskeys().catch(() => ({ offered: false }));
  const come = async (/** @type {import("./types").Player} */ who) => {
    keepPlayer(who);
    await bindAll();
    await done();
  };
  const name = h("input", {
    type: "text",
    maxlength: 40,
    value: prefs.name,
    autocomplete: "nickname",
    "aria-label": t("you.name"),
    "data-you": "name",
  });
  const take = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await come(await people.takeName(name.value));
    } catch (error) {
      complain(error);
    }
  };
  return [
    h("section", { class: "hero" }, h("h1", {}, t("you.take")), h("p", {}, t("you.text"))),
    h(
      "form",
      { onsubmit: take },
      name,
      h("button", { class: "button primary", type: "submit", "data-you": "take" }, t("you.take")),
    ),
    offered ? enterButton(come) : null,
  ];
}

/** A name that is one's own already may come by mail. @param {HTMLElement} body */
async function mailOffer(body) {
  const place = h("div", { class: "notices" });
  body.append(place);
  await (await import("./letters.js")).offerMail(place);
}

/** The seats whose keys this browser holds become those of the name. */
async function bindAll() {
  for (const [game, { key, sides }] of Object.entries(heldGames()))
    if (key && sides?.length) await people.bind(game, key).catch(() => undefined); // gone, or another's
}

/** Somebody came by a link to their name. @param {string} token @param {() => Promise<void>} done */
function offered(token, done) {
  return [
    h("section", { class: "hero" }, h("h1", {}, t("you.link")), h("p", {}, t("you.link_text"))),
    h(
      "p",
      {},
      h(
        "button",
        {
          class: "button primary",
          type: "button",
          "data-you": "use",
          onclick: async () => {
            try {
              keepPlayer(await people.useLink(token));
              cleanAddress();
              await done();
            } catch (error) {
              complain(error);
            }
          },
        },
        t("you.use"),
      ),
    ),
  ];
}

/** @param {() => Promise<void>} done */
async function known(done) {
  const [me, { games }, keys] = await Promise.all([people.myself(), people.games(), ownPasskeys()]);
  const row = (/** @type {import("./types").OwnCard} */ game) =>
    h(
      "li",
      {},
      h(
        "div",
        { class: "game-row", "data-game": game.id },
        h("b", {}, game.title),
        rowSeats(game, (seat) => seat.bot_name ?? (seat.name || t("player"))),
        h(
          "span",
          {},
          game.state === "finished" ? game.result : t("turn.of", { n: game.turn, of: game.turns }),
          game.to_act && game.yours.includes(game.to_act) ? h("span", { class: "your-turn" }, t("your_turn")) : null,
        ),
        h("time", { class: "quiet", datetime: game.updated }, ago(game.updated)),
      ),
      h(
        "button",
        { class: "button", type: "button", "data-open": game.id, onclick: () => void open(game) },
        game.asked.length ? t("you.accept") : t("you.open"),
      ),
    );
  const device = (/** @type {import("./types").Myself["devices"][0]} */ one) =>
    h(
      "li",
      { class: "device-row" },
      h("span", {}, one.device || t("seats.unnamed"), one.this ? ` (${t("seats.this")})` : ""),
      h(
        "button",
        {
          class: "button",
          type: "button",
          "data-revoke": one.id,
          onclick: async () => {
            await people.revoke(one.id).catch(complain);
            if (one.this) keepPlayer(null);
            await done();
          },
        },
        t("seats.revoke"),
      ),
    );
  const asked = games.filter((game) => game.asked.length),
    own = games.filter((game) => !game.asked.length);
  const wanted = noticed(),
    told = own.find((game) => game.id === wanted);
  if (wanted) cleanAddress();
  if (told) void open(told);
  const hearing = h("div", { class: "notices" });
  void import("./notices.js").then(({ showNotices }) => showNotices(hearing));
  return [
    h(
      "section",
      { class: "hero" },
      h("h1", {}, me.name),
      me.ratings.length
        ? h("p", {}, me.ratings.map((one) => `${one.series_name}: ${one.rating} ± ${2 * one.deviation}`).join(" · "))
        : null,
    ),
    asked.length ? [h("h2", {}, t("you.asked")), h("ul", { class: "game-list" }, asked.map(row))] : [],
    h("h2", {}, t("home.mine")),
    own.length ? h("ul", { class: "game-list" }, own.map(row)) : h("p", { class: "quiet" }, t("you.no_games")),
    hearing,
    h("h2", {}, t("you.devices")),
    h("ul", { class: "plain" }, me.devices.map(device)),
    h(
      "p",
      {},
      h(
        "button",
        { class: "button", type: "button", "data-you": "link", onclick: () => void makeLink() },
        t("seats.device"),
      ),
      " ",
      h("button", { class: "button danger", type: "button", onclick: () => giveUp(done) }, t("you.give_up")),
    ),
    passkeyList(keys, done),
  ].flat();
}

async function makeLink() {
  try {
    const { token } = await people.link(),
      address = `${location.origin}/you#name=${encodeURIComponent(token)}`;
    openDialog(
      t("seats.device"),
      h("p", {}, t("you.carry")),
      h(
        "p",
        { class: "invitation" },
        h("input", { readonly: true, value: address, "aria-label": t("seats.device"), "data-you": "address" }),
        copyButton(address),
      ),
    );
  } catch (error) {
    complain(error);
  }
}

/** @param {() => Promise<void>} done */
function giveUp(done) {
  const dialog = openDialog(
    t("you.give_up"),
    h("p", {}, t("you.give_up_text")),
    h(
      "div",
      { class: "dialog-buttons" },
      h(
        "button",
        {
          class: "button danger",
          type: "button",
          onclick: async () => {
            dialog.close();
            await people.giveUp().catch(complain);
            keepPlayer(null);
            await done();
          },
        },
        t("you.give_up"),
      ),
      h("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("delete.keep")),
    ),
  );
}

/** Go to a game: with the key this browser has, or one that the name brings. @param {import("./types").OwnCard} game */
async function open(game) {
  try {
    if (game.asked.length) {
      const taken = await people.sit(game.id, game.asked[0], "");
      keepKey(game.id, taken.key, taken.game);
    } else if (!heldGames()[game.id]?.key) {
      const { key, game: view } = await people.recover(game.id);
      keepKey(game.id, key, view);
      toast(t("you.recovered"));
    }
    go(gamePage(game.state === "finished" ? "replay" : "play", game.id));
  } catch (error) {
    complain(error);
  }
}
