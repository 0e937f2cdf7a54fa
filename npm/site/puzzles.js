/** Puzzles by level, by date, from a pasted grid and from a link. */

/** @import { Help, GenerateOptions } from './gridmill/index.js' */
/** @import { Source } from './state.js' */
import { engine } from './engine.js';
import { Play, candidatesOf, gridOf, textOf } from './state.js';
import { capitalized, dateWords, nameOf, say } from './words.js';

/** Seed of the daily puzzles. */
const DAILY_SEED = 'gridmill daily';
/** Levels of the page, from the easiest, as options of the engine. @type {Record<string, GenerateOptions>} */
export const LEVELS = {
  beginner: { level: 'easy', givens: '36..40' },
  easy: { level: 'easy' }, medium: { level: 'medium' }, hard: { level: 'hard' }, unfair: { level: 'unfair' }, extreme: { level: 'extreme' },
};
/** First day that has a puzzle, a Monday. */
export const FIRST_DAY = '2024-01-01';
/** Levels of the days of a week, from Monday. */
const WEEK = ['easy', 'easy', 'medium', 'medium', 'hard', 'unfair', 'extreme'];
/** Symmetries that the page offers, in words; the first is taken if nobody chooses. @type {Record<string, string>} */
export const SYMMETRIES = {
  rot180: say('half turn'), rot90: say('quarter turn'), horizontal: say('horizontal mirror'), vertical: say('vertical mirror'),
  diagonal: say('diagonal mirror'), antidiagonal: say('antidiagonal mirror'), full: say('all symmetries'), none: say('no symmetry'),
};
const SYMMETRY = Object.keys(SYMMETRIES)[0];

/** Text of a date in the local calendar, such as `2026-11-25`. @param {Date} date */
export const dateText = (date) => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
export const today = () => dateText(new Date());

/** A seed that nobody used before. */
const freshSeed = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');

/** Makes the puzzle at a place of a corpus. @param {Source} source @param {AbortSignal} [signal] */
async function makePuzzle(source, signal) {
  const { level, ...place } = source;
  const { puzzle, solution } = await engine.generate({ ...place, ...(level === undefined ? {} : LEVELS[level] ?? { level }) }, { signal });
  return new Play(puzzle, solution, source);
}

/** Makes a puzzle that nobody had before. @param {string} level @param {string} [symmetry] @param {AbortSignal} [signal] */
export const makeFresh = (level, symmetry = SYMMETRY, signal) => makePuzzle({ seed: freshSeed(), index: 0, level, symmetry }, signal);

/** Makes the puzzle of a day. @param {string} date @param {AbortSignal} [signal] */
export async function makeDaily(date, signal) {
  const { puzzle, solution, level } = await engine.daily(DAILY_SEED, date, { epoch: FIRST_DAY, level: WEEK, symmetry: SYMMETRY }, { signal });
  return new Play(puzzle, solution, { daily: date, level: level ?? undefined });
}

/** Reads a grid in any format that the engine knows. `play` is null if it cannot be played, and `help` tells why.
 * @param {string} text @returns {Promise<{ help: Help, play: Play | null }>} */
export async function readGrid(text) {
  const help = await engine.solve(text);
  if (!help.puzzle || !help.solution) return { help, play: null };
  if (help.puzzle.length !== 81) throw new Error(say('This page plays grids of 9x9 cells.'));
  const play = new Play(help.puzzle, help.solution);
  setEntries(play, help.entries ?? '');
  if (help.status === 'unique') {
    const plain = await engine.solve(play.engineState);
    // The text excludes candidates that the digits leave: they are notes.
    if (String(help.candidates) !== String(plain.candidates)) play.noteAll(candidatesOf(help));
  }
  return { help, play };
}

/** @param {Play} play @param {string} entries */
const setEntries = (play, entries) => play.become(gridOf(entries).map((digit, cell) => (play.givens[cell] || !digit ? 0 : -digit)));

/** Link to a puzzle, with the entries of the player if they are wanted. @param {Play} play @param {boolean} withEntries */
export function linkOf(play, withEntries) {
  const { daily, seed } = play.source;
  const fields = Object.entries(daily ? { daily } : seed === undefined ? { grid: play.id } : play.source);
  const query = new URLSearchParams(fields.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]));
  if (withEntries) query.set('entries', textOf(play.entries));
  return `${location.origin}${location.pathname}#${query}`;
}

/** Opens the puzzle of a link; null if the link has none.
 * @param {string} hash @returns {Promise<{ help?: Help, play: Play | null, text?: string } | null>} */
export async function openLink(hash) {
  const { daily, seed, index = '0', level, symmetry, grid, entries } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  const opened = daily !== undefined ? { play: await makeDaily(daily) }
    : seed !== undefined ? { play: await makePuzzle({ seed, index: Number(index), level, symmetry }) }
    : grid !== undefined ? { ...await readGrid(grid), text: grid } : null;
  if (opened?.play && entries) setEntries(opened.play, entries);
  return opened;
}

/** Title of a puzzle, and facts about it. @param {Play} play */
export function titleOf({ source: { daily, seed, level }, givens }) {
  const count = say('{count} givens', { count: givens.filter(Boolean).length });
  const levelName = capitalized(level ? nameOf('difficulty', level) : say('any level'));
  if (daily) return { title: capitalized(dateWords(daily, { weekday: 'long', day: 'numeric', month: 'long' })), facts: [say('Puzzle of the day'), levelName] };
  return { title: seed === undefined ? say('Your grid') : levelName, facts: [count] };
}
