/** What is told of a level: whether it is as designers of such levels want it, then success, moves left, goals, play, skill and
 * luck, each with tables of the players and curves. It is all in the report; nothing is worked out here. */

import { h, svg } from '../dom.js';
import { decimal, number, phrase } from '../i18n/index.js';
import { en, say } from '../i18n/editor.js';
import { figure, swatch, table } from './curves.js';
import { inWords } from './fields.js';
import { estimate, percent, playerName, points, span } from './report-format.js';

/** @import {Child} from '../dom.js' */
/** @import {EditorKey} from '../i18n/editor.js' */
/** @import {Band, ByMove, Distribution, Estimate, LevelReport, Luck, Rate, Report, Skill, Tier} from '../wire-types.js' */

/** The most attempts of which a strip has room. */
const MOST_ATTEMPTS = 10;

/** What stands before a figure that is in its band, beside it, or perhaps in it. */
const SIGNS = { in: '✓ ', out: '✗ ', undecided: '? ' };

/** Tells all of a report.
 * @param {LevelReport} told */
export function sections({ report, goals }) {
  const { tiers, skill, luck, seed, is_whole: whole } = report;
  if (tiers.length === 0) {
    return [];
  }
  const games = Math.max(...tiers.map((tier) => tier.games));
  return [
    bands(report),
    section('report.success', success(report), reached(report)),
    section('report.left', left(report)),
    section('report.goals', ...goals.flatMap((goal, place) => ofGoal(report, place, phrase(goal)))),
    section('report.play', pointsByMove(report), ...play(report)),
    ...(skill ? [section('report.skill', ...ofSkill(skill, bandOf(report, 'success')))] : []),
    ...(luck ? [section('report.luck', h('p', { class: 'small' }, ofLuck(luck)))] : []),
    meanings(tiers),
    ...(whole ? [h('p', { class: 'small soft' }, say('report.again'), ' ', h('code', {}, `quincunx level report FILE --games ${games} --seed ${seed}`))] : []),
  ];
}

/** @param {EditorKey} heading
 * @param {...HTMLElement} content */
function section(heading, ...content) {
  return h('section', { class: 'stack report__part' }, h('h3', {}, say(heading)), content);
}

/** @param {Report} report */
function bands({ bands, casual }) {
  const items = bands.map((band) => {
    const { figure, is_share: isShare, low, high, value, from, to, verdict } = band;
    const written = writtenOf(band);
    const wanted = band.is_below ? say('band.below', { high: written(high) }) : span(low, high, written);
    const most = isShare ? 1 : MOST_ATTEMPTS;
    return h(
      'li',
      { class: `band band--${verdict}` },
      h('span', { class: 'band__value' }, h('span', { 'aria-hidden': 'true' }, SIGNS[verdict]), value === null ? '–' : written(value), ' ', from !== null && h('span', { class: 'small soft' }, span(from, to, written))),
      strip(from === null ? null : { value, low: from, high: to ?? most }, most, band),
      h('span', { class: 'small' }, inWords('figure', figure, en)),
      h('span', { class: 'small soft' }, say(`band.${verdict}`, { band: wanted })),
    );
  });
  return h('div', { class: 'stack' }, casual && h('p', { class: 'small soft' }, say('report.casual', { player: playerName(casual) })), h('ul', { class: 'bands' }, items));
}

/** Returns how a figure that should be in a band is written.
 * @param {Band} band */
function writtenOf(band) {
  return band.is_difference ? points : band.is_share ? percent : number;
}

/** @param {Report} report
 * @param {string} figure */
function bandOf({ bands }, figure) {
  return bands.find((band) => band.figure === figure);
}

/** @param {Report} report */
function success(report) {
  const [ofSuccess, ofAttempts] = [bandOf(report, 'success'), bandOf(report, 'attempts of 95 %')];
  return ofTiers(report, 'report.success', {
    games: ({ games }) => number(games),
    success: ({ success }) => rate(success, ofSuccess ?? {}),
    attempts: ({ attempts: { mean, low } }) => (mean === null ? `> ${number(low)}` : number(mean)),
    median: ({ attempts: { median } }) => (median === null ? '–' : number(median)),
    p95: ({ attempts: { p95, p95_low: low, p95_high: high } }) => [
      p95 === null ? `≥ ${number(low)}` : number(p95),
      ' ',
      p95 !== null && soft(span(low, high, number)),
      strip({ value: p95, low, high: high ?? MOST_ATTEMPTS }, MOST_ATTEMPTS, ofAttempts),
    ],
    near: ({ near_misses: near }) => percent(near.value),
  });
}

/** @param {Report} report */
function reached(report) {
  const { limit } = report.level;
  const zone = bandOf(report, 'success');
  return byMove(report, say('report.curvesTitle'), say(zone ? 'report.curvesZone' : 'report.curvesNote'), (at) => at.reached, {
    about: (ends) => say('report.curves', { moves: limit, said: ends }),
    zone,
  });
}

/** @param {Report} report */
function left(report) {
  const { limit } = report.level;
  const quantiles = (/** @type {(left: Distribution) => Child | Child[]} */ told) => (/** @type {Tier} */ { moves_left: left }) => (left === null ? '–' : told(left));
  return ofTiers(report, 'report.left', {
    left: quantiles(({ p5, p50, p95 }) => [strong(number(p50)), strip({ value: p50, low: p5, high: p95 }, limit)]),
    half: quantiles(({ p25, p75 }) => span(p25, p75, number)),
    most: quantiles(({ p5, p95 }) => span(p5, p95, number)),
    all: quantiles(({ least, most }) => span(least, most, number)),
    best: ({ best: { moves, tried } }) => (moves === null ? `> ${number(tried)}` : [strong(decimal(moves.value)), ' ', soft(span(moves.low, moves.high, decimal))]),
  });
}

/** Tells of a goal: how much of it is done move by move, and how often it decides.
 * @param {Report} report
 * @param {number} place
 * @param {string} goal */
function ofGoal(report, place, goal) {
  const title = say('report.goalCurves', { goal });
  const share = (/** @type {(goal: Tier['goals'][number]) => Rate} */ of) => (/** @type {Tier} */ { goals }) => {
    const told = goals[place];
    return told && of(told).of > 0 ? percent(of(told).value) : '–';
  };
  return [
    byMove(report, title, say('report.curvesNote'), (at) => at.done[place]),
    ofTiers(report, 'report.goals', {
      done: ({ goals }) => percent(goals[place]?.done.value ?? 0),
      last: share(({ last }) => last),
      missed: share(({ missed }) => missed),
      decides: share(({ decides }) => decides),
    }, goal),
  ];
}

/** @param {Report} report */
function pointsByMove(report) {
  const most = Math.max(1, ...report.tiers.map(({ by_move: moments }) => moments.at(-1)?.points.high ?? 0));
  return byMove(report, say('report.pointsCurves'), say('report.curvesNote'), (at) => at.points, { y: { most: roundAbove(most), written: number } });
}

/** @param {Report} report */
function play(report) {
  const deadlocks = bandOf(report, 'games with a deadlock');
  const none = '–';
  return [
    ofTiers(report, 'report.plays', {
      points: ({ points }) => [strong(number(points.mean.value)), ' ', soft(span(points.mean.low, points.mean.high, number))],
      spread: ({ points }) => [number(points.p50), ' ', soft(span(points.p5, points.p95, number))],
      steps: ({ cascades }) => (cascades ? decimal(cascades.steps.mean.value) : none),
      chains: ({ cascades }) => (cascades ? percent(cascades.chains.value) : none),
      made: ({ specials_made: made }) => decimal(made.value),
      used: ({ specials_used: used }) => decimal(used.value),
    }),
    ofTiers(report, 'report.boards', {
      legal: ({ legal }) => (legal ? decimal(legal.mean.value) : none),
      least: ({ legal }) => (legal ? number(legal.least) : none),
      deadlocks: (tier) => rate(tier.deadlocks, deadlocks ?? {}),
      shuffles: ({ shuffles }) => decimal(shuffles.value),
      stuck: ({ stuck }) => percent(stuck.value),
    }),
  ];
}

/** @param {Skill} skill
 * @param {Band | undefined} zone */
function ofSkill({ agent, by_skill: bySkill, sensitivity, people }, zone) {
  const player = playerName(agent);
  const [least, most] = [bySkill[0]?.skill ?? 0, bySkill.at(-1)?.skill ?? 1];
  const rises = say('report.rises', { player, least: number(least), most: number(most), points: estimate(sensitivity, points) });
  const curve = { name: say('tier.success'), spots: bySkill.map(({ skill, success }) => ({ x: skill, y: success })) };
  const attempts = people.p95 === null ? say('span.orMore', { low: number(people.p95_low) }) : `${number(people.p95)} (${span(people.p95_low, people.p95_high, number)})`;
  return [
    figure({
      title: say('report.skillCurve'),
      note: say(zone ? 'report.skillZone' : 'report.skillNote'),
      about: `${say('report.skillCurve')}: ${bySkill.map(({ skill, success }) => `${number(skill)} ${percent(success.value)}`).join(', ')}`,
      x: { name: say('report.skillAxis'), from: 0, to: 1, written: number },
      y: { most: 1, written: percent },
      zone,
      curves: [curve],
    }),
    h('p', { class: 'small' }, rises),
    h('p', { class: 'small' }, say('report.crowd', { success: estimate(people.success, percent), misses: estimate(people.three_misses, percent), attempts })),
  ];
}

/** @param {Luck} luck */
function ofLuck({ games, attempts, success, points }) {
  const told = (/** @type {Luck['success']} */ share) => (share ? estimate(share.share, percent) : '–');
  return say('report.shares', { games, attempts, success: told(success), points: told(points) });
}

/** Says what all columns are about and who the players are, for those who ask.
 * @param {Tier[]} tiers */
function meanings(tiers) {
  const keys = /** @type {EditorKey[]} */ (Object.keys(en).filter((key) => key.startsWith('tier.') && key.endsWith('.help')));
  const entries = keys.map((key) => [h('dt', { class: 'strong' }, say(/** @type {EditorKey} */ (key.replace(/\.help$/, '')))), h('dd', { class: 'soft' }, say(key))]);
  const players = tiers.map(({ agent }, index) => [h('dt', { class: 'strong' }, swatch(index), playerName(agent)), h('dd', { class: 'soft' }, h('code', {}, agent))]);
  return h('details', { class: 'disclosure' }, h('summary', { class: 'small' }, say('report.meanings')), h('dl', { class: 'meanings small' }, [...entries, ...players].flat()));
}

/** Makes a table with a row for each player.
 * @param {Report} report
 * @param {EditorKey} name
 * @param {Record<string, (tier: Tier) => Child | Child[]>} columns by the second part of the key of what they are called
 * @param {string} [about] what of, where there are several of the name */
function ofTiers({ tiers }, name, columns, about) {
  const heads = ['player', ...Object.keys(columns)].map((key) => say(/** @type {EditorKey} */ (`tier.${key}`)));
  const rows = tiers.map((tier, index) => [
    [swatch(index), playerName(tier.agent)],
    ...Object.values(columns).map((told) => told(tier)),
  ]);
  return table(about ? `${say(name)}: ${about}` : say(name), heads, rows);
}

/** Draws what was there after each move, a curve for each player; a share unless it is said what the upright axis measures.
 * @param {Report} report
 * @param {string} title
 * @param {string} note
 * @param {(at: ByMove) => Estimate | undefined} of
 * @param {{y?: {most: number, written: (value: number) => string}, about?: (ends: string) => string, zone?: Band | undefined}} [more]
 */
function byMove({ tiers, level }, title, note, of, { y = { most: 1, written: percent }, about = (ends) => `${title}: ${ends}`, zone } = {}) {
  const none = { value: 0, low: 0, high: 0 };
  const curves = tiers.map(({ agent, by_move: moments }) => ({ name: playerName(agent), spots: moments.map((at) => ({ x: at.moves, y: of(at) ?? none })) }));
  const ends = curves.map(({ name, spots }) => `${name} ${y.written(spots.at(-1)?.y.value ?? 0)}`).join(', ');
  return figure({ title, note, about: about(ends), x: { name: say('report.moves'), from: 0, to: level.limit, written: number }, y, zone, curves });
}

/** Tells a share with its interval, drawn over the band in which it should be.
 * @param {Rate} rate
 * @param {Partial<Band>} band */
function rate({ value, low, high }, { low: from, high: to }) {
  return [strong(percent(value)), ' ', soft(span(low, high, percent)), strip({ value, low, high }, 1, from === undefined || to === undefined ? undefined : { low: from, high: to })];
}

/** Draws a figure with its interval along a strip, over the band in which it should be.
 * @param {{value: number | null, low: number, high: number} | null} figure
 * @param {number} most what the right end of the strip stands for; the left one is 0
 * @param {{low: number, high: number}} [band] */
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

/** @param {string} text */
function strong(text) {
  return h('span', { class: 'strong' }, text);
}

/** @param {string} text */
function soft(text) {
  return h('span', { class: 'small soft' }, text);
}

/** Returns the least number with one digit, or two and a half, before noughts that is not less than another above 0.
 * @param {number} least */
function roundAbove(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 4, 6, 8].find((digit) => digit * power >= least) ?? 10);
}
