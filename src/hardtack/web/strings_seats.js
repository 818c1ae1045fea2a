/** The words about seats, invitations and devices, in English and Japanese. */

/** @type {Record<string, [en: string, ja: string]>} */
export const SEATS = {
  invite: ["Invite your friend", "友人を招待"],
  "invite.text": [
    "Send this link to one person. It takes the seat once; after that it opens nothing.",
    "このリンクを1人に送ってください。席に着けるのは1回だけで、その後は何も開きません。",
  ],
  "invite.once": [
    "The link is shown only now. Under “Seats and links” in the menu it can be withdrawn and a new one made.",
    "リンクが表示されるのは今だけです。メニューの「席とリンク」で取り消し、新しいリンクを作れます。",
  ],
  "invite.address": ["Address of this server", "このサーバーのアドレス"],
  "invite.local": [
    "You opened this page at {host}, which on any other machine means that machine. The link below has an address that works on your network.",
    "このページは{host}で開かれています。他の端末でこのアドレスはその端末自身を指します。下のリンクには、同じネットワークで通じるアドレスを使っています。",
  ],
  "invite.only_here": [
    "You opened this page at {host}, and the server listens to this machine only: on any other the link leads nowhere. Stop the server, start it with the command below and make a new link.",
    "このページは{host}で開かれており、サーバーはこの端末からの接続だけを受け付けます。他の端末ではリンクは通じません。サーバーを止め、下のコマンドで起動し直して、新しいリンクを作ってください。",
  ],
  "invite.unknown": [
    "You opened this page at {host}, which on any other machine means that machine. Replace it in the link by the address under which yours is known on the network.",
    "このページは{host}で開かれています。他の端末でこのアドレスはその端末自身を指します。リンクの中のアドレスを、ネットワークで通じるこの端末のアドレスに置き換えてください。",
  ],
  seats: ["Seats and links", "席とリンク"],
  "seats.named": ["{name}, since {when}", "{name}（{when}から）"],
  "seats.taken": ["taken since {when}", "着席済み（{when}から）"],
  "seats.invited": ["invited on {when}; nobody has come yet", "{when}に招待。まだ着席していません"],
  "seats.open": ["nobody sits here", "空席です"],
  "seats.short_invited": ["invited", "招待中"],
  "seats.short_open": ["nobody", "空席"],
  "seats.invite": ["Invite somebody", "招待する"],
  "seats.again": ["New link", "新しいリンク"],
  "seats.withdraw": ["Withdraw", "取り消す"],
  "seats.devices": ["Devices with your seat", "自分の席を持つ端末"],
  "seats.devices_text": [
    "Each of these browsers plays for you. Revoke one that is lost or not yours: it loses the seat at once.",
    "次の各ブラウザがあなたの席を持っています。なくした端末や覚えのない端末は取り消してください。すぐに席を失います。",
  ],
  "seats.this": ["this one", "この端末"],
  "seats.unnamed": ["a browser", "ブラウザ"],
  "seats.waiting": ["a link not used yet", "未使用のリンク"],
  "seats.revoke": ["Revoke", "取り消す"],
  "seats.revoke_text": ["This device loses your seat at once: {device}.", "この端末はすぐに席を失います：{device}"],
  "seats.revoked": ["Revoked.", "取り消しました。"],
  "seats.leave": ["Give the seat up here", "この端末の席を手放す"],
  "seats.leave_text": [
    "This browser loses your seat at once; your other devices keep it.",
    "このブラウザはすぐに席を失います。他の端末の席はそのままです。",
  ],
  "seats.leave_last": [
    "No other device has your seat: you cannot come back to it, and the other side can invite somebody else.",
    "他に席を持つ端末はありません。席には戻れず、相手側は別の人を招待できます。",
  ],
  "seats.device": ["Link for another device", "別の端末用のリンク"],
  "seats.device_text": [
    "Open this link on your other device. It brings your seat there once; this device keeps it, too.",
    "このリンクを別の端末で開いてください。1回だけ使え、その端末にも席が渡ります。この端末の席もそのままです。",
  ],
  "seats.lost": [
    "This browser does not hold the seat any more. You are watching now.",
    "このブラウザはもう席を持っていません。観戦に切り替わりました。",
  ],
  claim: ["You are invited to play", "対戦に招待されています"],
  "claim.text": [
    "The seat is yours as soon as you take it; the link then opens nothing more.",
    "着席すると席はあなたのものになり、リンクは使えなくなります。",
  ],
  "claim.device": ["Your seat on this device", "この端末で席に着く"],
  "claim.device_text": [
    "This browser will hold the seat, too; the link then opens nothing more.",
    "このブラウザも席を持つようになり、リンクは使えなくなります。",
  ],
  "claim.take": ["Take this seat", "この席に着く"],
  "claim.watch": ["Only watch", "観戦する"],
  "claim.mine": ["To your game", "自分のゲームへ"],
  "claim.already": [
    "This browser already plays in this game ({side}). The link is for somebody else, or for another device: send it there. It has not been used.",
    "このブラウザはすでにこのゲームに参加しています（{side}）。リンクは別の人か別の端末のためのものです。そちらへ送ってください。まだ使われていません。",
  ],
  "invite.link": ["Link for {side}", "{side}のリンク"],
};
