/** The page: connects play, board, hints, film and dialogs. */

/** @import { Help } from './gridmill/index.js' */
/** @import { Hint } from './hints.js' */
import { Board } from './board.js';
import { connectNew, connectRating, connectShare, showUnplayable } from './dialogs.js';
import { byId, dialog, element, onPress, sentence, setTexts } from './dom.js';
import { engine } from './engine.js';
import { Film, connectFilm, showFilm } from './film.js';
import { findHint, legendView, partsView } from './hints.js';
import { connectPrint } from './print.js';
import { dateText, makeDaily, openLink, titleOf } from './puzzles.js';
import { DIGITS, Play, candidatesOf } from './state.js';

/** @type {Play} */ let play;
/** @type {Hint | null} */ let hint = null;
/** @type {Film | null} */ let film = null;
/** Cells with a problem, at the last check. @type {Set<number>} */ let wrong = new Set();
let takesNotes = false;

const board = new Board(byId('board'), () => play && show());
const pad = DIGITS.map((digit) => {
  const button = element('button', { type: 'button', class: 'key' }, element('b', {}, String(digit)), ' ', element('small'));
  button.addEventListener('click', () => enter(digit, takesNotes));
  return button;
});
byId('pad').append(...pad);

/** Tells something below the board. @param {string} text @param {'' | 'problem' | 'solved'} kind */
function tell(text, kind = '') {
  byId('status').textContent = text;
  document.body.dataset.told = kind;
}

/** Opens a puzzle. @param {Play} opened */
function open(opened) {
  play = opened;
  film?.pause();
  film = null;
  settle();
}

/** Shows everything that depends on the state. */
function show() {
  const { kind, title, facts } = titleOf(play);
  const { givens, digits, missing, past, future, now: { notes } } = play;
  setTexts({ kind, title });
  byId('facts').replaceChildren(...facts.map((fact) => element('li', {}, fact)));
  const shownNotes = hint?.isWhole ? hint.candidates : notes;
  board.show(film?.scene ?? { givens, digits, notes: shownNotes, wrong, drawing: hint?.drawing ?? null, showsSelection: !hint });
  document.body.classList.toggle('in-film', film !== null);
  if (film) showFilm(film);
  showHint();
  missing.forEach((count, place) => {
    pad[place].classList.toggle('is-done', count <= 0);
    pad[place].lastElementChild?.replaceChildren(count > 0 ? String(count) : '✓', element('span', { class: 'unseen' }, ' left'));
  });
  byId('undo', HTMLButtonElement).disabled = !past.length;
  byId('redo', HTMLButtonElement).disabled = !future.length;
  byId('notes').ariaPressed = String(takesNotes);
  byId('pad').classList.toggle('takes-notes', takesNotes);
}

function showHint() {
  const hadFocus = byId('asks').contains(document.activeElement) || byId('card').contains(document.activeElement);
  const changes = byId('card').hidden === (hint !== null);
  byId('card').hidden = !hint;
  document.body.classList.toggle('in-hint', hint !== null);
  if (changes && hadFocus) byId(hint ? 'card-next' : 'hint').focus();
  if (!hint) return;
  setTexts({ 'card-next': hint.nextLabel, 'card-title': hint.title, 'card-text': hint.text });
  byId('card-parts').replaceChildren(partsView(hint));
  byId('card-legend').replaceChildren(legendView(hint.drawing));
}

/** Changes the state of play. @param {() => void} edit */
function change(edit) {
  if (film) return;
  edit();
  settle();
}

/** Keeps and shows a new state; a hint and marks of problems end with the one before. */
function settle() {
  [hint, wrong] = [null, new Set()];
  play.save();
  tell('');
  show();
  byId('spoken').textContent = board.cells[board.selected].ariaLabel;
  if (play.isFull) run(check);
}

/** @param {number} digit @param {boolean} isNote */
const enter = (digit, isNote) => change(() => (isNote ? play.toggleNote(board.selected, digit) : play.enter(board.selected, digit)));
const undo = () => change(play.undo);
const redo = () => change(play.redo);
const erase = () => change(() => play.erase(board.selected));
const toggleNotes = () => { takesNotes = !takesNotes; show(); };

/** Tells the next part of a hint, or performs the step. */
async function moreHint() {
  if (hint?.isWhole) {
    const { step, candidates } = hint;
    return change(() => play.perform(step, candidates));
  }
  if (hint) hint.stage += 1;
  else {
    const asked = play.now;
    const found = await findHint(play);
    if (asked !== play.now || hint) return;
    hint = found.hint;
    tell('');
    if (hint) play.hints += 1;
    else showProblems(found.help);
  }
  show();
}

async function check() {
  const asked = play.now;
  const help = await engine.solve(play.engineState);
  if (asked !== play.now) return;
  showProblems(help);
  show();
}

/** Marks the cells with problems, and tells them. @param {Help} help */
function showProblems({ status, problems, message, stuck }) {
  wrong = new Set(problems.flatMap(({ cells }) => cells));
  const more = problems.length > 3 ? `; and ${problems.length - 3} more` : '';
  if (problems.length) tell(sentence(problems.slice(0, 3).map((problem) => problem.message).join('; ') + more), 'problem');
  else if (status === 'complete') tell(`Solved with ${play.hints || 'no'} hint${play.hints === 1 ? '' : 's'}. Well done!`, 'solved');
  else if (stuck) tell(`No technique of the rulebook ${stuck.rulebook} leads on from here.`);
  else tell(status === 'unique' ? `No mistakes so far. ${play.digits.filter((digit) => !digit).length} cells to fill.` : sentence(message));
}

async function noteAll() {
  const help = await engine.solve({ ...play.engineState, notes: 'none' });
  change(() => play.noteAll(candidatesOf(help)));
}

async function openFilm() {
  film = await Film.of(play.givens, show);
  [hint, wrong] = [null, new Set()];
  show();
  byId('film-play').focus();
}

/** Goes back to the game. */
function leave() {
  film?.pause();
  [hint, film] = [null, null];
  show();
}

/** Runs an action, and tells what goes wrong. @param {() => unknown} action */
async function run(action) {
  document.body.setAttribute('aria-busy', 'true');
  try {
    await action();
  } catch (problem) {
    tell(sentence(problem));
  }
  document.body.removeAttribute('aria-busy');
}

/** Actions of keys while a puzzle is played. @type {Record<string, () => unknown>} */
const KEYS = {
  ArrowUp: () => board.move(-1, 0), ArrowDown: () => board.move(1, 0), ArrowLeft: () => board.move(0, -1), ArrowRight: () => board.move(0, 1),
  Home: () => board.move(0, -8), End: () => board.move(0, 8), n: toggleNotes, h: moreHint, c: check, u: undo, Escape: leave,
  0: erase, Backspace: erase, Delete: erase, '?': () => dialog('help').showModal(),
};
/** Actions of keys while the film is shown. @type {Record<string, () => unknown>} */
const FILM_KEYS = { ArrowLeft: () => film?.skip(-1), ArrowRight: () => film?.skip(1), Escape: leave };

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest('dialog, input, select, textarea') || event.altKey) return;
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const digit = /^(?:Digit|Numpad)?([1-9])$/.exec(event.code || event.key)?.[1];
  const action = event.ctrlKey || event.metaKey ? { z: event.shiftKey ? redo : undo, y: redo }[letter]
    : film ? FILM_KEYS[letter]
    : digit ? () => enter(Number(digit), takesNotes !== event.shiftKey) : KEYS[letter];
  if (!action) return;
  event.preventDefault();
  run(action);
}

function toggleTheme() {
  const { dataset } = document.documentElement;
  const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  dataset.theme = isDark ? 'light' : 'dark';
  localStorage.setItem('gridmill.theme', dataset.theme);
}

/** Opens the puzzle of the address, if it has one. */
async function openAddress() {
  const { hash, pathname, search } = location;
  history.replaceState(null, '', pathname + search);
  const opened = await openLink(hash);
  if (opened?.play) open(opened.play);
  else if (opened?.help) await showUnplayable(opened.text ?? '', opened.help);
}

const PRESSED = {
  'hint': moreHint, 'card-next': moreHint, 'card-close': leave, check, undo, redo, erase, 'notes': toggleNotes, 'all-notes': noteAll,
  'restart': () => change(() => play.restart()), 'open-film': openFilm, 'close-film': leave, 'theme': toggleTheme,
  'open-new': () => dialog('new').showModal(), 'open-help': KEYS['?'],
};
for (const [id, action] of Object.entries(PRESSED)) onPress(id, () => run(action));
connectNew(open);
for (const connect of [connectRating, connectShare, connectPrint]) connect(() => play);
connectFilm(() => film);
document.addEventListener('keydown', onKey);
addEventListener('hashchange', () => run(openAddress));
await run(async () => {
  open(Play.load() ?? await makeDaily(dateText(new Date()), 'medium'));
  await openAddress();
});
document.body.classList.add('is-ready');
await navigator.serviceWorker?.register('sw.js');
