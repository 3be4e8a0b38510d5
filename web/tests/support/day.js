/** The day of the games of the day, which begins at midnight UTC. */

import { setTimeout } from 'node:timers/promises';

const DAY = 86_400_000;

/** How long a test of the day may take. */
const TEST = 60_000;

/** Waits for the next day if this one ends soon, so that a test sees one day only. */
export async function wholeDay() {
  const left = DAY - (Date.now() % DAY);
  if (left < TEST) {
    await setTimeout(left);
  }
}
