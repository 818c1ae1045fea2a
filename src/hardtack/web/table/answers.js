/** Questions answered once for all: the list of them, and "always so" from the question itself. */

import { api } from "../api.js";
import { h, put, toast } from "../dom.js";
import { t } from "../strings.js";
import { complain } from "../wrong.js";
import { openDialog } from "./dialogs.js";
import { sideSign } from "./parts.js";

/** @typedef {import("../types").Answers} Answers */

/** Every question that can be answered once for all, with its answer. @param {import("../game.js").Game} game */
export async function openAnswers(game) {
  const body = h("div", { class: "menu answers" });
  openDialog(t("answers"), h("p", { class: "quiet small" }, t("answers.text")), body);
  const show = (/** @type {Answers} */ answers) => put(body, ...parts(game, answers, say));
  const say = async (/** @type {string} */ side, /** @type {string} */ frame, /** @type {string | null} */ verb) => {
    try {
      await api.answerAlways(game.id, game.key, side, frame, verb);
    } catch (error) {
      complain(error);
      await api.answers(game.id, game.key).then(show, complain); // as it stands after all
    }
  };
  await api.answers(game.id, game.key).then(show, complain);
}

/**
 * @param {import("../game.js").Game} game
 * @param {Answers} answers
 * @param {(side: string, frame: string, verb: string | null) => Promise<void>} say
 */
function parts(game, { questions, seats }, say) {
  return seats.flatMap(({ side, answers }) => [
    seats.length > 1 ? h("h3", {}, sideSign(side), game.view.sides[side]) : null,
    ...questions.map(({ frame, name, choices }) => {
      const choice = h(
        "select",
        { "data-answer": `${side} ${frame}`, onchange: () => void say(side, frame, choice.value || null) },
        h("option", { value: "", selected: !(frame in answers) }, t("answers.ask")),
        choices.map(({ verb, name: said }) => h("option", { value: verb, selected: answers[frame] === verb }, said)),
      );
      return h("label", { class: "field-row" }, name, choice);
    }),
  ]);
}

/**
 * Whether what is asked now can be answered so once for all.
 * @param {import("../types").View} view
 * @param {import("../types").Option} option
 */
export function isAnswer(view, option) {
  return (
    view.your_turn &&
    !view.begun &&
    view.decision !== null &&
    (view.reactions[view.decision]?.includes(option.action.split(" ")[0]) ?? false)
  );
}

/**
 * Do it now, and whenever the question comes up again.
 * @param {import("./hand.js").Hand} hand
 * @param {import("../types").Option} option
 */
export async function actAlways(hand, option) {
  const { game } = hand,
    { decision, to_act, version } = game.view;
  await hand.act(option);
  if (game.view.version === version || !decision || !to_act) return; // refused, and told why
  try {
    await api.answerAlways(game.id, game.key, to_act, decision, option.action.split(" ")[0]);
    toast(t("answers.kept"));
  } catch (error) {
    complain(error);
  }
}
