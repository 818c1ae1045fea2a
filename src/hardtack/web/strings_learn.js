/** The words of the lessons, the puzzles, the briefing and the book. */

/** @type {Record<string, [en: string, ja: string]>} */
export const LEARN = {
  "learn.new": ["New here? Learn in ten minutes", "はじめての方へ：10分で学ぶ"],
  "learn.new_text": ["Short lessons on the real board: one idea, one task, one tick.", "本物の盤面での短いレッスン。一つの考え方、一つの課題、一つのチェック。"],
  "learning.lesson": ["Learn by playing", "遊びながら学ぶ"],
  "learning_text.lesson": [
    "Each lesson is about one idea. Do what it asks, on the real board and with the real referee; nothing can go wrong, and you can begin again as often as you like.",
    "レッスンはそれぞれ一つの考え方を扱います。本物の盤面と審判で課題をこなしてください。失敗しても困ることはなく、何度でもやり直せます。",
  ],
  "learn.first": ["Start here", "ここから始める"],
  "learn.on": ["Go on", "続ける"],
  "learn.done_of": ["{n} of {of} done", "{of}件中{n}件完了"],
  "learn.done": ["done", "完了"],
  "learn.all_done": ["All done. You know enough to play.", "すべて完了しました。もう十分に遊べます。"],
  "learn.forget": ["Forget my ticks", "チェックをすべて消す"],
  "lesson": ["Lesson", "レッスン"],
  "lesson.number": ["{title} · {n} of {of}", "{title}・{n}／{of}"],
  "lesson.task": ["Your task", "課題"],
  "lesson.hint": ["Hint", "ヒント"],
  "lesson.again": ["Try again", "やり直す"],
  "lesson.next": ["Next lesson", "次のレッスン"],
  "lesson.list": ["All lessons", "レッスン一覧"],
  "lesson.end": ["That was the last one of this set.", "このセットはこれで終わりです。"],
  "lesson.solved": ["Done", "できました"],
  "lesson.failed": ["Not quite", "惜しい"],
};
