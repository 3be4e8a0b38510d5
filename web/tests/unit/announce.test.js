/** What the live region reads. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { elements } from './environment.js';
import { announce } from '../../js/announce.js';

test('what happens in quick succession is announced together, and nothing does not silence it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const region = { textContent: '' };
  elements['announcements'] = region;
  announce('You play 4');
  announce('Move 1 of 2.', 'looking');
  announce('Move 2 of 2.', 'looking');
  announce('Your turn.');
  announce('');
  t.mock.timers.tick(1_000);
  assert.equal(region.textContent, 'You play 4. Move 2 of 2. Your turn.');
  announce('You play 4. Move 2 of 2. Your turn.');
  t.mock.timers.tick(1_000);
  assert.equal(region.textContent, 'You play 4. Move 2 of 2. Your turn. ', 'the same text is a change');
});
