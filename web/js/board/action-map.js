/** Maps gestures to the actions of the rules. */

/** @import {ActionInfo, Gesture} from '../wire-types.js' */

/** @typedef {Gesture['type']} GestureKind */

/** The actions of a game by their gestures. */
export class ActionMap {
  /** @type {Map<string, number>} */
  #byGesture = new Map();
  /** @type {readonly ActionInfo[]} */
  #actions;
  /** The kinds of gestures that the game has.
   * @type {Set<GestureKind>} */
  kinds = new Set();
  /** The runs of legal actions.
   * @type {readonly [first: number, last: number][]} */
  legal = [];

  /** @param {readonly ActionInfo[]} actions */
  constructor(actions = []) {
    this.#actions = actions;
    actions.forEach(({ gesture }, action) => {
      this.kinds.add(gesture.type);
      this.#byGesture.set(keyOf(gesture), action);
    });
  }

  /** Returns the action of a gesture, legal or not.
   * @param {Gesture} gesture */
  find(gesture) {
    return this.#byGesture.get(keyOf(gesture));
  }

  /** Returns the gesture of an action.
   * @param {number | null | undefined} action */
  gestureOf(action) {
    return this.#actions[action ?? -1]?.gesture;
  }

  /** Returns whether an action is legal now.
   * @param {number} action */
  isLegal(action) {
    return this.legal.some(([first, last]) => first <= action && action <= last);
  }

  /** Returns whether a gesture is legal now.
   * @param {Gesture} gesture */
  allows(gesture) {
    const action = this.find(gesture);
    return action !== undefined && this.isLegal(action);
  }

  /** Returns the kinds of gestures that are legal now.
   * @returns {Set<GestureKind>} */
  legalKinds() {
    /** @type {Set<GestureKind>} */
    const kinds = new Set();
    for (const [first, last] of this.legal) {
      for (let action = first; action <= last && kinds.size < this.kinds.size; action += 1) {
        const gesture = this.gestureOf(action);
        if (gesture) {
          kinds.add(gesture.type);
        }
      }
    }
    return kinds;
  }
}

/** Formats a gesture so that gestures with the same meaning give the same key.
 * @param {Gesture} gesture */
function keyOf(gesture) {
  switch (gesture.type) {
    case 'push':
      return `push ${gesture.towards}`;
    case 'column':
      return `column ${gesture.column}`;
    case 'point':
      return `point ${gesture.cell}`;
    case 'take':
      return `take ${gesture.token}`;
    case 'swap':
      return `swap ${[gesture.from, gesture.to].map(String).sort().join(' ')}`;
    case 'rotate':
      return `rotate ${gesture.corner} ${gesture.clockwise}`;
    case 'shift': {
      const [column, row] = gesture.cell;
      const line = gesture.towards === 'up' || gesture.towards === 'down' ? column : row;
      return `shift ${line} ${gesture.towards}`;
    }
  }
}
