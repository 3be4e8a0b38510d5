/** The messages of page and server, as types alone: the mirror of `crates/server/src/wire/`.
 *
 * Nothing here runs, so no browser loads it. Other modules import the types: `@import {Snapshot} from './wire-types.js'`.
 */

export {};

// The board and what happens to it.

/** A cell of the picture, row 0 at the top.
 * @typedef {[column: number, row: number]} Place */

/** @typedef {'disc' | 'ring' | 'square' | 'diamond' | 'triangle' | 'star' | 'hexagon' | 'tile'} ShapeName */

/** @typedef {'up' | 'down' | 'left' | 'right'} Direction */

/** How a token looks and is called.
 * @typedef {object} FaceView
 * @property {string} label a short text on it, at most six characters; may be empty
 * @property {string} name what a screen reader says
 * @property {number} tint a colour from 0 to 7; of a tile the step of a ramp
 * @property {ShapeName} shape the outline
 * @property {boolean} large whether it is drawn large
 * @property {boolean} solid whether it is filled */

/** What tokens look like, by the token's decimal number.
 * @typedef {Record<string, FaceView>} Faces */

/** @typedef {{tokens: string[], selected: string | null}} TrayView */

/** @typedef {{name: string, value: number}} CounterView */

/** A position as it is shown.
 * @typedef {object} BoardView
 * @property {number} columns
 * @property {number} rows
 * @property {boolean} torus whether the edges are joined
 * @property {number} first the number that people give the first row and column
 * @property {boolean} bottom_up whether people count rows from the bottom
 * @property {(string | null)[]} cells the tokens, row by row from the top
 * @property {TrayView | null} tray tokens beside the board
 * @property {Place[][]} lines lines to outline, each in order along the line
 * @property {Place[]} holes cells that are no fields of the board
 * @property {Place[]} marked fields that the game marks: those still to be cleared
 * @property {CounterView[]} counters named figures beside the board */

/** One thing that happened to the board; steps of one wave happen at the same time.
 * @typedef {{type: 'spawn', cell: Place, token: string}
 *   | {type: 'enter', cell: Place, height: number, token: string}
 *   | {type: 'move', from: Place, to: Place, token: string}
 *   | {type: 'merge', cell: Place, token: string}
 *   | {type: 'become', cell: Place, token: string}
 *   | {type: 'remove', cell: Place, token: string}
 *   | {type: 'select', token: string}
 *   | {type: 'points', points: number}} Step */

/** How a player means an action with pointer or keys.
 * @typedef {{type: 'push', towards: Direction}
 *   | {type: 'column', column: number}
 *   | {type: 'point', cell: Place}
 *   | {type: 'take', token: string}
 *   | {type: 'swap', from: Place, to: Place}
 *   | {type: 'rotate', corner: Place, clockwise: boolean}
 *   | {type: 'shift', cell: Place, towards: Direction}} Gesture */

/** @typedef {{text: string, gesture: Gesture}} ActionInfo */

// The games there are.

/** @typedef {{type: 'integer', least: number, most: number}
 *   | {type: 'number', least: number, most: number}
 *   | {type: 'choice', words: string[]}
 *   | {type: 'text'}
 *   | {type: 'file'}} OptionKindInfo */

/** @typedef {{name: string, kind: OptionKindInfo, default: string, help: string}} OptionInfo */

/** @typedef {{level: number, name: string}} LevelInfo */

/** A game.
 * @typedef {object} GameInfo
 * @property {string} id
 * @property {string} title
 * @property {string} summary
 * @property {number} players 1 or 2
 * @property {OptionInfo[]} options
 * @property {LevelInfo[]} levels
 * @property {{least: number, most: number} | null} puzzles in how many moves its puzzles are won */

/** @typedef {{program: string, games: GameInfo[]}} Catalogue */

/** @typedef {{waves: Step[][], board: BoardView}} Scene */

/** A short game that plays itself.
 * @typedef {{game: string, faces: Faces, scenes: Scene[]}} Showcase */

// Levels that are being made.

/** @typedef {'plain' | 'marked' | 'hole'} FieldKind */

/** A level that may still be wrong. What its fields take is in the schema of the workshop.
 * @typedef {object} LevelDraft
 * @property {string} name
 * @property {string} about
 * @property {number} columns
 * @property {number} rows
 * @property {FieldKind[]} fields row by row from the top
 * @property {(string | null)[]} start what the board begins with, by code; null where chance deals
 * @property {number} colours
 * @property {number[]} weights how often each colour comes in
 * @property {{column: number, weights: number[]}[]} column_weights the columns in which that is otherwise
 * @property {string[]} moves
 * @property {string[]} matchers names of combinations, or deltas
 * @property {boolean} specials
 * @property {boolean} refill
 * @property {boolean} reshuffle whether a board without moves is put into a new order; else the level ends
 * @property {number} limit
 * @property {LevelGoals} goals
 * @property {string | null} seed in decimal digits */

/** @typedef {{score: number | null, clear: boolean, collect: number[]}} LevelGoals */

/** @typedef {{code: string, colour: string, special: string | null, face: FaceView}} ElementInfo */

/** What an editor of levels works with.
 * @typedef {object} Workshop
 * @property {string} game the game that plays levels
 * @property {string} option the option of that game which takes the text of a level
 * @property {any} schema the JSON schema of level files
 * @property {ElementInfo[]} elements the regular ones of all colours first
 * @property {{name: string, title: string, about: string}[]} shipped
 * @property {LevelDraft} blank */

/** @typedef {{type: 'draft', draft: LevelDraft} | {type: 'text', text: string} | {type: 'shipped', name: string}} LevelSource */

/** @typedef {{line: number, field: string, what: string}} LevelProblem */

/** @typedef {{text: string, draft: LevelDraft | null, problems: LevelProblem[]}} CheckedLevel */

/** A level to be reported on; so many games of each simulated player.
 * @typedef {{text: string, games: number}} ReportOrder */

/** A figure with the ends of the interval that holds its true value with 95 % confidence; null is an end that is not known.
 * @typedef {{value: number, low: number, high: number | null}} Estimate */

/** How often something was so, of how many times.
 * @typedef {Estimate & {high: number, hits: number, of: number}} Rate */

/** How whole numbers are distributed.
 * @typedef {{mean: Estimate, least: number, p5: number, p25: number, p50: number, p75: number, p95: number, most: number}} Distribution
 */

/** What simulated players make of a level; the goals by what is left of them beside the board.
 * @typedef {{goals: string[], report: Report}} LevelReport */

/** The report as `quincunx level report --json` writes it, of which docs/levels.md lists all fields. Shares are from 0 to 1; null is
 * what is not known or infinite.
 * @typedef {object} Report
 * @property {number} seed
 * @property {boolean} is_whole whether all games were played before time was up
 * @property {{limit: number}} level
 * @property {Tier[]} tiers from who moves anything to who looks ahead
 * @property {string | null} casual the player that stands for casual people
 * @property {Band[]} bands
 * @property {Skill | null} skill
 * @property {Luck | null} luck */

/** A level under one simulated player.
 * @typedef {object} Tier
 * @property {string} agent
 * @property {number} games
 * @property {Rate} success
 * @property {{mean: number | null, low: number, median: number | null, p95: number | null, p95_low: number, p95_high: number | null}} attempts
 * @property {Distribution | null} moves_left where the goals were reached
 * @property {{moves: Estimate | null, tried: number}} best what the best 5 % of games needed, unless more than was tried
 * @property {Rate} near_misses
 * @property {Distribution} points
 * @property {{steps: Distribution, chains: Rate} | null} cascades
 * @property {Estimate} specials_made
 * @property {Estimate} specials_used
 * @property {Distribution | null} legal
 * @property {Rate} deadlocks
 * @property {Estimate} shuffles
 * @property {Rate} stuck
 * @property {{done: Estimate, last: Rate, missed: Rate, decides: Rate}[]} goals
 * @property {ByMove[]} by_move from 0 to the limit */

/** What was there after so many moves.
 * @typedef {{moves: number, points: Estimate, reached: Rate, done: Estimate[]}} ByMove */

/** A figure that should be in a band, with its interval.
 * @typedef {object} Band
 * @property {string} figure
 * @property {boolean} is_share
 * @property {boolean} is_difference
 * @property {number} low
 * @property {number} high
 * @property {boolean} is_below whether the upper end is not in it
 * @property {number | null} value
 * @property {number | null} from
 * @property {number | null} to
 * @property {'in' | 'out' | 'undecided'} verdict */

/** How much skill counts, and how people of several skills do.
 * @typedef {object} Skill
 * @property {string} agent
 * @property {Estimate} sensitivity
 * @property {{skill: number, success: Rate}[]} by_skill
 * @property {{success: Estimate, three_misses: Estimate, p95: number | null, p95_low: number, p95_high: number | null}} people
 */

/** How much luck counts at least.
 * @typedef {{games: number, attempts: number, success: {share: Estimate} | null, points: {share: Estimate} | null}} Luck
 */

// A table.

/** @typedef {{type: 'me'} | {type: 'invite'} | {type: 'computer', level: number}} NewSeat */

/** @typedef {{type: 'total', total: number, increment: number} | {type: 'move', each: number}} ClockSetup */

/** @typedef {{type: 'record', text: string} | {type: 'fork', table: string, ply: number}} Origin */

/** A table to be made.
 * @typedef {object} NewTable
 * @property {string} game
 * @property {Record<string, string>} [options]
 * @property {NewSeat[]} seats
 * @property {ClockSetup | null} [clock]
 * @property {Origin | null} [from] */

/** A puzzle to be made.
 * @typedef {{options?: Record<string, string>, wins_in: number}} NewPuzzle */

/** What is the day's.
 * @typedef {{date: string, games: string[], puzzles: {game: string, wins_in: number}[]}} Day */

/** @typedef {{player: number, secret: string}} Invitation */

/** @typedef {{table: string, token: string | null, invitations: Invitation[]}} Created */

/** @typedef {'undo' | 'draw' | 'rematch'} OfferKind */

/** Something that a player does at a table.
 * @typedef {{type: 'play', at: number, action?: number, text?: string}
 *   | {type: 'undo', at: number}
 *   | {type: 'redo', at: number}
 *   | {type: 'resign'}
 *   | {type: 'reveal'}
 *   | {type: 'offer', kind: OfferKind}
 *   | {type: 'answer', accept: boolean}
 *   | {type: 'claim', invitation: string, token: string}} Command */

/** @typedef {'rules' | 'resignation' | 'time' | 'agreement'} Ending */

/** @typedef {{type: 'player', player: number}
 *   | {type: 'over', winner: number | null, points: number | null, reached: boolean | null, ending: Ending}} TurnInfo
 */

/** @typedef {{ply: number, player: number, action: number, text: string}} MoveInfo */

/** @typedef {{type: 'person', present: boolean}
 *   | {type: 'invited'}
 *   | {type: 'computer', level: number, name: string}} SeatInfo */

/** Times are milliseconds and were right when the message was made.
 * @typedef {{left: number[], running: number | null}} ClockFace */

/** @typedef {{by: number, kind: OfferKind}} Offer */

/** @typedef {'free' | 'own-turn' | 'offer' | 'never'} UndoRule */

/** What may change at a table.
 * @typedef {object} Situation
 * @property {number} position the number of the last event that changed the position
 * @property {number} ply the plies played and not taken back
 * @property {number} plies all plies, those taken back included
 * @property {TurnInfo} turn
 * @property {BoardView} board
 * @property {MoveInfo | null} last the move that led here
 * @property {[number, number][]} legal the legal actions, ascending, as runs
 * @property {SeatInfo[]} seats
 * @property {ClockFace | null} clock
 * @property {Offer | null} offer
 * @property {UndoRule} undo
 * @property {boolean} analysis whether the position may be analysed now
 * @property {string | null} rematch
 * @property {PuzzleInfo | null} puzzle
 * @property {string | null} key the key of the game's luck, once the game is over */

/** A puzzle, solved when the game is over and it was not revealed.
 * @typedef {object} PuzzleInfo
 * @property {number} wins_in the moves in which it is won
 * @property {number} left those of them that are left
 * @property {number} difficulty from 1 to 5
 * @property {number} from the ply after which it begins
 * @property {string | null} token what the solver plays with
 * @property {boolean} revealed whether the solution has been asked for and is played */

/** All there is to know of a table.
 * @typedef {object} Snapshot
 * @property {string} table
 * @property {string} game
 * @property {Record<string, string>} options
 * @property {number[]} you the sides that the asker plays
 * @property {string | null} daily
 * @property {{table: string, ply: number} | null} forked_from
 * @property {string} commitment the SHA-256 of the key that the game's luck comes from
 * @property {ActionInfo[]} actions every action that the rules know, by number
 * @property {MoveInfo[]} moves the moves played last, those taken back at the end
 * @property {Faces} faces
 * @property {number} seq the last event
 * @property {Situation} situation */

/** @typedef {{type: 'played', waves: Step[][]}
 *   | {type: 'undone'}
 *   | {type: 'redone', waves: Step[][]}
 *   | {type: 'seated'}
 *   | {type: 'offered'}
 *   | {type: 'declined'}
 *   | {type: 'ended'}
 *   | {type: 'rematched'}
 *   | {type: 'revealed'}
 *   | {type: 'resumed'}} Change */

/** @typedef {{table: string, seq: number, change: Change, faces: Faces, situation: Situation}} Update */

/** @typedef {{table: string, present: boolean[], spectators: number}} Presence */

// What the server answers.

/** @typedef {'malformed' | 'version' | 'unknown' | 'stale' | 'illegal' | 'wrong' | 'forbidden' | 'over' | 'nothing' | 'busy'
 *   | 'too-large' | 'failed'} Code */

/** The position after a ply.
 * @typedef {object} Looked
 * @property {string} table
 * @property {number} ply
 * @property {BoardView} board
 * @property {Faces} faces
 * @property {MoveInfo | null} last
 * @property {Step[][]} waves */

/** What an action is worth to the side that acts.
 * @typedef {object} Worth
 * @property {number} action
 * @property {string} kind `win`, `draw`, `loss`, `estimate`, `points`, `goals` or `order`
 * @property {number} amount plies to the end, the estimate, the points, the share of the way to the goals, from 0 to 1, or a
 *   number that puts the actions into an order and tells nothing else
 * @property {'at_most' | 'at_least' | 'exactly' | null} bound when the plies are only known to be no more or no fewer; of points that
 *   they are proved
 * @property {number | null} score the score of the game's own convention
 * @property {string} words */

/** What is known of a position.
 * @typedef {object} Judgement
 * @property {string} table
 * @property {number} ply
 * @property {Worth[]} actions the best first
 * @property {string[]} line the expected course
 * @property {number} depth
 * @property {number} nodes
 * @property {boolean} done */

/** @typedef {'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder'} Grade */

/** A graded move.
 * @typedef {object} ReportLine
 * @property {number} ply
 * @property {number} player
 * @property {string} text
 * @property {string} best
 * @property {Grade} grade
 * @property {number} before
 * @property {number} after
 * @property {string} best_words
 * @property {string} words */

/** @typedef {{type: 'hello', version: number}
 *   | {type: 'watch', table: string, token?: string, since?: number}
 *   | {type: 'leave', table: string}
 *   | {type: 'command', request: number, table: string, command: Command}
 *   | {type: 'look', request: number, table: string, ply: number}
 *   | {type: 'analyse', request: number, table: string, ply: number}
 *   | {type: 'stop-analysis'}
 *   | {type: 'report', request: number, table: string}
 *   | {type: 'ping'}} ClientMessage */

/** @typedef {{type: 'welcome', version: number, program: string}
 *   | ({type: 'snapshot'} & Snapshot)
 *   | ({type: 'update'} & Update)
 *   | ({type: 'presence'} & Presence)
 *   | {type: 'done', request: number, seq: number}
 *   | {type: 'refused', request: number | null, table: string | null, code: Code, message: string}
 *   | ({type: 'looked', request: number} & Looked)
 *   | ({type: 'judged', request: number} & Judgement)
 *   | {type: 'graded', request: number, table: string, of: number, line: ReportLine | null}
 *   | {type: 'pong'}
 *   | {type: 'stopping'}} ServerMessage */
