/** Views of results: the dialog of statistics, and the card of a solved game. */

/** @import { Play } from './state.js' */
import { timeText } from './clock.js';
import { ask, byId, counted, dialog, element, onPress, sentence, setTexts } from './dom.js';
import { LEVELS, capitalized, titleOf, today } from './puzzles.js';
import { figuresOf, resultsByLevel, streaksOf } from './statistics.js';
import { allGames, saveGame } from './store.js';

/** @param {string} level */
const levelWords = (level) => (level ? capitalized(level) : 'Your grids');

/** Connects the dialog. @param {() => Play} current */
export function connectStatistics(current) {
  function show() {
    const games = allGames();
    const results = resultsByLevel(games);
    const streaks = streaksOf(games, today());
    const levels = [...new Set([...Object.keys(LEVELS), ...results.keys()])].filter((level) => results.has(level));
    const total = [...results.values()].flat().length;
    byId('totals').replaceChildren(...[[total, 'solved'], [streaks.current, streaks.current === 1 ? 'day in a row' : 'days in a row'], [streaks.longest, 'longest streak']]
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
    if (!(await ask('Clear all statistics? The games stay.', 'Clear'))) return;
    for (const play of [...allGames(), current()]) {
      play.result = null;
      saveGame(play);
    }
    show();
    byId('statistics-close').focus();
  });
}

/** One line about how a game was solved. @param {Play} play */
export const solvedText = ({ time, hints, mistakes }) => sentence(`Solved in ${timeText(time)}, with ${counted(hints, 'hint')} and ${counted(mistakes, 'mistake')}`);

/** Shows the card of a solved game. @param {Play} play */
export function showSolved(play) {
  const { source: { level, daily }, result } = play;
  const games = allGames();
  const { best } = figuresOf(resultsByLevel(games).get(level ?? '') ?? []);
  const { current } = streaksOf(games, today());
  const lines = [
    result && result.time <= best ? 'Your best time at this level.' : `Your best time at this level is ${timeText(best)}.`,
    ...(daily && current ? [`Streak: ${counted(current, 'day')}.`] : []),
  ];
  setTexts({ 'won-text': `${titleOf(play).title}. ${solvedText(play)}` });
  byId('won-lines').replaceChildren(...lines.map((line) => element('li', {}, line)));
}
