/**
 * What a player may do besides moving: resign, ask for a draw, take back past dice, hand the seat over, notes,
 * vacation.
 */

import { people } from "../api_people.js";
import { api } from "../api.js";
import { h, toast } from "../dom.js";
import { t } from "../strings.js";
import { complain } from "../wrong.js";
import { openDialog } from "./dialogs.js";
import { showLinks } from "./seating.js";

const MOST_BACK = 30; // actions offered to be taken back
const DAYS = [1, 2, 3, 5, 7, 10, 14];

/** @param {import("../game.js").Game} game */
export async function openDeeds(game) {
  const { view } = game,
    alone = view.seats.every((seat) => seat.yours || seat.who === "bot");
  const bots = await api
    .scenario(view.scenario)
    .then((scenario) =>
      scenario.bots
        .filter((bot) => bot.id !== "doctrine")
        .sort((a, b) => Number(a.id === "random") - Number(b.id === "random")),
    )
    .catch(() => []);
  const posted = game.again !== null; // the other player reads letters only
  const begun = new Set(game.moves.map((move) => move.side)).size > 1 || view.number > MOST_BACK;
  /** Do something, and close the dialog. @param {() => Promise<unknown>} deed */
  const act = async (deed) => {
    dialog.close();
    try {
      await deed();
    } catch (error) {
      complain(error);
    }
  };
  /** @param {"resign" | "abandon"} how */
  const end = (how) => act(async () => game.takeAnswer(await people.end(game.id, game.key, how, view.version)));
  const button = (
    /** @type {string} */ label,
    /** @type {string} */ mark,
    /** @type {() => void} */ onclick,
    kind = "",
  ) => h("button", { class: `button ${kind}`, type: "button", "data-deed": mark, onclick }, label);
  /** @param {{kind: string, count?: number, bot?: string}} wish */
  const propose = (wish) =>
    act(async () => {
      const { token, game: after } = await people.propose(game.id, game.key, wish, view.version);
      await game.takeAnswer(after);
      if (token)
        await showLinks(game.id, t("deeds.person"), t("deeds.person_text"), [
          { name: view.yours.map((side) => view.sides[side]).join(", "), token },
        ]);
      else toast(after.proposals.length ? t("deeds.asked") : t("deeds.done"));
    });
  const count = h(
    "select",
    { "data-deed": "count", "aria-label": t("deeds.count") },
    Array.from({ length: Math.min(MOST_BACK, view.number) }, (_, i) => h("option", { value: i + 1 }, String(i + 1))),
  );
  const bot = h(
    "select",
    { "data-deed": "bot", "aria-label": t("setup.level") },
    bots.map((one) => h("option", { value: one.id }, one.name)),
  );
  const left = Math.max(0, ...view.yours.map((side) => view.clock?.vacation[side] ?? 0));
  const days = h(
    "select",
    { "aria-label": t("deeds.days") },
    DAYS.filter((n) => n <= left).map((n) => h("option", { value: n }, String(n))),
  );
  const notes = h("textarea", { rows: 5, maxlength: 20000, "aria-label": t("deeds.notes"), "data-deed": "notes" });
  const away = view.yours.some((side) => Date.parse(view.clock?.away[side] ?? "") > Date.now());
  const dialog = openDialog(
    t("deeds"),
    view.over
      ? null
      : h(
          "div",
          { class: "menu links" },
          posted ? null : button(t("deeds.draw"), "draw", () => void propose({ kind: "draw" })),
          button(
            t("deeds.resign"),
            "resign",
            () =>
              sure(
                t("deeds.resign"),
                t("deeds.resign_text"),
                () => void end("resign"),
              ),
            "danger",
          ),
          begun || posted
            ? null
            : button(
                t("deeds.abandon"),
                "abandon",
                () => void end("abandon"),
              ),
        ),
    view.over || posted || !view.number
      ? null
      : h(
          "p",
          { class: "deed" },
          h("label", {}, t("deeds.count"), " ", count),
          " ",
          button(t("deeds.takeback"), "takeback", () => void propose({ kind: "takeback", count: Number(count.value) })),
        ),
    view.over || posted ? null : h("p", { class: "quiet small" }, alone ? t("deeds.alone") : t("deeds.consent")),
    view.over || posted || !bots.length
      ? null
      : h(
          "p",
          { class: "deed" },
          bot,
          " ",
          button(t("deeds.bot"), "to-bot", () => void propose({ kind: "bot", bot: bot.value })),
          " ",
          button(t("deeds.person"), "person", () => void propose({ kind: "person" })),
        ),
    view.over || !(away || left >= DAYS[0])
      ? null
      : h(
          "p",
          { class: "deed" },
          away ? null : h("label", {}, t("deeds.days"), " ", days),
          " ",
          button(
            away ? t("deeds.back") : t("deeds.vacation"),
            "vacation",
            () =>
              void act(async () =>
                game.takeAnswer(await people.vacation(game.id, game.key, away ? 0 : Number(days.value))),
              ),
          ),
          " ",
          h("span", { class: "quiet small", "data-vacation": left }, t("deeds.days_left", { n: Math.floor(left) })),
        ),
    h("h3", {}, t("deeds.notes")),
    notes,
    h(
      "div",
      { class: "dialog-buttons" },
      button(
        t("deeds.keep"),
        "keep",
        () =>
          void act(async () => {
            await people.keepNotes(game.id, game.key, notes.value);
            toast(t("deeds.kept"));
          }),
      ),
    ),
  );
  people
    .notes(game.id, game.key)
    .then(({ text }) => (notes.value ||= text))
    .catch(complain);
}

/** @param {string} title @param {string} text @param {() => void} deed */
function sure(title, text, deed) {
  const dialog = openDialog(
    title,
    h("p", {}, text),
    h(
      "div",
      { class: "dialog-buttons" },
      h(
        "button",
        {
          class: "button danger",
          type: "button",
          "data-confirm": "deed",
          onclick: () => {
            dialog.close();
            deed();
          },
        },
        title,
      ),
      h("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("delete.keep")),
    ),
  );
}
