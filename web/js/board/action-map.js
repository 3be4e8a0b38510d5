/** From gestures to actions: what the actions of the rules ask of pointer and keys. */

/** @import {ActionInfo, Direction, Gesture, Place} from '../wire-types.js' */

/** @typedef {Gesture['type']} GestureKind */

/** The steps to the neighbour in each direction.
 * @type {Record<Direction, Place>} */
export const STEPS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** The actions of the rules by what they are meant by. */
export class ActionMap {
  /** @type {Map<string, number>} */
  #byGesture = new Map();

  /** @type {readonly ActionInfo[]} */
  #actions;

  /** The kinds of gestures that the game knows.
   * @type {Set<GestureKind>} */
  ways = new Set();

  /** The runs of legal actions.
   * @type {readonly [first: number, last: number][]} */
  legal = [];

  /** @param {readonly ActionInfo[]} actions */
  constructor(actions = []) {
    this.#actions = actions;
    actions.forEach(({ gesture }, action) => {
      this.ways.add(gesture.type);
      this.#byGesture.set(keyOf(gesture), action);
    });
  }

  /** Returns the action that a gesture means, legal or not.
   * @param {Gesture} gesture */
  find(gesture) {
    return this.#byGesture.get(keyOf(gesture));
  }

  /** Returns what an action is meant by.
   * @param {number} action
   * @returns {Gesture | undefined} */
  gestureOf(action) {
    return this.#actions[action]?.gesture;
  }

  /** Tells whether an action is legal now.
   * @param {number} action */
  isLegal(action) {
    return this.legal.some(([first, last]) => first <= action && action <= last);
  }

  /** Tells whether a gesture means an action that is legal now.
   * @param {Gesture} gesture */
  allows(gesture) {
    const action = this.find(gesture);
    return action !== undefined && this.isLegal(action);
  }

  /** Returns the kinds of gestures that mean a legal action now.
   * @returns {Set<GestureKind>} */
  legalKinds() {
    /** @type {Set<GestureKind>} */
    const ways = new Set();
    for (const [first, last] of this.legal) {
      for (let action = first; action <= last && ways.size < this.ways.size; action += 1) {
        const gesture = this.gestureOf(action);
        if (gesture) {
          ways.add(gesture.type);
        }
      }
    }
    return ways;
  }
}

/** Writes a gesture so that two that mean the same are written alike.
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
