// @ts-check
/**
 * What wants an answer or tells how the game ended, above the other panels: an invitation to hand on or to take, an
 * offer, the result.
 *
 * Region `Invitation` (buttons `Copy`, or `Take the seat`), region `Offer` (buttons `Accept`, `Decline`, `Withdraw`),
 * region `Result` (buttons `Rematch`, `Report`, `Copy the result`, link `Go to the rematch`).
 */

import { fill, h, icon } from '../dom.js';
import { phrase, t } from '../i18n/index.js';
import { invitationsTo } from '../memory.js';
import { copyLine } from '../share.js';
import { ending, side } from './words.js';

/** @import {Child} from '../dom.js' */
/** @import {TableModel} from './model.js' */

/** What the notices do.
 * @typedef {object} NoticeActions
 * @property {(accept: boolean) => void} answer
 * @property {() => void} rematch
 * @property {() => void} report
 * @property {() => void} claim
 * @property {() => void} copyResult */

/** The notices of a table. */
export class Notices {
  element = h('div', { class: 'notices stack' });
  #actions;
  #shown = '';

  /** @param {NoticeActions} actions */
  constructor(actions) {
    this.#actions = actions;
  }

  /**
   * Shows what there is to tell; nothing is made anew that is there, so that focus stays.
   *
   * @param {TableModel} model
   * @param {{invited: boolean}} page whether the address holds an invitation that was not taken yet
   */
  show(model, { invited }) {
    const { seats, offer, turn, rematch } = model.situation;
    const open = seats.map((seat) => seat.type === 'invited');
    const shown = JSON.stringify([open, offer, turn.type === 'over' && turn, rematch, invited, model.you]);
    if (shown === this.#shown) {
      return;
    }
    this.#shown = shown;
    fill(
      this.element,
      invited && open.includes(true) && !model.yourTurn && this.#invited(model),
      !invited && open.includes(true) && this.#inviting(model),
      offer && this.#offer(model),
      model.over && this.#result(model),
    );
  }

  /** @param {TableModel} model */
  #invited(model) {
    const take = h('button', { class: 'button button--primary', type: 'button', onclick: this.#actions.claim }, t('invited.take'));
    return notice('invited', t('invited.title'), [h('p', {}, t('invited.text', { game: phrase(model.game.title) })), h('div', { class: 'button-row' }, take)]);
  }

  /** @param {TableModel} model */
  #inviting(model) {
    const links = invitationsTo(model.table).map(({ player, secret }) =>
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
  #result(model) {
    const { rematch } = model.situation;
    const again = model.daily === null && !model.spectating && !rematch;
    return notice('result', t('result.title'), [
      h('p', { class: 'result' }, ending(model)),
      h(
        'div',
        { class: 'button-row' },
        again && h('button', { class: 'button button--primary', type: 'button', onclick: this.#actions.rematch }, t(model.opponentIsPerson ? 'result.offerRematch' : 'result.rematch')),
        rematch && h('a', { class: 'button button--primary', href: `/t/${rematch}` }, t('result.followRematch')),
        h('button', { class: 'button', type: 'button', onclick: this.#actions.report }, icon('report'), t('result.report')),
        model.daily !== null && h('button', { class: 'button', type: 'button', onclick: this.#actions.copyResult }, icon('copy'), t('result.copy')),
      ),
    ]);
  }
}

/**
 * @param {string} name
 * @param {string} title
 * @param {Child[]} contents
 */
function notice(name, title, contents) {
  const id = `${name}-heading`;
  return h(
    'section',
    { class: `panel notice-panel notice-panel--${name}`, 'aria-labelledby': id },
    h('div', { class: 'panel__head' }, h('h2', { id }, title)),
    h('div', { class: 'panel__body stack' }, contents),
  );
}
