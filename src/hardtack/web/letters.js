/** Where links in mails lead: to confirm an address, to hear no more; and asking for a link to one's name by mail. */

import { notices } from "./api_notices.js";
import { h, put } from "./dom.js";
import { hallPage } from "./hall.js";
import { STRINGS, t } from "./strings.js";
import { NOTICES } from "./strings_notices.js";
import { cleanAddress } from "./ways.js";
import { complain, words } from "./wrong.js";

Object.assign(STRINGS, NOTICES);

/** Opening a link alone does nothing: mail programs do that by themselves. @param {HTMLElement} root */
export async function openLetters(root) {
  const [, deed, token] = /^#(confirm|stop)=(.+)$/.exec(location.hash) ?? [];
  const said = h("p", { role: "status", "data-mailed": "said" });
  const stops = deed === "stop";
  const act = h(
    "button",
    {
      class: "button primary",
      type: "button",
      "data-mailed": deed,
      onclick: async () => {
        act.disabled = true;
        try {
          await (stops ? notices.stop(token) : notices.confirm(token));
          cleanAddress();
          put(said, t(stops ? "mailed.stopped" : "mailed.confirmed"));
        } catch (error) {
          put(said, words(error));
        }
      },
    },
    t(stops ? "mailed.stop" : "mailed.confirm"),
  );
  put(
    root,
    hallPage(
      "",
      h(
        "section",
        { class: "hero" },
        h("h1", {}, t(stops ? "mailed.stop" : "mailed.confirm")),
        h("p", {}, t(stops ? "mailed.stop_text" : "mailed.confirm_text")),
      ),
      token ? h("p", {}, act) : null,
      said,
    ),
  );
  return { close() {} };
}

/** For somebody without their name on this device, where the host sends mail. @param {HTMLElement} place */
export async function offerMail(place) {
  const ways = await notices.ways().catch(() => null);
  if (!ways?.mail) return;
  const who = h("input", {
    type: "text",
    maxlength: 254,
    required: true,
    autocomplete: "email",
    "aria-label": t("mailed.who"),
    placeholder: t("mailed.who"),
    "data-mailed": "who",
  });
  const said = h("p", { role: "status", "data-mailed": "asked" });
  const ask = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await notices.mailLink(who.value.trim());
      put(said, t("mailed.asked"));
    } catch (error) {
      complain(error);
    }
  };
  put(
    place,
    h("h2", {}, t("mailed.lost")),
    h("p", {}, t("mailed.text")),
    h("form", { onsubmit: ask }, who, h("button", { class: "button", "data-mailed": "ask" }, t("mailed.ask"))),
    said,
  );
}
