/** Which key means what, as in the terminal.
 *
 * The board is asked first: arrows, WASD and hjkl steer there, and whether `a` and `h` steer or are analysis and hint is
 * the board's to say. Keys with Ctrl, Alt or Meta belong to the browser, and while an input has focus or a dialog is open
 * all keys do; what scrolls and has the focus keeps the keys that scroll it. A key that is held down steers and steps on,
 * and means everything else once. */

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
  // Brackets are hard to reach on many keyboards.
  ',': 'back',
  '.': 'forward',
  '?': 'help',
};

/** What goes on while its key is held down. */
const REPEATED = ['back', 'forward'];

/** The keys that scroll. */
const SCROLLING = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', ' '];

/** Begins to listen to keys.
 * @param {(event: KeyboardEvent) => boolean} board is given every key first and tells whether it took it
 * @param {(command: string) => boolean} act is given the command of a key, and tells whether it means something
 */
export function listenToKeys(board, act) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || modified(event) || event.isComposing) {
      return;
    }
    if (document.querySelector('dialog[open]') || writing(event.target)) {
      return;
    }
    const pressed = event.target instanceof Element && event.target.closest('button, a, summary') !== null;
    if (pressed && (event.key === 'Enter' || event.key === ' ')) {
      return;
    }
    if (SCROLLING.includes(event.key) && scrolls(event.target)) {
      return;
    }
    const command = COMMANDS[event.key];
    if (board(event) || (command !== undefined && (!event.repeat || REPEATED.includes(command)) && act(command))) {
      event.preventDefault();
    }
  });
}

/** Tells whether a key is held with one that makes it the browser's. AltGr, which counts as Ctrl with Alt on some systems,
 * is how brackets are typed on many keyboards, and Option is on a Mac.
 * @param {KeyboardEvent} event */
function modified(event) {
  const bracket = event.key === '[' || event.key === ']';
  if (bracket && (event.getModifierState('AltGraph') || (event.altKey && !event.ctrlKey))) {
    return event.metaKey;
  }
  return event.ctrlKey || event.altKey || event.metaKey;
}

/** Tells whether an element has more in it than it shows, and can be scrolled to the rest.
 * @param {EventTarget | null} target */
function scrolls(target) {
  if (!(target instanceof HTMLElement) || target === document.body || target === document.documentElement) {
    return false;
  }
  const { overflowX, overflowY } = getComputedStyle(target);
  const scrolling = /auto|scroll/;
  return (
    (scrolling.test(overflowY) && target.scrollHeight > target.clientHeight) || (scrolling.test(overflowX) && target.scrollWidth > target.clientWidth)
  );
}

/** Tells whether keys are written into something.
 * @param {EventTarget | null} target */
function writing(target) {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
