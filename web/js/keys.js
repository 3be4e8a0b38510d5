// @ts-check
/**
 * Which key means what, as in the terminal.
 *
 * Arrows, WASD and hjkl all steer, but `a` is also analysis and `h` also hint. The last steering key that is not in doubt
 * decides: after `w`, `s` or `d`, `a` steers; after `j`, `k` or `l`, `h` steers; after an arrow, neither does. `A` and
 * `H` are analysis and hint always. Keys with Ctrl, Alt or Meta belong to the browser, and while an input has focus or a
 * dialog is open all keys do.
 */

/** What the page does at a key; the board has the others.
 * @type {Record<string, string>} */
const COMMANDS = {
  u: 'undo',
  U: 'redo',
  H: 'hint',
  A: 'analysis',
  n: 'new',
  Home: 'first',
  End: 'last',
  '[': 'back',
  ']': 'forward',
  '?': '?',
};

/** Understands keys. */
export class Keys {
  /** @type {'none' | 'wasd' | 'vi'} */
  #letters = 'none';
  #take;

  /** @param {(name: string, event: KeyboardEvent) => boolean} take is given a command, or `board` for the board */
  constructor(take) {
    this.#take = take;
  }

  /** Begins to listen. */
  listen() {
    document.addEventListener('keydown', (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) {
        return;
      }
      if (document.querySelector('dialog[open]') || writing(event.target)) {
        return;
      }
      const pressed = event.target instanceof Element && event.target.closest('button, a, summary') !== null;
      if (pressed && (event.key === 'Enter' || event.key === ' ')) {
        return;
      }
      const name = this.command(event.key);
      if (this.#take(name, event)) {
        event.preventDefault();
      }
    });
  }

  /**
   * Returns what a key means: a command, or `board`.
   *
   * @param {string} key
   * @returns {string}
   */
  command(key) {
    if (key.startsWith('Arrow')) {
      this.#letters = 'none';
    } else if (/^[wsd]$/.test(key)) {
      this.#letters = 'wasd';
    } else if (/^[jkl]$/.test(key)) {
      this.#letters = 'vi';
    }
    if (key === 'a' && this.#letters !== 'wasd') {
      return 'analysis';
    }
    if (key === 'h' && this.#letters !== 'vi') {
      return 'hint';
    }
    return COMMANDS[key] ?? 'board';
  }
}

/**
 * Tells whether keys are written into something.
 *
 * @param {EventTarget | null} target
 */
function writing(target) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
