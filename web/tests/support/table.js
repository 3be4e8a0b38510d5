/** A table as somebody has it before them: a page, and what can be seen and done there. */

import assert from 'node:assert/strict';

import { longOptions } from './games.js';
import { board, Mouse, pick } from './hands.js';

/** @import {Locator, Page} from 'playwright-core' */
/** @import {NewSeat, Snapshot} from '../../js/wire-types.js' */
/** @import {GameInfo} from './games.js' */
/** @import {Hand} from './hands.js' */
/** @import {Stage, VisitorOptions} from './arcade.js' */

/** How a game is set up. What is not said stays as the page offers it.
 * @typedef {object} Setup
 * @property {NewSeat[]} [seats]
 * @property {Record<string, string>} [options]
 * @property {{ kind: string, fields: Record<string, string> }} [clock] in the words of the page */

/** The labels of the buttons of the opponents.
 * @type {Record<NewSeat['type'], string>} */
const OPPONENTS = { me: 'Same device', invite: 'Send a link', computer: 'Computer' };

/** The names of the levels. */
const LEVELS = ['Beginner', 'Easy', 'Medium', 'Hard', 'Master'];

/** Waits until the board shows what its actions are worth. That takes a while where other programs are busy, to
 * which the server's analysts give way.
 * @param {Page} page */
export async function boardIsJudged(page) {
  await page.locator('.board--judged').waitFor({ timeout: 150_000 });
}

/** Begins a game in which one visitor plays all sides.
 * @param {Stage} stage
 * @param {GameInfo} game
 * @param {VisitorOptions} [options] */
export async function alone(stage, game, options) {
  const page = await stage.visitor(options);
  const sides = Array.from({ length: game.players }, (_, index) => index + 1);
  const table = await Table.make(stage, page, game);
  return { page, table, sides, hand: new Mouse(page) };
}

/** A table on a page. */
export class Table {
  /** @param {Stage} stage
   * @param {Page} page */
  constructor(stage, page) {
    this.stage = stage;
    this.page = page;
  }

  /** Begins a game in the dialog of the page, with a mouse or finger; without options, one that lasts.
   * @param {Stage} stage
   * @param {Page} page
   * @param {GameInfo} game
   * @param {Setup} [setup] */
  static async begin(stage, page, game, { seats = [], options = longOptions(game), clock } = {}) {
    await page.goto(`/new/${game.id}`);
    const dialog = page.getByRole('dialog');
    await chooseSeats(page, dialog, seats);
    if (Object.keys(options).length > 0) {
      const rules = dialog.locator('details', { hasText: 'Rules' });
      if ((await rules.getAttribute('open')) === null) {
        await rules.locator('summary').click();
      }
    }
    for (const [name, value] of Object.entries(options)) {
      const field = dialog.getByLabel(sentence(name), { exact: true });
      await ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT'
        ? field.selectOption(value)
        : field.fill(value));
    }
    if (clock) {
      await dialog.locator('summary', { hasText: 'Clock' }).click();
      await pick(page, dialog, clock.kind);
      for (const [name, value] of Object.entries(clock.fields)) {
        await dialog.getByLabel(name).fill(value);
      }
    }
    await dialog.getByRole('button', { name: 'Start' }).click();
    return Table.opened(stage, page);
  }

  /** Opens a table that is made without the dialog, with one visitor on all sides; without options, one that
   * lasts.
   * @param {Stage} stage
   * @param {Page} page
   * @param {GameInfo} game
   * @param {Pick<Setup, 'options' | 'seats'>} [setup] */
  static async make(stage, page, game, { options = longOptions(game), seats } = {}) {
    const all = Array.from({ length: game.players }, () => ({ type: 'me' }));
    const order = { game: game.id, options, seats: seats ?? all };
    const { table, token } = await stage.ask(page, 'tables', order);
    await page.addInitScript(([table, token]) => {
      const seats = JSON.parse(localStorage.getItem('quincunx.seats') ?? '{}');
      localStorage.setItem('quincunx.seats', JSON.stringify({ ...seats, [table]: token }));
    }, /** @type {const} */ ([table, token]));
    await page.goto(`/t/${table}`);
    return Table.opened(stage, page);
  }

  /** Waits until a page shows a table.
   * @param {Stage} stage
   * @param {Page} page */
  static async opened(stage, page) {
    await page.waitForURL(/\/t\/\w{12}/);
    await board(page).waitFor();
    return new Table(stage, page);
  }

  /** The name of the table. */
  get id() {
    return /\/t\/(\w{12})/.exec(this.page.url())?.[1] ?? '';
  }

  /** The line with whose turn it is or how the game ended. */
  get status() {
    return this.page.locator('.status');
  }

  /** The region with how the game ended. */
  get result() {
    return this.page.getByRole('region', { name: 'Result' });
  }

  /** Finds a button under the board.
   * @param {string} name
   * @returns {Locator} */
  control(name) {
    return this.page
      .getByRole('group', { name: 'Game', exact: true })
      .getByRole('button', { name, exact: true });
  }

  /** Plays a move by typing it.
   * @param {string} text */
  async type(text) {
    const box = this.page.getByRole('textbox', { name: 'Type a move' });
    if (!(await box.isVisible())) {
      await this.choose('Type a move');
    }
    await this.page.getByRole('textbox', { name: 'Type a move' }).fill(text);
    await this.page.getByRole('textbox', { name: 'Type a move' }).press('Enter');
  }

  /** Waits until somebody can act at this page, or the game is over. */
  async ready() {
    await this.page.locator('.board:not(.board--waiting)').or(this.result).first().waitFor();
  }

  /** Opens the menu of what is done seldom and does something there.
   * @param {string} name */
  async choose(name) {
    await this.page.locator('summary[aria-label="More"]').click();
    await this.page.locator('.menu__list').getByRole('button', { name }).click();
  }

  /** Gives the game up, if it is not over. */
  async resign() {
    if (!(await this.result.isVisible())) {
      await this.choose('Resign');
      await this.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
      await this.result.waitFor();
    }
  }

  /** Asks the host how the table stands, as somebody who watches.
   * @returns {Promise<Snapshot>} */
  async snapshot() {
    const slider = this.page.locator('input[type=range][aria-valuetext]');
    const said = (await slider.count()) ? await slider.first().getAttribute('aria-valuetext') : null;
    const shown = Number(said?.match(/\d+/g)?.[1] ?? 0);
    for (let patience = 50; ; patience--) {
      const snapshot = await this.stage.ask(this.page, `tables/${this.id}`);
      // On a site another worker answers, which follows that of the page.
      if (snapshot.situation.plies >= shown || patience === 0) {
        return snapshot;
      }
    }
  }

  /** Waits until the page shows that this many plies were played, or more.
   * @param {number} ply */
  async reached(ply) {
    await this.page.waitForFunction((ply) => {
      const said = document
        .querySelector('input[type=range][aria-valuetext]')
        ?.getAttribute('aria-valuetext');
      return Number(said?.match(/\d+/)?.[0]) >= ply;
    }, ply);
  }

  /** Waits until the page shows the position after a ply.
   * @param {number} ply */
  async shows(ply) {
    // Before the first move the slider is hidden.
    const slider = this.page.getByRole('slider', { name: 'Move', exact: true, includeHidden: true });
    await slider.and(this.page.locator(`[aria-valuetext^="move ${ply} of "]`)).waitFor({ state: 'attached' });
  }

  /** Asserts that the page shows the game as the server has it: the board in words, field by field, and who
   * acts. */
  async assertInStep() {
    const { situation, faces } = await this.snapshot();
    await this.reached(situation.ply);
    const contents = situation.board.cells.map((token) =>
      token === null ? 'empty' : (faces[token]?.name ?? token),
    );
    const said = () => board(this.page).getByRole('gridcell').evaluateAll(wordsOf);
    // While pieces move, the labels are those of before.
    for (let patience = 0; patience < 100 && (await said()).join() !== contents.join(); patience++) {
      await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    assert.deepEqual(await said(), contents, 'what the fields are said to hold');
    assert.equal(
      await this.result.isVisible(),
      situation.turn.type === 'over',
      'the result is shown when the game is over',
    );
  }

  /** Plays a game to its end: whenever one of our sides acts, the hand makes a legal move.
   * @param {Hand} hand
   * @param {object} how
   * @param {number[]} how.sides the sides that the page plays
   * @param {number} [how.plies] to play at most */
  async play(hand, { sides, plies = Number.POSITIVE_INFINITY }) {
    for (let made = 0; made < plies;) {
      const { situation, actions } = await this.snapshot();
      await this.reached(situation.ply);
      if (situation.turn.type === 'over') {
        return;
      }
      if (!sides.includes(situation.turn.player)) {
        await this.reached(situation.ply + 1);
        continue;
      }
      const legal = situation.legal.flatMap(([first, last]) =>
        Array.from({ length: last - first + 1 }, (_, at) => first + at),
      );
      // Different from ply to ply, and the same in every run.
      const action = actions[legal[(situation.ply * 7) % legal.length] ?? 0];
      if (!action) {
        throw new Error(
          `${situation.ply} plies were played, nobody has a legal action, and the game is not over`,
        );
      }
      await hand.perform(action.gesture);
      await this.reached(situation.ply + 1);
      made += 1;
    }
  }
}

/** Chooses who plays in the dialog of a new game; one side is ours.
 * @param {Page} page
 * @param {Locator} dialog
 * @param {NewSeat[]} seats */
async function chooseSeats(page, dialog, seats) {
  const opponent = seats.find((seat, index) => seat.type !== 'me' || index > 0);
  if (!opponent) {
    return;
  }
  await pick(page, dialog.getByRole('group', { name: 'Opponent' }), OPPONENTS[opponent.type]);
  if (opponent.type === 'computer') {
    await pick(page, dialog.getByRole('group', { name: 'Level' }), LEVELS[opponent.level - 1] ?? '');
  }
  if (seats[0]?.type !== 'me') {
    await pick(page, dialog.getByRole('group', { name: 'Who goes first?' }), 'Opponent');
  }
}

/** Returns what the fields of a board are said to hold.
 * @param {Element[]} cells */
function wordsOf(cells) {
  return cells.map((cell) => cell.getAttribute('aria-label')?.split(': ')[1]?.split(', ')[0]);
}

/** Writes the name of an option as the page does.
 * @param {string} name */
function sentence(name) {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}
