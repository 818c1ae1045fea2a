/** The words of games by mail, in English and Japanese; they come with the pages that say them. */

/** @type {Record<string, [en: string, ja: string]>} */
export const MAIL = {
  mail: ["Play by mail", "メール対戦"],
  "mail.text": [
    "One text file carries the game between two people: no common server, no account. Every line is tied to the one before, and the dice come from secrets of both, so that nobody can look ahead or roll again.",
    "1つのテキストファイルで2人の間をゲームが行き来します。共通のサーバーも登録も不要です。各行は直前の行と結び付けられ、ダイスは両者の秘密から決まるため、先読みも振り直しもできません。",
  ],
  "mail.yours": ["Your games by mail", "自分のメール対戦"],
  "mail.come": ["A file has come", "届いたファイルを開く"],
  "mail.choose": ["Choose the file…", "ファイルを選ぶ…"],
  "mail.paste": ["Or paste the text of the mail here", "またはメールの本文をここに貼り付ける"],
  "mail.open": ["Open", "開く"],
  "mail.new": ["Begin a game", "新しく始める"],
  "mail.scenario": ["Scenario", "シナリオ"],
  "mail.side": ["Your side", "自分の陣営"],
  "mail.name": ["Your name", "自分の名前"],
  "mail.dice": ["Dice", "ダイス"],
  "mail.both": ["of both players: safe, a letter for each roll", "両者の秘密で決める：安全。ダイスのたびに手紙が1往復"],
  "mail.own": [
    "of whoever acts: fewer letters, for players who trust each other",
    "行動する側が振る：手紙が少ない。信頼できる相手向け",
  ],
  "mail.begin": ["Write the first letter", "最初の手紙を書く"],
  "mail.join": ["Join this game", "このゲームに参加する"],
  "mail.board": ["See the board", "盤面を見る"],
  "mail.play": ["Play your turn", "自分の手番を行う"],
  "mail.against": ["{union} (Union) against {confederate} (Confederate)", "{union}（北軍）対{confederate}（南軍）"],
  "mail.nobody": ["nobody yet", "未定"],
  "mail.verified": ["{n} {n:line|lines} verified", "{n}行を検証しました"],
  "mail.is_join": [
    "{name} waits for an opponent. Join, and send the file back.",
    "{name}が相手を待っています。参加して、ファイルを送り返してください。",
  ],
  "mail.is_act": ["It is for you to decide.", "あなたが決める番です。"],
  "mail.is_invite": [
    "Send this file to whoever is to play against you, and open here what comes back.",
    "このファイルを対戦相手に送り、返ってきたものをここで開いてください。",
  ],
  "mail.is_wait": [
    "Send this file to {name}, and open here what comes back.",
    "このファイルを{name}に送り、返ってきたものをここで開いてください。",
  ],
  "mail.is_roll": [
    "Your action is written down. {name}'s answer brings the dice: send the file, and open here what comes back.",
    "行動を書き込みました。{name}の返答でダイスが決まります。ファイルを送り、返ってきたものをここで開いてください。",
  ],
  "mail.is_over": ["The game is over.", "ゲームは終わりました。"],
  "mail.is_look": [
    "You are no player of this game in this browser; every line of it has been checked.",
    "このブラウザではこのゲームのプレイヤーではありません。すべての行を検証しました。",
  ],
  "mail.letter": ["The letter", "手紙"],
  "mail.download": ["Download the file", "ファイルを保存"],
  "mail.copy": ["Copy the text", "本文をコピー"],
  "mail.write": ["Write the letter", "手紙を書く"],
  "mail.write_text": [
    "Your turn is over. Write the letter: what is in it cannot be taken back.",
    "手番が終わりました。手紙を書いてください。書いた行動は取り消せません。",
  ],
  "mail.going": [
    "Play your turn. Whatever rolls dice goes into a letter first; all else you can take back until then.",
    "手番を行ってください。ダイスを振る行動はまず手紙に書かれます。それ以外は、書くまで取り消せます。",
  ],
  "mail.waiting": ["A letter is on its way: {name} has to answer.", "手紙を送付中です。{name}の返答を待っています。"],
  "mail.again": ["Show the letter again", "手紙をもう一度見る"],
  "mail.answer": ["Open the answer", "返事を開く"],
  "mail.roll": ["This rolls dice", "ダイスを振る行動です"],
  "mail.roll_text": [
    "The action is written into the letter and cannot be taken back. The dice fall when {name} answers.",
    "行動は手紙に書き込まれ、取り消せません。{name}が返答するとダイスが決まります。",
  ],
  "mail.declare": ["Declare it and write the letter", "宣言して手紙を書く"],
  "mail.more": ["Declare more in this letter", "同じ手紙で続きも宣言する"],
  "mail.more_text": [
    "You can declare further actions in the same letter: each is played as long as it is allowed and the decision is yours, the rest is dropped.",
    "同じ手紙で続きの行動も宣言できます。ルールで認められ、自分が決める番である限り順に行われ、残りは取りやめになります。",
  ],
  "mail.ahead": [
    "Declared for this letter. Choose the next on the board as ever, or write the letter.",
    "この手紙で宣言する行動です。続きを盤面でいつもどおり選ぶか、手紙を書いてください。",
  ],
  "mail.drop": ["leave out", "取りやめる"],
  "mail.declare_all": ["Declare all and write the letter", "すべて宣言して手紙を書く"],
  "mail.rematch": ["Rematch, sides swapped: write the letter", "陣営を入れ替えて再戦：手紙を書く"],
};
