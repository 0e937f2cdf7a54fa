/** Statistics of solved games: by level, and the streak of days. */

/** @import { Play, Result } from './state.js' */

const DAY = 86_400_000;
/** @param {string} date @param {number} days */
const dateAfter = (date, days) => new Date(new Date(date).getTime() + days * DAY).toISOString().slice(0, 10);

/** Results by level, in the order in which levels first occur; `''` is that of pasted grids. @param {Play[]} games @returns {Map<string, Result[]>} */
export function resultsByLevel(games) {
  /** @type {Map<string, Result[]>} */
  const results = new Map();
  for (const { result, source: { level = '' } } of games) if (result) results.set(level, [...results.get(level) ?? [], result]);
  return results;
}

/** Figures of results: the best and the mean time, how many had no hints, and mistakes per game. @param {Result[]} results */
export const figuresOf = (results) => ({
  best: Math.min(...results.map(({ time }) => time)),
  mean: results.reduce((sum, { time }) => sum + time, 0) / results.length,
  unaided: results.filter(({ hints }) => !hints).length,
  mistakes: results.reduce((sum, { mistakes }) => sum + mistakes, 0) / results.length,
});

/** Days in a row whose puzzle was solved on the day: up to today, or up to yesterday while today's is open; and the most there were.
 * @param {Play[]} games @param {string} today */
export function streaksOf(games, today) {
  const days = new Set(games.flatMap(({ result, source }) => (result && source.daily === result.day ? [result.day] : [])));
  /** Number of days in a row up to a date. @param {string} date */
  const upTo = (date) => {
    let length = 0;
    while (days.has(dateAfter(date, -length))) length += 1;
    return length;
  };
  return { current: upTo(today) || upTo(dateAfter(today, -1)), longest: Math.max(0, ...[...days].map(upTo)) };
}
