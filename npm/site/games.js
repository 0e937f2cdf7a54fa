/** Dialog of the games that are kept. */

/** @import { Play } from './state.js' */
import { timeText } from './clock.js';
import { ask, byId, dialog, element, icon, onPress } from './dom.js';
import { dateText, titleOf } from './puzzles.js';
import { allGames, removeGame } from './store.js';
import { dateWords, say } from './words.js';

/** Most solved games that are listed. */
const SOLVED_LIMIT = 30;

/** Connects the dialog. @param {() => Play} current @param {(play: Play) => void} open */
export function connectGames(current, open) {
  const list = byId('games-list');

  /** @param {Play} play */
  function choose(play) {
    dialog('games').close();
    open(play);
  }

  /** @param {Play} play */
  async function remove(play) {
    if (!(await ask(say('Delete {game}, {part} filled?', { game: titleOf(play).title, part: percent(play) }), say('Delete')))) return;
    removeGame(play);
    show();
    byId('games-close').focus();
  }

  function show() {
    const { id } = current();
    const [solved, underway] = [true, false].map((isSolved) => allGames().filter((play) => play.isSolved === isSolved));
    /** @param {string} name @param {Play[]} plays */
    const section = (name, plays) => (plays.length ? [element('h3', {}, name), element('ul', { class: 'games' }, ...plays.map((play) => gameView(play, play.id === id, choose, remove)))] : []);
    list.replaceChildren(...section(say('Under way'), underway), ...section(say('Solved'), solved.slice(0, SOLVED_LIMIT)));
    if (!list.children.length) list.append(element('p', {}, say('Games that you begin are kept here, on this device.')));
  }

  onPress('open-games', () => {
    show();
    dialog('games').showModal();
  });
}

/** @param {Play} play */
const percent = (play) => `${Math.round(100 * play.progress)} %`;

/** @param {Play} play @param {boolean} isOpen @param {(play: Play) => void} choose @param {(play: Play) => void} remove */
function gameView(play, isOpen, choose, remove) {
  const { title, facts } = titleOf(play);
  const { isSolved, result, time, touched } = play;
  const date = dateWords(dateText(new Date(touched)), { day: 'numeric', month: 'short' });
  const detail = [...facts, element('span', { class: 'time' }, timeText(isSolved && result ? result.time : time)), date]
    .flatMap((fact, place) => (place ? [' · ', fact] : [fact]));
  const button = element('button', { type: 'button', class: 'game' }, element('b', {}, title), isOpen ? ` ${say('(open)')}` : '', element('small', {}, ...detail));
  button.addEventListener('click', () => choose(play));
  if (isSolved) return element('li', {}, button);
  const bar = element('progress', { max: '1', value: String(play.progress), 'aria-hidden': 'true' });
  button.append(element('span', { class: 'bar' }, bar, element('small', {}, percent(play))));
  const bin = element('button', { type: 'button', class: 'icon', 'aria-label': say('Delete {game}', { game: title }) }, icon('delete'));
  bin.addEventListener('click', () => remove(play));
  return element('li', {}, button, ...(isOpen ? [] : [bin]));
}
