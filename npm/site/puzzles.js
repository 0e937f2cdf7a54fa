/** Puzzles by level, by date, from a pasted grid and from a link. */

/** @import { Help, Level } from './gridmill/index.js' */
/** @import { Source } from './state.js' */
import { engine } from './engine.js';
import { Play, candidatesOf, gridOf, textOf } from './state.js';

/** Seed of the daily puzzles. */
export const DAILY_SEED = 'gridmill daily';
/** @type {Level[]} */
export const LEVELS = ['easy', 'medium', 'hard', 'unfair', 'extreme'];
/** Symmetries that the page offers, in words. @type {Record<string, string>} */
export const SYMMETRIES = {
  none: 'no symmetry', rot180: 'half turn', rot90: 'quarter turn', horizontal: 'horizontal mirror', vertical: 'vertical mirror',
  diagonal: 'diagonal mirror', antidiagonal: 'antidiagonal mirror', full: 'all symmetries',
};

const DAY = 86_400_000;

/** Text of a date in the local calendar, such as `2026-11-25`. @param {Date} date */
export const dateText = (date) => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/** A seed that nobody used before. */
export const freshSeed = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');

/** Makes the puzzle at a place of a corpus. @param {Source} source @param {AbortSignal} [signal] */
export async function makePuzzle(source, signal) {
  return new Play((await engine.generate(source, { signal })).puzzle, source);
}

/** Makes the puzzle of a day. @param {string} date @param {Level} level @param {AbortSignal} [signal] */
export async function makeDaily(date, level, signal) {
  const row = await engine.daily(DAILY_SEED, date, { level, symmetry: 'rot180' }, { signal });
  return new Play(row.puzzle, { seed: DAILY_SEED, index: row.index, level, symmetry: 'rot180' });
}

/** Reads a grid in any format that the engine knows. `play` is null if it cannot be played, and `help` tells why.
 * @param {string} text @returns {Promise<{ help: Help, play: Play | null }>} */
export async function readGrid(text) {
  const help = await engine.solve(text);
  if (!help.puzzle || !help.solution) return { help, play: null };
  if (help.puzzle.length !== 81) throw new Error('this page plays grids of 9x9 cells');
  const play = new Play(help.puzzle, {}, { entries: gridOf(help.entries ?? '') });
  if (help.status === 'unique') {
    const plain = await engine.solve(play.engineState);
    // The text excludes candidates that the digits leave: they are notes.
    if (String(help.candidates) !== String(plain.candidates)) play.now.notes = candidatesOf(help);
  }
  return { help, play };
}

/** Link to a puzzle, with the entries of the player if they are wanted. @param {Play} play @param {boolean} withEntries */
export function linkOf(play, withEntries) {
  const fields = Object.entries(play.source.seed === undefined ? { grid: textOf(play.givens) } : play.source);
  const query = new URLSearchParams(fields.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]));
  if (withEntries) query.set('entries', textOf(play.now.entries));
  return `${location.origin}${location.pathname}#${query}`;
}

/** Opens the puzzle of a link; null if the link has none.
 * @param {string} hash @returns {Promise<{ help?: Help, play: Play | null, text?: string } | null>} */
export async function openLink(hash) {
  const { seed, index = '0', level, symmetry, grid, entries } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  if (seed === undefined && grid === undefined) return null;
  const opened = grid !== undefined ? { ...await readGrid(grid), text: grid } : { play: await makePuzzle({ seed, index: Number(index), level, symmetry }) };
  const { play } = opened;
  if (play && entries) play.now.entries = gridOf(entries).map((digit, cell) => (play.givens[cell] ? 0 : digit));
  return opened;
}

/** Title of a puzzle, the kind of its origin, and facts about it. @param {Play} play */
export function titleOf({ source, givens }) {
  const { seed, index = 0, level, symmetry } = source;
  const count = `${givens.filter(Boolean).length} givens`;
  if (seed === undefined) return { kind: 'Your grid', title: 'Pasted puzzle', facts: [count] };
  const levelName = level ? level[0].toUpperCase() + level.slice(1) : 'Any level';
  if (seed === DAILY_SEED) {
    const date = new Date(index * DAY).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
    return { kind: 'Puzzle of the day', title: date, facts: [levelName, count] };
  }
  const shape = symmetry && symmetry !== 'none' ? [SYMMETRIES[symmetry] ?? symmetry] : [];
  return { kind: index ? `Seed ${seed}, number ${index}` : `Seed ${seed}`, title: `${levelName} puzzle`, facts: [count, ...shape] };
}
