/** Every word the page says by itself, in English and Japanese. What battles say comes from the server. */

import { language } from "./prefs.js";
import { SEATS } from "./strings_seats.js";

/** @type {Record<string, [en: string, ja: string]>} */
export const STRINGS = {
  ...SEATS,
  // home
  "home.title": ["Command a Civil War battle", "南北戦争の戦場を指揮する"],
  "home.text": [
    "Pick a battle, a side and an opponent. The referee knows every rule, offers only legal moves, rolls the dice in the open and names the rule behind everything it does.",
    "戦い、陣営、相手を選んでください。審判プログラムがすべてのルールを把握し、可能な行動だけを示し、ダイスを公開で振り、どの処理にも根拠となるルールを示します。",
  ],
  "home.battles": ["Battles", "戦い"],
  "home.games": ["Games", "ゲーム"],
  "home.no_games": ["No games yet. Choose a battle above.", "まだゲームはありません。上の戦いから選んでください。"],
  "home.mine": ["Your games", "自分のゲーム"],
  "home.others": ["Going on here", "進行中のゲーム"],
  "home.more": ["{n} more", "他{n}件"],
  "home.finished": ["Finished", "終了したゲーム"],
  "home.hide": ["Remove from this list: {title}", "一覧から外す：{title}"],
  "home.hide_text": ["Removed from this list. It goes on, and can be put back at the foot of the page.", "一覧から外しました。ゲームは続いており、ページの下から戻せます。"],
  "home.hidden": ["Removed from this list ({n})", "一覧から外したゲーム（{n}）"],
  "home.unhide": ["Put back on the list: {title}", "一覧に戻す：{title}"],
  "home.record": ["A game from a file", "ファイルから開く"],
  "home.upload": ["Open a record…", "対戦記録を開く…"],
  "home.upload_text": ["A saved game goes on where it stopped; a finished one is shown.", "保存したゲームは続きから始まり、終わったゲームは再生されます。"],
  "home.back": ["Home", "ホーム"],
  "home.colophon": ["Hardtack referees hex-and-counter battles. All dice can be verified.", "Hardtackは、ヘクスとカウンターのウォーゲームを審判します。ダイスはすべて検証できます。"],
  play: ["Play", "プレイ"],
  "fact.turns": ["{n} {n:turn|turns}", "{n}ターン"],
  "fact.minutes": ["{n} min", "{n}分"],
  "fact.units": ["{n} {n:unit|units}", "{n}ユニット"],
  "fact.hexes": ["{n} hexes", "{n}ヘクス"],
  "fact.solitaire": ["Solitaire system", "ソリテア対応"],
  "fact.scenarios": ["{n} scenarios", "シナリオ{n}本"],

  // a new game
  "setup.scenario": ["Scenario", "シナリオ"],
  "setup.you": ["You", "あなた"],
  "setup.link": ["Friend by link", "友人（リンク）"],
  "setup.bot": ["Computer", "コンピュータ"],
  "setup.level": ["Commander", "指揮官"],
  "setup.link_text": ["You get a link to send. One person can take this seat with it.", "リンクが発行されます。1人がそれを使ってこの席に着けます。"],
  "setup.name": ["Your name", "あなたの名前"],
  "setup.options": ["Options", "オプション"],
  "setup.readings": ["Readings and numbers the book leaves open", "ルールブックが定めていない箇所の解釈と数値"],
  "delete": ["Delete", "削除"],
  "delete.game": ["Delete this game: {title}", "ゲームを削除：{title}"],
  "delete.text": ["The game and its record are gone for good.", "ゲームと対戦記録は完全に失われます。"],
  "delete.keep": ["Keep it", "残す"],
  "your_turn": ["Your turn", "あなたの手番"],
  "notice.refused": ["The browser does not allow notices from this page.", "ブラウザがこのページの通知を許可していません。"],
  "menu.notify": ["Tell me when it is my turn", "自分の手番になったら通知する"],
  "missed": ["{n} {n:move|moves} since you were here.", "前回から{n}手進みました。"],
  "missed.watch": ["Watch", "見る"],
  "branch": ["Play on from here", "ここから続ける"],
  "branch.try": ["Try something out", "別のゲームで試す"],
  "branch.text": ["A new game goes on after move {n}, with dice of its own. This one stays as it is. What you may not know of it is guessed.", "第{n}手の後から新しいゲームが始まります。ダイスは新たに振られ、元のゲームは変わりません。あなたが知り得ない情報は推測で補われます。"],
  "branch.start": ["Play on", "続ける"],
  "branch.origin": ["Branched off another game after move {n}", "別のゲームの第{n}手から分岐"],
  "setup.start": ["Start the battle", "戦いを始める"],

  // the page of a game
  loading: ["Unrolling the map…", "マップを広げています…"],
  trouble: ["This page cannot be shown", "このページは表示できません"],
  again: ["Try again", "もう一度試す"],
  close: ["Close", "閉じる"],
  cancel: ["Cancel", "キャンセル"],
  copy: ["Copy", "コピー"],
  copied: ["Copied", "コピーしました"],
  language: ["Language", "言語"],
  rule: ["Rule", "ルール"],
  rules: ["Rules", "ルール"],
  "rules.search": ["Search the rules", "ルールを検索"],
  "rules.none": ["No rule has these words.", "該当するルールはありません。"],
  charts: ["Charts", "図表"],
  "charts.none": ["This battle has no charts.", "この戦いに図表はありません。"],
  menu: ["Menu", "メニュー"],
  help: ["Keys and help", "キー操作とヘルプ"],
  side: ["Orders and log", "命令とログ"],
  sheet: ["Open or close the panel", "パネルを開閉"],
  you: ["You", "あなた"],
  player: ["Player", "プレイヤー"],
  over: ["Game over", "ゲーム終了"],
  spectating: ["You are watching this game.", "このゲームを観戦しています。"],
  thinking: ["The computer is thinking", "コンピュータが考えています"],
  "link.passed": ["The game has moved on. Ask again.", "ゲームが先に進みました。もう一度質問してください。"],
  "link.lost": ["The server does not answer. Trying again; nothing is lost.", "サーバーが応答しません。再接続しています。ゲームの内容は失われません。"],
  "turn.n": ["Turn {n}", "第{n}ターン"],
  "turn.of": ["Turn {n} of {of}", "第{n}ターン（全{of}ターン）"],
  prompt: ["What to decide", "決めること"],
  "hint.goals": ["What wins the game?", "勝利条件を見る"],
  "hint.choose": ["Choose a unit with a golden edge.", "金色の縁のユニットを選んでください。"],
  "hint.go": ["Choose a lit hex to go there; the number is the cost. Choose anything else to see why not.", "明るいヘクスを選ぶと移動します。数字はコストです。他の場所を選ぶと、できない理由が表示されます。"],
  "hint.place": ["Choose one of the lit hexes. Choose anything else to see why not.", "明るいヘクスのどれかを選んでください。他の場所を選ぶと、できない理由が表示されます。"],
  choice: ["What do you mean?", "どの行動ですか？"],
  "choice.unit": ["Choose {name} instead", "代わりに{name}を選ぶ"],
  stops: ["ends its move", "移動終了"],
  cost: ["cost {n}", "コスト{n}"],
  "march.dice": ["The march to {hex} halts: dice were rolled.", "{hex}への移動を中断しました。ダイスが振られたためです。"],
  "march.answer": ["The march to {hex} halts: the other side must decide.", "{hex}への移動を中断しました。相手の決定を待ちます。"],
  "march.halt": ["The march to {hex} halts: it does not go as foreseen.", "{hex}への移動を中断しました。予定どおりに進めないためです。"],
  only: ["The only choice: {label}", "唯一の選択肢：{label}"],
  undo: ["Undo", "元に戻す"],
  "undo.n": ["Undo ({n})", "元に戻す（{n}）"],
  "undo.title": ["{n} {n:action|actions} can be taken back", "{n}手まで元に戻せます"],
  "undo.none": ["Nothing can be taken back: dice, a revelation or somebody else's action stand in between.", "元に戻せる行動はありません。ダイス、情報の開示、または他のプレイヤーの行動より前には戻せません。"],
  "undo.over": ["The game is over and stays as it is: nothing is taken back any more.", "ゲームは終了しています。もう元に戻せる行動はありません。"],
  undone: ["Taken back.", "元に戻しました。"],
  end: ["End phase", "フェイズを終了"],
  "end.title": ["{label}?", "「{label}」でよろしいですか？"],
  "end.left": ["{n} {n:unit|units} could still act. Choose one to go to it.", "まだ行動できるユニットが{n}個あります。選ぶとそのユニットを表示します。"],
  "end.never": ["Do not ask again", "次回から確認しない"],
  "end.back": ["Go back", "戻る"],
  "end.none": ["There is no phase to end now.", "今は終了するフェイズがありません。"],
  "end.wait": ["It is not your decision now.", "今はあなたの手番ではありません。"],
  "why.not": ["Not allowed", "できません"],
  "why.nothing": ["Nothing can be done there now.", "今そこでできることはありません。"],
  "why.nearest": ["The nearest it can get:", "到達できる最も近い場所："],
  "why.first": ["It could first:", "まずできること："],
  "why.legal": ["That is allowed: {action}", "可能です：{action}"],

  // units and hexes
  unit: ["Chosen unit", "選択中のユニット"],
  stack: ["Stack", "スタック"],
  tray: ["Beside the board", "マップ外"],
  "tray.waiting": ["Ready to be brought on", "登場できるユニット"],
  "unit.places": ["Places to go: {n}", "移動先：{n}"],
  "unit.further": ["further ahead: {n}", "その先：{n}"],
  "unit.attacks": ["Attacks: {n}", "攻撃：{n}"],
  "unit.chosen": ["{name} chosen", "{name}を選択中"],
  "unit.cannot": ["This unit has nothing to do now.", "このユニットは今できることがありません。"],
  "place.waiting": ["not arrived", "未登場"],
  "place.lost": ["lost", "除去"],
  "place.hex": ["in {hex}", "{hex}"],
  "hex.card": ["Hex", "ヘクス"],
  "hex.zone": ["{side} zone of control", "{side}のZOC"],
  "hex.reached": ["Can get here: {names}", "到達可能：{names}"],
  "hex.cost": ["{hex} ({n})", "{hex}（{n}）"],
  "hex.attacked": ["Can attack it: {names}", "攻撃可能：{names}"],
  "hex.reconstructed": ["Terrain reconstructed, not from the book", "地形は復元（原典になし）"],
  "type.infantry": ["Infantry", "歩兵"], "type.cavalry": ["Cavalry", "騎兵"], "type.artillery": ["Artillery", "砲兵"],
  "type.horse_artillery": ["Horse artillery", "騎馬砲兵"], "type.leader": ["Leader", "司令官"], "type.hq": ["Headquarters", "司令部"],
  "type.depot": ["Depot", "集積所"], "type.train": ["Train", "輜重隊"], "type.gunboat": ["Gunboat", "砲艦"], "type.bridge": ["Bridge", "橋"],
  "type.camp": ["Camp", "野営地"], "type.hidden": ["Unknown", "不明"], "type.marker": ["Marker", "マーカー"],
  "size.army": ["army", "軍"], "size.corps": ["corps", "軍団"], "size.division": ["division", "師団"], "size.brigade": ["brigade", "旅団"],
  "size.regiment": ["regiment", "連隊"], "size.battalion": ["battalion", "大隊"], "size.batteries": ["batteries", "砲兵隊"], "size.legion": ["legion", "リージョン"], "size.vessel": ["vessel", "艦"],

  // roster
  roster: ["Forces", "部隊一覧"],
  "roster.search": ["Search the forces", "部隊を検索"],
  "roster.none": ["Nobody of that name.", "該当する部隊はありません。"],

  // planner
  planner: ["Attack planner", "攻撃計画"],
  "planner.counting": ["Counting the chances…", "確率を計算中…"],
  "planner.attack": ["Attack", "攻撃"],
  "planner.begin": ["Begin the attack", "攻撃を開始"],
  "attackers.hint": ["Choose a counter to put it into the attack or take it out.", "ユニットを選ぶと、攻撃に加えたり外したりできます。"],
  "attackers.fixed": ["This unit cannot be taken out of the attack any more.", "このユニットはもう攻撃から外せません。"],
  "planner.around": ["The hexes around the target", "目標の周囲のヘクス"],
  "planner.around_n": ["Around the target ({n})", "目標の周囲（{n}）"],
  "planner.ways": ["Ways to attack", "攻撃方法"],
  "planner.point": ["Point at a hex to see what it does.", "ヘクスを指すと、その影響が表示されます。"],
  "planner.mean": ["average {n}", "平均{n}"],
  percent: ["{n} %", "{n}%"],
  "planner.all": ["Every outcome ({n})", "すべての結果（{n}通り）"],
  die: ["Die: {n}", "ダイス：{n}"],

  // log, track, standing
  log: ["Log", "ログ"],
  "log.earlier": ["Earlier", "以前のログ"],
  "log.jump": ["Show this moment in the replay", "この場面をリプレイで見る"],
  track: ["Turn track", "ターン記録トラック"],
  "track.arrive": ["{n} {n:unit arrives|units arrive}", "{n}ユニット登場"],
  "track.title": ["Arriving on turn {n}", "第{n}ターンの登場ユニット"],
  losses: ["{n} lost", "損失{n}"],
  meter: ["Victory meter {n}: +1 Union, −1 Confederate", "勝敗メーター{n}（+1で北軍、-1で南軍の勝利）"],
  standing: ["How it stands", "戦況"],
  "standing.goals": ["What wins", "勝利条件"],
  "goals.sudden": ["At any time", "即時勝利"],
  "goals.later": ["When the game ends", "ゲーム終了時"],
  "goals.marked": ["Marked on the map", "マップ上の目標"],
  "goals.either": ["Either side", "両軍"],
  "goals.held": ["Now held by: {side}.", "現在の保持：{side}。"],
  points: ["{n} VP", "{n}VP"],
  key: ["Map key", "マップの凡例"],
  "key.map": ["Signs of the map", "マップの記号"],
  "key.signs": [
    "Square: Union. Cut corners: Confederate. Circle: either side. Star: can end the game before its last turn; number: victory points; flag: counts at the end. Filled: held now.",
    "四角は北軍、角を落とした形は南軍、丸は両軍の目標です。星は途中でゲームを終わらせるもの、数字は勝利ポイント、旗は終了時に数えるものです。塗りつぶしは現在保持していることを示します。",
  ],
  "standing.about": ["The scenario", "シナリオ"],
  "standing.lost": ["Lost", "除去"],
  "standing.waiting": ["Not on the map", "マップ上にいないユニット"],

  // overlays
  overlay: ["Overlay", "重ね表示"],
  "overlay.none": ["None", "なし"],
  "overlay.cost": ["Movement cost of the chosen unit", "選択ユニットの移動コスト"],
  "overlay.reach": ["Who can reach the hex pointed at", "指しているヘクスに到達できるユニット"],
  "overlay.off": ["Take the overlay off", "重ね表示を消す"],
  "overlay.point": ["Choose a unit, or point at a hex.", "ユニットを選ぶか、ヘクスを指してください。"],
  "overlay.choose": ["Choose a unit that can move.", "移動できるユニットを選んでください。"],
  "overlay.empty": ["Nothing to show here.", "ここに表示するものはありません。"],
  "overlay.both": ["both", "両軍"],
  "overlay.good": ["yes", "可"], "overlay.fair": ["in part", "一部可"], "overlay.poor": ["hardly", "困難"], "overlay.bad": ["no", "不可"],

  // menu
  "menu.grid": ["Hex grid", "ヘクス格子"],
  "menu.ids": ["Hex numbers", "ヘクス番号"],
  "menu.askEnd": ["Ask before a phase ends", "フェイズ終了前に確認する"],
  "menu.onlyChoice": ["Make the only choice for me", "選択肢が1つだけなら自動で選ぶ"],
  "menu.intent": ["Say what bots are after", "コンピュータの狙いを表示"],
  "intent": ["{bot}: {text}.", "{bot}：{text}。"],
  "intent.and": ["; ", "／"],
  "menu.curtain": ["Curtain between seats", "交代時に盤面を隠す"],
  "menu.spectate": ["Copy link for spectators", "観戦用リンクをコピー"],
  "menu.record": ["Save the record", "対戦記録を保存"],
  "luck": ["The dice", "ダイス"],
  "luck.rolls": ["Dice", "個数"],
  "luck.mean": ["Mean", "平均"],
  "luck.few": ["{side}: too few dice yet to say anything.", "{side}：判断するにはまだダイスが少なすぎます。"],
  "luck.chance": ["{side}: fair dice have a mean as far from 3.5 as {mean}, or further, in {p} of 100 games with {n} dice.", "{side}：公正なダイス{n}個の平均が、{mean}と同じかそれ以上に3.5から離れるのは、100ゲーム中{p}ゲームほどです。"],
  "luck.neither": ["For both sides", "両陣営共通"],
  "luck.all": ["All", "合計"],
  "luck.recorded": ["The first {n} {n:die is that|dice are those} of the record or game this one went on from. Nothing here vouches for {n:it|them}.", "最初の{n}個のダイスは、続きを始めた対戦記録または元のゲームのものです。ここでは検証できません。"],
  "luck.sealed_from": ["From die {n} on the dice follow a seed of this game, whose hash was published when it was taken up. The seed is published when the game is over; then every one of these dice can be checked here.", "{n}個目からのダイスは、続きを始めた時にハッシュ値が公開されたこのゲームのシードに従います。シードはゲーム終了後に公開され、それらのダイスをここで検証できます。"],
  "luck.unknown": ["Dice {a} to {b} fell under a seal whose seed is not published here:", "{a}個目から{b}個目のダイスのシードは、ここでは公開されていません："],
  "luck.true_part": ["Dice {a} to {b} are those that were settled before they fell.", "{a}個目から{b}個目のダイスはすべて、振る前に定まっていたものと一致しました。"],
  "luck.sealed": ["The dice follow a seed whose hash was published before the first move. The seed is published when the game is over; then every die can be checked here.", "ダイスは、第1手の前にハッシュ値が公開されたシードに従います。シードはゲーム終了後に公開され、すべてのダイスをここで検証できます。"],
  "luck.true": ["All {n} dice are those that were settled before the first move.", "{n}個のダイスはすべて、第1手の前に定まっていたものと一致しました。"],
  "luck.false": ["Die {n} is not the one that was settled before it fell.", "{n}個目のダイスが、振る前に定まっていたものと異なります。"],
  "luck.open": ["This game was taken up from a record, so its dice were not settled before the first move.", "このゲームは対戦記録から始まったため、ダイスは第1手の前に定まっていません。"],
  theme: ["Light or dark", "配色"],
  "theme.light": ["Light", "ライト"],
  "theme.dark": ["Dark", "ダーク"],
  pace: ["Pace", "速さ"],
  "pace.wait": ["{n} s an action", "1手{n}秒"],
  "pace.pause": ["Pause the computer", "コンピュータを一時停止"],
  "pace.skip": ["Skip ahead", "早送り"],
  curtain: ["{side} to decide", "{side}の手番です"],
  "curtain.text": ["Hand over. The board shows when you are ready.", "交代してください。準備ができたら盤面が表示されます。"],
  "curtain.ready": ["Ready", "準備完了"],

  // replay
  replay: ["Replay", "リプレイ"],
  "replay.watch": ["Watch the replay", "リプレイを見る"],
  "replay.slider": ["Move", "手数"],
  "replay.play": ["Play", "再生"],
  "replay.speed": ["Speed", "再生速度"],
  "replay.first": ["To the opening", "最初へ"],
  "replay.back": ["One back", "1手戻る"],
  "replay.step": ["One on", "1手進む"],
  "replay.last": ["To the end", "最後へ"],
  "replay.turn": ["Go to a turn", "ターンへ移動"],
  "replay.battle": ["Go to a battle", "戦闘へ移動"],
  "replay.share": ["Share this moment", "この場面を共有"],
  "replay.share_text": ["Anybody with this link sees the game at this move.", "このリンクを開くと、この場面が表示されます。"],
  "replay.to_game": ["To the game", "ゲームに戻る"],
  "replay.move": ["Move {n} of {of}", "第{n}手（全{of}手）"],
  "replay.opening": ["The opening", "初期配置"],
  "replay.secret": ["A secret order", "秘密の命令"],

  // board and keys
  "board.role": ["hex map", "ヘクスマップ"],
  "board.label": ["The board", "盤面"],
  "board.help": [
    "Arrow keys move the hex cursor, Tab goes through the units that can act, N through the hexes the chosen one may go to, Enter chooses or acts, slash opens the command box, question mark lists the keys.",
    "矢印キーでヘクスカーソルを動かし、Tabで行動可能なユニットを、Nで選んだユニットの移動先を巡り、Enterで選択・実行します。スラッシュでコマンド欄、疑問符でキー一覧を開きます。",
  ],
  "board.edge": ["Edge of the map", "マップの端です"],
  "zoom.in": ["Zoom in", "拡大"],
  "zoom.out": ["Zoom out", "縮小"],
  "zoom.fit": ["Whole map", "全体を表示"],
  command: ["Command", "コマンド"],
  "command.hint": ["where Jackson · reach Burnside · odds 0404 0505 · why move SHE 0404", "どこ Jackson・移動先 Burnside・確率 0404 0505・なぜ move SHE 0404"],
  "command.because": ["{text} [{clause}]", "{text}（{clause}）"],
  "command.where": ["where", "どこ"],
  "command.nobody": ["No unit is called {name}.", "{name}というユニットはありません。"],
  "command.name": ["Which unit? Give its name after the word.", "どのユニットですか。言葉の後に名前を入れてください。"],
  "command.why": ["Why what? Give a hex, a unit and a hex, or an action.", "何についてですか。ヘクス、ユニットとヘクス、または行動を入れてください。"],
  "command.first": ["{name} must first choose: {labels}", "{name}はまず選択が必要です：{labels}"],
  "command.nowhere": ["{name} can go nowhere now.", "{name}は今どこへも行けません。"],
  "command.no_attack": ["No such attack is possible now.", "その攻撃は今できません。"],
  "command.no_hex": ["There is no hex {hex}.", "ヘクス{hex}はありません。"],
  "help.text": ["Choose a unit that glows, then a lit hex. Everything works by keyboard too:", "光っているユニットを選び、次に明るいヘクスを選びます。すべてキーボードでも操作できます。"],
  "help.command": [
    "The command box takes the notation of actions (move SHE 0404) and questions: where NAME, reach NAME, odds HEX HEX, why NAME HEX, go HEX, rule CLAUSE.",
    "コマンド欄には行動の表記（move SHE 0404）と質問を入力できます：どこ 名前、移動先 名前、確率 ヘクス ヘクス、なぜ 名前 ヘクス、表示 ヘクス、ルール 条項。",
  ],
  "keys.cursor": ["Move the hex cursor", "ヘクスカーソルを動かす"],
  "keys.steer": ["Steer it in six directions (E after one of the others)", "6方向へ動かす（Eは他の文字の後）"],
  "keys.enter": ["Choose a unit, go there, commit an attack", "ユニット選択・移動・攻撃実行"],
  "keys.tab": ["Next unit that can act (Shift: the one before)", "次の行動可能ユニット（Shiftで前）"],
  "keys.next": ["Next hex it may go to or attack (Shift: the one before)", "次の移動先・攻撃目標（Shiftで前）"],
  "keys.escape": ["Let go", "選択解除"],
  "keys.numbers": ["Press a button of the prompt", "指示欄のボタンを押す"],
  "keys.undo": ["Undo", "元に戻す"],
  "keys.end": ["End the phase", "フェイズを終了"],
  "keys.terrain": ["Terrain chart", "地形効果表"],
  "keys.charts": ["Combat chart", "戦闘結果表"],
  "keys.rules": ["Rules", "ルール"],
  "keys.log": ["To the log", "ログへ"],
  "keys.overlays": ["Next overlay: cost, zones, sight, command, reach", "重ね表示の切替：コスト・ZOC・LOS・指揮・到達"],
  "keys.forces": ["Forces of both sides", "両軍の部隊一覧"],
  "keys.command": ["Command box", "コマンド欄"],
  "keys.replay": ["Replay", "リプレイ"],
  "keys.board": ["To the board", "盤面へ"],
  "keys.key": ["Map key", "マップの凡例"],
  "keys.zoom": ["Zoom in, out, whole map", "拡大・縮小・全体"],
  "keys.help": ["This list", "この一覧"],
  "provenance.public": ["from public sources", "公開資料による"],
  "provenance.reconstructed": ["reconstructed", "復元"],
};

/**
 * A sentence of the page in the viewer's language. An unknown key comes back as it is. `{n}` stands for a value,
 * `{n:unit|units}` for the first word when the value is one, else for the second.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const entry = STRINGS[key];
  if (!entry) return key;
  return entry[language() === "ja" ? 1 : 0]
    .replace(/\{(\w+):([^|}]*)\|([^}]*)\}/g, (_, name, one, many) => (String(values[name]) === "1" ? one : many))
    .replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Names one after another, as the viewer's language lists them. @param {string[]} names */
export const listed = (names) => names.join(language() === "ja" ? "、" : ", ");

/** What is spoken of, and what is said of it. @param {string} head @param {string} text */
export const headed = (head, text) => `${head}${language() === "ja" ? "：" : ": "}${text}`;

/** Several remarks as one announcement: each ends with its stop. @param {string[]} remarks */
export function spoken(remarks) {
  const [stop, space] = language() === "ja" ? ["。", ""] : [".", " "];
  return remarks.filter(Boolean).map((remark) => (/[.。!?？！]$/.test(remark) ? remark : `${remark}${stop}`)).join(space);
}

/**
 * The end of a label that tells it from others which begin alike: from the last word they share, in Japanese from
 * the last colon, because a space there is only part of a name.
 * @param {string} label
 * @param {string[]} others
 */
export function ownEnd(label, others) {
  let alike = 0;
  while (alike < label.length && others.every((other) => other[alike] === label[alike])) alike += 1;
  const cut = label.lastIndexOf(language() === "ja" ? "：" : " ", alike - 1) + 1;
  return alike ? label.slice(cut).replace(/^./, (letter) => letter.toUpperCase()) : label;
}

const DATE = /** @type {const} */ ({ year: "numeric", month: "long", day: "numeric", timeZone: "UTC" });
const noon = (/** @type {string} */ clock) => new Date(`${clock}T12:00:00Z`);

/** A date (`1863-05-03`) as the viewer writes it; a time of day stays as it is. @param {string} clock */
export function day(clock) {
  const made = noon(clock);
  return Number.isNaN(made.getTime()) ? clock : made.toLocaleDateString(language(), DATE);
}

/** From one date to another as the viewer writes it. @param {string} first @param {string} last */
export function days(first, last) {
  if (first === last) return day(first);
  if (language() === "ja") return `${day(first)}〜${day(last)}`; // formatRange has no long form there
  return new Intl.DateTimeFormat(language(), DATE).formatRange(noon(first), noon(last));
}
