/** Before a seat is taken by a link: whose game, which seat, and a button. Opening the link alone takes nothing. */

import { ApiError, api } from "./api.js";
import { h, put } from "./dom.js";
import { terms } from "./lobby.js";
import { heldGames, keepKey, player, prefs, setPref } from "./prefs.js";
import { t } from "./strings.js";
import { houseSign } from "./table/head.js";
import { trouble } from "./table/menu.js";
import { sideSign } from "./table/parts.js";
import { cleanAddress, gamePage, go } from "./ways.js";
import { words } from "./wrong.js";

/**
 * @param {HTMLElement} root
 * @param {string} game
 * @param {string} token
 * @returns {Promise<import("./types").Page>}
 */
export async function openClaim(root, game, token) {
  put(root, h("p", { class: "loading" }, t("loading")));
  try {
    const key = heldGames()[game]?.key ?? null;
    const [link, view] = await Promise.all([api.link(game, token), api.preview(game, key, token)]);
    document.title = `${view.title} · Hardtack`;
    put(
      root,
      h(
        "div",
        { class: "claim" },
        h("header", { class: "head" }, houseSign()),
        h("main", { class: "trouble" }, ...content(game, token, link, view)),
      ),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    cleanAddress(); // the link opens nothing
    put(root, trouble(error, game, null));
  }
  return { close() {} };
}

/**
 * @param {string} game
 * @param {string} token
 * @param {import("./types").LinkCard} link
 * @param {import("./types").View} view as this browser sees it now
 */
function content(game, token, link, view) {
  const onward = (/** @type {string} */ label) =>
    h("a", { class: "button", href: gamePage("play", game), "data-in": "" }, label);
  const heading = h("h1", {}, link.kind === "device" ? t("claim.device") : t("claim"));
  if (link.text) {
    cleanAddress();
    return [
      heading,
      h("p", { class: "warn", role: "alert" }, link.text),
      h("p", {}, onward(view.yours.length ? t("claim.mine") : t("claim.watch"))),
    ];
  }
  if (view.yours.length) {
    // the link is for somebody else, or for another device
    const sides = view.yours.map((side) => view.sides[side]).join(", ");
    return [heading, h("p", {}, t("claim.already", { side: sides })), h("p", {}, onward(t("claim.mine")))];
  }
  const name = h("input", {
    type: "text",
    maxlength: 40,
    value: prefs.name,
    autocomplete: "nickname",
    "aria-label": t("setup.name"),
  });
  const told = h("p", { class: "warn", role: "alert", hidden: true });
  const take = h(
    "button",
    {
      class: "button primary",
      type: "button",
      "data-claim": "",
      onclick: async () => {
        take.disabled = true;
        try {
          if (link.kind !== "device") setPref("name", name.value.trim());
          const taken = await api.claim(game, token, name.value.trim());
          keepKey(game, taken.key, taken.game);
          cleanAddress();
          go(gamePage("play", game));
        } catch (error) {
          put(told, words(error));
          told.hidden = false;
          // a link that is gone stays gone
          take.disabled = error instanceof ApiError && error.code !== "offline" && error.code !== "busy";
        }
      },
    },
    t("claim.take"),
  );
  const host = view.seats.find((seat) => seat.who === "person" && !link.sides.includes(seat.side));
  const sides = link.sides.map((side) => h("span", { class: "claim-side" }, sideSign(side), view.sides[side] ?? side));
  return [
    heading,
    h("p", { class: "claim-game" }, h("b", {}, view.title), " ", sides),
    host?.name && link.kind === "invitation" ? h("p", {}, t("claim.by", { name: host.name })) : null,
    view.clock && link.kind !== "device" ? h("p", { "data-claim-terms": "" }, terms(view.clock)) : null,
    h("p", {}, link.kind === "device" ? t("claim.device_text") : t("claim.text")),
    link.kind !== "device" && !player() ? h("label", { class: "field-row" }, t("setup.name"), name) : null,
    told,
    view.rated ? h("p", { class: "warn" }, t("conditions.rated")) : null,
    h("p", {}, take, " ", onward(t("claim.watch"))),
  ];
}
