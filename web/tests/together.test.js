/** Two people at two browsers, and a third who watches. */

import assert from 'node:assert/strict';

import { catalogue, test } from './support/arcade.js';
import { Mouse } from './support/hands.js';
import { Table } from './support/table.js';

/** @import {Stage} from './support/arcade.js' */
/** @import {GameInfo} from './support/games.js' */

const games = (await catalogue()).filter(({ players }) => players === 2);

/** Has one visitor invite another, who takes the seat.
 * @param {Stage} stage
 * @param {GameInfo} game */
async function invited(stage, game) {
  const host = await stage.visitor();
  const hosts = await Table.begin(stage, host, game, { seats: [{ type: 'me' }, { type: 'invite' }] });
  const invitation = host.getByRole('region', { name: 'Invitation' });
  const link = await invitation.getByRole('textbox').inputValue();
  const guest = await stage.visitor();
  await guest.goto(link);
  const guests = await Table.opened(stage, guest);
  await guest.getByRole('button', { name: 'Join' }).click();
  await invitation.waitFor({ state: 'hidden' });
  // The secret does not stay in the address.
  await guest.waitForURL((url) => url.hash === '');
  return { hosts, guests, link };
}

/** Has two play, each at a page of their own, until the game is over.
 * @param {Table[]} tables of player 1 and player 2
 * @param {number} [plies] at most */
async function playTogether(tables, plies = Number.POSITIVE_INFINITY) {
  const hands = tables.map(({ page }) => new Mouse(page));
  for (let ply = 0; ply < plies; ply++) {
    const { turn } = (await tables[0]?.snapshot())?.situation ?? {};
    if (turn?.type !== 'player') {
      return;
    }
    const index = turn.player - 1;
    await tables[index]?.play(/** @type {Mouse} */ (hands[index]), { sides: [turn.player], plies: 1 });
  }
}

for (const game of games) {
  test(`${game.title} by two browsers and a third that watches, and a rematch`, async (stage) => {
    const { hosts, guests } = await invited(stage, game);
    const fan = await stage.visitor();
    await fan.goto(`/t/${hosts.id}`);
    const fans = await Table.opened(stage, fan);
    await hosts.page.getByText('1 watching').waitFor();
    await hosts.control('Share').click();
    const dialog = hosts.page.getByRole('dialog');
    const closed = dialog.getByRole('button', { name: 'Download the game' });
    assert.equal(await closed.getAttribute('aria-disabled'), 'true', 'two people play');
    await dialog.getByText('You can save the game when it is over').waitFor();
    await hosts.page.keyboard.press('Escape');
    await hosts.page.keyboard.press('f');
    await hosts.page.getByText('You can analyse, play on and save once the game is over').waitFor();
    await playTogether([hosts, guests]);
    await hosts.control('Share').click();
    const open = { name: 'Download the game', disabled: false };
    await dialog.getByRole('button', open).waitFor();
    await hosts.page.keyboard.press('Escape');
    for (const table of [hosts, guests, fans]) {
      await table.result.waitFor();
      await table.assertInStep();
    }
    assert.equal(
      await fans.result.getByRole('button', { name: 'rematch' }).count(),
      0,
      'who watches cannot ask for a rematch',
    );

    const before = hosts.id;
    await hosts.result.getByRole('button', { name: 'Offer a rematch' }).click();
    await guests.page.getByRole('region', { name: 'Offer' }).getByRole('button', { name: 'Accept' }).click();
    for (const { page } of [hosts, guests, fans]) {
      await page.waitForURL((url) => /\/t\//.test(url.pathname) && !url.pathname.endsWith(before));
    }
    assert.equal(guests.id, hosts.id);
    assert.equal(fans.id, hosts.id, 'who watches is led to the rematch');
    for (const table of [hosts, guests, fans]) {
      await table.result.waitFor({ state: 'hidden' });
    }
    await playTogether([guests, hosts], 3);
    await fans.shows(3);
    for (const table of [hosts, guests, fans]) {
      await table.assertInStep();
    }
  });

  test(`${game.title}: taking back, a draw, and an invitation for one`, async (stage) => {
    const { hosts, guests, link } = await invited(stage, game);
    const late = await stage.visitor();
    await late.goto(link);
    await Table.opened(stage, late);
    await late.getByText('Someone has already joined').waitFor();

    await playTogether([hosts, guests], 2);
    await hosts.control('Undo').click();
    await guests.page.getByRole('region', { name: 'Offer' }).getByRole('button', { name: 'Accept' }).click();
    for (const table of [hosts, guests]) {
      await table.page.getByRole('region', { name: 'Offer' }).waitFor({ state: 'hidden' });
      await table.assertInStep();
    }
    assert.ok((await hosts.snapshot()).situation.ply < 2, 'a move was taken back');

    await guests.choose('Offer a draw');
    await hosts.page.getByRole('region', { name: 'Offer' }).getByRole('button', { name: 'Accept' }).click();
    for (const table of [hosts, guests]) {
      await table.result.getByText('Draw by agreement').waitFor();
    }
  });
}

test('a rematch that began while its player was away', async (stage) => {
  const [game] = games;
  assert.ok(game);
  const { hosts, guests } = await invited(stage, game);
  await hosts.resign();
  await hosts.result.getByRole('button', { name: 'Offer a rematch' }).click();
  const offer = guests.page.getByRole('region', { name: 'Offer' });
  await offer.waitFor();
  const before = hosts.page.url();
  await hosts.page.goto('/');
  await offer.getByRole('button', { name: 'Accept' }).click();
  await guests.page.waitForURL((url) => url.href !== before);
  await hosts.page.goto(before);
  await hosts.result.getByRole('link', { name: 'Go to the rematch' }).click();
  await hosts.page.waitForURL(guests.page.url());
  await playTogether([guests, hosts], 2);
  assert.equal((await hosts.snapshot()).situation.ply, 2, 'both have their seats');
});

test('a clock that runs out ends the game', async (stage) => {
  const [game] = games;
  assert.ok(game);
  const page = await stage.visitor();
  const table = await Table.begin(stage, page, game, {
    seats: [{ type: 'me' }, { type: 'me' }],
    clock: { kind: 'Per move', fields: { 'Seconds per move': '1' } },
  });
  await page.getByRole('timer').first().waitFor();
  await table.play(new Mouse(page), { sides: [1, 2], plies: 1 });
  await table.result.getByText('on time').waitFor();
});
