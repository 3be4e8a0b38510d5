/** What wants an answer or tells how the game ended, above the other panels: an invitation to hand on or to take, an
 * offer, the result.
 *
 * Region `Invitation` (buttons `Copy`, or `Take the seat`), region `Offer` (buttons `Accept`, `Decline`, `Withdraw`),
 * region `Puzzle` (button `Show the solution`), region `Result` (buttons `Rematch` or `Next puzzle`, `Report`, `Copy the
 * result`, link `Go to the rematch`). */

import { h, icon } from '../dom.js';
import { phrase, piece, t } from '../i18n/index.js';
import { invitationsFor } from '../storage.js';
import { copyLine } from '../share.js';
import { ending, side } from './texts.js';

/** @import {Child} from '../dom.js' */
/** @import {TableModel} from './model.js' */

/** What the notices do.
 * @typedef {object} NoticeHandlers
 * @property {(accept: boolean) => void} answer
 * @property {() => void} rematch
 * @property {() => void} report
 * @property {() => void} reveal
 * @property {() => void} nextPuzzle
 * @property {() => void} claim
 * @property {() => void} copyResult
 * @property {() => void} leave takes the focus of a notice that is gone */

/** The notices there may be, in the order in which they stand. */
const ORDER = /** @type {const} */ (['invited', 'inviting', 'offer', 'puzzle', 'result']);

/** The notices of a table. */
export class Notices {
  element = h('div', { class: 'notices stack' });
  #actions;
  /** The notices that are shown, each with what it was made of.
   * @type {Map<string, {madeOf: string, element: HTMLElement}>} */
  #shown = new Map();

  /** @param {NoticeHandlers} actions */
  constructor(actions) {
    this.#actions = actions;
  }

  /** Shows what there is to tell; nothing is made anew that is there, so that focus stays.
   * @param {TableModel} model
   * @param {{invited: boolean}} page whether the address holds an invitation that was not taken yet */
  show(model, { invited }) {
    const { seats, offer, turn, rematch, puzzle } = model.situation;
    const open = seats.map((seat) => seat.type === 'invited');
    const free = open.includes(true);
    this.#place('invited', free && invited && !model.yourTurn, [], () => this.#invited(model));
    this.#place('inviting', free && !invited, open, () => this.#inviting(model));
    this.#place('offer', offer !== null, [offer, model.you], () => this.#offer(model));
    this.#place('puzzle', puzzle !== null && !model.over, [puzzle, model.you], () => this.#puzzle(model));
    this.#place('result', model.over, [turn, rematch, model.you, model.opponentIsPerson], () => this.#result(model));
  }

  /** Shows one of the notices or takes it away. Focus that was on it goes to what is in its place.
   * @param {typeof ORDER[number]} name
   * @param {boolean} wanted
   * @param {unknown} from what it is made of
   * @param {() => HTMLElement | null} make */
  #place(name, wanted, from, make) {
    const madeOf = JSON.stringify(from);
    const before = this.#shown.get(name);
    if (wanted ? before?.madeOf === madeOf : !before) {
      return;
    }
    const focused = before?.element.contains(document.activeElement) ?? false;
    before?.element.remove();
    this.#shown.delete(name);
    const element = wanted ? make() : null;
    if (element) {
      const later = ORDER.slice(ORDER.indexOf(name) + 1).map((other) => this.#shown.get(other)?.element);
      this.element.insertBefore(element, later.find((other) => other !== undefined) ?? null);
      this.#shown.set(name, { madeOf, element });
    }
    if (focused) {
      const control = element?.querySelector('button, a');
      if (control instanceof HTMLElement) {
        control.focus({ preventScroll: true });
      } else {
        this.#actions.leave();
      }
    }
  }

  /** @param {TableModel} model */
  #invited(model) {
    const take = h('button', { class: 'button button--primary', type: 'button', onclick: this.#actions.claim }, t('invited.take'));
    return notice('invited', t('invited.title'), [h('p', {}, t('invited.text', { game: phrase(model.game.title) })), h('div', { class: 'button-row' }, take)]);
  }

  /** @param {TableModel} model */
  #inviting(model) {
    const links = invitationsFor(model.table).map(({ player, secret }) =>
      copyLine(t('invite.link', { player }), `${location.origin}/t/${model.table}#invitation=${secret}`),
    );
    return notice('invited', t('invite.title'), links.length > 0 ? [h('p', { class: 'soft' }, t('invite.text')), ...links] : [h('p', {}, t('invite.waiting'))]);
  }

  /** @param {TableModel} model */
  #offer(model) {
    const { offer } = model.situation;
    if (!offer) {
      return null;
    }
    const kind = t(`offer.${offer.kind}`);
    const mine = model.you.includes(offer.by);
    const answer = (/** @type {boolean} */ accept) => () => this.#actions.answer(accept);
    const buttons = mine
      ? [h('button', { class: 'button', type: 'button', onclick: answer(false) }, t('offer.withdraw'))]
      : [
          h('button', { class: 'button button--primary', type: 'button', onclick: answer(true) }, t('offer.accept')),
          h('button', { class: 'button', type: 'button', onclick: answer(false) }, t('offer.decline')),
        ];
    const text = mine ? t('offer.mine', { kind }) : t('offer.theirs', { side: side(model, offer.by), kind });
    return notice('offer', t('offer.title'), [h('p', {}, text), !model.spectating && h('div', { class: 'button-row' }, buttons)]);
  }

  /** @param {TableModel} model */
  #puzzle(model) {
    const { puzzle } = model.situation;
    if (!puzzle) {
      return null;
    }
    const face = puzzle.token !== null && model.faces[puzzle.token];
    const show = h('button', { class: 'button', type: 'button', onclick: this.#actions.reveal }, t('puzzle.show'));
    return notice('puzzle', t('puzzle.title'), [
      h('p', { class: 'result' }, t('puzzle.goal', { n: puzzle.wins_in })),
      face && !model.spectating && h('p', {}, t('puzzle.side', { piece: piece(face.name) })),
      h('p', { class: 'soft' }, puzzle.revealed ? t('puzzle.showing') : t('puzzle.text', { n: puzzle.left })),
      h('p', { class: 'small soft' }, t('puzzle.difficulty', { n: puzzle.difficulty })),
      !model.spectating && !puzzle.revealed && h('div', { class: 'button-row' }, show),
    ]);
  }

  /** @param {TableModel} model */
  #result(model) {
    const { puzzle, rematch } = model.situation;
    const again = model.daily === null && !model.spectating && !rematch && !puzzle;
    return notice('result', t('result.title'), [
      h('p', { class: 'result' }, ending(model)),
      h(
        'div',
        { class: 'button-row' },
        puzzle && !model.spectating && h('button', { class: 'button button--primary', type: 'button', onclick: this.#actions.nextPuzzle }, t('puzzle.next')),
        again && h('button', { class: 'button button--primary', type: 'button', onclick: this.#actions.rematch }, t(model.opponentIsPerson ? 'result.offerRematch' : 'result.rematch')),
        rematch && h('a', { class: 'button button--primary', href: `/t/${rematch}` }, t('result.followRematch')),
        h('button', { class: 'button', type: 'button', onclick: this.#actions.report }, icon('report'), t('result.report')),
        model.daily !== null && h('button', { class: 'button', type: 'button', onclick: this.#actions.copyResult }, icon('copy'), t('result.copy')),
      ),
    ]);
  }
}

/** @param {string} name
 * @param {string} title
 * @param {Child[]} contents */
function notice(name, title, contents) {
  const id = `${name}-heading`;
  return h(
    'section',
    { class: `panel notice-panel notice-panel--${name}`, 'aria-labelledby': id },
    h('div', { class: 'panel__head' }, h('h2', { id }, title)),
    h('div', { class: 'panel__body stack' }, contents),
  );
}
