/** Sound as the settings want it; it begins with the first click or key, as browsers ask for. */

import { onSettingsChange, settings } from './settings.js';
import { Sound } from './sound.js';

/** What the whole page is heard through. */
export const sound = new Sound();

/** Whether a click or key has come, before which browsers let nothing sound. */
let touched = false;

onSettingsChange(({ sound: on }) => {
  if (touched) {
    sound.turn(on);
  }
});

for (const type of ['pointerdown', 'keydown']) {
  addEventListener(
    type,
    () => {
      if (!touched) {
        touched = true;
        if (settings().sound) {
          sound.turn(true);
        }
      }
    },
    { capture: true },
  );
}
