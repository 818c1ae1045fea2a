/** The shapes of the HTTP API (docs/api.md), for the type checker only. */

export type Side = string;

export interface Reason { clause: string; title: string; text: string }

export interface Option {
  action: string; kind: "move" | "attack" | "choose" | "end"; label: string; unit: string; hex: string;
  cost: number | null; path: string[]; attackers: string[]; target: string; stops: boolean; risk: string | null;
  apart: boolean;
}

/** A march of several actions, one after the other. */
export interface Way extends Option { actions: string[] }

/** A hex of an overlay; kinds of the page's own: shade0 to shade4, goal, comes. */
export interface Cell { hex: string; kind: string; text: string; label: string | null }

export interface Formation { label: string; side: Side; lines: string[]; units: string[] }

export interface Line {
  number: number; turn: number; side: Side | null; clause: string; title: string; key: string; part: Part; text: string; dice: number[]; rollers: Side[]; seats: Side[] | null;
}

/** What a line is in the story of a fight. */
export type Part = "" | "eve" | "begins" | "roll" | "loss" | "destroyed" | "shaken" | "retreat" | "advance";

export interface FightDie { face: number; by: Side; purpose: string }

export interface FightLine { number: number; part: Part; clause: string; title: string; text: string; dice: FightDie[] }

/** One fight, as far as it has come. */
export interface Fight {
  number: number; last: number; turn: number; side: Side; over: boolean; label: string; hex: string; place: string; origins: string[];
  attackers: string[]; defenders: string[]; destroyed: string[]; modifiers: Modifier[]; lines: FightLine[];
  toll: { name: string; sides: { side: Side; expected: number; fell: number }[]; chance: number } | null;
}

/** Something that may be regretted when the phase ends now. */
export interface Caution { text: string; unit: string; hex: string }

/** What a side did in a turn, with the reasons of a bot. */
export interface Account {
  side: Side; side_name: string; turn: number; turns: number[]; complete: boolean;
  plan: string[];
  deeds: { number: number; kind: "move" | "attack" | "choose"; text: string; count: number; motives: string[] }[];
}

export interface Move {
  number: number; turn: number; side: Side | null; action: string | null; label: string | null; dice: number[];
  kind: string; unit: string; hex: string; path: string[]; attackers: string[]; target: string; cost: number | null;
  by: "person" | "bot"; standing: boolean;
}

/** Lessons or puzzles of one game. */
export interface LessonSet { id: string; kind: "lesson" | "puzzle"; title: string; about: string; lessons: LessonCard[] }

export interface LessonCard { id: string; title: string; scenario: string; theme: "" | "attack" | "withdraw" | "hold" }

export interface Lesson {
  set: string; id: string; kind: "lesson" | "puzzle"; number: number; of: number; set_title: string; title: string; idea: string; task: string; hint: string;
  show: string[]; look: string[]; scored: boolean; clauses: { id: string; title: string }[]; next: string | null;
}

export interface BriefingText { side: Side; side_name: string; who: string; goals: Goal[]; do: string[]; fear: string[]; arrivals: string[] }

/** A chapter of the rules. */
export interface Chapter { title: string; text: string; clauses: string[]; examples: { set: string; lesson: string; title: string; text: string; picture: string }[] }

export interface Piece {
  id: string; name: string; side: Side; type: string; size: string; colour: string; at: string;
  numbers: string[]; markers: string[]; states: string[]; can_act: boolean; spent: boolean;
  /** The hex where it stands hidden, if the viewer may know. */
  unseen_at: string;
  /** As the server sent it, where the page shows it in its hidden hex. */
  sent?: Piece;
}

export interface Seat {
  side: Side; side_name: string; who: "person" | "bot"; name: string; bot: string | null; bot_name: string | null;
  yours: boolean; state: SeatState; since: string | null; named: boolean; faults: { number: number; kind: string; detail: string }[];
}

/** A name of one's own and the key of this browser. */
export interface Player { id: string; name: string; key: string }

export interface Myself {
  id: string; name: string; devices: { id: string; device: string; since: string; this: boolean }[];
  links: { id: string; since: string; expires: string }[];
  ratings: { series: string; series_name: string; rating: number; deviation: number; games: number }[];
}

export interface Passkeys { offered: boolean; passkeys: { id: string; device: string; since: string }[] }

/** What one hears of one's games, and by which ways. */
export interface Wishes {
  ways: { mail: boolean; push: string | null; webhook: boolean };
  lang: string | null; choice: string; talk: boolean; hour: number; mail: { address: string; confirmed: boolean } | null;
  browsers: { id: string; device: string; since: string; this: boolean }[]; webhook: string | null; feed: boolean;
}

export interface GameWish { choice: string | null; usual: string }

export interface OwnCard extends Card { yours: Side[]; asked: Side[] }

/** A seat anybody may take. */
export interface OpenSeat {
  game: string; scenario: string; title: string; side: Side; side_name: string; by: string; by_bot: boolean; named: boolean; present: boolean;
  level: string; rated: boolean; clock: Clock | null; since: string;
}

export interface Standings {
  series: { id: string; name: string }[]; chosen: string | null; places: { name: string; bot: boolean; rating: number; deviation: number; games: number }[];
}

export interface Proposal { id: string; kind: string; side: Side; count: number | null; text: string; yours: boolean; since: string }

/** The time players have; `side`: whose runs, until `due`. */
export interface Clock {
  kind: "turn" | "bank"; seconds: number; increment: number; late: "claim" | "bot"; bot: string | null; side: Side | null; due: string | null;
  left: Record<Side, number>; away: Record<Side, string>; vacation: Record<Side, number>;
}

export interface TalkLine { number: number; room: "table" | "gallery" | "log"; side: Side | null; name: string; text: string; at: string; yours: boolean }

export interface Talk { count: number; room: "table" | "gallery" | null; lines: TalkLine[]; present: Side[]; watching: number }

export type SeatState = "bot" | "taken" | "invited" | "open";

/** The questions that can be answered once for all, and how one's own seats do: verbs by question. */
export interface Answers {
  version: number; questions: { frame: string; name: string; choices: { verb: string; name: string }[] }[];
  seats: { side: Side; answers: Record<string, string> }[];
}

/** Who holds the seats, with what the holder of a key may take back. */
export interface Seating {
  seats: { side: Side; side_name: string; who: "person" | "bot"; name: string; bot_name: string | null; yours: boolean; state: SeatState; since: string | null; invitation: { id: string; since: string } | null }[];
  devices: { id: string; device: string; since: string; this: boolean }[];
  links: { id: string; since: string }[];
}

/** A link that was just made. */
export interface SeatLink { id: string; sides: Side[]; token: string; since: string }

/** What a link is for; `text`: why it cannot be used any more. */
export interface LinkCard { kind: "invitation" | "device" | "handover"; sides: Side[]; state: "open" | "taken" | "withdrawn" | "asked"; since: string; text: string }

export interface Seal { first: number; commitment: string; seed: string | null }

export interface Dice { rolls: { number: number; by: Side | null; face: number }[]; seals: Seal[]; over: boolean }

export interface Headline { turn: number; turns: number; clock: string; phase: string; side: Side | null; side_name: string }

export interface Actor { unit: string; count: number | null; options: Option[] | null }

export interface Outcome {
  winner: string; winner_name: string; level: string; level_name: string; clause: string; title: string; text: string;
  points: { name: string; value: number }[];
}

/** A hex that decides the game; no side: either may win or score by it. */
export interface Objective { hex: string; side: Side; text: string; clause: string; title: string; sudden: boolean; points: number; holder: Side }

/** A bridge that has been built; a secret one is only planned, and told to its owner. */
export interface Bridge { hex: string; hex2: string; side: Side; secret: boolean }

/** One way to win; no side: it is open to both. */
export interface Goal { clause: string; title: string; text: string; side: Side; sudden: boolean }

export interface View {
  id: string; scenario: string; title: string; settings: Record<string, unknown>; lang: "en" | "ja";
  version: number; number: number; last_number: number; yours: Side[]; to_act: Side | null; your_turn: boolean; over: boolean;
  headline: Headline; prompt: string; decision: string | null; naming: boolean; room: number | null; begun: boolean; private: boolean; sides: Record<Side, string>; seats: Seat[]; origin: { game: string; number: number } | null;
  pieces: Piece[]; bridges: Bridge[]; numbers: Record<string, string[]>; boxes: { id: string; name: string }[]; overlays: { kind: string; name: string }[]; ways: boolean; reactions: Record<string, string[]>;
  options: { count: number | null; general: Option[]; actors: Actor[] } | null;
  log: Line[]; moves: Move[]; since: number;
  track: { turn: number; turns: number; arrivals: { turn: number; units: string[] }[] };
  standing: { meter: number; lines: string[]; losses: Record<Side, number>; points: Record<Side, number>; objectives: Objective[] };
  undo: number; outcome: Outcome | null; bots: { pace_ms: number; paused: boolean; thinking: boolean };
  talk: number; proposals: Proposal[]; clock: Clock | null; rated: boolean; rematch: string | null; behind: number;
  seating: number; hints: boolean; commitment: string | null; sealed_from: number; seed: string | null;
}

/** How a game stands after a change: with the whole view, or with what has changed in it since version `from`. */
export interface Change { version: number; view?: View; from?: number; changes?: Partial<View>; options?: View["options"] }

export interface News extends Change {
  number: number; to_act: Side | null; over: boolean; thinking: boolean; paused: boolean; pace_ms: number; seating: number; talk: number;
}

export interface Created { id: string; key: string; invitations: Record<Side, string>; commitment: string | null; game: View }

export interface Card {
  id: string; scenario: string; title: string; state: "running" | "finished"; turn: number; turns: number; number: number;
  to_act: Side | null; seats: Seat[]; created: string; updated: string; result: string; clock: Clock | null;
}

export interface Setting {
  name: string; label: string; kind: "option" | "reading" | "number"; default: unknown; values: unknown[]; choices: string[]; clause: string;
}

export interface Bot { id: string; name: string; about: string; strength: string; proposed: boolean }

/** What a bot would do in the player's place. */
export interface Hint { version: number; bot: string; bot_name: string; option: Option; motives: string[]; weighed: Weighed[] }

/** Something a bot could do, and the chance to win it leaves; its own choice is the first of several. */
export interface Weighed { action: string; label: string; chance: number }

/** What a bot did an action for. */
export interface Reason { number: number; side: Side | null; motives: string[]; weighed: Weighed[] }

export interface Scenario {
  id: string; battle: string; battle_title: string; battle_about: string; title: string; about: string; date: string; turns: number; first_side: string; minutes: number;
  units: number; hexes: number; rules_version: string; sides: { id: Side; name: string }[]; settings: Setting[]; bots: Bot[];
  solitaire_side: string; doctrine_settings: Record<string, unknown>; by_mail: boolean; provenance: Record<string, Record<string, number>>;
}

export interface Geometry {
  board: string; pitch: number; side: number; width: number; height: number; corners: [number, number][];
  hexes: Record<string, [number, number]>; toward: Record<string, (string | null)[]>;
}

export interface Clause { id: string; title: string; summary: string; provenance: string }

export interface Chart { key: string; title: string; clause: string; columns: string[]; rows: string[][]; provenance: string; notes: string[] }

export interface HexCard {
  hex: string; name: string; terrain: string; lines: string[]; provenance: string; units: string[];
  zones: Record<Side, boolean> | null;
}

export interface WhyNot { legal: boolean; action: string | null; reasons: Reason[] }

export interface Result { name: string; label: string; value: number | string }

export interface Modifier { clause: string; title: string; label: string; value: string; side: string; hex: string }

export interface Forecast {
  action: string; label: string; modifiers: Modifier[];
  chances: { chance: number; fraction: string; results: Result[] }[];
  expected: { name: string; label: string; value: number }[];
}

export interface Frame {
  move: Move; lines: Line[]; turn: number; clock: string; phase: string; to_act: Side | null; meter: number; changed: Piece[]; bridges: Bridge[];
}

export interface Film {
  from: number; to: number; last_number: number; opening: Piece[]; bridges: Bridge[]; frames: Frame[];
  turns: { turn: number; number: number }[]; battles: { number: number; label: string }[];
}

export interface Mailed {
  commitment: string | null; key: string | null; side: Side | null; scenario: string; title: string; dice: "both" | "own";
  names: Partial<Record<"union" | "confederate", string>>; wanted: "join" | "act" | "seal" | "wait" | "over" | "look"; rolling: boolean;
  lines: number; actions: number; turn: number; result: string; game: string | null; game_key: string | null; letter: string | null; file: string;
}

export interface Page { close(): void; relabel?(): void }
