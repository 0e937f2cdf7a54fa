/** Dialog of the puzzles of the day, by month. */

/** @import { Play } from './state.js' */
import { byId, dialog, element, onPress, setTexts } from './dom.js';
import { FIRST_DAY, makeDaily, today } from './puzzles.js';
import { streaksOf } from './statistics.js';
import { allGames } from './store.js';
import { capitalized, dateWords, say, sentence } from './words.js';

/** Days of a week from Monday, and the words of each state of a puzzle. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => dateWords(`2024-01-0${day}`, { weekday: 'long' }));
/** @type {Record<string, string>} */ const STATES = { solved: say('solved'), begun: say('begun') };

/** Connects the dialog. @param {(play: Play) => void} open */
export function connectCalendar(open) {
  /** Month that is shown, such as `2026-11`. */
  let month = today().slice(0, 7);

  /** @param {string} date */
  async function choose(date) {
    setTexts({ 'calendar-status': say('Working …') });
    try {
      const play = await makeDaily(date);
      setTexts({ 'calendar-status': '' });
      if (!dialog('calendar').open) return;
      dialog('calendar').close();
      open(play);
    } catch (problem) {
      setTexts({ 'calendar-status': sentence(problem) });
    }
  }

  function show() {
    const games = allGames();
    const states = new Map(games.flatMap((play) => (play.source.daily ? [[play.source.daily, play.isSolved || play.result ? 'solved' : 'begun']] : [])));
    const dates = datesOf(month);
    const offset = (new Date(dates[0]).getUTCDay() + 6) % 7;
    const cells = [...Array.from({ length: offset }, () => element('td')), ...dates.map((date) => element('td', {}, dayView(date, states.get(date) ?? '', choose)))];
    byId('days').replaceChildren(...Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => element('tr', {}, ...cells.slice(7 * week, 7 * week + 7))));
    const { current } = streaksOf(games, today());
    setTexts({
      'month': capitalized(dateWords(`${month}-01`, { month: 'long', year: 'numeric' })),
      'calendar-streak': current ? say('Streak: {days?1 day|{days} days}.', { days: current }) : say('A puzzle each day, from easy on Monday to extreme on Sunday.'),
    });
    byId('month-forward', HTMLButtonElement).disabled = month >= today().slice(0, 7);
    byId('month-back', HTMLButtonElement).disabled = month <= FIRST_DAY.slice(0, 7);
  }

  /** @param {number} months */
  const turn = (months) => {
    const date = new Date(`${month}-01`);
    date.setUTCMonth(date.getUTCMonth() + months);
    month = date.toISOString().slice(0, 7);
    show();
  };

  byId('weekdays').append(...WEEKDAYS.map((name) => element('th', { scope: 'col', 'aria-label': name }, name.slice(0, 2))));
  onPress('month-back', () => turn(-1));
  onPress('month-forward', () => turn(1));
  onPress('open-calendar', () => {
    month = today().slice(0, 7);
    show();
    dialog('calendar').showModal();
    /** @type {HTMLElement | null} */ (byId('days').querySelector('[aria-current]'))?.focus();
  });
}

/** Dates of a month. @param {string} month */
function datesOf(month) {
  const days = Array.from({ length: 31 }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`);
  return days.filter((date) => { const time = new Date(date); return !isNaN(time.getTime()) && time.toISOString().startsWith(month); });
}

/** @param {string} date @param {string} state @param {(date: string) => void} choose */
function dayView(date, state, choose) {
  const name = dateWords(date, { weekday: 'long', day: 'numeric', month: 'long' });
  const view = element('button', { type: 'button', class: `day ${state}`, 'aria-label': state ? `${name}, ${STATES[state]}` : name }, String(Number(date.slice(8))));
  view.disabled = date > today();
  if (date === today()) view.setAttribute('aria-current', 'date');
  view.addEventListener('click', () => choose(date));
  return view;
}
