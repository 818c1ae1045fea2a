/** The words about notices, in English and Japanese; loaded with the pages that say them. */

/** @type {Record<string, [en: string, ja: string]>} */
export const NOTICES = {
  "notices.text": [
    "What you hear of your games while you look elsewhere. Whatever is no longer true is not sent, and much at once comes as one notice.",
    "ゲームを見ていないときに届く通知です。すでに当てはまらなくなった通知は送られず、重なった通知は1つにまとめられます。",
  ],
  "notices.choice": ["Tell me", "通知の内容"],
  "notices.usual": ["As for all games ({choice})", "全体の設定どおり（{choice}）"],
  "choice.turn": ["each turn", "手番ごと"],
  "choice.digest": ["once a day, all in one", "1日1回まとめて"],
  "choice.time": ["only when my time is nearly up", "持ち時間が残りわずかなときだけ"],
  "choice.none": ["nothing", "通知しない"],
  "notices.hour": ["At", "時刻"],
  "notices.talk": ["Also of what is said to me", "メッセージも通知する"],
  "notices.kept": ["Kept.", "保存しました。"],
  "notices.push": ["In this browser, even with the page closed", "ページを閉じていても、このブラウザで通知する"],
  "notices.browsers": ["Browsers that are told", "通知を受けるブラウザ"],
  "notices.mail": ["By mail", "メール"],
  "notices.address": ["Mail address", "メールアドレス"],
  "notices.give": ["Send me a link to confirm it", "確認のリンクを送る"],
  "notices.mailed": [
    "A link was sent to {address}. Open it within a day; until then nothing else is sent there.",
    "{address}にリンクを送りました。1日以内に開いてください。それまでは、ほかのメールは送られません。",
  ],
  "notices.confirmed": ["Notices go to {address}.", "通知は{address}に届きます。"],
  "notices.remove": ["Remove", "削除"],
  "notices.hook": ["Webhook: an address of your own that is called", "Webhook：呼び出される自分のアドレス"],
  "notices.hook_set": ["Set", "設定"],
  "notices.secret": [
    "Each call is signed with this secret. It is shown only now.",
    "呼び出しはこの鍵で署名されます。表示されるのは今だけです。",
  ],
  "notices.feed": ["A feed of your games", "ゲームのフィード"],
  "notices.feed_new": ["Make a secret address", "秘密のアドレスを作る"],
  "notices.feed_text": [
    "For a feed reader. Whoever has this address can read which of your games wait; it is shown only now and can be revoked.",
    "フィードリーダー用です。このアドレスを知る人は、あなたの待っているゲームを読めます。表示されるのは今だけで、いつでも取り消せます。",
  ],
  "notices.revoke": ["Revoke it", "取り消す"],
  "notices.trial": ["Send me a notice to try", "お試しの通知を送る"],
  "notices.tried": ["It is on its way.", "送信しました。"],
  "notices.name": [
    "To be told with the page closed you need a name of your own.",
    "ページを閉じていても通知を受けるには、自分の名前が必要です。",
  ],
  "mailed.lost": ["Do you have a name already?", "すでに名前をお持ちですか？"],
  "mailed.text": [
    "If you confirmed a mail address, a link to your name can be sent there.",
    "メールアドレスを確認済みなら、名前のリンクをそこへ送れます。",
  ],
  "mailed.ask": ["Mail me a link", "リンクをメールで送る"],
  "mailed.who": ["Your name or mail address", "名前またはメールアドレス"],
  "mailed.asked": [
    "If it is known here, a link is on its way. It works once, for an hour.",
    "登録があれば、リンクが送られます。1時間以内に1回だけ使えます。",
  ],
  "mailed.confirm": ["Confirm your address", "メールアドレスの確認"],
  "mailed.confirm_text": [
    "From now on notices of your games come to this address.",
    "今後、ゲームの通知がこのアドレスに届きます。",
  ],
  "mailed.confirmed": ["Your address is confirmed.", "メールアドレスを確認しました。"],
  "mailed.stop": ["No more mail", "メールを止める"],
  "mailed.stop_text": [
    "Your address is forgotten here, and no more mail is sent to it.",
    "メールアドレスの登録は削除され、今後メールは送られません。",
  ],
  "mailed.stopped": ["Nothing more is sent to this address.", "今後、このアドレスにメールは送られません。"],
};
