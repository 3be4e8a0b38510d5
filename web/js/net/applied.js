/** Tells whether a command was carried out whose answer was lost, by what has become of the table. */

/** @import {Command, MoveInfo, Situation} from '../wire-types.js' */

/** Tells whether what was heard of a table bears witness to a command.
 * @param {Command} command
 * @param {Situation} before how the table stood when the command was given
 * @param {Situation} after how it stood later
 * @param {MoveInfo[]} moves the moves that were heard of with that */
export function wasApplied(command, before, after, moves) {
  const moved = after.position > before.position;
  switch (command.type) {
    case 'play':
      return moved && moves.some((move) => move.ply === before.ply + 1 && move.ply <= after.ply && means(command, move));
    case 'undo':
      return moved && after.ply < before.ply;
    case 'redo':
      return moved && after.ply > before.ply;
    case 'resign':
      return after.turn.type === 'over' && after.turn.ending === 'resignation';
    case 'reveal':
      return after.puzzle?.revealed ?? false;
    case 'offer':
      return after.offer?.kind === command.kind || wasTaken(command.kind, before, after);
    case 'answer':
      return after.offer === null;
    case 'claim':
      // The server says itself that it was done before.
      return false;
  }
}

/** Tells whether a move is what a command asked for.
 * @param {Extract<Command, {type: 'play'}>} command
 * @param {MoveInfo} move */
function means({ action, text }, move) {
  return action === undefined ? text?.trim().toLowerCase() === move.text.toLowerCase() : action === move.action;
}

/** Tells whether what was offered has come about.
 * @param {Extract<Command, {type: 'offer'}>['kind']} kind
 * @param {Situation} before
 * @param {Situation} after */
function wasTaken(kind, before, after) {
  switch (kind) {
    case 'undo':
      return after.ply < before.ply;
    case 'draw':
      return after.turn.type === 'over' && after.turn.ending === 'agreement';
    case 'rematch':
      return after.rematch !== null;
  }
}
