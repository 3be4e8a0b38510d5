/** Applies the setting for sound. It begins with the first click or key, as browsers demand. */

import { onSettingsChange, settings } from './settings.js';
import { Sound } from './sound.js';

/** The sound of the whole page. */
export const sound = new Sound();

let activated = false;

onSettingsChange(({ sound: on }) => {
  if (activated) {
    sound.turn(on);
  }
});

function activate() {
  if (!activated) {
    activated = true;
    sound.turn(settings().sound);
  }
}

addEventListener('pointerdown', activate, { capture: true });
addEventListener('keydown', activate, { capture: true });
