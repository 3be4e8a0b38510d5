// @ts-check
/**
 * What simulated players make of the level: the region `Report`, with a button `Let computers play` or `Stop`, whether the
 * level is as designers of such levels want it, a table of the players, and curves of how soon each reaches the goals.
 *
 * It is made of few games at first and of more and more then, so that there is something to see at once. What was told of all
 * games stays when there is no time for more of them: a report that was cut off lacks players.
 */

import { h, fill, icon, setText, svg } from '../dom.js';
import { explain } from '../explain.js';
import { number, phrase } from '../i18n/index.js';
import { en, say } from '../i18n/editor.js';
import { reportOnLevel } from '../net/levels.js';
import { inWords } from './fields.js';

/** @import {Interval, LevelReport, TierReport} from '../wire-types.js' */

/** The games of each player, step by step. */
const STEPS = [20, 100, 400];

/** The height of the curves, in which the width is 100. */
const HEIGHT = 40;

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

  /**
   * Tells of the level as it is now: a report on another one is marked as old.
   *
   * @param {string} text
   */
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
        const report = await reportOnLevel(text, games, asking.abort.signal);
        if (this.#asking !== asking) {
          return;
        }
        this.#take(report, text);
        if (!report.whole) {
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

  /**
   * Shows a report, unless it was cut off and a whole one on the same level is there.
   *
   * @param {LevelReport} report
   * @param {string} text
   */
  #take(report, text) {
    const { whole, games } = report;
    const shown = this.#shown?.text === text && this.#shown.whole ? this.#shown : null;
    if (!whole && shown) {
      shown.said = say('report.kept', { n: shown.games });
    } else {
      fill(this.#body, ...contents(report));
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

/**
 * @param {LevelReport} report
 * @returns {HTMLElement[]}
 */
function contents(report) {
  return [bands(report), table(report), curves(report)];
}

/** The most attempts of which the strip beside a band has room. */
const MOST_ATTEMPTS = 10;

/** What stands before a figure that is in its band, beside it, or perhaps in it. */
const SIGNS = { in: '✓ ', out: '✗ ', undecided: '? ' };

/** @param {LevelReport} report */
function bands({ bands, casual, skill, luck }) {
  const items = bands.map(({ figure, share, low, high, value, from, to, verdict }) => {
    const written = (/** @type {number} */ value) => (share ? percent(value) : number(value));
    const name = inWords('figure', figure, en);
    const interval = from === null ? null : ` ${to === null ? say('band.orMore', { n: written(from) }) : share ? span(from, to) : `${written(from)}–${written(to)}`}`;
    const most = share ? 1 : MOST_ATTEMPTS;
    return h(
      'li',
      { class: `band band--${verdict}` },
      h('span', { class: 'band__value' }, h('span', { 'aria-hidden': 'true' }, SIGNS[verdict]), value === null ? '–' : written(value), h('span', { class: 'small soft' }, interval)),
      strip(from === null ? null : { value, low: from, high: to ?? most }, most, { low, high }),
      h('span', { class: 'small' }, name),
      h('span', { class: 'small soft' }, say(`band.${verdict}`, { low: written(low), high: written(high) })),
    );
  });
  const more = [
    skill && say('report.skill', { points: points(skill) }),
    luck && say('report.luck', { share: range(luck) }),
  ].filter((line) => line !== null);
  return h(
    'div',
    { class: 'stack' },
    casual && h('p', { class: 'small soft' }, say('report.casual', { player: playerName(casual) })),
    h('ul', { class: 'bands' }, items),
    more.map((line) => h('p', { class: 'small' }, line)),
  );
}

/**
 * Draws a figure with its interval along a strip, over the band in which it should be.
 *
 * @param {{value: number | null, low: number, high: number} | null} figure
 * @param {number} most what the right end of the strip stands for; the left one is 0
 * @param {{low: number, high: number}} [band]
 */
function strip(figure, most, band) {
  const at = (/** @type {number} */ number) => Math.min(100, Math.max(0, (100 * number) / most));
  const part = (/** @type {string} */ name, /** @type {number} */ low, /** @type {number} */ high) =>
    svg('rect', { class: `interval__${name}`, x: at(low), width: at(high) - at(low), height: 8 });
  return svg(
    'svg',
    { class: 'interval', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    part('track', 0, most),
    band && part('zone', band.low, band.high),
    figure && part('band', figure.low, figure.high),
    figure && figure.value !== null && svg('rect', { class: 'interval__value', x: 0.985 * at(figure.value), width: 1.5, height: 8 }),
  );
}

/** @param {LevelReport} report */
function table({ tiers }) {
  const heads = /** @type {const} */ (['player', 'success', 'attempts', 'left', 'best', 'near', 'legal', 'deadlocks', 'decides']);
  return h(
    'div',
    { class: 'scrolled', tabindex: '0', role: 'region', 'aria-label': say('report.table') },
    h(
      'table',
      { class: 'data' },
      h('thead', {}, h('tr', {}, heads.map((head) => h('th', { scope: 'col', title: say(`tier.${head}.help`) }, say(`tier.${head}`))))),
      h('tbody', {}, tiers.map(row)),
    ),
  );
}

/** @param {TierReport} tier */
function row(tier, /** @type {number} */ index) {
  const { success, attempts, moves_left: left, best, legal } = tier;
  const decides = tier.decides.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  return h(
    'tr',
    {},
    h('th', { scope: 'row', title: tier.agent }, h('span', { class: `swatch swatch--${index % 8}`, 'aria-hidden': 'true' }), playerName(tier.agent)),
    h('td', {}, h('span', { class: 'strong' }, percent(success.value)), ' ', h('span', { class: 'small soft' }, span(success.low, success.high)), strip(success, 1)),
    h('td', {}, attempts.mean === null ? `> ${number(attempts.least)}` : number(attempts.mean), ' ', h('span', { class: 'small soft' }, say('tier.p95', { n: attempts.p95 === null ? `≥ ${number(attempts.p95_least)}` : number(attempts.p95) }))),
    h('td', {}, left === null ? '–' : number(left.p50), ' ', left && h('span', { class: 'small soft' }, `${number(left.p5)}–${number(left.p95)}`)),
    h('td', {}, best === null ? `> ${number(tier.tried)}` : number(best.value), ' ', best && h('span', { class: 'small soft' }, `${number(best.low)}–${number(best.high)}`)),
    h('td', {}, percent(tier.near_misses)),
    h('td', {}, legal === null ? '–' : number(legal.mean), ' ', legal && h('span', { class: 'small soft' }, say('tier.least', { n: legal.least }))),
    h('td', {}, percent(tier.deadlocks)),
    h('td', {}, decides.slice(0, 2).map(({ goal, share }) => h('div', {}, `${phrase(goal)} `, h('span', { class: 'small soft' }, percent(share))))),
  );
}

/** @param {LevelReport} report */
function curves({ tiers, bands }) {
  const last = Math.max(1, ...tiers.map(({ reached }) => reached.length - 1));
  const lines = tiers.map(({ reached }, index) =>
    svg('path', { class: `curve curve--${index % 8}`, d: reached.map((share, move) => `${move ? 'L' : 'M'}${((100 * move) / last).toFixed(2)} ${(HEIGHT * (1 - share)).toFixed(2)}`).join('') }),
  );
  const wanted = bands
    .filter(({ figure }) => figure === 'success')
    .map(({ low, high }) => svg('rect', { class: 'interval__zone', x: 0, y: HEIGHT * (1 - high), width: 100, height: HEIGHT * (high - low) }));
  const levels = [0.25, 0.5, 0.75].map((share) => svg('path', { class: 'graph__zero', d: `M0 ${HEIGHT * share}H100` }));
  const said = tiers.map((tier) => `${playerName(tier.agent)} ${percent(tier.success.value)}`).join(', ');
  const drawing = svg('svg', { class: 'graph curves', viewBox: `0 -1 100 ${HEIGHT + 2}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': say('report.curves', { moves: last, said }) }, wanted, levels, lines);
  const legend = h('ul', { class: 'legend small', 'aria-hidden': 'true' }, tiers.map((tier, index) => h('li', {}, h('span', { class: `swatch swatch--${index % 8}` }), playerName(tier.agent))));
  return h('figure', { class: 'stack' }, h('figcaption', { class: 'small strong' }, say('report.curvesTitle', { moves: last })), drawing, legend);
}

/**
 * Says who a player is, by its kind.
 *
 * @param {string} agent
 * @returns {string}
 */
function playerName(agent) {
  const [kind = ''] = agent.split(':');
  return inWords('agent', kind, en);
}

/**
 * @param {number} share
 * @returns {string}
 */
function percent(share) {
  return `${number(Math.round(share * 100))} %`;
}

/** @param {Interval} interval */
function range({ value, low, high }) {
  return `${percent(value)} (${span(low, high)})`;
}

/**
 * Tells a difference of shares in percentage points, without their name.
 *
 * @param {Interval} interval
 */
function points(interval) {
  const [value, low, high] = [interval.value, interval.low, interval.high].map((end) => number(Math.round(100 * end)));
  return `${value} (${low}–${high})`;
}

/**
 * @param {number} low
 * @param {number} high
 */
function span(low, high) {
  return `${number(Math.round(low * 100))}–${percent(high)}`;
}
