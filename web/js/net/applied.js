/** Finds out whether a command whose answer was lost has been carried out. */

/** @import {Command, MoveInfo, Situation} from '../wire-types.js' */

/** Returns whether later events of a table show that a command was carried out.
 * @param {Command} command
 * @param {Situation} before the situation when the command was given
 * @param {Situation} after a later situation
 * @param {MoveInfo[]} moves the moves received with it */
export function wasApplied(command, before, after, moves) {
  const moved = after.position > before.position;
  switch (command.type) {
    case 'play':
      return (
        moved &&
        moves.some((move) => move.ply === before.ply + 1 && move.ply <= after.ply && isMove(command, move))
      );
    case 'undo':
      return moved && after.ply < before.ply;
    case 'redo':
      return moved && after.ply > before.ply;
    case 'resign':
      return after.turn.type === 'over' && after.turn.ending === 'resignation';
    case 'reveal':
      return after.puzzle?.revealed ?? false;
    case 'offer':
      return after.offer?.kind === command.kind || wasAccepted(command.kind, before, after);
    case 'answer':
      return after.offer === null;
    case 'claim':
      // The server recognises a repeated claim itself.
      return false;
  }
}

/** Returns whether a move is the one that a command asked for.
 * @param {Extract<Command, {type: 'play'}>} command
 * @param {MoveInfo} move */
function isMove({ action, text }, move) {
  return action === undefined
    ? text?.trim().toLowerCase() === move.text.toLowerCase()
    : action === move.action;
}

/** Returns whether an offer has been accepted.
 * @param {Extract<Command, {type: 'offer'}>['kind']} kind
 * @param {Situation} before
 * @param {Situation} after */
function wasAccepted(kind, before, after) {
  switch (kind) {
    case 'undo':
      return after.ply < before.ply;
    case 'draw':
      return after.turn.type === 'over' && after.turn.ending === 'agreement';
    case 'rematch':
      return after.rematch !== null;
  }
}
