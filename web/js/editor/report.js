// @ts-check
/**
 * What simulated players make of the level: the region `Report`, with a button `Let computers play` or `Stop`, whether the
 * level is as designers of such levels want it, a table of the players from weak to strong, and curves of how soon each
 * reaches the goals.
 *
 * It is made of few games at first and of more and more then, so that there is something to see at once.
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
  /** @type {AbortController | null} */
  #asking = null;
  /** The text that the report shown is about.
   * @type {string | null} */
  #about = null;

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
    if (this.#about !== null && this.#about !== text) {
      this.stop();
      this.element.classList.toggle('editor__report--old', true);
      setText(this.#status, say('report.old'));
    } else if (this.#about === text && this.element.classList.contains('editor__report--old')) {
      this.element.classList.toggle('editor__report--old', false);
      setText(this.#status, '');
    }
  }

  /** Ends the making of a report; what is there stays. */
  stop() {
    this.#asking?.abort();
    this.#asking = null;
    this.#show();
  }

  async #make() {
    const text = await this.#text();
    if (text === null || this.#asking) {
      return;
    }
    const asking = (this.#asking = new AbortController());
    this.#about = text;
    this.element.classList.remove('editor__report--old');
    this.#show();
    setText(this.#status, say('report.making'));
    try {
      for (const games of STEPS) {
        const report = await reportOnLevel(text, games, asking.signal);
        if (asking.signal.aborted) {
          return;
        }
        fill(this.#body, ...contents(report));
        setText(this.#status, say(report.whole ? 'report.games' : 'report.partly', { n: report.games }));
        if (!report.whole) {
          break;
        }
      }
    } catch (error) {
      if (!asking.signal.aborted) {
        setText(this.#status, explain(error));
      }
    }
    if (this.#asking === asking) {
      this.#asking = null;
      this.#show();
    }
  }

  #show() {
    const busy = this.#asking !== null;
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

/** What stands before a figure that is in its band, beside it, or perhaps in it. */
const SIGNS = { in: '✓ ', out: '✗ ', undecided: '? ' };

/** @param {LevelReport} report */
function bands({ bands, casual, skill, luck }) {
  const items = bands.map(({ figure, share, low, high, value, from, to, verdict }) => {
    const written = (/** @type {number} */ value) => (share ? percent(value) : number(value));
    const name = inWords('figure', figure, en);
    const interval = from === null ? null : ` ${share && to !== null ? span(from, to) : `${written(from)}–${to === null ? '∞' : written(to)}`}`;
    return h(
      'li',
      { class: `band band--${verdict}` },
      h('span', { class: 'band__value' }, h('span', { 'aria-hidden': 'true' }, SIGNS[verdict]), value === null ? '–' : written(value), h('span', { class: 'small soft' }, interval)),
      h('span', { class: 'small' }, name),
      h('span', { class: 'small soft' }, say(`band.${verdict}`, { low: written(low), high: written(high) })),
    );
  });
  const more = [
    skill && say('report.skill', { share: range(skill) }),
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
  const bar = svg(
    'svg',
    { class: 'interval', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: 'interval__track', width: 100, height: 8 }),
    svg('rect', { class: 'interval__band', x: success.low * 100, width: (success.high - success.low) * 100, height: 8 }),
    svg('rect', { class: 'interval__value', x: success.value * 99, width: 1.5, height: 8 }),
  );
  const decides = tier.decides.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  return h(
    'tr',
    {},
    h('th', { scope: 'row', title: tier.agent }, h('span', { class: `swatch swatch--${index % 8}`, 'aria-hidden': 'true' }), playerName(tier.agent)),
    h('td', {}, h('span', { class: 'strong' }, percent(success.value)), ' ', h('span', { class: 'small soft' }, span(success.low, success.high)), bar),
    h('td', {}, attempts.mean === null ? '∞' : number(attempts.mean), ' ', h('span', { class: 'small soft' }, say('tier.p95', { n: attempts.p95 === null ? '∞' : number(attempts.p95) }))),
    h('td', {}, left === null ? '–' : number(left.p50), ' ', left && h('span', { class: 'small soft' }, `${number(left.p5)}–${number(left.p95)}`)),
    h('td', {}, best === null ? `> ${number(tier.tried)}` : number(best.value), ' ', best && h('span', { class: 'small soft' }, `${number(best.low)}–${number(best.high)}`)),
    h('td', {}, percent(tier.near_misses)),
    h('td', {}, legal === null ? '–' : number(legal.mean), ' ', legal && h('span', { class: 'small soft' }, say('tier.least', { n: legal.least }))),
    h('td', {}, percent(tier.deadlocks)),
    h('td', {}, decides.slice(0, 2).map(({ goal, share }) => h('div', {}, `${phrase(goal)} `, h('span', { class: 'small soft' }, percent(share))))),
  );
}

/** @param {LevelReport} report */
function curves({ tiers }) {
  const last = Math.max(1, ...tiers.map(({ reached }) => reached.length - 1));
  const lines = tiers.map(({ reached }, index) =>
    svg('path', { class: `curve curve--${index % 8}`, d: reached.map((share, move) => `${move ? 'L' : 'M'}${((100 * move) / last).toFixed(2)} ${(HEIGHT * (1 - share)).toFixed(2)}`).join('') }),
  );
  const levels = [0.25, 0.5, 0.75].map((share) => svg('path', { class: 'graph__zero', d: `M0 ${HEIGHT * share}H100` }));
  const said = tiers.map((tier) => `${playerName(tier.agent)} ${percent(tier.success.value)}`).join(', ');
  const drawing = svg('svg', { class: 'graph curves', viewBox: `0 -1 100 ${HEIGHT + 2}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': say('report.curves', { moves: last, said }) }, levels, lines);
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
 * @param {number} low
 * @param {number} high
 */
function span(low, high) {
  return `${number(Math.round(low * 100))}–${percent(high)}`;
}
