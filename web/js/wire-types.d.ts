/**
 * The messages of page and server, generated from the server's OpenAPI document by
 * `web/tests/wire-types.test.js`.
 *
 * Types alone, so no browser loads them. Modules import them as `@import {Snapshot} from './wire-types.js'`.
 */
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export type components = {
  schemas: {
    /** @description An action of the rules. */
    ActionInfo: {
      /** @description As pointer and keys mean it. */
      gesture: components['schemas']['Gesture'];
      /** @description As people type it. */
      text: string;
    };
    /** @description A request for what the computer thinks of a position, over plain HTTP. */
    Analyse: {
      /** @description How long it may think; more than 20,000 counts as 20,000. */
      milliseconds: number;
      /** @description The ply, 0 for the opening. */
      ply: number;
    };
    /** @description Success under a limit. */
    AtLimit: {
      /** @description The limit. */
      limit: number;
      /** @description Games that reached all goals. */
      success: components['schemas']['Rate'];
    };
    /** @description Success at a skill. */
    AtSkill: {
      /** @description The probability with which a move is noticed. */
      skill: number;
      /** @description Games that reached all goals. */
      success: components['schemas']['Rate'];
    };
    /**
     * @description The attempts until the first success, each with new chance.
     *
     *     Attempts are independent, so their number is geometric: with the success rate `p` the mean is 1/p, and
     *     within `k` attempts a success has probability 1 − (1 − p)^k.
     */
    Attempts: {
      /** @description The upper end of the mean's interval; `None` where the rate may be 0. */
      high: number | null;
      /** @description The lower end of the mean's interval. */
      low: number;
      /** @description The mean; `None` where there was no success. */
      mean: number | null;
      /** @description The least number within which at least half succeed. */
      median: number | null;
      /** @description The least number within which at least 95 % succeed; `None` where there was no success. */
      p95: number | null;
      /** @description The upper end of that number's interval; `None` where the rate may be 0. */
      p95_high: number | null;
      /** @description The lower end of that number's interval. */
      p95_low: number;
    };
    /** @description A figure with its target band. */
    Band: {
      /** @description The name of the figure. */
      figure: string;
      /** @description The lower end of its interval of 95 % confidence; `None` where it is unknown. */
      from: number | null;
      /** @description The upper end of the band. */
      high: number;
      /** @description Whether the upper end lies outside the band. */
      is_below: boolean;
      /** @description Whether it is a difference of two shares. */
      is_difference: boolean;
      /** @description Whether it is a share, or a difference of two. */
      is_share: boolean;
      /** @description The lower end of the band. */
      low: number;
      /** @description The upper end of its interval; `None` where it is unknown or infinite. */
      to: number | null;
      /** @description The value here; `None` where it is unknown or infinite. */
      value: number | null;
      /** @description Whether the figure is in the band. */
      verdict: components['schemas']['Verdict'];
    };
    /**
     * @description The best 5 % of all games: those that reached the goals in the fewest moves.
     *
     *     Where too few games succeed within the level's limit, games under a longer limit count. These figures
     *     predict people's success best (Kristensen and others on Lily's Garden, arXiv 2107.03305).
     */
    Best: {
      /** @description The number of games: a twentieth, rounded up. The last one counts in part. */
      games: number;
      moves: components['schemas']['Estimate'] | null;
      /** @description How many of them reached the goals within the level's limit. */
      reached: number;
      /**
       * @description The share of the level's limit that is left after the mean: negative where the limit is too short.
       *     Without a mean all moves of the limit tried count as needed.
       */
      share_left: number;
      /** @description The limit of these games: the level's own, or a longer one. */
      tried: number;
    };
    /**
     * @description How the amount of an [`Evaluation`] is known.
     * @enum {string}
     */
    Bound: 'at_most' | 'at_least' | 'exactly';
    /** @description The state after a number of moves. */
    ByMove: {
      /** @description The share done of each goal. */
      done: components['schemas']['Estimate'][];
      /** @description The moves. */
      moves: number;
      /** @description Points. */
      points: components['schemas']['Estimate'];
      /** @description Games that reached all goals by then. */
      reached: components['schemas']['Rate'];
    };
    /** @description Figures of cascades; in intervals games are independent, not moves. */
    Cascades: {
      /** @description Moves whose cascade had more than one step. */
      chains: components['schemas']['Rate'];
      /** @description Steps of each move's cascade; 0 where nothing matches. */
      steps: components['schemas']['Distribution'];
    };
    /** @description The games there are, in the order of menus. */
    Catalogue: {
      /** @description The games. */
      games: components['schemas']['GameInfo'][];
      /** @description The levels of match-3. */
      levels: components['schemas']['LevelSet'];
      /** @description The version of the program. */
      program: string;
    };
    /** @description A place of the picture as `[column, row]`, both from 0, row 0 at the top. */
    Cell: [number, number];
    /** @description What happened. */
    Change:
      | {
          /** @description What it did, step by step; of a very long cascade the beginning. */
          steps: components['schemas']['Effect'][][];
          /** @enum {string} */
          type: 'played';
        }
      | {
          /** @enum {string} */
          type: 'undone';
        }
      | {
          /** @description What the last of them did. */
          steps: components['schemas']['Effect'][][];
          /** @enum {string} */
          type: 'redone';
        }
      | {
          /** @enum {string} */
          type: 'seated';
        }
      | {
          /** @enum {string} */
          type: 'offered';
        }
      | {
          /** @enum {string} */
          type: 'declined';
        }
      | {
          /** @enum {string} */
          type: 'ended';
        }
      | {
          /** @enum {string} */
          type: 'rematched';
        }
      | {
          /** @enum {string} */
          type: 'revealed';
        }
      | {
          /** @enum {string} */
          type: 'resumed';
        };
    /** @description A level that was looked at. */
    CheckedLevel: {
      draft: components['schemas']['LevelDraft'] | null;
      /** @description All that is wrong; when nothing is, the level can be played. */
      problems: components['schemas']['LevelError'][];
      /** @description The text of its file; of a draft the one that it becomes. */
      text: string;
    };
    /** @description A message from the page, over the WebSocket. */
    ClientMessage:
      | {
          /** @enum {string} */
          type: 'hello';
          /** @description The version of the messages that the page speaks. */
          version: number;
        }
      | {
          /** @description The last event that the page has seen. */
          since?: number | null;
          /** @description The table. */
          table: components['schemas']['TableId'];
          token?: components['schemas']['SeatToken'] | null;
          /** @enum {string} */
          type: 'watch';
        }
      | {
          /** @description The table. */
          table: components['schemas']['TableId'];
          /** @enum {string} */
          type: 'leave';
        }
      | {
          /** @description What to do. */
          command: components['schemas']['Command'];
          /** @description A number of the page's choice, which the answer carries. */
          request: number;
          /** @description The table. */
          table: components['schemas']['TableId'];
          /** @enum {string} */
          type: 'command';
        }
      | {
          /** @description The ply, 0 for the opening. */
          ply: number;
          /** @description A number of the page's choice, which the answer carries. */
          request: number;
          /** @description The table. */
          table: components['schemas']['TableId'];
          /** @enum {string} */
          type: 'look';
        }
      | {
          /** @description The ply, 0 for the opening. */
          ply: number;
          /** @description A number of the page's choice, which the answers carry. */
          request: number;
          /** @description The table. */
          table: components['schemas']['TableId'];
          /** @enum {string} */
          type: 'analyse';
        }
      | {
          /** @enum {string} */
          type: 'stop-analysis';
        }
      | {
          /** @description A number of the page's choice, which the answers carry. */
          request: number;
          /** @description The table. */
          table: components['schemas']['TableId'];
          /** @enum {string} */
          type: 'report';
        }
      | {
          /** @enum {string} */
          type: 'ping';
        };
    /** @description The clocks. Times are milliseconds and were right when the message was made. */
    ClockFace: {
      /** @description What each side has left; one or two. */
      left: number[];
      /** @description The side whose clock runs, 1 or 2; none before the first move and after the last. */
      running: number | null;
    };
    /** @description How much time there is. A clock runs from the side's first turn after the first move of the game. */
    ClockSetup:
      | {
          /** @description Milliseconds added, up to 1 h. */
          increment: number;
          /** @description Milliseconds at the start, from 1 s to 24 h. */
          total: number;
          /** @enum {string} */
          type: 'total';
        }
      | {
          /** @description Milliseconds, from 1 s to 24 h. */
          each: number;
          /** @enum {string} */
          type: 'move';
        };
    /**
     * @description The kinds of refusals.
     * @enum {string}
     */
    Code:
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
    /** @description How often each colour comes into one column. */
    ColumnWeights: {
      /** @description The column, from 0. */
      column: number;
      /** @description One number for each colour. */
      weights: number[];
    };
    /** @description Something that a player does at a table, over WebSocket and HTTP alike. */
    Command:
      | {
          /** @description The action's number. */
          action?: number | null;
          /**
           * @description The `position` that the player saw; when it has changed meanwhile, the command is refused as
           *     stale.
           */
          at: number;
          /** @description The action as people type it. */
          text?: string | null;
          /** @enum {string} */
          type: 'play';
        }
      | {
          /** @description As of [`Command::Play`]. */
          at: number;
          /** @enum {string} */
          type: 'undo';
        }
      | {
          /** @description As of [`Command::Play`]. */
          at: number;
          /** @enum {string} */
          type: 'redo';
        }
      | {
          /** @enum {string} */
          type: 'resign';
        }
      | {
          /** @enum {string} */
          type: 'reveal';
        }
      | {
          /** @description What. */
          kind: components['schemas']['OfferKind'];
          /** @enum {string} */
          type: 'offer';
        }
      | {
          /** @description Whether it is taken. */
          accept: boolean;
          /** @description What was offered; refused when another offer has taken its place. */
          kind: components['schemas']['OfferKind'];
          /** @enum {string} */
          type: 'answer';
        }
      | {
          /** @description The secret of the invitation. */
          invitation: components['schemas']['SeatToken'];
          /** @description The secret of the page's own choice: 128 random bits. */
          token: components['schemas']['SeatToken'];
          /** @enum {string} */
          type: 'claim';
        };
    /** @description A named figure. */
    Counter: {
      /** @description What is counted: `points`, `moves`, `moves left`. */
      name: string;
      /** @description How many. */
      value: number;
    };
    /** @description A table that was made. */
    Created: {
      /** @description The secrets to hand on. */
      invitations: components['schemas']['Invitation'][];
      /** @description The table. Its page is `/t/TABLE`, public, for watching. */
      table: components['schemas']['TableId'];
      token: components['schemas']['SeatToken'] | null;
    };
    /** @description A request for the day's game or puzzle. */
    DailyEntry: {
      /**
       * @description The secret by which the visitor's browser is known: 128 random bits. It is the token of the table's
       *     seat.
       */
      visitor: components['schemas']['SeatToken'];
    };
    /** @description The day, the games that have luck of the day, and those that have a puzzle of the day. */
    Day: {
      /** @description The date (UTC), `2026-11-21`. */
      date: string;
      /** @description The ids of the games with luck of the day. */
      games: string[];
      /** @description The puzzles of the day. */
      puzzles: components['schemas']['DayPuzzle'][];
    };
    /** @description A puzzle of the day. */
    DayPuzzle: {
      /** @description The game's id. */
      game: string;
      /** @description The moves in which it is won. */
      wins_in: number;
    };
    /**
     * @description One of the four directions of the picture.
     * @enum {string}
     */
    Direction: 'up' | 'down' | 'left' | 'right';
    /** @description The distribution of whole numbers; quantiles are those of the nearest rank. */
    Distribution: {
      /** @description The least value. */
      least: number;
      /** @description The mean. */
      mean: components['schemas']['Estimate'];
      /** @description The greatest value. */
      most: number;
      /** @description The quantile of 25 %. */
      p25: number;
      /** @description The quantile of 5 %. */
      p5: number;
      /** @description The median. */
      p50: number;
      /** @description The quantile of 75 %. */
      p75: number;
      /** @description The quantile of 95 %. */
      p95: number;
    };
    /** @description A command that was carried out, over plain HTTP. */
    Done: {
      /** @description The last event of the table. */
      seq: number;
    };
    /** @description What an editor of levels works with. */
    EditorConfig: {
      /** @description A level to begin with. */
      blank: components['schemas']['LevelDraft'];
      /** @description What can stand on a board: the colours in their order, first the regular elements of all of them. */
      elements: components['schemas']['ElementInfo'][];
      /** @description The JSON schema of level files: the fields with their ranges and words. */
      schema: Record<string, never>;
    };
    /** @description One thing that happened. */
    Effect:
      | {
          cell: components['schemas']['Cell'];
          token: components['schemas']['Token'];
          /** @enum {string} */
          type: 'spawn';
        }
      | {
          cell: components['schemas']['Cell'];
          height: number;
          token: components['schemas']['Token'];
          /** @enum {string} */
          type: 'enter';
        }
      | {
          from: components['schemas']['Cell'];
          to: components['schemas']['Cell'];
          token: components['schemas']['Token'];
          /** @enum {string} */
          type: 'move';
        }
      | {
          cell: components['schemas']['Cell'];
          token: components['schemas']['Token'];
          /** @enum {string} */
          type: 'merge';
        }
      | {
          cell: components['schemas']['Cell'];
          token: components['schemas']['Token'];
          /** @enum {string} */
          type: 'become';
        }
      | {
          cell: components['schemas']['Cell'];
          token: components['schemas']['Token'];
          /** @enum {string} */
          type: 'remove';
        }
      | {
          token: components['schemas']['Token'];
          /** @enum {string} */
          type: 'select';
        }
      | {
          points: number;
          /** @enum {string} */
          type: 'points';
        };
    /** @description What can stand on a board. */
    ElementInfo: {
      /** @description By which drafts name it. */
      code: string;
      /** @description The name of its colour. */
      colour: string;
      /** @description How it looks. */
      face: components['schemas']['Face'];
      /** @description The letter of a special; null for a regular element. */
      special: string | null;
    };
    /**
     * @description By what a game ended.
     * @enum {string}
     */
    Ending: 'rules' | 'resignation' | 'time' | 'agreement';
    /** @description An estimate with the ends of the interval that holds the true value with 95 % confidence. */
    Estimate: {
      /** @description The upper end of the interval; infinite, and in JSON null, where there are too few games. */
      high: number | null;
      /** @description The lower end of the interval; infinite, and in JSON null, where there are too few games. */
      low: number | null;
      /** @description The estimate. */
      value: number;
    };
    /** @description The value of an action or position to the side that acts, in parts, as programs read it. */
    Evaluation: {
      /** @description The amount; 0 for a draw. */
      amount: number;
      bound: components['schemas']['Bound'] | null;
      /** @description What the amount is. */
      kind: components['schemas']['ValueKind'];
    };
    /** @description How a token looks and is called, in words and channels that every display can draw. */
    Face: {
      /** @description A short text on it, at most six characters: `2048`, `V`; may be empty. */
      label: string;
      /** @description Whether it is drawn large; false only where a game has two sizes. */
      large: boolean;
      /** @description What a screen reader says: `red bomb`, `white tall solid cylinder`. */
      name: string;
      /** @description The outline. */
      shape: components['schemas']['Shape'];
      /** @description Whether it is filled; false only where a game has hollow tokens. */
      solid: boolean;
      /**
       * @description The colour, as a number into the palette that all displays share: 0 dark, 1 red, 2 orange, 3 yellow,
       *     4 green, 5 blue, 6 purple, 7 light. For a [`Shape::Tile`] it is a step of a ramp instead, from 0
       *     upwards without end.
       */
      tint: number;
    };
    /** @description A level in short. */
    Facts: {
      /** @description Columns of the picture. */
      columns: number;
      /** @description The goals in words. */
      goals: string[];
      /** @description The limit of moves. */
      limit: number;
      /** @description The name. */
      name: string;
      /** @description Rows of the picture. */
      rows: number;
    };
    /**
     * @description A cell of a level's picture.
     * @enum {string}
     */
    FieldKind: 'plain' | 'marked' | 'hole';
    /** @description The figures of a level under one player. */
    Figures: {
      /** @description The player, as named. */
      agent: string;
      /** @description Attempts until a success. */
      attempts: components['schemas']['Attempts'];
      best: components['schemas']['Best'] | null;
      /** @description The state after each number of moves, from 0 to the limit; a finished game keeps its last state. */
      by_move: components['schemas']['ByMove'][];
      cascades: components['schemas']['Cascades'] | null;
      /** @description Games that met a board without a move, reshuffled or not. */
      deadlocks: components['schemas']['Rate'];
      /** @description Games played. */
      games: number;
      /** @description The goals, in the order of the level. */
      goals: components['schemas']['GoalFigures'][];
      legal: components['schemas']['Distribution'] | null;
      moves_left: components['schemas']['Distribution'] | null;
      /** @description Missed games with at least 90 % of each goal done, or with all but one element, field or point. */
      near_misses: components['schemas']['Rate'];
      /** @description Points at the end. */
      points: components['schemas']['Distribution'];
      /** @description Reshuffles per game. */
      shuffles: components['schemas']['Estimate'];
      /** @description Specials made per game. */
      specials_made: components['schemas']['Estimate'];
      /** @description Specials that took effect per game. */
      specials_used: components['schemas']['Estimate'];
      /** @description Games that ended without a move while moves were left. */
      stuck: components['schemas']['Rate'];
      /** @description Games that reached all goals. */
      success: components['schemas']['Rate'];
      /** @description The probability of missing three times in a row: (1 − p)³ for the success rate p. */
      three_misses: components['schemas']['Estimate'];
    };
    /** @description The beginning of a game in another. */
    ForkedFrom: {
      /** @description The ply. */
      ply: number;
      /** @description The other table. */
      table: components['schemas']['TableId'];
    };
    /** @description A game. */
    GameInfo: {
      /** @description Whether luck has a part in it. */
      has_luck: boolean;
      /** @description The id by which the game is named everywhere. */
      id: string;
      /** @description Whether its usual rules are solved: the highest level plays them perfectly. */
      is_solved: boolean;
      /** @description The computer players from easy to hard. */
      levels: components['schemas']['LevelInfo'][];
      /** @description The options of its rules. */
      options: components['schemas']['OptionInfo'][];
      /** @description How many players it has: 1 or 2. */
      players: number;
      puzzles: components['schemas']['PuzzleRange'] | null;
      /** @description One line on what the game is. */
      summary: string;
      /** @description The name for people. */
      title: string;
    };
    /** @description How to play a game. */
    GameLessons: {
      /** @description What tokens look like. */
      faces: {
        [key: string]: components['schemas']['Face'];
      };
      /** @description The game's id. */
      game: string;
      /** @description The steps in their order. */
      lessons: components['schemas']['LessonInfo'][];
    };
    /** @description How a player means an action with pointer or keys; the display finds the legal action that fits. */
    Gesture:
      | {
          /** @description Where to. */
          towards: components['schemas']['Direction'];
          /** @enum {string} */
          type: 'push';
        }
      | {
          /** @description Which. */
          column: number;
          /** @enum {string} */
          type: 'column';
        }
      | {
          /** @description Which. */
          cell: components['schemas']['Cell'];
          /** @enum {string} */
          type: 'point';
        }
      | {
          /** @description Which. */
          token: components['schemas']['Token'];
          /** @enum {string} */
          type: 'take';
        }
      | {
          /** @description The upper or left one. */
          from: components['schemas']['Cell'];
          /** @description Its neighbour. */
          to: components['schemas']['Cell'];
          /** @enum {string} */
          type: 'swap';
        }
      | {
          /** @description The sense of the turn. */
          clockwise: boolean;
          /** @description The upper left corner. */
          corner: components['schemas']['Cell'];
          /** @enum {string} */
          type: 'rotate';
        }
      | {
          /** @description A cell of the row or column: the first. */
          cell: components['schemas']['Cell'];
          /** @description Where to. */
          towards: components['schemas']['Direction'];
          /** @enum {string} */
          type: 'shift';
        };
    /** @description The figures of a goal under one player. */
    GoalFigures: {
      /**
       * @description The games that this goal decided: reached last, or, in a missed game, with the least share done. Ties
       *     count for each goal.
       */
      decides: components['schemas']['Rate'];
      /** @description The share done at the end. */
      done: components['schemas']['Estimate'];
      /** @description The goal in words. */
      goal: string;
      /** @description Of the games that reached all goals, those that reached this one last. */
      last: components['schemas']['Rate'];
      /** @description Of the games that missed a goal, those that missed this one. */
      missed: components['schemas']['Rate'];
      /** @description The amount required. */
      wanted: number;
    };
    /**
     * @description How good a move was.
     * @enum {string}
     */
    Grade: 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';
    /** @description What a grid is in JSON. */
    Grid_Option_Token: {
      /** @description What stands where, row by row from the top, `columns × rows` of them; null where a field is empty. */
      cells: (null | string)[];
      /** @description Columns of the picture. */
      columns: number;
      /** @description Rows of the picture. */
      rows: number;
    };
    /**
     * @description An invitation to a seat. Its page is `/t/TABLE#invitation=SECRET`: the part after `#` is never sent to a
     *     server.
     */
    Invitation: {
      /** @description The side, 1 or 2. */
      player: number;
      /** @description The secret, good for one claim. */
      secret: components['schemas']['SeatToken'];
    };
    /** @description What is known of a position. */
    Judgement: {
      /** @description The actions that have been judged, the best first. */
      actions: components['schemas']['Worth'][];
      /** @description Plies looked ahead; 0 where the word means nothing. */
      depth: number;
      /** @description Whether nothing more will come. */
      done: boolean;
      /** @description The expected course, as people type moves; the first is the best action. */
      line: string[];
      /** @description Positions visited, or simulations. */
      nodes: number;
      /** @description The ply, 0 for the opening. */
      ply: number;
      /** @description The table. */
      table: components['schemas']['TableId'];
    };
    /** @description A step of how to play. */
    LessonInfo: {
      /** @description The positions that show it, in order. */
      scenes: components['schemas']['Scene'][];
      /** @description What to know, in English. */
      text: string;
    };
    /** @description A level that may still be wrong. What its fields take is in the schema of the [`EditorConfig`]. */
    LevelDraft: {
      /** @description One line about it. */
      about: string;
      /** @description How many colours there are. */
      colours: number;
      /** @description The columns in which that is otherwise. */
      column_weights: components['schemas']['ColumnWeights'][];
      /** @description Columns of the picture. */
      columns: number;
      /** @description The cells, row by row from the top, `columns × rows` of them. */
      fields: components['schemas']['FieldKind'][];
      /** @description The goals. */
      goals: components['schemas']['LevelGoals'];
      /** @description After how many moves it is over. */
      limit: number;
      /** @description The names of combinations, or deltas. */
      matchers: string[];
      /** @description The names of the moves. */
      moves: string[];
      /** @description What it is called. */
      name: string;
      /** @description Whether new elements come in. */
      refill: boolean;
      /** @description Whether a board without moves is put into a new order; else the level ends. */
      reshuffle: boolean;
      /** @description Rows of the picture. */
      rows: number;
      /** @description The seed of the first board, in decimal digits: it has more than a JavaScript number keeps. */
      seed: string | null;
      /** @description Whether combinations leave specials behind. */
      specials: boolean;
      /** @description What the board begins with, by code; null where chance deals. As many as cells. */
      start: (string | null)[];
      /** @description How often each colour comes in. */
      weights: number[];
    };
    /** @description An error in a level's text. */
    LevelError: {
      /** @description The field's full name, as in `goals.score`; empty where the error is not of one field. */
      field: string;
      /** @description The line, from 1. */
      line: number;
      /** @description The error in English: the field, what was found, and what is accepted. */
      message: string;
      /** @description The error with its parameters. */
      problem: components['schemas']['LevelProblem'];
    };
    /** @description What must be reached before the moves run out. */
    LevelGoals: {
      /** @description All marked fields cleared. */
      clear: boolean;
      /** @description So many elements of each colour, in the order of the colours; 0 where the colour does not matter. */
      collect: number[];
      /** @description So many points. */
      score: number | null;
    };
    /** @description A computer player. */
    LevelInfo: {
      /** @description From 1 to 5. */
      level: number;
      /** @description How it plays, in a few words. */
      name: string;
    };
    /** @description What is wrong with a level. */
    LevelProblem:
      | {
          found: number;
          most: number;
          /** @enum {string} */
          type: 'too-long';
        }
      | {
          reason: string;
          text: string;
          /** @enum {string} */
          type: 'not-toml';
        }
      | {
          count: number;
          /** @enum {string} */
          type: 'more-errors';
        }
      | {
          known: string;
          name: string;
          /** @enum {string} */
          type: 'unknown-field';
        }
      | {
          found: string;
          least: number;
          most: number;
          name: string;
          /** @enum {string} */
          type: 'not-an-integer';
        }
      | {
          least: number;
          most: number;
          name: string;
          /** @enum {string} */
          type: 'missing-integer';
        }
      | {
          found: string;
          name: string;
          /** @enum {string} */
          type: 'not-a-boolean';
        }
      | {
          found: string;
          name: string;
          /** @enum {string} */
          type: 'not-a-text';
        }
      | {
          most: number;
          name: string;
          /** @enum {string} */
          type: 'not-a-line';
        }
      | {
          found: string;
          name: string;
          /** @enum {string} */
          type: 'not-a-word';
          words: string;
        }
      | {
          found: string;
          name: string;
          /** @enum {string} */
          type: 'not-a-list';
        }
      | {
          found: string;
          name: string;
          /** @enum {string} */
          type: 'not-a-table';
        }
      | {
          found: number;
          most: number;
          /** @enum {string} */
          type: 'too-many-cells';
        }
      | {
          expected: number;
          found: number;
          /** @enum {string} */
          type: 'ragged-fields';
        }
      | {
          found: string;
          /** @enum {string} */
          type: 'not-a-field';
        }
      | {
          cells: number;
          columns: number;
          least: number;
          most: number;
          rows: number;
          /** @enum {string} */
          type: 'fields-size';
        }
      | {
          drawn: number;
          given: number;
          name: string;
          /** @enum {string} */
          type: 'size-disagrees';
        }
      | {
          /** @enum {string} */
          type: 'holes-only';
        }
      | {
          reason: string;
          tokens: string;
          /** @enum {string} */
          type: 'not-a-token-string';
        }
      | {
          reason: string;
          /** @enum {string} */
          type: 'not-a-board';
        }
      | {
          expected: string;
          found: string;
          /** @enum {string} */
          type: 'start-size';
        }
      | {
          column: number;
          element: string;
          row: number;
          /** @enum {string} */
          type: 'start-in-hole';
        }
      | {
          colour: number;
          column: number;
          element: string;
          row: number;
          /** @enum {string} */
          type: 'start-special';
        }
      | {
          /** @enum {string} */
          type: 'start-not-at-rest';
        }
      | {
          /** @enum {string} */
          type: 'mixed-matchers';
        }
      | {
          found: string;
          name: string;
          /** @enum {string} */
          type: 'not-one-matcher';
        }
      | {
          found: string;
          name: string;
          reason: string;
          /** @enum {string} */
          type: 'not-a-matcher';
        }
      | {
          found: number;
          most: number;
          /** @enum {string} */
          type: 'too-many-deltas';
        }
      | {
          delta: string;
          size: string;
          /** @enum {string} */
          type: 'delta-off-board';
        }
      | {
          /** @enum {string} */
          type: 'specials-by-deltas';
        }
      | {
          last: number;
          name: string;
          /** @enum {string} */
          type: 'unknown-column';
        }
      | {
          colours: number;
          found: number;
          name: string;
          /** @enum {string} */
          type: 'weight-count';
        }
      | {
          name: string;
          /** @enum {string} */
          type: 'zero-weights';
        }
      | {
          /** @enum {string} */
          type: 'no-goal';
        }
      | {
          /** @enum {string} */
          type: 'nothing-to-clear';
        }
      | {
          /** @enum {string} */
          type: 'clear-not-set';
        }
      | {
          colour: string;
          /** @enum {string} */
          type: 'colour-never-comes';
        }
      | {
          colour: string;
          most: number;
          /** @enum {string} */
          type: 'too-many-of-colour';
          wanted: number;
        }
      | {
          fields: number;
          most: number;
          /** @enum {string} */
          type: 'too-many-to-collect';
          wanted: number;
        }
      | {
          most: number;
          /** @enum {string} */
          type: 'score-too-high';
          wanted: number;
        }
      | {
          column: number;
          row: number;
          /** @enum {string} */
          type: 'field-never-cleared';
        }
      | {
          /** @enum {string} */
          type: 'no-board';
        }
      | {
          name: string;
          /** @enum {string} */
          type: 'no-board-by-weights';
        };
    /** @description What simulated players make of a level. */
    LevelReport: {
      /**
       * @description The level's goals, each by the name of what is left of it beside the board, in the order of the
       *     report.
       */
      goals: string[];
      /** @description The report of `quincunx level report --json`; docs/reference/level-report.md defines its fields. */
      report: components['schemas']['Report'];
    };
    /** @description The levels there are to play, and how a table of one is made. */
    LevelSet: {
      /** @description The option of that game which takes the text of a level. */
      file_option: string;
      /** @description The game that plays levels. */
      game: string;
      /** @description The option of that game which takes the name of a level. */
      name_option: string;
      /** @description The levels that come with the program, from easy to hard. */
      shipped: components['schemas']['ShippedLevel'][];
    };
    /** @description A level to be looked at. */
    LevelSource:
      | {
          /** @description The draft. */
          draft: components['schemas']['LevelDraft'];
          /** @enum {string} */
          type: 'draft';
        }
      | {
          /** @description The text. */
          text: string;
          /** @enum {string} */
          type: 'text';
        }
      | {
          /** @description Its name. */
          name: string;
          /** @enum {string} */
          type: 'shipped';
        };
    /** @description The position after a ply. */
    Looked: {
      /** @description The board. */
      board: components['schemas']['View'];
      /** @description What its tokens look like. */
      faces: {
        [key: string]: components['schemas']['Face'];
      };
      last: components['schemas']['MoveInfo'] | null;
      /** @description The ply, 0 for the opening. */
      ply: number;
      /** @description What the ply did, step by step; of a very long cascade the beginning. */
      steps: components['schemas']['Effect'][][];
      /** @description The table. */
      table: components['schemas']['TableId'];
    };
    /**
     * @description The least share of luck: each game is played several times, with the same board and refill, by one kind of
     *     player that breaks ties at random.
     *
     *     The variance is split into luck between games and play within them (analysis of variance with random
     *     effects): with the mean squares B between and W within games of K attempts, luck is (B − W) / K, at least
     *     0, and play is W. Refills differ once games diverge, so the share is a lower bound.
     */
    Luck: {
      /** @description Attempts at each game. */
      attempts: number;
      /** @description Games. */
      games: number;
      points: components['schemas']['Share'] | null;
      success: components['schemas']['Share'] | null;
    };
    /** @description A move with the names it goes by. */
    MoveInfo: {
      /** @description The action's number. */
      action: number;
      /** @description Who acted, 1 or 2. */
      player: number;
      /** @description The ply, from 1. */
      ply: number;
      /** @description The action as people type it. */
      text: string;
    };
    /** @description A puzzle to be made, and the table at which it is solved. */
    NewPuzzle: {
      /** @description Options of the rules that are not to have their defaults. */
      options?: {
        [key: string]: string;
      };
      /** @description In how many of their own moves the solver is to win; see `puzzles` in the list of games. */
      wins_in: number;
    };
    /** @description Who is to sit on a side. */
    NewSeat:
      | {
          /** @enum {string} */
          type: 'me';
        }
      | {
          /** @enum {string} */
          type: 'invite';
        }
      | {
          /** @description From 1 to 5. */
          level: number;
          /** @enum {string} */
          type: 'computer';
        };
    /** @description A table to be made. */
    NewTable: {
      clock?: components['schemas']['ClockSetup'] | null;
      from?: components['schemas']['Origin'] | null;
      /** @description The game's id. */
      game: string;
      /** @description Options of the rules that are not to have their defaults. With an origin none may be given. */
      options?: {
        [key: string]: string;
      };
      /** @description Who sits where; as many as the game has players. */
      seats: components['schemas']['NewSeat'][];
    };
    /**
     * @description How the notation of a game counts rows and columns.
     *
     *     A picture counts from 0 at the upper left; people read and type numbers that count as the game does.
     *
     *     ```
     *     use quincunx_core::{Cell, Numbering, Size};
     *     let size = Size::new(7, 6)?;
     *     let connect_four = Numbering { first: 1, bottom_up: true };
     *     let corner = Cell::new(0, 5);
     *     assert_eq!((connect_four.column(corner.column), connect_four.row(corner.row, size)), (1, 1));
     *     # Ok::<(), quincunx_core::SizeError>(())
     *     ```
     */
    Numbering: {
      /** @description Whether the first row is the bottom row of the picture instead of its top row. */
      bottom_up: boolean;
      /** @description The number of the first row and of the first column. */
      first: number;
    };
    /** @description Something offered. */
    Offer: {
      /** @description Who offers, 1 or 2. */
      by: number;
      /** @description What. */
      kind: components['schemas']['OfferKind'];
    };
    /**
     * @description What can be offered.
     * @enum {string}
     */
    OfferKind: 'undo' | 'draw' | 'rematch';
    /** @description What happened before the first move. */
    Opening: {
      /** @description The board that was loaded. */
      board: components['schemas']['View'];
      /** @description What became of it, step by step; of a very long cascade the beginning. */
      steps: components['schemas']['Effect'][][];
    };
    /** @description An option of the rules. */
    OptionInfo: {
      /** @description The value when none is given. */
      default: string;
      /** @description One line on what it does. */
      help: string;
      /** @description The values it takes. */
      kind: components['schemas']['OptionKindInfo'];
      /** @description The name. */
      name: string;
    };
    /** @description The values that an option takes. */
    OptionKindInfo:
      | {
          /** @description At least. */
          least: number;
          /** @description At most. */
          most: number;
          /** @enum {string} */
          type: 'integer';
        }
      | {
          /** @description At least. */
          least: number;
          /** @description At most. */
          most: number;
          /** @enum {string} */
          type: 'number';
        }
      | {
          /** @enum {string} */
          type: 'choice';
          /** @description The words. */
          words: string[];
        }
      | {
          /** @enum {string} */
          type: 'text';
        }
      | {
          /** @enum {string} */
          type: 'file';
        };
    /** @description Where a game begins that does not begin at the beginning. */
    Origin:
      | {
          /** @description The text of the record, at most 1 MiB. */
          text: string;
          /** @enum {string} */
          type: 'record';
        }
      | {
          /** @description The ply. */
          ply: number;
          /** @description The other table. */
          table: components['schemas']['TableId'];
          /** @enum {string} */
          type: 'fork';
        };
    /**
     * @description A population with equally many players of each skill.
     *
     *     Players of little skill make the tail, so that these figures do not follow from the mean success.
     *     Intervals take all rates at the same end of their own intervals, and are rather too wide than too narrow.
     */
    People: {
      /** @description The least number of attempts within which at least 95 % succeed; `None` where more than 5 % never do. */
      p95: number | null;
      /** @description The upper end of that number's interval; `None` where more than 5 % may never succeed. */
      p95_high: number | null;
      /** @description The lower end of that number's interval. */
      p95_low: number;
      /** @description The share of first attempts that succeed. */
      success: components['schemas']['Estimate'];
      /** @description The share that misses three times in a row. */
      three_misses: components['schemas']['Estimate'];
    };
    /**
     * @description A puzzle: the side that acted first after ply `from` is to win in so many moves of its own. Only the moves
     *     of its solution are played; another legal one is refused as `wrong` and changes nothing. It is solved when
     *     the game is over and `revealed` is false.
     */
    PuzzleInfo: {
      /** @description How hard it is, from 1 to 5. */
      difficulty: number;
      /** @description The ply after which it begins. */
      from: number;
      /** @description Those of them that are left. */
      left: number;
      /** @description Whether the solution has been asked for and is played. */
      revealed: boolean;
      /** @description The moves in which it is won. */
      wins_in: number;
    };
    /** @description In how many of their own moves the solvers of a game's puzzles can be asked to win. */
    PuzzleRange: {
      /** @description At least. */
      least: number;
      /** @description At most. */
      most: number;
    };
    /** @description A share of cases, with Wilson's interval. */
    Rate: {
      /** @description The upper end of the interval. */
      high: number;
      /** @description The number of hits. */
      hits: number;
      /** @description The lower end of the interval. */
      low: number;
      /** @description The number of cases. */
      of: number;
      /** @description The share, 0 of no cases. */
      value: number;
    };
    /** @description The exact reason of a refusal. */
    Reason:
      | {
          at: number;
          position: number;
          /** @enum {string} */
          type: 'position-changed';
        }
      | {
          /** @enum {string} */
          type: 'game-over';
        }
      | {
          /** @enum {string} */
          type: 'time-up';
        }
      | {
          /** @enum {string} */
          type: 'key-published';
        }
      | {
          /** @enum {string} */
          type: 'no-seat';
        }
      | {
          /** @enum {string} */
          type: 'not-your-turn';
        }
      | {
          /** @enum {string} */
          type: 'player-missing';
        }
      | {
          /** @enum {string} */
          type: 'unknown-invitation';
        }
      | {
          /** @enum {string} */
          type: 'invitation-taken';
        }
      | {
          message: string;
          text: string;
          /** @enum {string} */
          type: 'unreadable-action';
        }
      | {
          /** @enum {string} */
          type: 'illegal-action';
        }
      | {
          /** @enum {string} */
          type: 'game-too-long';
        }
      | {
          left: number;
          /** @enum {string} */
          type: 'not-the-solution';
        }
      | {
          /** @enum {string} */
          type: 'solution-shown';
        }
      | {
          /** @enum {string} */
          type: 'no-puzzle';
        }
      | {
          /** @enum {string} */
          type: 'resign-puzzle';
        }
      | {
          /** @enum {string} */
          type: 'rematch-puzzle';
        }
      | {
          /** @enum {string} */
          type: 'no-undo';
        }
      | {
          /** @enum {string} */
          type: 'no-redo';
        }
      | {
          /** @enum {string} */
          type: 'nothing-to-undo';
        }
      | {
          /** @enum {string} */
          type: 'no-move-of-yours';
        }
      | {
          /** @enum {string} */
          type: 'nothing-to-redo';
        }
      | {
          /** @enum {string} */
          type: 'draw-alone';
        }
      | {
          /** @enum {string} */
          type: 'computer-plays-on';
        }
      | {
          /** @enum {string} */
          type: 'game-not-over';
        }
      | {
          /** @enum {string} */
          type: 'one-attempt';
        }
      | {
          table: components['schemas']['TableId'];
          /** @enum {string} */
          type: 'rematch-begun';
        }
      | {
          /** @enum {string} */
          type: 'offered-already';
        }
      | {
          /** @enum {string} */
          type: 'answer-first';
        }
      | {
          /** @enum {string} */
          type: 'nobody-to-answer';
        }
      | {
          /** @enum {string} */
          type: 'nothing-offered';
        }
      | {
          /** @enum {string} */
          type: 'not-yours-to-answer';
        }
      | {
          game: string;
          known: string;
          /** @enum {string} */
          type: 'unknown-game';
        }
      | {
          table: components['schemas']['TableId'];
          /** @enum {string} */
          type: 'unknown-table';
        }
      | {
          plies: number;
          ply: number;
          /** @enum {string} */
          type: 'unknown-ply';
        }
      | {
          message: string;
          option: string;
          /** @enum {string} */
          type: 'bad-option';
        }
      | {
          message: string;
          /** @enum {string} */
          type: 'not-a-record';
        }
      | {
          message: string;
          /** @enum {string} */
          type: 'record-version';
          version: string;
        }
      | {
          game: string;
          message: string;
          /** @enum {string} */
          type: 'record-game';
        }
      | {
          line: number;
          message: string;
          /** @enum {string} */
          type: 'record-damaged';
        }
      | {
          line: number;
          message: string;
          /** @enum {string} */
          type: 'record-rules';
        }
      | {
          line: number;
          message: string;
          /** @enum {string} */
          type: 'record-move';
        }
      | {
          bytes: number;
          most: number;
          /** @enum {string} */
          type: 'record-too-large';
        }
      | {
          /** @enum {string} */
          type: 'record-too-long';
        }
      | {
          /** @enum {string} */
          type: 'analysis-closed';
        }
      | {
          /** @enum {string} */
          type: 'nothing-to-analyse';
        }
      | {
          /** @enum {string} */
          type: 'no-move-yet';
        }
      | {
          /** @enum {string} */
          type: 'engine-busy';
        }
      | {
          /** @enum {string} */
          type: 'server-full';
        }
      | {
          /** @enum {string} */
          type: 'disk-full';
        }
      | {
          /** @enum {string} */
          type: 'server-stops';
        }
      | {
          seconds: number;
          /** @enum {string} */
          type: 'rate-limit';
        }
      | {
          message: string;
          /** @enum {string} */
          type: 'puzzle-not-found';
          wins_in: number;
        }
      | {
          game: string;
          /** @enum {string} */
          type: 'game-without-puzzles';
        }
      | {
          game: string;
          /** @enum {string} */
          type: 'game-without-day';
        }
      | {
          message: string;
          /** @enum {string} */
          type: 'malformed';
        }
      | {
          message: string;
          /** @enum {string} */
          type: 'unknown-host';
        }
      | {
          /** @enum {string} */
          type: 'foreign-page';
        }
      | {
          /** @enum {string} */
          type: 'measurements-are-local';
        }
      | {
          /** @enum {string} */
          type: 'unknown-address';
        }
      | {
          most: number;
          /** @enum {string} */
          type: 'request-too-large';
        }
      | {
          page: number;
          server: number;
          /** @enum {string} */
          type: 'page-outdated';
        }
      | {
          expected: number;
          found: number;
          game: string;
          /** @enum {string} */
          type: 'seat-count';
        }
      | {
          level: number;
          most: number;
          /** @enum {string} */
          type: 'computer-level';
        }
      | {
          /** @enum {string} */
          type: 'clock-range';
        }
      | {
          /** @enum {string} */
          type: 'options-given';
        }
      | {
          message: string;
          /** @enum {string} */
          type: 'no-game';
        }
      | {
          found: number;
          least: number;
          most: number;
          /** @enum {string} */
          type: 'puzzle-length';
        }
      | {
          known: string;
          name: string;
          /** @enum {string} */
          type: 'unknown-level';
        }
      | {
          line: number;
          message: string;
          /** @enum {string} */
          type: 'level-damaged';
        }
      | {
          most: number;
          /** @enum {string} */
          type: 'too-many-tables';
        }
      | {
          /** @enum {string} */
          type: 'table-busy';
        }
      | {
          /** @enum {string} */
          type: 'slow-page';
        }
      | {
          seconds: number;
          /** @enum {string} */
          type: 'no-answer';
        }
      | {
          /** @enum {string} */
          type: 'storage-failed';
        }
      | {
          /** @enum {string} */
          type: 'storage-unavailable';
        }
      | {
          /** @enum {string} */
          type: 'server-failed';
        }
      | {
          file: string;
          /** @enum {string} */
          type: 'file-unreachable';
        };
    /** @description Why something was not done. */
    Refusal: {
      /** @description The kind, for programs. */
      code: components['schemas']['Code'];
      /** @description The reason in English. */
      message: string;
      /** @description The exact reason with its parameters; pages have a text for each. */
      reason: components['schemas']['Reason'];
    };
    /** @description The report of a level under simulated players. */
    Report: {
      /** @description Figures with their target bands. */
      bands: components['schemas']['Band'][];
      /** @description The player that stands for casual people, as named among the tiers. */
      casual: string | null;
      /** @description Whether all games of the plan were played; missing figures are left out. */
      is_whole: boolean;
      /** @description The level. */
      level: components['schemas']['Facts'];
      luck: components['schemas']['Luck'] | null;
      /** @description The version of the program; in another one players may choose otherwise. */
      program: string;
      /** @description The seed of all chance, in decimal digits: it has more than a JavaScript number keeps. */
      seed: string;
      skill: components['schemas']['Skill'] | null;
      target: components['schemas']['Target'] | null;
      /** @description The figures under each player with at least two games, in the order of the plan. */
      tiers: components['schemas']['Figures'][];
    };
    /** @description A graded move. */
    ReportLine: {
      /** @description The same after the move that was played. */
      after: number;
      /**
       * @description What the position is worth to player 1 after the best move, from −1 to 1; in a single-player game
       *     the expected points still to come, the share of the way to the goals, or, where only an order is
       *     known, where it is between the worst move, 0, and the best, 1.
       */
      before: number;
      /** @description The best move instead, as people type it. */
      best: string;
      /** @description What the best move was worth. */
      best_value: components['schemas']['Evaluation'];
      /** @description How good the move was. */
      grade: components['schemas']['Grade'];
      /** @description Who acted, 1 or 2. */
      player: number;
      /** @description The ply, from 1. */
      ply: number;
      /** @description The move, as people type it. */
      text: string;
      /** @description What the move was worth. */
      value: components['schemas']['Evaluation'];
    };
    /** @description A level to be reported on. */
    ReportOrder: {
      /** @description How many games each simulated player plays, from 2 to 400; those that look ahead play fewer. */
      games: number;
      /** @description The text of the level. */
      text: string;
    };
    /** @description Neighbouring numbers as `[first, last]`. */
    Run: [number, number];
    /** @description One position of a game that plays itself. */
    Scene: {
      /** @description The board. */
      board: components['schemas']['View'];
      /** @description What led here, step by step. */
      steps: components['schemas']['Effect'][][];
    };
    /** @description Who sits on a side. */
    SeatInfo:
      | {
          /** @description Whether a page of theirs is connected. */
          present: boolean;
          /** @enum {string} */
          type: 'person';
        }
      | {
          /** @enum {string} */
          type: 'invited';
        }
      | {
          /** @description From 1 to 5. */
          level: number;
          /** @description How it plays, in a few words. */
          name: string;
          /** @enum {string} */
          type: 'computer';
        };
    /**
     * @description A secret of 128 random bits, written in 32 lower-case hexadecimal digits. The server keeps its hash alone.
     *
     *     It prints as `…` where it is shown by accident: in logs and panics.
     */
    SeatToken: string;
    /** @description A message to the page, over the WebSocket. */
    ServerMessage:
      | {
          /** @description The version of the program. */
          program: string;
          /** @enum {string} */
          type: 'welcome';
          /** @description The version of the messages that the server speaks. */
          version: number;
        }
      | (components['schemas']['Snapshot'] & {
          /** @enum {string} */
          type: 'snapshot';
        })
      | (components['schemas']['Update'] & {
          /** @enum {string} */
          type: 'update';
        })
      | {
          /** @description Of each seat, whether a page of the player's is connected; true for the computer. */
          present: boolean[];
          /** @description How many watch without a seat. */
          spectators: number;
          /** @description The table. */
          table: components['schemas']['TableId'];
          /** @enum {string} */
          type: 'presence';
        }
      | {
          /** @description The number that the page gave. */
          request: number;
          /** @description The last event of the table. */
          seq: number;
          /** @enum {string} */
          type: 'done';
        }
      | (components['schemas']['Refusal'] & {
          /** @description The number that the page gave, if it did. */
          request: number | null;
          table: components['schemas']['TableId'] | null;
        } & {
          /** @enum {string} */
          type: 'refused';
        })
      | (components['schemas']['Looked'] & {
          /** @description The number that the page gave. */
          request: number;
        } & {
          /** @enum {string} */
          type: 'looked';
        })
      | (components['schemas']['Judgement'] & {
          /** @description The number that the page gave. */
          request: number;
        } & {
          /** @enum {string} */
          type: 'judged';
        })
      | {
          line: components['schemas']['ReportLine'] | null;
          /** @description How many moves there are to grade. */
          of: number;
          /** @description The number that the page gave. */
          request: number;
          /** @description The table. */
          table: components['schemas']['TableId'];
          /** @enum {string} */
          type: 'graded';
        }
      | {
          /** @enum {string} */
          type: 'pong';
        }
      | {
          /** @enum {string} */
          type: 'stopping';
        };
    /**
     * @description The outline of a token, recognisable without colour.
     * @enum {string}
     */
    Shape: 'disc' | 'ring' | 'square' | 'diamond' | 'triangle' | 'star' | 'hexagon' | 'tile';
    /** @description The least share of luck in a variance. */
    Share: {
      /** @description The variance between games: the chance that all attempts share. */
      luck: number;
      /** @description The variance within a game: play, and the chance of a single attempt. */
      play: number;
      /**
       * @description The share of luck (the intraclass correlation), with the interval of the jackknife. Fisher's formula
       *     takes a normal distribution; a success is 0 or 1.
       */
      share: components['schemas']['Estimate'];
    };
    /** @description A level that comes with the program. */
    ShippedLevel: {
      /** @description One line about it. */
      about: string;
      /** @description The most moves. */
      limit: number;
      /** @description The name by which it is asked for. */
      name: string;
      /** @description The board, row by row: `.` a field, `*` a field to clear, `#` none. */
      picture: string[];
      /** @description The moves left, once the goals are reached, for a second star and for a third. */
      stars: number[];
      /** @description The name for people. */
      title: string;
    };
    /** @description A short game that plays itself, for the lobby. */
    Showcase: {
      /** @description What tokens look like. */
      faces: {
        [key: string]: components['schemas']['Face'];
      };
      /** @description The game's id. */
      game: string;
      /** @description The positions in order, the opening first. */
      scenes: components['schemas']['Scene'][];
    };
    /** @description What may change at a table. */
    Situation: {
      /**
       * @description Whether the asker may have the position analysed now; not while two people play each other, the game
       *     is the day's, or a puzzle is not solved yet.
       */
      analysis: boolean;
      /** @description The board. */
      board: components['schemas']['View'];
      clock: components['schemas']['ClockFace'] | null;
      /** @description The key that the game's luck came from, in hexadecimal digits, once the game is over. */
      key: string | null;
      last: components['schemas']['MoveInfo'] | null;
      /** @description The legal actions, ascending, as runs `[first, last]`. */
      legal: components['schemas']['Run'][];
      offer: components['schemas']['Offer'] | null;
      /** @description All plies, those taken back included. */
      plies: number;
      /** @description The plies played and not taken back. */
      ply: number;
      /**
       * @description The number of the last event that changed the position. A command names it to identify its
       *     position.
       */
      position: number;
      puzzle: components['schemas']['PuzzleInfo'] | null;
      rematch: components['schemas']['TableId'] | null;
      /** @description Who sits where; one or two. */
      seats: components['schemas']['SeatInfo'][];
      /** @description Who acts. */
      turn: components['schemas']['TurnInfo'];
      /** @description How undo works here. */
      undo: components['schemas']['UndoRule'];
    };
    /** @description The effect of skill: the success of a player that notices more or fewer of the moves. */
    Skill: {
      /** @description The player, as named, whose skill is changed. */
      agent: string;
      /** @description Success at each skill, ascending. */
      by_skill: components['schemas']['AtSkill'][];
      /** @description A population with equally many players of each skill. */
      people: components['schemas']['People'];
      /**
       * @description The success at the greatest skill less that at the least, with the interval of matched pairs (Agresti
       *     and Min 2005), as all skills meet the same games.
       */
      sensitivity: components['schemas']['Estimate'];
    };
    /** @description All there is to know of a table; what a page is sent when it begins to watch. */
    Snapshot: {
      /** @description Every action that the rules know; an action's number is its index. Sent once, as it never changes. */
      actions: components['schemas']['ActionInfo'][];
      /**
       * @description The SHA-256, in hexadecimal digits, of the key that the game's luck comes from, sent before the first
       *     move.
       */
      commitment: string;
      /** @description The date (UTC, `2026-11-21`) of a game whose luck is that of the day. */
      daily: string | null;
      /**
       * @description What tokens look like: all on the board, in the tray and in the opening, and those of the sides. Later
       *     messages add further ones.
       */
      faces: {
        [key: string]: components['schemas']['Face'];
      };
      forked_from: components['schemas']['ForkedFrom'] | null;
      /** @description Whether the game began with a record or was forked, so that others may have played its first moves. */
      from_record: boolean;
      /** @description The game's id. */
      game: string;
      /**
       * @description The moves played last, those taken back at the end; at most 500, so the first may be of a later ply
       *     than 1.
       */
      moves: components['schemas']['MoveInfo'][];
      opening: components['schemas']['Opening'] | null;
      /** @description The options of the rules, all of them. */
      options: {
        [key: string]: string;
      };
      /**
       * @description The tokens that only one side brings onto the board, in the order of the sides; empty where sides have
       *     no tokens of their own.
       */
      own_tokens: components['schemas']['Token'][];
      /** @description The last event. */
      seq: number;
      /** @description What may change. */
      situation: components['schemas']['Situation'];
      /** @description The table. */
      table: components['schemas']['TableId'];
      /** @description The sides that the asker plays, 1 and 2; empty for a spectator. */
      you: number[];
    };
    /**
     * @description The public name of a table, as it stands in its address: 12 random characters, 60 bits.
     *
     *     The alphabet has no letters that are taken for digits (Crockford's base 32, lower case).
     */
    TableId: string;
    /**
     * @description The limit of moves for a target success.
     *
     *     A player that does not consider the limit plays the same game under any, so the limit is a quantile of the
     *     moves needed in games under a long limit. The same games are played under the limit found and under the
     *     level's own. Where one of them ends otherwise, the player considers the limit, and all figures come from
     *     games under each limit itself.
     */
    Target: {
      /** @description The player, as named. */
      agent: string;
      /** @description Success within each number of moves from 1, in the games under the long limit. */
      by_limit: components['schemas']['Rate'][];
      /** @description Games under each limit. */
      games: number;
      /**
       * @description The least limit whose interval lies above the target, at least `limit`; `None` where that of the long
       *     limit does not.
       */
      high: number | null;
      /** @description The least limit with the target success; `None` where the long limit is not enough. */
      limit: number | null;
      /** @description Whether the player plays otherwise under another limit. */
      looks_at_limit: boolean;
      /**
       * @description The least limit whose interval reaches the target, at most `limit`; `None` where that of the long
       *     limit does not.
       */
      low: number | null;
      /** @description Success in games under a limit itself, ascending. */
      played: components['schemas']['AtLimit'][];
      /** @description The target success. */
      success: number;
      /** @description The long limit. */
      tried: number;
    };
    /**
     * @description What stands on a field: a number whose meaning the game's view explains (a tile's value, a piece's number,
     *     …). In JSON its decimal digits, as it has more than a JavaScript number keeps.
     */
    Token: string;
    /**
     * @description How the edges of a board are joined.
     * @enum {string}
     */
    Topology: 'plane' | 'torus';
    /** @description Tokens beside the board from which a player selects. */
    Tray: {
      selected: components['schemas']['Token'] | null;
      /** @description The tokens left, in order. */
      tokens: components['schemas']['Token'][];
    };
    /** @description Who acts. */
    TurnInfo:
      | {
          /** @description 1 or 2. */
          player: number;
          /** @enum {string} */
          type: 'player';
        }
      | {
          /** @description By what it ended. */
          ending: components['schemas']['Ending'];
          /** @description The points of a single-player game. */
          points: number | null;
          /**
           * @description Whether the goals of a single-player game that has some were reached; none where it has not come
           *     to that.
           */
          reached: boolean | null;
          /** @enum {string} */
          type: 'over';
          /** @description The side that has won; none after a draw or in a single-player game. */
          winner: number | null;
        };
    /**
     * @description How undo works at a table.
     * @enum {string}
     */
    UndoRule: 'free' | 'own-turn' | 'offer' | 'never';
    /** @description What happened at a table; sent to all who watch. */
    Update: {
      /** @description What happened. */
      change: components['schemas']['Change'];
      /** @description What tokens look like that were not on the board or in the tray before. */
      faces: {
        [key: string]: components['schemas']['Face'];
      };
      /** @description The number of the event: one more than the one before. */
      seq: number;
      /** @description How things stand now. */
      situation: components['schemas']['Situation'];
      /** @description The table. */
      table: components['schemas']['TableId'];
    };
    /**
     * @description What the amount of an [`Evaluation`] is.
     * @enum {string}
     */
    ValueKind: 'win' | 'draw' | 'loss' | 'estimate' | 'points' | 'goals' | 'order';
    /**
     * @description Whether a figure is in its band.
     * @enum {string}
     */
    Verdict: 'in' | 'out' | 'undecided';
    /** @description A position as it is shown. */
    View: components['schemas']['Grid_Option_Token'] & {
      /** @description Named figures beside the board: points, moves. */
      counters: components['schemas']['Counter'][];
      /** @description Cells of the picture that are no fields of the board, in reading order; nothing ever stands there. */
      holes: components['schemas']['Cell'][];
      /** @description Lines to outline: the fours that won. Each in order along the line. */
      lines: components['schemas']['Cell'][][];
      /** @description Fields that the game marks, in reading order: those still to be cleared. */
      marked: components['schemas']['Cell'][];
      /** @description How rows and columns are counted in the notation, for labels at the edge and for screen readers. */
      numbering: components['schemas']['Numbering'];
      /** @description Whether the edges are joined. */
      topology: components['schemas']['Topology'];
      tray: components['schemas']['Tray'] | null;
    };
    /** @description What an action is worth to the side that acts. */
    Worth: components['schemas']['Evaluation'] & {
      /** @description The action's number. */
      action: number;
      /** @description The score of the game's own convention, where it has one: Connect Four's, positive for a win. */
      score: number | null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
};
export type ActionInfo = components['schemas']['ActionInfo'];
export type Analyse = components['schemas']['Analyse'];
export type AtLimit = components['schemas']['AtLimit'];
export type AtSkill = components['schemas']['AtSkill'];
export type Attempts = components['schemas']['Attempts'];
export type Band = components['schemas']['Band'];
export type Best = components['schemas']['Best'];
export type Bound = components['schemas']['Bound'];
export type ByMove = components['schemas']['ByMove'];
export type Cascades = components['schemas']['Cascades'];
export type Catalogue = components['schemas']['Catalogue'];
export type Cell = components['schemas']['Cell'];
export type Change = components['schemas']['Change'];
export type CheckedLevel = components['schemas']['CheckedLevel'];
export type ClientMessage = components['schemas']['ClientMessage'];
export type ClockFace = components['schemas']['ClockFace'];
export type ClockSetup = components['schemas']['ClockSetup'];
export type Code = components['schemas']['Code'];
export type ColumnWeights = components['schemas']['ColumnWeights'];
export type Command = components['schemas']['Command'];
export type Counter = components['schemas']['Counter'];
export type Created = components['schemas']['Created'];
export type DailyEntry = components['schemas']['DailyEntry'];
export type Day = components['schemas']['Day'];
export type DayPuzzle = components['schemas']['DayPuzzle'];
export type Direction = components['schemas']['Direction'];
export type Distribution = components['schemas']['Distribution'];
export type Done = components['schemas']['Done'];
export type EditorConfig = components['schemas']['EditorConfig'];
export type Effect = components['schemas']['Effect'];
export type ElementInfo = components['schemas']['ElementInfo'];
export type Ending = components['schemas']['Ending'];
export type Estimate = components['schemas']['Estimate'];
export type Evaluation = components['schemas']['Evaluation'];
export type Face = components['schemas']['Face'];
export type Facts = components['schemas']['Facts'];
export type FieldKind = components['schemas']['FieldKind'];
export type Figures = components['schemas']['Figures'];
export type ForkedFrom = components['schemas']['ForkedFrom'];
export type GameInfo = components['schemas']['GameInfo'];
export type GameLessons = components['schemas']['GameLessons'];
export type Gesture = components['schemas']['Gesture'];
export type GoalFigures = components['schemas']['GoalFigures'];
export type Grade = components['schemas']['Grade'];
export type GridOptionToken = components['schemas']['Grid_Option_Token'];
export type Invitation = components['schemas']['Invitation'];
export type Judgement = components['schemas']['Judgement'];
export type LessonInfo = components['schemas']['LessonInfo'];
export type LevelDraft = components['schemas']['LevelDraft'];
export type LevelError = components['schemas']['LevelError'];
export type LevelGoals = components['schemas']['LevelGoals'];
export type LevelInfo = components['schemas']['LevelInfo'];
export type LevelProblem = components['schemas']['LevelProblem'];
export type LevelReport = components['schemas']['LevelReport'];
export type LevelSet = components['schemas']['LevelSet'];
export type LevelSource = components['schemas']['LevelSource'];
export type Looked = components['schemas']['Looked'];
export type Luck = components['schemas']['Luck'];
export type MoveInfo = components['schemas']['MoveInfo'];
export type NewPuzzle = components['schemas']['NewPuzzle'];
export type NewSeat = components['schemas']['NewSeat'];
export type NewTable = components['schemas']['NewTable'];
export type Numbering = components['schemas']['Numbering'];
export type Offer = components['schemas']['Offer'];
export type OfferKind = components['schemas']['OfferKind'];
export type Opening = components['schemas']['Opening'];
export type OptionInfo = components['schemas']['OptionInfo'];
export type OptionKindInfo = components['schemas']['OptionKindInfo'];
export type Origin = components['schemas']['Origin'];
export type People = components['schemas']['People'];
export type PuzzleInfo = components['schemas']['PuzzleInfo'];
export type PuzzleRange = components['schemas']['PuzzleRange'];
export type Rate = components['schemas']['Rate'];
export type Reason = components['schemas']['Reason'];
export type Refusal = components['schemas']['Refusal'];
export type Report = components['schemas']['Report'];
export type ReportLine = components['schemas']['ReportLine'];
export type ReportOrder = components['schemas']['ReportOrder'];
export type Run = components['schemas']['Run'];
export type Scene = components['schemas']['Scene'];
export type SeatInfo = components['schemas']['SeatInfo'];
export type SeatToken = components['schemas']['SeatToken'];
export type ServerMessage = components['schemas']['ServerMessage'];
export type Shape = components['schemas']['Shape'];
export type Share = components['schemas']['Share'];
export type ShippedLevel = components['schemas']['ShippedLevel'];
export type Showcase = components['schemas']['Showcase'];
export type Situation = components['schemas']['Situation'];
export type Skill = components['schemas']['Skill'];
export type Snapshot = components['schemas']['Snapshot'];
export type TableId = components['schemas']['TableId'];
export type Target = components['schemas']['Target'];
export type Token = components['schemas']['Token'];
export type Topology = components['schemas']['Topology'];
export type Tray = components['schemas']['Tray'];
export type TurnInfo = components['schemas']['TurnInfo'];
export type UndoRule = components['schemas']['UndoRule'];
export type Update = components['schemas']['Update'];
export type ValueKind = components['schemas']['ValueKind'];
export type Verdict = components['schemas']['Verdict'];
export type View = components['schemas']['View'];
export type Worth = components['schemas']['Worth'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
