/** Views of results: the dialog of statistics, and the card of a solved game. */

/** @import { Play } from './state.js' */
import { timeText } from './clock.js';
import { ask, byId, dialog, element, onPress, setTexts } from './dom.js';
import { LEVELS, titleOf, today } from './puzzles.js';
import { figuresOf, resultsByLevel, streaksOf } from './statistics.js';
import { allGames, saveGame } from './store.js';
import { capitalized, nameOf, say, sentence } from './words.js';

/** @param {string} level */
const levelWords = (level) => (level ? capitalized(nameOf('difficulty', level)) : say('Your grids'));

/** Connects the dialog. @param {() => Play} current */
export function connectStatistics(current) {
  function show() {
    const games = allGames();
    const results = resultsByLevel(games);
    const streaks = streaksOf(games, today());
    const levels = [...new Set([...Object.keys(LEVELS), ...results.keys()])].filter((level) => results.has(level));
    const total = [...results.values()].flat().length;
    byId('totals').replaceChildren(...[[total, say('solved')], [streaks.current, say('{days?day|days} in a row', { days: streaks.current })], [streaks.longest, say('longest streak')]]
      .map(([number, words]) => element('li', {}, element('b', {}, String(number)), ' ', String(words))));
    byId('by-level').replaceChildren(...levels.map((level) => {
      const found = results.get(level) ?? [];
      const { best, mean, unaided, mistakes } = figuresOf(found);
      const cells = [found.length, timeText(best), timeText(mean), unaided, Number(mistakes.toFixed(1))].map((value) => element('td', {}, String(value)));
      return element('tr', {}, element('th', { scope: 'row' }, levelWords(level)), ...cells);
    }));
    byId('levels-table').hidden = byId('clear-results').hidden = !total;
    byId('no-results').hidden = total > 0;
  }

  onPress('open-statistics', () => {
    show();
    dialog('statistics').showModal();
  });
  onPress('clear-results', async () => {
    if (!(await ask(say('Clear all statistics? The games stay.'), say('Clear')))) return;
    for (const play of [...allGames(), current()]) {
      play.result = null;
      saveGame(play);
    }
    show();
    byId('statistics-close').focus();
  });
}

/** One line about how a game was solved. @param {Play} play */
export const solvedText = ({ time, hints, mistakes }) => say(
  'Solved in {time}, with {hints?1 hint|{hints} hints|no hints} and {mistakes?1 mistake|{mistakes} mistakes|no mistakes}.',
  { time: timeText(time), hints, mistakes },
);

/** Shows the card of a solved game. @param {Play} play */
export function showSolved(play) {
  const { source: { level, daily }, result } = play;
  const games = allGames();
  const { best } = figuresOf(resultsByLevel(games).get(level ?? '') ?? []);
  const { current } = streaksOf(games, today());
  const lines = [
    result && result.time <= best ? say('Your best time at this level.') : say('Your best time at this level is {time}.', { time: timeText(best) }),
    ...(daily && current ? [say('Streak: {days?1 day|{days} days}.', { days: current })] : []),
  ];
  setTexts({ 'won-text': `${sentence(titleOf(play).title)} ${solvedText(play)}` });
  byId('won-lines').replaceChildren(...lines.map((line) => element('li', {}, line)));
}
