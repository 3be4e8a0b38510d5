// @ts-check
/**
 * Which key means what, as in the terminal.
 *
 * The board is asked first: arrows, WASD and hjkl steer there, and whether `a` and `h` steer or are analysis and hint is
 * the board's to say. Keys with Ctrl, Alt or Meta belong to the browser, and while an input has focus or a dialog is open
 * all keys do.
 */

/** What the page does at a key that the board does not take.
 * @type {Record<string, string>} */
const COMMANDS = {
  u: 'undo',
  U: 'redo',
  h: 'hint',
  H: 'hint',
  a: 'analysis',
  A: 'analysis',
  n: 'new',
  p: 'play',
  f: 'fork',
  ':': 'type',
  Home: 'first',
  End: 'last',
  '[': 'back',
  ']': 'forward',
  '?': 'help',
};

/**
 * Begins to listen to keys.
 *
 * @param {(event: KeyboardEvent) => boolean} board is given every key first and tells whether it took it
 * @param {(command: string) => boolean} act is given the command of a key, and tells whether it means something
 */
export function listenToKeys(board, act) {
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
    const command = COMMANDS[event.key];
    if (board(event) || (command !== undefined && act(command))) {
      event.preventDefault();
    }
  });
}

/**
 * Tells whether keys are written into something.
 *
 * @param {EventTarget | null} target
 */
function writing(target) {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
