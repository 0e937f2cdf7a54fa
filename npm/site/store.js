/** What the page keeps on the device: games, the one that is open, and settings. */

import { Play } from './state.js';

const GAMES = 'gridmill.game.';
const CURRENT = 'gridmill.current';
const SETTINGS = 'gridmill.settings';

/** `language` and `theme` (`light`, `dark`) are empty for those of the device; `cells` is how hints name cells.
 * @typedef {{ language: string, cells: 'r1c1' | 'A1' | 'words', theme: string, showsTime: boolean, marksWrong: boolean }} Settings */

/** @type {Settings} */
const DEFAULTS = { language: '', cells: 'r1c1', theme: '', showsTime: true, marksWrong: false };

/** Returns what a use of the storage returns, or `otherwise` where the browser keeps nothing or what it keeps cannot be read.
 * @template T @param {() => T} use @param {T} otherwise @returns {T} */
function attempt(use, otherwise) {
  try {
    return use();
  } catch {
    return otherwise;
  }
}

/** @param {string} key @returns {Play | null} */
const read = (key) => attempt(() => Play.parse(localStorage.getItem(key) ?? ''), null);

/** Keeps a game; false if the browser does not. A puzzle of a day that nobody began is made again when it is opened. @param {Play} play */
export const saveGame = (play) => attempt(() => {
  if (play.isBegun || !play.source.daily) localStorage.setItem(GAMES + play.id, JSON.stringify(play));
  return true;
}, false);
/** Keeps which game is open. @param {Play} play */
export const saveCurrent = ({ id }) => attempt(() => localStorage.setItem(CURRENT, id), undefined);

/** Returns the game that has these givens. @param {string} id */
export const gameOf = (id) => read(GAMES + id);
export const currentGame = () => attempt(() => read(GAMES + localStorage.getItem(CURRENT)), null);

/** Returns all games, the last played first. */
export const allGames = () => attempt(() => Object.keys(localStorage), [])
  .filter((key) => key.startsWith(GAMES))
  .flatMap((key) => read(key) ?? [])
  .sort((a, b) => b.touched - a.touched);

/** @param {Play} play */
export const removeGame = ({ id }) => attempt(() => localStorage.removeItem(GAMES + id), undefined);

/** @returns {Settings} */
export const loadSettings = () => attempt(() => ({ ...DEFAULTS, ...JSON.parse(localStorage.getItem(SETTINGS) ?? '{}') }), DEFAULTS);
/** @param {Settings} settings */
export const saveSettings = (settings) => attempt(() => localStorage.setItem(SETTINGS, JSON.stringify(settings)), undefined);
