/** The region `Report`: what simulated players make of the level, with a button `Let computers play` or
 * `Stop`.
 *
 * The first report is of few games, so that there is something to see at once; more games follow. A report
 * that ran out of time lacks players, so it does not replace a complete one. */

import { fill, h, icon, setText } from '../dom.js';
import { explain } from '../explain.js';
import { te } from '../i18n/editor-texts.js';
import { reportOnLevel } from '../net/requests.js';
import { button, note, panel } from '../widgets.js';
import { sections } from './report-sections.js';

/** @import {LevelReport} from '../wire-types.js' */

/** The games of each player, report by report. */
const GAMES = [20, 100, 400];

/** The report on a level. */
export class LevelReportPanel {
  #text;
  #status = h('p', { class: 'small soft', role: 'status' });
  #button = button('', [], () => (this.#request ? this.stop() : this.#make()));
  /** The request under way, and the text of its level.
   * @type {{abort: AbortController, text: string} | null} */
  #request = null;
  /** The report on the page: the text of its level, and its line of status.
   * @type {{text: string, whole: boolean, games: number, status: string} | null} */
  #shown = null;
  /** The present text of the level.
   * @type {string | null} */
  #now = null;
  /** @type {string | null} */
  #failure = null;

  /** @param {() => Promise<string | null>} text returns the text of the level; null where it cannot be played
   */
  constructor(text) {
    this.#text = text;
    const head = [this.#status, this.#button];
    this.element = panel('level-report', te('report'), note(te('report.help')), {
      look: 'editor__report',
      head,
    });
    this.#show();
  }

  get #body() {
    return /** @type {Element} */ (this.element.lastElementChild);
  }

  /** Marks the report as old if the level has changed.
   * @param {string} text of the level */
  changed(text) {
    this.#now = text;
    if (this.#request && this.#request.text !== text) {
      this.stop();
    } else {
      this.#show();
    }
  }

  /** Ends the request; the report on the page stays. */
  stop() {
    this.#request?.abort.abort();
    this.#request = null;
    this.#show();
  }

  async #make() {
    const text = await this.#text();
    if (text === null || this.#request) {
      return;
    }
    const request = (this.#request = { abort: new AbortController(), text });
    this.#now = text;
    this.#failure = null;
    this.#show();
    try {
      for (const games of GAMES) {
        const report = await reportOnLevel(text, games, request.abort.signal);
        if (this.#request !== request) {
          return;
        }
        this.#take(report, text);
        if (!report.report.is_whole) {
          break;
        }
      }
    } catch (error) {
      if (this.#request === request) {
        this.#failure = explain(error);
      }
    }
    if (this.#request === request) {
      this.#request = null;
      this.#show();
    }
  }

  /** Shows a report, unless it ran out of time and a complete one on the same level is there.
   * @param {LevelReport} report
   * @param {string} text */
  #take(report, text) {
    const { is_whole: whole, tiers } = report.report;
    const n = tiers.reduce((sum, tier) => sum + tier.games, 0);
    if (!whole && this.#shown?.text === text && this.#shown.whole) {
      this.#shown.status = te('report.kept', { n: this.#shown.games });
    } else {
      fill(this.#body, ...sections(report));
      this.#shown = { text, whole, games: n, status: te(whole ? 'report.games' : 'report.partly', { n }) };
    }
    this.#show();
  }

  /** Updates the status and the button. */
  #show() {
    const busy = this.#request !== null;
    const old = this.#shown !== null && this.#shown.text !== this.#now;
    const waiting = busy && (old || !this.#shown);
    const status = old ? te('report.old') : (this.#shown?.status ?? '');
    setText(this.#status, this.#failure ?? (waiting ? te('report.making') : status));
    this.element.classList.toggle('editor__report--old', old);
    this.#body.setAttribute('aria-busy', String(busy));
    fill(this.#button, icon(busy ? 'pause' : 'report'), te(busy ? 'report.stop' : 'report.make'));
  }
}
