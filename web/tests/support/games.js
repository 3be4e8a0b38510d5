/** What tests know of the games: only what is in the catalogue. */

/** @typedef {import('../../js/wire-types.js').GameInfo} GameInfo */

/** Values that make a game short, for the options that have these names in any game. */
const SHORT = Object.freeze({ width: '2', height: '2', moves: '3', swaps: '3' });

/** Returns the options with which a game is over soon, as far as it has such options.
 * @param {GameInfo} game
 * @returns {Record<string, string>} */
export function shortOptions(game) {
  return known(game, SHORT);
}

/** Values that make sure that a game lasts for some moves, be they good or lucky, for the options that have
 * these names in any game. */
const LONG = Object.freeze({ name: 'hourglass' });

/** Returns the options with which a game is not over soon, where it is without them.
 * @param {GameInfo} game
 * @returns {Record<string, string>} */
export function longOptions(game) {
  return known(game, LONG);
}

/** Values with which pieces appear that are rare otherwise, for the options that have these names in any
 * game. */
const VARIED = Object.freeze({ verticals: '250', horizontals: '250', wrapped: '250', bombs: '250' });

/** Collects what the pieces of a game look like: those of its showcase and those on some tables.
 * @param {import('./program.js').Program} program
 * @param {GameInfo} game
 * @returns {Promise<Record<string, import('../../js/wire-types.js').Face>>} */
export async function everyPiece(program, game) {
  /** @type {import('../../js/wire-types.js').Showcase[]} */
  const shows = await program.get('/api/v1/showcases');
  const faces = shows.find((show) => show.game === game.id)?.faces ?? {};
  for (let times = 0; times < 4; times++) {
    const seats = Array.from({ length: game.players }, () => ({ type: 'me' }));
    const { table } = await program.post('/api/v1/tables', {
      game: game.id,
      seats,
      options: known(game, VARIED),
    });
    Object.assign(faces, (await program.get(`/api/v1/tables/${table}`)).faces);
  }
  return faces;
}

/** @param {GameInfo} game
 * @param {Record<string, string>} values
 * @returns {Record<string, string>} those of options that the game has */
function known({ options }, values) {
  const names = new Set(options.map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}
