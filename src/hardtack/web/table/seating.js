/** Who sits where: invitations, and the devices that hold one's own seat. */

import { api } from "../api.js";
import { h, put, toast } from "../dom.js";
import { language } from "../prefs.js";
import { t } from "../strings.js";
import { linkPage } from "../ways.js";
import { complain } from "../wrong.js";
import { copyButton, openDialog } from "./dialogs.js";
import { sideSign } from "./parts.js";

const OPEN_TO_OTHERS = "hardtack play --host 0.0.0.0";

/** @param {string} time */
function when(time) {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));
}

/** Where this server can be reached by others: the address of this page, unless that is every machine's own. */
async function origins() {
  const { hostname, origin } = location;
  if (!/^(localhost|127\.|\[::1\]$)/.test(hostname)) return { origins: [origin], warning: null, command: "" };
  const { open, addresses } = await api.addresses();
  if (addresses.length) return { origins: addresses, warning: t("invite.local", { host: hostname }), command: "" };
  if (open) return { origins: [origin], warning: t("invite.unknown", { host: hostname }), command: "" };
  return { origins: [origin], warning: t("invite.only_here", { host: hostname }), command: OPEN_TO_OTHERS };
}

/**
 * Links that were just made; they are shown only now.
 * @param {string} game @param {string} title @param {string} about @param {{name: string, token: string}[]} links
 */
export async function showLinks(game, title, about, links) {
  try {
    const reach = await origins();
    const rows = h("div");
    const show = (/** @type {string} */ origin) =>
      put(
        rows,
        links.map(({ name, token }) => {
          const link = linkPage(origin, game, token);
          return h(
            "p",
            { class: "invitation" },
            h("b", {}, name),
            h("input", {
              readonly: true,
              value: link,
              "aria-label": t("invite.link", { side: name }),
              onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select(),
            }),
            copyButton(link),
          );
        }),
      );
    const choice = h(
      "select",
      { "data-origin": "", onchange: () => show(choice.value) },
      reach.origins.map((origin) => h("option", { value: origin }, origin)),
    );
    show(reach.origins[0]);
    openDialog(
      title,
      h("p", {}, about),
      reach.warning
        ? h(
            "p",
            { class: "warn", "data-local": "" },
            reach.warning,
            reach.command ? h("code", {}, reach.command) : null,
          )
        : null,
      reach.origins.length > 1 ? h("label", { class: "field-row" }, t("invite.address"), choice) : null,
      rows,
      h("p", { class: "quiet small" }, t("invite.once")),
    );
  } catch (error) {
    complain(error);
  }
}

/** @param {import("../game.js").Game} game */
export async function openSeats(game) {
  const body = h("div", { class: "seating" });
  const dialog = openDialog(t("seats"), body);
  /** Do something about seats, then show how they stand. @param {() => Promise<unknown>} [deed] */
  const renew = async (deed) => {
    try {
      await deed?.();
      if (dialog.isConnected && !game.closed) put(body, ...parts(game, await api.seats(game.id, game.key), renew));
    } catch (error) {
      complain(error);
    }
  };
  const follow = () => void renew();
  game.onseats.push(follow);
  dialog.addEventListener("close", () => (game.onseats = game.onseats.filter((one) => one !== follow)));
  await renew();
}

/**
 * @param {import("../game.js").Game} game
 * @param {import("../types").Seating} seating
 * @param {(deed?: () => Promise<unknown>) => Promise<void>} renew
 */
function parts(game, { seats, devices, links }, renew) {
  const button = (
    /** @type {string} */ label,
    /** @type {() => Promise<unknown>} */ deed,
    /** @type {Record<string, string>} */ marks = {},
  ) => h("button", { class: "button", type: "button", ...marks, onclick: () => void renew(deed) }, label);
  const invite = (/** @type {import("../types").Seating["seats"][0]} */ seat) => async () => {
    const { token } = await api.invite(game.id, game.key, seat.side);
    await showLinks(game.id, t("invite"), t("invite.text"), [{ name: seat.side_name, token }]);
  };
  const withdraw = (/** @type {string} */ link) =>
    button(t("seats.withdraw"), () => api.withdraw(game.id, game.key, link), { "data-withdraw": link });
  const rows = seats.map((seat) =>
    h(
      "li",
      { class: `seat-row ${seat.state}`, "data-seat": seat.side },
      h("b", {}, sideSign(seat.side), seat.side_name),
      h("span", { class: "seat-state" }, seat.who === "bot" ? seat.bot_name : stateOf(seat)),
      seat.invitation ? withdraw(seat.invitation.id) : null,
      game.key && !seat.yours && seat.who !== "bot" && seat.state !== "taken"
        ? button(seat.invitation ? t("seats.again") : t("seats.invite"), invite(seat), { "data-invite": seat.side })
        : null,
    ),
  );
  if (!game.key) return [h("ul", { class: "plain" }, rows)];
  const held = devices.map((one) =>
    h(
      "li",
      { class: "device-row", "data-device": one.id },
      h("span", {}, one.device || t("seats.unnamed"), one.this ? ` (${t("seats.this")})` : ""),
      h("span", { class: "quiet" }, when(one.since)),
      h(
        "button",
        {
          class: "button",
          type: "button",
          "data-revoke": one.id,
          onclick: () => confirmRevoke(game, one, devices.length === 1, renew),
        },
        one.this ? t("seats.leave") : t("seats.revoke"),
      ),
    ),
  );
  const waiting = links.map((one) =>
    h(
      "li",
      { class: "device-row" },
      h("span", {}, t("seats.waiting")),
      h("span", { class: "quiet" }, when(one.since)),
      withdraw(one.id),
    ),
  );
  return [
    h("ul", { class: "plain" }, rows),
    h("h3", {}, t("seats.devices")),
    h("p", { class: "quiet small" }, t("seats.devices_text")),
    h("ul", { class: "plain" }, held, waiting),
    button(
      t("seats.device"),
      async () => {
        const { token } = await api.linkDevice(game.id, game.key);
        await showLinks(game.id, t("seats.device"), t("seats.device_text"), [
          { name: game.view.yours.map((side) => game.view.sides[side]).join(", ") || game.view.title, token },
        ]);
      },
      { "data-device-link": "" },
    ),
  ];
}

/** @param {import("../types").Seating["seats"][0]} seat */
function stateOf({ state, name, since }) {
  const time = since ? when(since) : "";
  if (state === "taken") return name ? t("seats.named", { name, when: time }) : t("seats.taken", { when: time });
  return state === "invited" ? t("seats.invited", { when: time }) : t("seats.open");
}

/**
 * @param {import("../game.js").Game} game
 * @param {import("../types").Seating["devices"][0]} device
 * @param {boolean} last
 * @param {(deed?: () => Promise<unknown>) => Promise<void>} renew
 */
function confirmRevoke(game, device, last, renew) {
  const dialog = openDialog(
    device.this ? t("seats.leave") : t("seats.revoke"),
    h(
      "p",
      {},
      device.this
        ? last
          ? t("seats.leave_last")
          : t("seats.leave_text")
        : t("seats.revoke_text", { device: device.device || t("seats.unnamed") }),
    ),
    h(
      "div",
      { class: "dialog-buttons" },
      h(
        "button",
        {
          class: "button danger",
          type: "button",
          "data-confirm": "revoke",
          onclick: async () => {
            dialog.close();
            await renew(async () => {
              await api.revoke(game.id, game.key, device.id);
              if (device.this) game.lose();
              else toast(t("seats.revoked"));
            });
          },
        },
        device.this ? t("seats.leave") : t("seats.revoke"),
      ),
      h("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("delete.keep")),
    ),
  );
}
