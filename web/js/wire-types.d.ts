/**
 * The messages of page and server: the mirror of `crates/table/src/messages/`.
 *
 * Types alone, so no browser loads them. Modules import them as `@import {Snapshot} from './wire-types.js'`.
 */

// The board and what happens to it.

/** A cell of the picture, row 0 at the top. */
export type Place = [column: number, row: number];

export type ShapeName = 'disc' | 'ring' | 'square' | 'diamond' | 'triangle' | 'star' | 'hexagon' | 'tile';

export type Direction = 'up' | 'down' | 'left' | 'right';

/** How a token looks and is called. */
export interface FaceView {
  /** A short text on it, at most six characters; may be empty. */
  label: string;
  /** The name for screen readers. */
  name: string;
  /** A colour from 0 to 7; of a tile the step of a ramp. */
  tint: number;
  /** The outline. */
  shape: ShapeName;
  /** Whether it is drawn large. */
  large: boolean;
  /** Whether it is filled. */
  solid: boolean;
}

/** What tokens look like, by the token's decimal number. */
export type Faces = Record<string, FaceView>;

export type TrayView = { tokens: string[]; selected: string | null };

export type CounterView = { name: string; value: number };

/** A position as it is shown. */
export interface BoardView {
  columns: number;
  rows: number;
  /** Whether the edges are joined. */
  torus: boolean;
  /** The number that people give the first row and column. */
  first: number;
  /** Whether people count rows from the bottom. */
  bottom_up: boolean;
  /** The tokens, row by row from the top. */
  cells: (string | null)[];
  /** Tokens beside the board. */
  tray: TrayView | null;
  /** Lines to outline, each in order along the line. */
  lines: Place[][];
  /** Cells that are no fields of the board. */
  holes: Place[];
  /** Fields that the game marks: those still to be cleared. */
  marked: Place[];
  /** Named figures beside the board. */
  counters: CounterView[];
}

/** One thing that happened to the board; steps of one wave happen at the same time. */
export type Step =
  | { type: 'spawn'; cell: Place; token: string }
  | { type: 'enter'; cell: Place; height: number; token: string }
  | { type: 'move'; from: Place; to: Place; token: string }
  | { type: 'merge'; cell: Place; token: string }
  | { type: 'become'; cell: Place; token: string }
  | { type: 'remove'; cell: Place; token: string }
  | { type: 'select'; token: string }
  | { type: 'points'; points: number };

/** How a player means an action with pointer or keys. */
export type Gesture =
  | { type: 'push'; towards: Direction }
  | { type: 'column'; column: number }
  | { type: 'point'; cell: Place }
  | { type: 'take'; token: string }
  | { type: 'swap'; from: Place; to: Place }
  | { type: 'rotate'; corner: Place; clockwise: boolean }
  | { type: 'shift'; cell: Place; towards: Direction };

export type ActionInfo = { text: string; gesture: Gesture };

// The games there are.

export type OptionKindInfo =
  | { type: 'integer'; least: number; most: number }
  | { type: 'number'; least: number; most: number }
  | { type: 'choice'; words: string[] }
  | { type: 'text' }
  | { type: 'file' };

export type OptionInfo = { name: string; kind: OptionKindInfo; default: string; help: string };

export type LevelInfo = { level: number; name: string };

/** A game. */
export interface GameInfo {
  id: string;
  title: string;
  summary: string;
  /** 1 or 2. */
  players: number;
  options: OptionInfo[];
  levels: LevelInfo[];
  /** In how many moves its puzzles are won. */
  puzzles: { least: number; most: number } | null;
}

export type Catalogue = { program: string; games: GameInfo[] };

export type Scene = { steps: Step[][]; board: BoardView };

/** A short game that plays itself. */
export type Showcase = { game: string; faces: Faces; scenes: Scene[] };

// Levels that are being made.

export type FieldKind = 'plain' | 'marked' | 'hole';

/** A level that may still be wrong. What its fields take is in the schema of the workshop. */
export interface LevelDraft {
  name: string;
  about: string;
  columns: number;
  rows: number;
  /** Row by row from the top. */
  fields: FieldKind[];
  /** What the board begins with, by code; null where chance deals. */
  start: (string | null)[];
  colours: number;
  /** How often each colour comes in. */
  weights: number[];
  /** The columns in which that is otherwise. */
  column_weights: { column: number; weights: number[] }[];
  moves: string[];
  /** Names of combinations, or deltas. */
  matchers: string[];
  specials: boolean;
  refill: boolean;
  /** Whether a board without moves is put into a new order; else the level ends. */
  reshuffle: boolean;
  limit: number;
  goals: LevelGoals;
  /** In decimal digits. */
  seed: string | null;
}

export type LevelGoals = { score: number | null; clear: boolean; collect: number[] };

export type ElementInfo = { code: string; colour: string; special: string | null; face: FaceView };

/** What an editor of levels works with. */
export interface Workshop {
  /** The game that plays levels. */
  game: string;
  /** The option of that game which takes the text of a level. */
  option: string;
  /** The JSON schema of level files. */
  schema: any;
  /** The regular ones of all colours first. */
  elements: ElementInfo[];
  shipped: { name: string; title: string; about: string }[];
  blank: LevelDraft;
}

export type LevelSource =
  { type: 'draft'; draft: LevelDraft } | { type: 'text'; text: string } | { type: 'shipped'; name: string };

export type LevelProblem = { line: number; field: string; what: string };

export type CheckedLevel = { text: string; draft: LevelDraft | null; problems: LevelProblem[] };

/** A level to be reported on; so many games of each simulated player. */
export type ReportOrder = { text: string; games: number };

/**
 * A figure with the ends of the interval that holds its true value with 95 % confidence; null is an end
 * that is not known.
 */
export type Estimate = { value: number; low: number; high: number | null };

/** How often something was so, of how many times. */
export type Rate = Estimate & { high: number; hits: number; of: number };

/** How whole numbers are distributed. */
export type Distribution = {
  mean: Estimate;
  least: number;
  p5: number;
  p25: number;
  p50: number;
  p75: number;
  p95: number;
  most: number;
};

/** What simulated players make of a level; the goals by what is left of them beside the board. */
export type LevelReport = { goals: string[]; report: Report };

/**
 * The report as `quincunx level report --json` writes it, of which docs/levels.md lists all fields. Shares
 * are from 0 to 1; null is what is not known or infinite.
 */
export interface Report {
  seed: number;
  /** Whether all games were played before time was up. */
  is_whole: boolean;
  level: { limit: number };
  /** From who moves anything to who looks ahead. */
  tiers: Tier[];
  /** The player that stands for casual people. */
  casual: string | null;
  bands: Band[];
  skill: Skill | null;
  luck: Luck | null;
}

/** A level under one simulated player. */
export interface Tier {
  agent: string;
  games: number;
  success: Rate;
  attempts: {
    mean: number | null;
    low: number;
    median: number | null;
    p95: number | null;
    p95_low: number;
    p95_high: number | null;
  };
  /** Where the goals were reached. */
  moves_left: Distribution | null;
  /** What the best 5 % of games needed, unless more than was tried. */
  best: { moves: Estimate | null; tried: number };
  near_misses: Rate;
  points: Distribution;
  cascades: { steps: Distribution; chains: Rate } | null;
  specials_made: Estimate;
  specials_used: Estimate;
  legal: Distribution | null;
  deadlocks: Rate;
  shuffles: Estimate;
  stuck: Rate;
  goals: { done: Estimate; last: Rate; missed: Rate; decides: Rate }[];
  /** From 0 to the limit. */
  by_move: ByMove[];
}

/** What was there after so many moves. */
export type ByMove = { moves: number; points: Estimate; reached: Rate; done: Estimate[] };

/** A figure that should be in a band, with its interval. */
export interface Band {
  figure: string;
  is_share: boolean;
  is_difference: boolean;
  low: number;
  high: number;
  /** Whether the upper end is not in it. */
  is_below: boolean;
  value: number | null;
  from: number | null;
  to: number | null;
  verdict: 'in' | 'out' | 'undecided';
}

/** How much skill counts, and how people of several skills do. */
export interface Skill {
  agent: string;
  sensitivity: Estimate;
  by_skill: { skill: number; success: Rate }[];
  people: {
    success: Estimate;
    three_misses: Estimate;
    p95: number | null;
    p95_low: number;
    p95_high: number | null;
  };
}

/** How much luck counts at least. */
export type Luck = {
  games: number;
  attempts: number;
  success: { share: Estimate } | null;
  points: { share: Estimate } | null;
};

// A table.

export type NewSeat = { type: 'me' } | { type: 'invite' } | { type: 'computer'; level: number };

export type ClockSetup = { type: 'total'; total: number; increment: number } | { type: 'move'; each: number };

export type Origin = { type: 'record'; text: string } | { type: 'fork'; table: string; ply: number };

/** A table to be made. */
export interface NewTable {
  game: string;
  options?: Record<string, string>;
  seats: NewSeat[];
  clock?: ClockSetup | null;
  from?: Origin | null;
}

/** A puzzle to be made. */
export type NewPuzzle = { options?: Record<string, string>; wins_in: number };

/** What is the day's. */
export type Day = { date: string; games: string[]; puzzles: { game: string; wins_in: number }[] };

export type Invitation = { player: number; secret: string };

export type Created = { table: string; token: string | null; invitations: Invitation[] };

export type OfferKind = 'undo' | 'draw' | 'rematch';

/** Something that a player does at a table. */
export type Command =
  | { type: 'play'; at: number; action?: number; text?: string }
  | { type: 'undo'; at: number }
  | { type: 'redo'; at: number }
  | { type: 'resign' }
  | { type: 'reveal' }
  | { type: 'offer'; kind: OfferKind }
  | { type: 'answer'; accept: boolean }
  | { type: 'claim'; invitation: string; token: string };

export type Ending = 'rules' | 'resignation' | 'time' | 'agreement';

export type TurnInfo =
  | { type: 'player'; player: number }
  | { type: 'over'; winner: number | null; points: number | null; reached: boolean | null; ending: Ending };

export type MoveInfo = { ply: number; player: number; action: number; text: string };

export type SeatInfo =
  | { type: 'person'; present: boolean }
  | { type: 'invited' }
  | { type: 'computer'; level: number; name: string };

/** Times are milliseconds and were right when the message was made. */
export type ClockFace = { left: number[]; running: number | null };

export type Offer = { by: number; kind: OfferKind };

export type UndoRule = 'free' | 'own-turn' | 'offer' | 'never';

/** What may change at a table. */
export interface Situation {
  /** The number of the last event that changed the position. */
  position: number;
  /** The plies played and not taken back. */
  ply: number;
  /** All plies, those taken back included. */
  plies: number;
  turn: TurnInfo;
  board: BoardView;
  /** The move that led here. */
  last: MoveInfo | null;
  /** The legal actions, ascending, as runs. */
  legal: [number, number][];
  seats: SeatInfo[];
  clock: ClockFace | null;
  offer: Offer | null;
  undo: UndoRule;
  /** Whether the position may be analysed now. */
  analysis: boolean;
  rematch: string | null;
  puzzle: PuzzleInfo | null;
  /** The key of the game's luck, once the game is over. */
  key: string | null;
}

/** A puzzle, solved when the game is over and it was not revealed. */
export interface PuzzleInfo {
  /** The moves in which it is won. */
  wins_in: number;
  /** Those of them that are left. */
  left: number;
  /** From 1 to 5. */
  difficulty: number;
  /** The ply after which it begins. */
  from: number;
  /** What the solver plays with. */
  token: string | null;
  /** Whether the solution has been asked for and is played. */
  revealed: boolean;
}

/** All there is to know of a table. */
export interface Snapshot {
  table: string;
  game: string;
  options: Record<string, string>;
  /** The sides that the asker plays. */
  you: number[];
  daily: string | null;
  forked_from: { table: string; ply: number } | null;
  /** The SHA-256 of the key that the game's luck comes from. */
  commitment: string;
  /** Every action that the rules know, by number. */
  actions: ActionInfo[];
  /** The moves played last, those taken back at the end. */
  moves: MoveInfo[];
  faces: Faces;
  /** The last event. */
  seq: number;
  situation: Situation;
}

export type Change =
  | { type: 'played'; steps: Step[][] }
  | { type: 'undone' }
  | { type: 'redone'; steps: Step[][] }
  | { type: 'seated' }
  | { type: 'offered' }
  | { type: 'declined' }
  | { type: 'ended' }
  | { type: 'rematched' }
  | { type: 'revealed' }
  | { type: 'resumed' };

export type Update = { table: string; seq: number; change: Change; faces: Faces; situation: Situation };

export type Presence = { table: string; present: boolean[]; spectators: number };

// What the server answers.

export type Code =
  | 'malformed'
  | 'version'
  | 'unknown'
  | 'stale'
  | 'illegal'
  | 'wrong'
  | 'forbidden'
  | 'over'
  | 'nothing'
  | 'busy'
  | 'too-large'
  | 'failed';

/** The exact reason of a refusal: its text is `refused.TYPE`, with the other fields as values. */
export type Reason = { type: string; [parameter: string]: string | number };

/** The position after a ply. */
export interface Looked {
  table: string;
  ply: number;
  board: BoardView;
  faces: Faces;
  last: MoveInfo | null;
  steps: Step[][];
}

/** What an action is worth to the side that acts. */
export interface Worth extends Evaluation {
  action: number;
  /** The score of the game's own convention. */
  score: number | null;
}

/** The value of an action or position to the side that acts. */
export interface Evaluation {
  /** `win`, `draw`, `loss`, `estimate`, `points`, `goals` or `order`. */
  kind: 'win' | 'draw' | 'loss' | 'estimate' | 'points' | 'goals' | 'order';
  /**
   * Plies to the end, the estimate, the points, the share of the way to the goals, from 0 to 1, or a
   * number that orders the actions and has no other meaning.
   */
  amount: number;
  /** When the plies are only known to be no more or no fewer; of points that they are proved. */
  bound: 'at_most' | 'at_least' | 'exactly' | null;
}

/** What is known of a position. */
export interface Judgement {
  table: string;
  ply: number;
  /** The best first. */
  actions: Worth[];
  /** The expected course. */
  line: string[];
  depth: number;
  nodes: number;
  done: boolean;
}

export type Grade = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

/** A graded move. */
export interface ReportLine {
  ply: number;
  player: number;
  text: string;
  best: string;
  grade: Grade;
  before: number;
  after: number;
  best_value: Evaluation;
  value: Evaluation;
}

export type ClientMessage =
  | { type: 'hello'; version: number }
  | { type: 'watch'; table: string; token?: string; since?: number }
  | { type: 'leave'; table: string }
  | { type: 'command'; request: number; table: string; command: Command }
  | { type: 'look'; request: number; table: string; ply: number }
  | { type: 'analyse'; request: number; table: string; ply: number }
  | { type: 'stop-analysis' }
  | { type: 'report'; request: number; table: string }
  | { type: 'ping' };

export type ServerMessage =
  | { type: 'welcome'; version: number; program: string }
  | ({ type: 'snapshot' } & Snapshot)
  | ({ type: 'update' } & Update)
  | ({ type: 'presence' } & Presence)
  | { type: 'done'; request: number; seq: number }
  | { type: 'refused'; request: number | null; table: string | null; code: Code; reason?: Reason; message: string }
  | ({ type: 'looked'; request: number } & Looked)
  | ({ type: 'judged'; request: number } & Judgement)
  | { type: 'graded'; request: number; table: string; of: number; line: ReportLine | null }
  | { type: 'pong' }
  | { type: 'stopping' };
