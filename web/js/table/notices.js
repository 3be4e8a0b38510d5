/** What needs an answer or reports the end of the game, above the other panels.
 *
 * Region `Invitation` (buttons `Copy`, or `Join`), region `Offer` (buttons `Accept`, `Decline`,
 * `Withdraw`), region `Puzzle` (button `Show the solution`), region `Result` (buttons `Next level`, `Play
 * again` or `Next puzzle`, `Report`, `Share`, `Copy the result`, link `Go to the rematch`). */

import { addressOf, linkTo } from '../address.js';
import { h, icon } from '../dom.js';
import { toastError } from '../explain.js';
import { phrase, piece, t } from '../i18n/index.js';
import { playLevel, stars } from '../levels/play-level.js';
import { puzzleText, resultText } from '../scores.js';
import { copyLine } from '../share.js';
import { invitationsFor } from '../storage.js';
import { button, buttonRow, note, panel } from '../widgets.js';
import { nextLevel, resultOf, starsAt } from './result.js';
import { endingText, sideName } from './texts.js';

/** @import {Child} from '../dom.js' */
/** @import {OfferKind} from '../wire-types.js' */
/** @import {TableModel} from './model.js' */

/** What the notices do.
 * @typedef {object} NoticeHandlers
 * @property {(kind: OfferKind, accept: boolean) => void} answer
 * @property {() => void} rematch
 * @property {() => void} report
 * @property {() => void} reveal
 * @property {() => void} nextPuzzle
 * @property {() => void} claim
 * @property {() => void} share
 * @property {() => void} copyResult
 * @property {() => void} focusBoard takes the focus of a notice that is removed */

/** The notices, in the order in which they stand. */
const ORDER = /** @type {const} */ (['invited', 'inviting', 'offer', 'puzzle', 'result']);

/** The notices of a table. */
export class Notices {
  element = h('div', { class: 'notices stack' });
  #handlers;
  /** The shown notices, each with what it was made of.
   * @type {Map<string, {madeOf: string, element: HTMLElement}>} */
  #shown = new Map();

  /** @param {NoticeHandlers} handlers */
  constructor(handlers) {
    this.#handlers = handlers;
  }

  /** The result of the game, if it is over. */
  get result() {
    return this.#shown.get('result')?.element;
  }

  /** Shows the notices of a situation. Notices that have not changed stay, and so does the focus.
   * @param {TableModel} model
   * @param {{invited: boolean}} page whether the address has an unused invitation */
  show(model, { invited }) {
    const { you, opponentIsPerson } = model;
    const { seats, offer, turn, rematch, puzzle } = model.situation;
    const open = seats.map((seat) => seat.type === 'invited');
    const free = open.includes(true);
    this.#place('invited', free && invited && !model.yourTurn, [], () => this.#invited(model));
    this.#place('inviting', free && !invited, open, () => inviting(model));
    this.#place('offer', offer !== null, [offer, you], () => this.#offer(model));
    this.#place('puzzle', puzzle !== null && !model.over, [puzzle, you], () => this.#puzzle(model));
    this.#place('result', model.over, [turn, rematch, you, opponentIsPerson], () => this.#result(model));
  }

  /** Shows or removes a notice. The focus in it goes to its replacement.
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
      // The result may be over the board.
      this.element.insertBefore(element, later.find((one) => one?.parentElement === this.element) ?? null);
      this.#shown.set(name, { madeOf, element });
    }
    if (focused) {
      const control = element?.querySelector('button, a');
      if (control instanceof HTMLElement) {
        control.focus({ preventScroll: true });
      } else {
        this.#handlers.focusBoard();
      }
    }
  }

  /** @param {TableModel} model */
  #invited(model) {
    const text = h('p', {}, t('invited.text', { game: phrase(model.game.title) }));
    const take = button('primary', t('invited.take'), this.#handlers.claim);
    return notice('invited', t('invited.title'), [text, buttonRow(take)]);
  }

  /** @param {TableModel} model */
  #offer(model) {
    const { offer } = model.situation;
    if (!offer) {
      return null;
    }
    const kind = t(`offer.${offer.kind}`);
    const mine = model.you.includes(offer.by);
    const accept = button('primary', t('offer.accept'), () => this.#handlers.answer(offer.kind, true));
    const decline = button('', t(mine ? 'offer.withdraw' : 'offer.decline'), () =>
      this.#handlers.answer(offer.kind, false),
    );
    const text = mine
      ? t('offer.mine', { kind })
      : t('offer.theirs', { side: sideName(model, offer.by), kind });
    const buttons = !model.spectating && buttonRow(!mine && accept, decline);
    return notice('offer', t('offer.title'), [h('p', {}, text), buttons]);
  }

  /** @param {TableModel} model */
  #puzzle({ situation: { puzzle }, faces, ownTokens, you, spectating }) {
    if (!puzzle) {
      return null;
    }
    const [solver] = you;
    const face = solver !== undefined && faces[ownTokens[solver - 1] ?? ''];
    const show = button('', t('puzzle.show'), this.#handlers.reveal);
    const text = puzzle.revealed ? t('puzzle.showing') : t('puzzle.text', { n: puzzle.left });
    return notice('puzzle', t('puzzle.title'), [
      h('p', { class: 'result' }, t('puzzle.goal', { n: puzzle.wins_in })),
      face && !spectating && h('p', {}, t('puzzle.side', { piece: piece(face.name) })),
      h('p', { class: 'soft' }, text),
      note(t('puzzle.difficulty', { n: puzzle.difficulty })),
      !spectating && !puzzle.revealed && buttonRow(show),
    ]);
  }

  /** @param {TableModel} model */
  #result(model) {
    const { puzzle, rematch } = model.situation;
    const { nextPuzzle, report, share, copyResult } = this.#handlers;
    const won = starsAt(model);
    const next = won > 0 && !model.spectating ? nextLevel(model) : undefined;
    const playNext = () => void (next && playLevel(model.levels, next).catch(toastError));
    const again = model.daily === null && !model.spectating && !rematch && !puzzle;
    const offer = t(model.opponentIsPerson ? 'result.offerRematch' : 'result.rematch');
    const score = puzzle ? puzzleText(model.game.id) : resultText(model.game.id, resultOf(model));
    const follow = { class: 'button button--primary', href: addressOf(`/t/${rematch}`) };
    return notice('result', t('result.title'), [
      h('p', { class: 'result' }, endingText(model)),
      won > 0 && stars(won),
      score && model.you.length === 1 && h('p', { class: 'soft' }, score),
      buttonRow(
        puzzle && !model.spectating && button('primary', t('puzzle.next'), nextPuzzle),
        next && button('primary', t('levels.next'), playNext),
        again && button(next ? '' : 'primary', offer, this.#handlers.rematch),
        rematch && h('a', follow, t('result.followRematch')),
        button('', [icon('report'), t('report')], report),
        button('', [icon('share'), t('controls.share')], share),
        model.daily !== null && button('', [icon('copy'), t('result.copy')], copyResult),
      ),
    ]);
  }
}

/** @param {TableModel} model */
function inviting({ table }) {
  const links = invitationsFor(table).map(({ player, secret }) =>
    copyLine(t('invite.link', { player }), linkTo(`/t/${table}#invitation=${secret}`)),
  );
  const help = h('p', { class: 'soft' }, t('invite.text'));
  const waiting = h('p', {}, t('invite.waiting'));
  return notice('invited', t('invite.title'), links.length > 0 ? [help, ...links] : [waiting]);
}

/** @param {string} name
 * @param {string} title
 * @param {Child[]} contents */
function notice(name, title, contents) {
  return panel(name, title, contents, { look: `notice-panel notice-panel--${name}` });
}
