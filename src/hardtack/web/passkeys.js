/** Passkeys: the browser's own dialogue for making one and for coming in by one. */

import { call, deviceName } from "./api.js";
import { h } from "./dom.js";
import { t } from "./strings.js";
import { complain } from "./wrong.js";

/** @param {string} text in base64url @returns {Uint8Array<ArrayBuffer>} */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} data @returns {string} in base64url */
function coded(data) {
  const plain = btoa(String.fromCharCode(...new Uint8Array(data)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @returns {Promise<import("./types").Passkeys>} */
export function ownPasskeys() {
  if (!window.PublicKeyCredential || !isSecureContext) return Promise.resolve({ offered: false, passkeys: [] });
  return call("GET", "/passkeys", { me: true });
}

/** @param {any} options as the server wrote them, their ids in base64url */
function read(options) {
  const listed = (/** @type {any[]} */ all) => (all ?? []).map((one) => ({ ...one, id: bytes(one.id) }));
  return {
    ...options,
    challenge: bytes(options.challenge),
    ...(options.user ? { user: { ...options.user, id: bytes(options.user.id) } } : {}),
    excludeCredentials: listed(options.excludeCredentials),
    allowCredentials: listed(options.allowCredentials),
  };
}

/**
 * What an authenticator answered, as the server reads it.
 * @param {PublicKeyCredential} credential
 * @param {string[]} parts of its answer
 */
function written({ id, rawId, type, response }, parts) {
  const told = /** @type {Record<string, ArrayBuffer>} */ (/** @type {unknown} */ (response));
  return {
    id,
    rawId: coded(rawId),
    type,
    response: Object.fromEntries(parts.map((part) => [part, coded(told[part])])),
  };
}

/** Make a passkey for the name this browser has. */
async function add() {
  const { options } = await call("POST", "/passkeys/new", { me: true });
  const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey: read(options) }));
  const credential = written(made, ["clientDataJSON", "attestationObject"]);
  await call("POST", "/passkeys", { me: true, body: { credential, device: deviceName() } });
}

/** Come in by a passkey. @returns {Promise<import("./types").Player>} */
async function enter() {
  const { options } = await call("POST", "/passkeys/enter/new");
  const shown = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey: read(options) }));
  const credential = written(shown, ["clientDataJSON", "authenticatorData", "signature"]);
  return call("POST", "/passkeys/enter", { body: { credential, device: deviceName() } });
}

/** Closing the browser's dialogue is no fault: nothing is said about it. @param {() => Promise<void>} deed */
async function attempt(deed) {
  try {
    await deed();
  } catch (error) {
    const closed = error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name);
    const known = error instanceof DOMException && error.name === "InvalidStateError"; // this device has one already
    if (known) complain(new Error(t("passkey.known")));
    else if (!closed) complain(error);
  }
}

/** Another way in for somebody without a name here. @param {(who: import("./types").Player) => Promise<void>} done */
export function enterButton(done) {
  return h(
    "p",
    {},
    h(
      "button",
      {
        class: "button",
        type: "button",
        "data-passkey": "enter",
        onclick: () => attempt(async () => done(await enter())),
      },
      t("passkey.enter"),
    ),
  );
}

/** The passkeys of a name. @param {import("./types").Passkeys} own @param {() => Promise<void>} done */
export function passkeyList(own, done) {
  if (!own.offered && !own.passkeys.length) return [];
  const remove = (/** @type {string} */ id) =>
    attempt(async () => {
      await call("DELETE", `/passkeys/${id}`, { me: true });
      await done();
    });
  const row = (/** @type {import("./types").Passkeys["passkeys"][0]} */ one) =>
    h(
      "li",
      { class: "device-row" },
      h("span", {}, one.device || t("seats.unnamed")),
      h(
        "button",
        { class: "button", type: "button", "data-passkey-remove": one.id, onclick: () => remove(one.id) },
        t("passkey.remove"),
      ),
    );
  const make = () =>
    attempt(async () => {
      await add();
      await done();
    });
  return [
    h("h2", {}, t("passkeys")),
    h("p", { class: "quiet" }, t("passkeys.text")),
    own.passkeys.length ? h("ul", { class: "plain" }, own.passkeys.map(row)) : null,
    own.offered
      ? h(
          "p",
          {},
          h("button", { class: "button", type: "button", "data-passkey": "add", onclick: make }, t("passkey.add")),
        )
      : null,
  ];
}
