/** The lobby: seats that anybody may take. */

import { people } from "./api_people.js";
import { h, put } from "./dom.js";
import { hallPage } from "./hall.js";
import { keepKey, player, prefs, setPref } from "./prefs.js";
import { t } from "./strings.js";
import { ago, duration } from "./times.js";
import { sideSign } from "./table/parts.js";
import { gamePage, go } from "./ways.js";
import { complain, words } from "./wrong.js";

const LOOK_MS = 8000;

/** The time players have, in a few words. @param {import("./types").Clock | null} clock */
export function pace(clock) {
  if (!clock) return t("clocks.none");
  return clock.kind === "turn"
    ? t("pace.turn", { time: duration(clock.seconds) })
    : t("pace.bank", { time: duration(clock.seconds), more: duration(clock.increment) });
}

/** All that somebody agrees to who sits down. @param {import("./types").Clock} clock */
export function terms(clock) {
  const days = Math.max(0, ...Object.values(clock.vacation));
  return [
    pace(clock),
    t(clock.late === "bot" ? "late.is_bot" : "late.is_claim"),
    days ? t("clock.vacation", { n: days }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** @param {HTMLElement} root @returns {Promise<import("./types").Page>} */
export async function openLobby(root) {
  document.title = `${t("lobby")} · Hardtack`;
  const list = h("div", { class: "lobby", "aria-busy": "true" }),
    name = h("input", {
      type: "text",
      maxlength: 40,
      value: prefs.name,
      autocomplete: "nickname",
      "aria-label": t("setup.name"),
    });
  put(
    root,
    hallPage(
      "lobby",
      h("section", { class: "hero" }, h("h1", {}, t("lobby")), h("p", {}, t("lobby.text"))),
      player() ? null : h("label", { class: "field-row lobby-name" }, t("setup.name"), name),
      list,
      h("p", {}, h("a", { class: "button primary", href: "/", "data-in": "" }, t("lobby.offer"))),
    ),
  );
  let sign = "";
  /** @param {import("./types").OpenSeat} seat */
  const sit = async (seat) => {
    try {
      setPref("name", name.value.trim());
      const taken = await people.sit(seat.game, seat.side, name.value.trim());
      keepKey(seat.game, taken.key, taken.game);
      go(gamePage("play", seat.game));
    } catch (error) {
      complain(error);
      await refresh();
    }
  };
  const refresh = async () => {
    try {
      const { seats } = await people.lobby();
      if (JSON.stringify(seats) === sign) return;
      sign = JSON.stringify(seats);
      put(
        list,
        seats.length
          ? h(
              "ul",
              { class: "game-list" },
              seats.map((seat) => row(seat, () => void sit(seat))),
            )
          : h("p", { class: "quiet" }, t("lobby.none")),
      );
    } catch (error) {
      put(list, h("p", { class: "warn" }, words(error)));
    } finally {
      list.removeAttribute("aria-busy");
    }
  };
  await refresh();
  const timer = setInterval(() => !document.hidden && void refresh(), LOOK_MS);
  return { close: () => clearInterval(timer) };
}

/** @param {import("./types").OpenSeat} seat @param {() => void} sit */
function row(seat, sit) {
  return h(
    "li",
    {},
    h(
      "div",
      { class: "game-row open-seat", "data-game": seat.game },
      h("b", {}, seat.title),
      h(
        "span",
        { class: "row-seats" },
        h("span", {}, sideSign(seat.side), t("lobby.side", { side: seat.side_name })),
        h(
          "span",
          {},
          t("lobby.by", { name: seat.by || t("player") }),
          seat.named ? h("span", { class: "own-name", title: t("named") }, " ✓") : null,
          seat.present ? h("span", { class: "here" }, ` · ${t("lobby.here")}`) : null,
        ),
      ),
      h(
        "span",
        {},
        [
          seat.clock ? terms(seat.clock) : pace(null),
          seat.level === "any" ? "" : t(`level.${seat.level}`),
          seat.rated ? t("rated") : "",
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      h("time", { class: "quiet", datetime: seat.since }, ago(seat.since)),
    ),
    h("button", { class: "button primary", type: "button", "data-sit": seat.game, onclick: sit }, t("claim.take")),
  );
}
