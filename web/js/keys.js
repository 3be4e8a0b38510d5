/** Maps keys to commands, the same as in the terminal.
 *
 * The board gets every key first: arrows, WASD and hjkl steer there, and it decides whether `a` and `h` steer
 * or mean analysis and hint. Keys with Ctrl, Alt or Meta belong to the browser. So do all keys while an input
 * has the focus or a dialog is open. A focused element that scrolls keeps the keys that scroll it. A key held
 * down repeats steps only. */

/** The commands of keys that the board does not take.
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

/** Commands that repeat while their key is held down. */
const REPEATED = ['back', 'forward'];

/** The keys that scroll. */
const SCROLLING = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
  ' ',
];

/** Begins to listen to keys.
 * @param {(event: KeyboardEvent) => boolean} board gets every key first, and returns whether it took it
 * @param {(command: string) => boolean} act runs a command, and returns whether the page has it */
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
    if (
      board(event) ||
      (command !== undefined && (!event.repeat || REPEATED.includes(command)) && act(command))
    ) {
      event.preventDefault();
    }
  });
}

/** Returns whether a modifier makes a key the browser's. Many keyboards type brackets with AltGr, which some
 * systems report as Ctrl with Alt, and Macs type them with Option.
 * @param {KeyboardEvent} event */
function modified(event) {
  const bracket = event.key === '[' || event.key === ']';
  if (bracket && (event.getModifierState('AltGraph') || (event.altKey && !event.ctrlKey))) {
    return event.metaKey;
  }
  return event.ctrlKey || event.altKey || event.metaKey;
}

/** Returns whether an element can be scrolled.
 * @param {EventTarget | null} target */
function scrolls(target) {
  if (!(target instanceof HTMLElement) || target === document.body || target === document.documentElement) {
    return false;
  }
  const { overflowX, overflowY } = getComputedStyle(target);
  const tall = target.scrollHeight > target.clientHeight && /auto|scroll/.test(overflowY);
  return tall || (target.scrollWidth > target.clientWidth && /auto|scroll/.test(overflowX));
}

/** Returns whether keys write text into an element.
 * @param {EventTarget | null} target */
function writing(target) {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
