/** What simulated players make of the level: the region `Report`, with a button `Let computers play` or `Stop`, and what they
 * make of it.
 *
 * It is made of few games at first and of more and more then, so that there is something to see at once. What was told of all
 * games stays when there is no time for more of them: a report that was cut off lacks players. */

import { h, fill, icon, setText } from '../dom.js';
import { explain } from '../explain.js';
import { say } from '../i18n/editor.js';
import { reportOnLevel } from '../net/levels.js';
import { sections } from './report-sections.js';

/** @import {LevelReport} from '../wire-types.js' */

/** The games of each player, step by step. */
const STEPS = [20, 100, 400];

/** The report on a level. */
export class LevelReportPanel {
  #text;
  #status = h('p', { class: 'small soft', role: 'status' });
  #body = h('div', { class: 'panel__body stack' });
  #button = h('button', { class: 'button', type: 'button' });
  /** The report that is being made, and the text of the level that it is about.
   * @type {{abort: AbortController, text: string} | null} */
  #asking = null;
  /** The report that is shown: what it is about, and what is said of it.
   * @type {{text: string, whole: boolean, games: number, said: string} | null} */
  #shown = null;
  /** The text of the level as it is now.
   * @type {string | null} */
  #now = null;
  /** Why there is no report.
   * @type {string | null} */
  #failure = null;

  /** @param {() => Promise<string | null>} text returns the text of the level, or null where it cannot be played */
  constructor(text) {
    this.#text = text;
    this.#button.addEventListener('click', () => (this.#asking ? this.stop() : this.#make()));
    const head = h('div', { class: 'panel__head' }, h('h2', { id: 'level-report-heading' }, say('report')), this.#status, this.#button);
    this.element = h('section', { class: 'panel editor__report', 'aria-labelledby': 'level-report-heading' }, head, this.#body);
    fill(this.#body, h('p', { class: 'small soft' }, say('report.help')));
    this.#show();
  }

  /** Tells of the level as it is now: a report on another one is marked as old.
   * @param {string} text */
  changed(text) {
    this.#now = text;
    if (this.#asking && this.#asking.text !== text) {
      this.stop();
    } else {
      this.#show();
    }
  }

  /** Ends the making of a report; what is there stays. */
  stop() {
    this.#asking?.abort.abort();
    this.#asking = null;
    this.#show();
  }

  async #make() {
    const text = await this.#text();
    if (text === null || this.#asking) {
      return;
    }
    const asking = (this.#asking = { abort: new AbortController(), text });
    this.#now = text;
    this.#failure = null;
    this.#show();
    try {
      for (const games of STEPS) {
        const told = await reportOnLevel(text, games, asking.abort.signal);
        if (this.#asking !== asking) {
          return;
        }
        this.#take(told, text);
        if (!told.report.is_whole) {
          break;
        }
      }
    } catch (error) {
      if (this.#asking === asking) {
        this.#failure = explain(error);
      }
    }
    if (this.#asking === asking) {
      this.#asking = null;
      this.#show();
    }
  }

  /** Shows a report, unless it was cut off and a whole one on the same level is there.
   * @param {LevelReport} told
   * @param {string} text */
  #take(told, text) {
    const { is_whole: whole, tiers } = told.report;
    const games = tiers.reduce((sum, tier) => sum + tier.games, 0);
    const shown = this.#shown?.text === text && this.#shown.whole ? this.#shown : null;
    if (!whole && shown) {
      shown.said = say('report.kept', { n: shown.games });
    } else {
      fill(this.#body, ...sections(told));
      this.#shown = { text, whole, games, said: say(whole ? 'report.games' : 'report.partly', { n: games }) };
    }
    this.#show();
  }

  /** Says what is shown, and what is going on. */
  #show() {
    const busy = this.#asking !== null;
    const old = this.#shown !== null && this.#shown.text !== this.#now;
    const making = busy && (old || !this.#shown);
    setText(this.#status, this.#failure ?? (making ? say('report.making') : old ? say('report.old') : (this.#shown?.said ?? '')));
    this.element.classList.toggle('editor__report--old', old);
    this.#body.setAttribute('aria-busy', String(busy));
    fill(this.#button, icon(busy ? 'pause' : 'report'), say(busy ? 'report.stop' : 'report.make'));
  }
}
