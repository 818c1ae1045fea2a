/** What a side did in a turn, in short, and what a bot was after. */

import { api } from "../api.js";
import { h, put } from "../dom.js";
import { t } from "../strings.js";
import { complain } from "../wrong.js";
import { openDialog } from "./dialogs.js";
import { sideSign } from "./parts.js";

/** @typedef {import("../types").Account} Account */

/** @param {Account} account @param {(number: number) => void} jump */
function deeds({ deeds: done }, jump) {
  if (!done.length) return h("p", { class: "quiet" }, t("account.none"));
  return h(
    "ol",
    { class: "plain deeds" },
    done.map(({ number, kind, text, count, motives }) =>
      h(
        "li",
        { class: `deed ${kind}` },
        h(
          "button",
          { class: "move-number", type: "button", title: t("log.jump"), onclick: () => jump(number) },
          String(number),
        ),
        h(
          "span",
          {},
          text,
          " ",
          count > 1 ? h("small", { class: "quiet" }, t("account.steps", { n: count })) : null,
          motives.length
            ? h("small", { class: "deed-reason" }, t("account.because", { text: motives.join(t("intent.and")) }))
            : null,
        ),
      ),
    ),
  );
}

/** The latest turn of the other side, or of the one that is asked for. @param {import("../game.js").Game} game */
export async function openAccount(game) {
  const { view } = game,
    body = h("div", { class: "account" }, h("p", { class: "quiet" }, t("planner.counting")));
  const dialog = openDialog(t("account"), body);
  const sides = Object.keys(view.sides),
    first = sides.find((side) => !view.yours.includes(side)) ?? sides[0];
  const jump = async (/** @type {number} */ number) => {
    const { gamePage, go } = await import("../ways.js");
    dialog.close();
    go(gamePage("replay", game.id, `move=${number}`));
  };
  const show = async (/** @type {string} */ side, /** @type {number} */ turn = -1) => {
    try {
      const account = await api.account(game.id, game.key, side, turn < 0 ? undefined : turn);
      const turns = h(
        "select",
        { "aria-label": t("replay.turn"), onchange: () => void show(side, Number(turns.value)) },
        account.turns.map((one) =>
          h("option", { value: one, selected: one === account.turn }, t("turn.n", { n: one })),
        ),
      );
      put(
        body,
        h(
          "div",
          { class: "account-head" },
          sides.map((one) =>
            h(
              "button",
              { class: "tab", type: "button", "aria-pressed": String(one === side), onclick: () => void show(one) },
              sideSign(one),
              view.sides[one],
            ),
          ),
          turns,
        ),
        h("h3", {}, t("account.title", { side: account.side_name, n: account.turn })),
        account.plan.length
          ? h("p", { class: "account-plan" }, t("account.plan", { text: account.plan.join(t("intent.and")) }))
          : null,
        deeds(account, (number) => void jump(number)),
        account.complete ? null : h("p", { class: "quiet" }, t("account.more")),
      );
    } catch (error) {
      complain(error);
    }
  };
  await show(first);
}
