/** Synthesised sounds: a soft knock when tokens land, and a note when tokens go, higher with every step of a
 * cascade. As browsers demand, they begin with the first click or key, where the settings have sound. */

import { onSettingsChange, settings } from './settings.js';

/** @import {Effect} from './wire-types.js' */

/** Semitones of the steps of a cascade: a pentatonic scale. */
const SCALE = [0, 2, 4, 7, 9];

/** The note on which a cascade begins, in Hz. */
const BASE = 392;

/** Plays sounds. */
class Sound {
  /** @type {AudioContext | null} */
  #context = null;

  /** @type {GainNode | null} */
  #output = null;

  /** The steps of the present cascade that have removed or merged tokens. */
  #cascade = 0;

  /** Turns sound on or off. Browsers allow it only after a click or key.
   * @param {boolean} on */
  turn(on) {
    if (on && !this.#context) {
      this.#context = new AudioContext();
      this.#output = this.#context.createGain();
      this.#output.gain.value = 0.22;
      this.#output.connect(this.#context.destination);
    }
    void (on ? this.#context?.resume() : this.#context?.suspend());
  }

  /** Plays the sound of a step.
   * @param {Effect[]} effects
   * @param {number} index of the step in its animation */
  playStep(effects, index) {
    if (this.#context?.state !== 'running') {
      return;
    }
    if (index === 0) {
      this.#cascade = 0;
    }
    const kinds = new Set(effects.map((effect) => effect.type));
    if (kinds.has('remove') || kinds.has('merge')) {
      this.#chime(this.#cascade, Math.min(effects.length, 8));
      this.#cascade += 1;
    } else if (kinds.has('enter')) {
      this.#knock(150, 0.13);
    } else if (kinds.has('spawn') || kinds.has('select')) {
      this.#knock(420, 0);
    } else if (kinds.has('move')) {
      this.#knock(260, 0);
    }
  }

  /** @param {number} step of the cascade
   * @param {number} size the number of tokens that go */
  #chime(step, size) {
    this.#tone(step, 0, 0.35, 0.4 + size * 0.05);
    this.#tone(step + 2, 0.03, 0.3, 0.2);
  }

  /** @param {number} degree of the scale, from 0
   * @param {number} delay in seconds
   * @param {number} length in seconds
   * @param {number} loudness from 0 to 1 */
  #tone(degree, delay, length, loudness) {
    const octave = Math.floor(degree / SCALE.length);
    const semitones = SCALE[degree % SCALE.length] + 12 * Math.min(octave, 3);
    this.#voice('triangle', BASE * 2 ** (semitones / 12), delay, length, loudness);
  }

  /** @param {number} pitch in Hz
   * @param {number} delay in seconds */
  #knock(pitch, delay) {
    const oscillator = this.#voice('sine', pitch, delay, 0.09, 0.8);
    const start = (this.#context?.currentTime ?? 0) + delay;
    oscillator?.frequency.exponentialRampToValueAtTime(pitch * 0.6, start + 0.08);
  }

  /** @param {OscillatorType} type
   * @param {number} pitch in Hz
   * @param {number} delay in seconds
   * @param {number} length in seconds
   * @param {number} loudness from 0 to 1 */
  #voice(type, pitch, delay, length, loudness) {
    const [context, output] = [this.#context, this.#output];
    if (!context || !output || context.state !== 'running') {
      return null;
    }
    const start = context.currentTime + delay;
    const envelope = context.createGain();
    envelope.gain.setValueAtTime(0.0001, start);
    envelope.gain.exponentialRampToValueAtTime(loudness, start + 0.008);
    envelope.gain.exponentialRampToValueAtTime(0.0001, start + length);
    const oscillator = context.createOscillator();
    oscillator.type = type;
    oscillator.frequency.setValueAtTime(pitch, start);
    oscillator.connect(envelope).connect(output);
    oscillator.start(start);
    oscillator.stop(start + length + 0.02);
    return oscillator;
  }
}

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
