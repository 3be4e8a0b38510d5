/** The sections of a report: whether the level is in the bands of designers, then success, moves left, goals,
 * play, skill and luck, each with tables of the players and curves. All figures come from the report. */

import { clamp } from '../board/geometry.js';
import { h, svg } from '../dom.js';
import { te, wordText } from '../i18n/editor-texts.js';
import { decimal, number, phrase, t, textKeys } from '../i18n/index.js';
import { note } from '../widgets.js';
import { figure, swatch, table } from './curves.js';
import { estimate, percent, playerName, points, span } from './report-format.js';

/** @import {Child} from '../dom.js' */
/** @import {EditorKey} from '../i18n/editor-texts.js' */
/** @import {Key} from '../i18n/index.js' */
/** @import {Band, ByMove, Distribution, Estimate, LevelReport, Luck, Rate, Report} from '../wire-types.js' */
/** @import {Skill, Figures} from '../wire-types.js' */
/** @import {Format} from './report-format.js' */

/** What a cell of a table shows of a player.
 * @typedef {(tier: Figures) => Child | Child[]} Cell */

/** The most attempts that a strip has room for. */
const MAX_ATTEMPTS = 10;

/** The marks of figures that are in their band, out of it, or perhaps in it. */
const SIGNS = { in: '✓ ', out: '✗ ', undecided: '? ' };

/** What a cell shows where there is no figure. */
const NONE = '–';

/** Makes the sections of a report.
 * @param {LevelReport} report */
export function sections({ report, goals }) {
  const { tiers, skill, luck, seed, is_whole: whole } = report;
  if (tiers.length === 0) {
    return [];
  }
  const games = Math.max(...tiers.map((tier) => tier.games));
  const command = h('code', {}, `quincunx level report FILE --games ${games} --seed ${seed}`);
  return [
    verdict(report),
    bands(report),
    section('report.success', success(report), reached(report)),
    section('report.left', left(report)),
    section('report.goals', ...goals.flatMap((goal, place) => goalParts(report, place, phrase(goal)))),
    section('report.play', pointsByMove(report), ...play(report)),
    ...(skill ? [section('report.skill', ...skillParts(skill, bandOf(report, 'success')))] : []),
    ...(luck ? [section('report.luck', h('p', { class: 'small' }, luckText(luck)))] : []),
    meanings(tiers),
    ...(whole ? [note(te('report.again'), ' ', command)] : []),
  ];
}

/** Makes a part of the report, closed at first where there is little room.
 * @param {EditorKey} heading
 * @param {...HTMLElement} content */
function section(heading, ...content) {
  const open = matchMedia('(width >= 46rem)').matches;
  const body = h('div', { class: 'stack disclosure__body' }, content);
  const summary = h('summary', {}, h('h3', {}, te(heading)));
  return h('details', { class: 'disclosure report__part', open }, summary, body);
}

/** Describes in one sentence how hard the level is for casual people.
 * @param {Report} report */
function verdict(report) {
  const band = bandOf(report, 'success');
  if (!band || band.value === null) {
    return null;
  }
  const { value, low, high } = band;
  const key = value < low ? 'report.hard' : value > high ? 'report.easy' : 'report.right';
  return h('p', { class: 'result' }, te(key, { success: percent(value) }));
}

/** Makes the list of figures with the bands in which they should be.
 * @param {Report} report */
function bands({ bands, casual }) {
  const items = bands.map((band) => {
    const { figure, low, high, value, from, to, verdict } = band;
    const format = formatOf(band);
    const wanted = band.is_below ? te('band.below', { high: format(high) }) : span(low, high, format);
    const most = band.is_share ? 1 : MAX_ATTEMPTS;
    const sign = h('span', { 'aria-hidden': 'true' }, SIGNS[verdict]);
    const interval = from !== null && soft(span(from, to, format));
    return h(
      'li',
      { class: `band band--${verdict}` },
      h('span', { class: 'band__value' }, sign, value === null ? NONE : format(value), ' ', interval),
      strip(from === null ? null : { value, low: from, high: to ?? most }, most, band),
      h('span', { class: 'small' }, wordText('figure', figure)),
      soft(te(`band.${verdict}`, { band: wanted })),
    );
  });
  const player = casual && note(te('report.casual', { player: playerName(casual) }));
  return h('div', { class: 'stack' }, player, h('ul', { class: 'bands' }, items));
}

/** Returns the format of a figure that should be in a band.
 * @param {Band} band
 * @returns {Format} */
function formatOf(band) {
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
  return tierTable(report, 'report.success', {
    games: ({ games }) => number(games),
    success: ({ success }) => rate(success, ofSuccess),
    attempts: ({ attempts: { mean, low } }) => (mean === null ? `> ${number(low)}` : number(mean)),
    median: ({ attempts: { median } }) => (median === null ? NONE : number(median)),
    p95: ({ attempts: { p95, p95_low: low, p95_high: high } }) => [
      p95 === null ? `≥ ${number(low)}` : number(p95),
      ' ',
      p95 !== null && soft(span(low, high, number)),
      strip({ value: p95, low, high: high ?? MAX_ATTEMPTS }, MAX_ATTEMPTS, ofAttempts),
    ],
    near: ({ near_misses: near }) => percent(near.value),
  });
}

/** @param {Report} report */
function reached(report) {
  const moves = report.level.limit;
  const zone = bandOf(report, 'success');
  const note = te(zone ? 'report.curvesZone' : 'report.curvesNote');
  const about = (/** @type {string} */ ends) => te('report.curves', { moves, said: ends });
  return byMove(report, te('report.curvesTitle'), note, (at) => at.reached, { about, zone });
}

/** @param {Report} report */
function left(report) {
  const { limit } = report.level;
  const quantiles =
    (/** @type {(left: Distribution) => Child | Child[]} */ show) =>
    (/** @type {Figures} */ { moves_left: left }) =>
      left === null ? NONE : show(left);
  return tierTable(report, 'report.left', {
    left: quantiles(({ p5, p50, p95 }) => [
      strong(number(p50)),
      strip({ value: p50, low: p5, high: p95 }, limit),
    ]),
    half: quantiles(({ p25, p75 }) => span(p25, p75, number)),
    most: quantiles(({ p5, p95 }) => span(p5, p95, number)),
    all: quantiles(({ least, most }) => span(least, most, number)),
    best: ({ best }) =>
      best === null ? NONE : best.moves === null ? `> ${number(best.tried)}` : withSpan(best.moves, decimal),
  });
}

/** Shows how much of a goal is done move by move, and how often it decides.
 * @param {Report} report
 * @param {number} place
 * @param {string} goal */
function goalParts(report, place, goal) {
  const title = te('report.goalCurves', { goal });
  const share =
    (/** @type {(goal: Figures['goals'][number]) => Rate} */ rateOf) =>
    (/** @type {Figures} */ { goals }) => {
      const own = goals[place];
      return own && rateOf(own).of > 0 ? percent(rateOf(own).value) : NONE;
    };
  /** @type {Record<string, Cell>} */
  const columns = {
    done: ({ goals }) => percent(goals[place]?.done.value ?? 0),
    last: share(({ last }) => last),
    missed: share(({ missed }) => missed),
    decides: share(({ decides }) => decides),
  };
  return [
    byMove(report, title, te('report.curvesNote'), (at) => at.done[place]),
    tierTable(report, 'report.goals', columns, goal),
  ];
}

/** @param {Report} report */
function pointsByMove(report) {
  const ends = report.tiers.map(({ by_move: moments }) => moments.at(-1)?.points.high ?? 0);
  const y = { most: roundAbove(Math.max(1, ...ends)), format: number };
  return byMove(report, te('report.pointsCurves'), te('report.curvesNote'), (at) => at.points, { y });
}

/** @param {Report} report */
function play(report) {
  const deadlocks = bandOf(report, 'games with a deadlock');
  return [
    tierTable(report, 'report.plays', {
      points: ({ points }) => withSpan(points.mean, number),
      spread: ({ points: { p5, p50, p95 } }) => [number(p50), ' ', soft(span(p5, p95, number))],
      steps: ({ cascades }) => (cascades ? decimal(cascades.steps.mean.value) : NONE),
      chains: ({ cascades }) => (cascades ? percent(cascades.chains.value) : NONE),
      made: ({ specials_made: made }) => decimal(made.value),
      used: ({ specials_used: used }) => decimal(used.value),
    }),
    tierTable(report, 'report.boards', {
      legal: ({ legal }) => (legal ? decimal(legal.mean.value) : NONE),
      least: ({ legal }) => (legal ? number(legal.least) : NONE),
      deadlocks: (tier) => rate(tier.deadlocks, deadlocks),
      shuffles: ({ shuffles }) => decimal(shuffles.value),
      stuck: ({ stuck }) => percent(stuck.value),
    }),
  ];
}

/** @param {Skill} skill
 * @param {Band | undefined} zone */
function skillParts({ agent, by_skill: bySkill, sensitivity, people }, zone) {
  const { p95, p95_low: low, p95_high: high } = people;
  const rises = te('report.rises', {
    player: playerName(agent),
    least: number(bySkill[0]?.skill ?? 0),
    most: number(bySkill.at(-1)?.skill ?? 1),
    points: estimate(sensitivity, points),
  });
  const crowd = te('report.crowd', {
    success: estimate(people.success, percent),
    misses: estimate(people.three_misses, percent),
    attempts:
      p95 === null ? te('span.orMore', { low: number(low) }) : `${number(p95)} (${span(low, high, number)})`,
  });
  const spots = bySkill.map(({ skill, success }) => ({ x: skill, y: success }));
  const values = bySkill.map(({ skill, success }) => `${number(skill)} ${percent(success.value)}`);
  const title = te('report.skillCurve');
  return [
    figure({
      title,
      note: te(zone ? 'report.skillZone' : 'report.skillNote'),
      about: `${title}: ${values.join(', ')}`,
      x: { name: te('report.skillAxis'), from: 0, to: 1, format: number },
      y: { most: 1, format: percent },
      zone,
      curves: [{ name: te('tier.success'), spots }],
    }),
    h('p', { class: 'small' }, rises),
    h('p', { class: 'small' }, crowd),
  ];
}

/** @param {Luck} luck */
function luckText({ games, attempts, success, points }) {
  const share = (/** @type {Luck['success']} */ part) => (part ? estimate(part.share, percent) : NONE);
  return te('report.shares', { games, attempts, success: share(success), points: share(points) });
}

/** Explains the columns and the players.
 * @param {Figures[]} tiers */
function meanings(tiers) {
  const entry = (/** @type {Child[]} */ name, /** @type {Child} */ meaning) => [
    h('dt', { class: 'strong' }, name),
    h('dd', { class: 'soft' }, meaning),
  ];
  const keys = textKeys().filter((key) => /^level\.tier\..*\.help$/.test(key));
  const columns = keys.map((key) => entry([t(/** @type {Key} */ (key.replace(/\.help$/, '')))], t(key)));
  const players = tiers.map(({ agent }, index) =>
    entry([swatch(index), playerName(agent)], h('code', {}, agent)),
  );
  const list = h('dl', { class: 'meanings small' }, [...columns, ...players].flat());
  return h('details', { class: 'disclosure' }, h('summary', { class: 'small' }, te('report.meanings')), list);
}

/** Makes a table with a row for each player.
 * @param {Report} report
 * @param {EditorKey} name
 * @param {Record<string, Cell>} columns by the ends of the keys of their names
 * @param {string} [about] distinguishes tables of the same name */
function tierTable({ tiers }, name, columns, about) {
  const heads = ['player', ...Object.keys(columns)].map((key) =>
    te(/** @type {EditorKey} */ (`tier.${key}`)),
  );
  const rows = tiers.map((tier, index) => [
    [swatch(index), playerName(tier.agent)],
    ...Object.values(columns).map((cell) => cell(tier)),
  ]);
  return table(about ? `${te(name)}: ${about}` : te(name), heads, rows);
}

/** Draws a figure after each move, with a curve for each player; a share unless `y` is given.
 * @param {Report} report
 * @param {string} title
 * @param {string} note
 * @param {(at: ByMove) => Estimate | undefined} of
 * @param {{y?: {most: number, format: Format}, about?: (ends: string) => string, zone?: Band}} [more] */
function byMove({ tiers, level }, title, note, of, more = {}) {
  const { y = { most: 1, format: percent }, about = (ends) => `${title}: ${ends}`, zone } = more;
  const none = { value: 0, low: 0, high: 0 };
  const curves = tiers.map(({ agent, by_move: moments }) => {
    const spots = moments.map((at) => ({ x: at.moves, y: of(at) ?? none }));
    return { name: playerName(agent), spots };
  });
  const ends = curves.map(({ name, spots }) => `${name} ${y.format(spots.at(-1)?.y.value ?? 0)}`).join(', ');
  const x = { name: te('report.moves'), from: 0, to: level.limit, format: number };
  return figure({ title, note, about: about(ends), x, y, zone, curves });
}

/** Shows a share with its interval, drawn over the band in which it should be.
 * @param {Rate} rate
 * @param {Band | undefined} band */
function rate(rate, band) {
  return [...withSpan(rate, percent), strip(rate, 1, band)];
}

/** @param {Estimate} estimate
 * @param {Format} format */
function withSpan({ value, low, high }, format) {
  return [strong(format(value)), ' ', soft(span(low, high, format))];
}

/** Draws a figure with its interval along a strip, over the band in which it should be.
 * @param {{value: number | null, low: number | null, high: number} | null} figure
 * @param {number} most the right end of the strip; the left one is 0
 * @param {{low: number, high: number}} [band] */
function strip(figure, most, band) {
  const at = (/** @type {number} */ number) => clamp((100 * number) / most, 0, 100);
  const part = (/** @type {string} */ name, /** @type {number} */ low, /** @type {number} */ high) =>
    svg('rect', { class: `interval__${name}`, x: at(low), width: at(high) - at(low), height: 8 });
  const mark = (/** @type {number} */ value) =>
    svg('rect', { class: 'interval__value', x: 0.985 * at(value), width: 1.5, height: 8 });
  return svg(
    'svg',
    { class: 'interval', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    part('track', 0, most),
    band && part('zone', band.low, band.high),
    figure && part('band', figure.low ?? 0, figure.high ?? most),
    figure && figure.value !== null && mark(figure.value),
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

/** Rounds a number above 0 up to one digit before zeros.
 * @param {number} least */
function roundAbove(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 4, 6, 8].find((digit) => digit * power >= least) ?? 10);
}
