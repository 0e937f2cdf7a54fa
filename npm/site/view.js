/** Views of a game around the board: title and time, messages, digits, tools, and the card of a hint. */

/** @import { Hint } from './hints.js' */
/** @import { Play } from './state.js' */
import { timeText } from './clock.js';
import { byId, element, setTexts } from './dom.js';
import { legendView, partsView } from './hints.js';
import { titleOf } from './puzzles.js';
import { settings } from './settings.js';
import { DIGITS } from './state.js';
import { say } from './words.js';

/** Tells something in place of the title, until the next move. @param {string} text @param {'' | 'problem'} kind */
export function tell(text, kind = '') {
  byId('status').textContent = text;
  byId('about').dataset.told = text && (kind || 'news');
}

/** Tells something to a screen reader alone. @param {string} text */
export const speak = (text) => setTexts({ spoken: text });

/** Makes the keys of the digits. @param {(digit: number) => void} onDigit */
export function makePad(onDigit) {
  byId('pad').append(...DIGITS.map((digit) => {
    const key = element('button', { type: 'button', class: 'key' }, element('b', {}, String(digit)), ' ', element('small'));
    key.addEventListener('click', () => onDigit(digit));
    return key;
  }));
}

/** @param {Play} play */
export function showAbout(play) {
  const { title, facts } = titleOf(play);
  const mistakes = settings.marksWrong && play.mistakes ? [say('{mistakes?1 mistake|{mistakes} mistakes}', { mistakes: play.mistakes })] : [];
  setTexts({ title });
  byId('facts').replaceChildren(...[...facts, ...mistakes].map((fact) => element('li', {}, fact)));
  showTime(play);
}

/** @param {Play} play */
export const showTime = ({ time }) => setTexts({ time: timeText(time) });

/** @param {Play} play @param {boolean} takesNotes */
export function showControls({ missing, canUndo, canRedo, isBegun }, takesNotes) {
  const keys = byId('pad').children;
  missing.forEach((count, place) => {
    keys[place].classList.toggle('is-done', count <= 0);
    keys[place].lastElementChild?.replaceChildren(count > 0 ? String(count) : '✓', element('span', { class: 'unseen' }, ` ${say('left')}`));
  });
  byId('undo', HTMLButtonElement).disabled = !canUndo;
  byId('redo', HTMLButtonElement).disabled = !canRedo;
  byId('restart', HTMLButtonElement).disabled = !isBegun;
  byId('notes').ariaPressed = String(takesNotes);
  byId('pad').classList.toggle('takes-notes', takesNotes);
}

/** @param {Hint} hint */
export function showHint(hint) {
  setTexts({ 'card-next': hint.nextLabel, 'card-title': hint.title, 'card-text': hint.text });
  byId('card-parts').replaceChildren(partsView(hint));
  byId('card-legend').replaceChildren(legendView(hint.drawing));
}
