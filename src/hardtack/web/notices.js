/** What one hears of one's games, and by which ways: on one's own page, and for one game in its menu. */

import { ApiError } from "./api.js";
import { notices } from "./api_notices.js";
import { people } from "./api_people.js";
import { h, put, toast } from "./dom.js";
import { language, player, setPref } from "./prefs.js";
import { STRINGS, t } from "./strings.js";
import { NOTICES } from "./strings_notices.js";
import { copyButton, openDialog } from "./table/dialogs.js";
import { complain } from "./wrong.js";

Object.assign(STRINGS, NOTICES);

/** @typedef {import("./types").Wishes} Wishes */

const CHOICES = ["turn", "digest", "time", "none"];

/** Whether this browser can be told with its page closed; not over a plain line to another machine. */
const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** @param {string} title @param {string} text @param {string} secret */
function tellOnce(title, text, secret) {
  openDialog(
    title,
    h("p", {}, text),
    h(
      "p",
      { class: "invitation" },
      h("input", { readonly: true, value: secret, "aria-label": title, "data-notices": "secret" }),
      copyButton(secret),
    ),
  );
}

/** Fill a part of one's own page. @param {HTMLElement} place */
export async function showNotices(place) {
  try {
    const wishes = await notices.mine();
    draw(place, wishes);
    if (wishes.lang !== null && wishes.lang !== language()) await speakAlike(wishes);
  } catch (error) {
    complain(error);
  }
}

/** Notices are in the language of the page. @param {Wishes} wishes */
async function speakAlike({ choice, talk, hour, browsers }) {
  await notices.choose({ choice, talk, hour });
  if (!able || !browsers.some((one) => one.this)) return;
  const registration = await navigator.serviceWorker.getRegistration("/");
  const held = await registration?.pushManager.getSubscription().catch(() => null);
  if (held) await keep(held);
}

/** @param {HTMLElement} place @param {Wishes} wishes */
function draw(place, wishes) {
  /** Do something, and show how it stands. @param {() => Promise<unknown>} deed */
  const act = async (deed) => {
    try {
      await deed();
    } catch (error) {
      complain(error);
    }
    await showNotices(place);
  };
  const { ways } = wishes;
  put(
    place,
    h("h2", {}, t("notices")),
    h("p", { class: "quiet" }, t("notices.text")),
    wishFields(wishes),
    ways.push && able ? pushCheck(wishes, ways.push, act) : null,
    browserList(wishes, act),
    ways.mail ? mailPart(wishes, act) : null,
    ways.webhook ? hookPart(wishes, act) : null,
    feedPart(wishes, act),
    wishes.browsers.length || wishes.mail?.confirmed || wishes.webhook
      ? h(
          "p",
          {},
          button(t("notices.trial"), "trial", async () => {
            await notices.trial().then(() => toast(t("notices.tried")), complain);
          }),
        )
      : null,
  );
}

/** @param {string} label @param {string} mark @param {() => void} onclick */
const button = (label, mark, onclick) =>
  h("button", { class: "button", type: "button", "data-notices": mark, onclick }, label);

/** @param {string} mark @param {string} chosen @param {[string, string][]} choices */
const select = (mark, chosen, choices) =>
  h(
    "select",
    { "data-notices": mark },
    choices.map(([value, label]) => h("option", { value, selected: value === chosen }, label)),
  );

/** What to hear of. @param {Wishes} wishes */
function wishFields(wishes) {
  const choice = select(
    "choice",
    wishes.choice,
    CHOICES.map((one) => [one, t(`choice.${one}`)]),
  );
  const clock = (/** @type {number} */ utc) => {
    const at = new Date();
    at.setUTCHours(utc, 0);
    return at.toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" });
  };
  const hour = select(
    "hour",
    String(wishes.hour),
    Array.from({ length: 24 }, (_, utc) => [String(utc), clock(utc)]),
  );
  const talk = h("input", { type: "checkbox", checked: wishes.talk, "data-notices": "talk" });
  const when = h("label", { class: "field-row", hidden: wishes.choice !== "digest" }, t("notices.hour"), hour);
  const keep = async () => {
    when.hidden = choice.value !== "digest";
    await notices
      .choose({ choice: choice.value, talk: talk.checked, hour: Number(hour.value) })
      .then(() => toast(t("notices.kept")), complain);
  };
  for (const field of [choice, hour, talk]) field.addEventListener("change", () => void keep());
  return [
    h("label", { class: "field-row" }, t("notices.choice"), choice),
    when,
    h("label", { class: "check" }, talk, t("notices.talk")),
  ];
}

/** @typedef {(deed: () => Promise<unknown>) => Promise<void>} Act */

/** @param {Wishes} wishes @param {string} key @param {Act} act */
function pushCheck(wishes, key, act) {
  const mine = wishes.browsers.filter((one) => one.this);
  const box = h("input", {
    type: "checkbox",
    checked: mine.length > 0,
    "data-notices": "push",
    onchange: () =>
      void act(async () => {
        if (box.checked) await subscribe(key);
        else await unsubscribe(mine.map((one) => one.id));
      }),
  });
  return h("label", { class: "check" }, box, t("notices.push"));
}

/** @param {string} key of the server */
async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") {
    toast(t("notice.refused"), "warn");
    return;
  }
  await navigator.serviceWorker.register("/worker.js");
  const registration = await navigator.serviceWorker.ready;
  try {
    const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    await keep(made);
    setPref("notify", true); // and with the page open but out of sight
  } catch (error) {
    if (error instanceof ApiError) throw error;
    toast(t("notice.refused"), "warn"); // the browser cannot reach its push service, or has none
  }
}

/** Tell the server of a browser. @param {PushSubscription} made */
async function keep(made) {
  const { endpoint, keys } = made.toJSON();
  if (endpoint && keys) await notices.subscribe({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
}

/** @param {string[]} ids */
async function unsubscribe(ids) {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const held = await registration?.pushManager.getSubscription().catch(() => null);
  await held?.unsubscribe();
  for (const id of ids) await notices.unsubscribe(id);
}

/** The key as a browser wants it. @param {string} key */
function bytes(key) {
  const plain = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** The other browsers. @param {Wishes} wishes @param {Act} act */
function browserList(wishes, act) {
  const others = wishes.browsers.filter((one) => !one.this);
  if (!others.length) return null;
  const row = (/** @type {Wishes["browsers"][0]} */ one) =>
    h(
      "li",
      { class: "device-row" },
      h("span", {}, one.device || t("seats.unnamed")),
      button(t("notices.remove"), "browser", () => void act(() => notices.unsubscribe(one.id))),
    );
  return [h("h3", {}, t("notices.browsers")), h("ul", { class: "plain" }, others.map(row))];
}

/** A field and a button. @param {object} field @param {string} label @param {string} mark @param {Act} act
 * @param {(value: string) => Promise<unknown>} deed */
function form(field, label, mark, act, deed) {
  const input = h("input", { type: "text", maxlength: 254, required: true, "data-notices": mark, ...field });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    void act(() => deed(input.value.trim()));
  };
  return h(
    "form",
    { onsubmit: send },
    input,
    h("button", { class: "button", type: "submit", "data-notices": `${mark}-set` }, label),
  );
}

/** @param {Wishes} wishes @param {Act} act */
function mailPart(wishes, act) {
  const { mail } = wishes;
  const field = {
    inputmode: "email",
    autocomplete: "email",
    "aria-label": t("notices.address"),
    placeholder: t("notices.address"),
  };
  return [
    h("h3", {}, t("notices.mail")),
    mail
      ? h(
          "p",
          { "data-notices": "mailed" },
          t(mail.confirmed ? "notices.confirmed" : "notices.mailed", { address: mail.address }),
          " ",
          button(t("notices.remove"), "mail-remove", () => void act(notices.forgetAddress)),
        )
      : form(field, t("notices.give"), "address", act, notices.giveAddress),
  ];
}

/** @param {Wishes} wishes @param {Act} act */
function hookPart(wishes, act) {
  const field = { inputmode: "url", maxlength: 500, placeholder: "https://", "aria-label": t("notices.hook") };
  return h(
    "details",
    { class: "fold", open: Boolean(wishes.webhook) },
    h("summary", {}, t("notices.hook")),
    wishes.webhook
      ? h(
          "p",
          {},
          h("code", {}, wishes.webhook),
          " ",
          button(t("notices.remove"), "hook-remove", () => void act(notices.removeHook)),
        )
      : form(field, t("notices.hook_set"), "hook", act, async (url) => {
          const { secret } = await notices.setHook(url);
          tellOnce(t("notices.hook"), t("notices.secret"), secret);
        }),
  );
}

/** @param {Wishes} wishes @param {Act} act */
function feedPart(wishes, act) {
  return [
    h("h3", {}, t("notices.feed")),
    h(
      "p",
      {},
      button(
        t("notices.feed_new"),
        "feed",
        () =>
          void act(async () => {
            const { path } = await notices.newFeed();
            tellOnce(t("notices.feed"), t("notices.feed_text"), location.origin + path);
          }),
      ),
      " ",
      wishes.feed ? button(t("notices.revoke"), "feed-remove", () => void act(notices.removeFeed)) : null,
    ),
  ];
}

/** What to hear of one game. @param {import("./game.js").Game} game */
export async function openGameNotices(game) {
  if (!player()) {
    const way = h("a", { class: "button", href: "/you", "data-in": "", onclick: () => dialog.close() }, t("you.take"));
    const dialog = openDialog(t("notices"), h("p", {}, t("notices.name")), h("p", {}, way));
    return;
  }
  try {
    const { choice, usual } = await ofGame(game);
    const box = select("game-choice", choice ?? "", [
      ["", t("notices.usual", { choice: t(`choice.${usual}`) })],
      ...CHOICES.map((one) => /** @type {[string, string]} */ ([one, t(`choice.${one}`)])),
    ]);
    box.addEventListener(
      "change",
      () => void notices.chooseGame(game.id, box.value || null).then(() => toast(t("notices.kept")), complain),
    );
    const more = h("a", { class: "button", href: "/you", "data-in": "", onclick: () => dialog.close() }, t("yourself"));
    const dialog = openDialog(
      t("notices"),
      h("label", { class: "field-row" }, t("notices.choice"), box),
      h("p", { class: "quiet" }, t("notices.text")),
      h("p", {}, more),
    );
  } catch (error) {
    complain(error);
  }
}

/** A seat that is held by key alone becomes that of the name first. @param {import("./game.js").Game} game */
async function ofGame(game) {
  try {
    return await notices.ofGame(game.id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "no_seat" || !game.key) throw error;
    await people.bind(game.id, game.key);
    return notices.ofGame(game.id);
  }
}
