/** Three ways to make a move: with keys alone, with a mouse, with a finger. Each knows how a gesture is made,
 * and nothing of any game. */

/** @import {CDPSession, Locator, Page} from 'playwright-core' */
/** @import {Direction, Gesture, Cell} from '../../js/wire-types.js' */

/** What makes a move on the board of a page.
 * @typedef {{ perform: (gesture: Gesture) => Promise<void> }} Hand */

/** A point of the window, in pixels.
 * @typedef {{ x: number, y: number }} Point */

/** The steps to the neighbour in each direction.
 * @type {Record<Direction, Cell>} */
const STEPS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** The arrow of each direction.
 * @type {Record<Direction, string>} */
const ARROWS = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' };

/** How many times Tab is pressed at most to get somewhere. */
const TABS = 80;

/** How far a finger swipes, in pixels. */
const SWIPE = 60;

/** Finds a field of the board.
 * @param {Page} page
 * @param {Cell} cell
 * @returns {Locator} */
export function field(page, [column, row]) {
  return board(page).getByRole('row').nth(row).getByRole('gridcell').nth(column);
}

/** Finds the tokens to choose from.
 * @param {Page} page
 * @returns {Locator} */
export function tray(page) {
  return page.getByRole('group', { name: 'Pieces to choose from' });
}

/** Chooses one of few as people do: by pressing what is written on it.
 * @param {Page} page
 * @param {Locator} group
 * @param {string | RegExp} name */
export async function pick(page, group, name) {
  const radio = page.getByRole('radio', { name, exact: true });
  await group.locator('label').filter({ has: radio }).click();
}

/** Presses Tab until the focus is on an element or inside it.
 * @param {Page} page
 * @param {Locator} target */
export async function tabTo(page, target) {
  for (let tabs = 0; !(await hasFocus(target)); tabs++) {
    if (tabs === TABS) {
      throw new Error(`${TABS} times Tab does not lead to ${target}`);
    }
    await page.keyboard.press('Tab');
  }
}

/** Plays with keys and never with anything else.
 * @implements {Hand} */
export class Keys {
  #page;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
  }

  /** @param {Gesture} gesture */
  async perform(gesture) {
    const { keyboard } = this.#page;
    switch (gesture.type) {
      case 'push':
        return keyboard.press(ARROWS[gesture.towards]);
      case 'column':
        if (gesture.column < 10) {
          return keyboard.press(String((gesture.column + 1) % 10));
        }
        await this.#walkTo([gesture.column, 0]);
        return keyboard.press('Enter');
      case 'take':
        await this.#seek(gesture.token);
        return keyboard.press('Enter');
      case 'point':
        await this.#walkTo(gesture.cell);
        return keyboard.press('Enter');
      case 'swap':
        await this.#walkTo(gesture.from);
        await keyboard.press('Enter');
        return keyboard.press(ARROWS[directionOf(gesture.from, gesture.to)]);
      case 'rotate':
        await this.#walkTo(gesture.corner);
        return keyboard.press(gesture.clockwise ? 'r' : 'Shift+R');
      case 'shift':
        await this.#walkTo(gesture.cell);
        return keyboard.press(`Shift+${ARROWS[gesture.towards]}`);
    }
  }

  /** @param {Cell} cell */
  async #walkTo([column, row]) {
    await tabTo(this.#page, board(this.#page));
    const [x, y] = await this.#cursor();
    await this.#press(column < x ? 'ArrowLeft' : 'ArrowRight', Math.abs(column - x));
    await this.#press(row < y ? 'ArrowUp' : 'ArrowDown', Math.abs(row - y));
  }

  /** Returns which field has the focus. */
  #cursor() {
    return board(this.#page).evaluate((grid) => {
      const cell = document.activeElement;
      const row = cell?.closest('[role=row]');
      if (!cell || !row) {
        throw new Error('no field has the focus');
      }
      return /** @type {Cell} */ ([
        [...row.children].indexOf(cell),
        [...grid.querySelectorAll('[role=row]')].indexOf(row),
      ]);
    });
  }

  /** @param {string} token */
  async #seek(token) {
    await tabTo(this.#page, tray(this.#page));
    const wanted = piece(this.#page, token);
    for (let steps = 0; !(await hasFocus(wanted)); steps++) {
      if (steps === TABS) {
        throw new Error(`the arrows do not lead to the piece ${token}`);
      }
      await this.#page.keyboard.press('ArrowRight');
    }
  }

  /** @param {string} key
   * @param {number} times */
  async #press(key, times) {
    for (let pressed = 0; pressed < times; pressed++) {
      await this.#page.keyboard.press(key);
    }
  }
}

/** What pointers have in common: where things are, and which gesture is a tap and which a drag. */
class Pointer {
  #page;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
  }

  /** @param {Point} _at
   * @returns {Promise<void>} */
  tap(_at) {
    throw new Error('every pointer taps in its own way');
  }

  /** @param {Point} _from
   * @param {Point} _to
   * @returns {Promise<void>} */
  drag(_from, _to) {
    throw new Error('every pointer drags in its own way');
  }

  /** @param {Gesture} gesture */
  async perform(gesture) {
    switch (gesture.type) {
      case 'push': {
        const { x, y, width, height } = await box(board(this.#page));
        const [dx, dy] = STEPS[gesture.towards];
        const from = { x: x + width / 2, y: y + height / 2 };
        return this.drag(from, { x: from.x + dx * SWIPE, y: from.y + dy * SWIPE });
      }
      case 'column':
        return this.tap(await this.#middle([gesture.column, 0]));
      case 'take':
        return this.tap(middleOf(await box(piece(this.#page, gesture.token))));
      case 'point':
        return this.tap(await this.#middle(gesture.cell));
      case 'swap':
        await this.#choose('Swap');
        return this.swap(await this.#middle(gesture.from), await this.#middle(gesture.to));
      case 'rotate': {
        await this.#choose(gesture.clockwise ? 'Turn right' : 'Turn left');
        const { x, y, width, height } = await box(field(this.#page, gesture.corner));
        return this.tap({ x: x + width, y: y + height });
      }
      case 'shift': {
        await this.#choose('Shift');
        const [dx, dy] = STEPS[gesture.towards];
        const from = await this.#middle(gesture.cell);
        const { width, height } = await box(field(this.#page, gesture.cell));
        return this.drag(from, { x: from.x + dx * width, y: from.y + dy * height });
      }
    }
  }

  /** Swaps by dragging one field onto the other.
   * @param {Point} from
   * @param {Point} to
   * @returns {Promise<void>} */
  swap(from, to) {
    return this.drag(from, to);
  }

  /** Chooses the kind of move, where there are several to choose from.
   * @param {string} kind */
  async #choose(kind) {
    const choice = this.#page
      .getByRole('radiogroup', { name: 'Kind of move' })
      .getByRole('radio', { name: kind });
    if (await choice.isVisible()) {
      await this.tap(middleOf(await box(choice)));
    }
  }

  /** @param {Cell} cell */
  async #middle(cell) {
    return middleOf(await box(field(this.#page, cell)));
  }
}

/** Plays with a mouse: clicks and drags.
 * @implements {Hand} */
export class Mouse extends Pointer {
  #mouse;

  /** @param {Page} page */
  constructor(page) {
    super(page);
    this.#mouse = page.mouse;
  }

  /** @param {Point} at */
  async tap({ x, y }) {
    await this.#mouse.click(x, y);
  }

  /** @param {Point} from
   * @param {Point} to */
  async drag(from, to) {
    await this.#mouse.move(from.x, from.y);
    await this.#mouse.down();
    await this.#mouse.move(to.x, to.y, { steps: 4 });
    await this.#mouse.up();
  }
}

/** Plays with a finger: taps, swipes, and swaps by one tap on each field.
 * @implements {Hand} */
export class Finger extends Pointer {
  #page;
  /** @type {Promise<CDPSession> | undefined} */
  #screen;

  /** @param {Page} page of a visitor whose device has a touch screen */
  constructor(page) {
    super(page);
    this.#page = page;
  }

  /** @param {Point} at */
  async tap({ x, y }) {
    await this.#page.touchscreen.tap(x, y);
  }

  /** @param {Point} from
   * @param {Point} to */
  async drag(from, to) {
    await this.#touch('touchStart', [from]);
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await this.#touch('touchMove', [
        { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part },
      ]);
    }
    await this.#touch('touchEnd', []);
  }

  /** @param {Point} from
   * @param {Point} to */
  async swap(from, to) {
    await this.tap(from);
    await this.tap(to);
  }

  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type
   * @param {Point[]} touchPoints */
  async #touch(type, touchPoints) {
    this.#screen ??= this.#page.context().newCDPSession(this.#page);
    await (await this.#screen).send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}

/** Finds the board.
 * @param {Page} page
 * @returns {Locator} */
export function board(page) {
  return page.getByRole('main').getByRole('grid');
}

/** @param {Page} page
 * @param {string} token */
function piece(page, token) {
  return tray(page).locator(`[data-token="${token}"]`);
}

/** @param {Locator} target */
async function hasFocus(target) {
  return target.evaluate((element) => element.contains(document.activeElement));
}

/** Returns where an element is, brought into the window if it was not.
 * @param {Locator} element */
async function box(element) {
  await element.scrollIntoViewIfNeeded();
  const found = await element.boundingBox();
  if (!found) {
    throw new Error(`${element} is not to be seen`);
  }
  return found;
}

/** @param {{ x: number, y: number, width: number, height: number }} box */
function middleOf({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Returns the direction from a field to its neighbour.
 * @param {Cell} from
 * @param {Cell} to
 * @returns {Direction} */
function directionOf([fromColumn, fromRow], [column, row]) {
  if (row === fromRow) {
    return column > fromColumn ? 'right' : 'left';
  }
  return row > fromRow ? 'down' : 'up';
}
