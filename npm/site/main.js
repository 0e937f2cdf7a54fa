/** The page: connects the game, its views and the dialogs. */

/** @import { Hint } from './hints.js' */
/** @import { Play } from './state.js' */
import { Board } from './board.js';
import { connectCalendar } from './calendar.js';
import { startClock } from './clock.js';
import { byId, dialog, isDialogOpen, onPress } from './dom.js';
import { engine } from './engine.js';
import { Film, connectFilm, showFilm } from './film.js';
import { connectGames } from './games.js';
import { findHint } from './hints.js';
import { connectNew, showUnplayable } from './new_puzzle.js';
import { connectPrint } from './print.js';
import { makeDaily, makeFresh, openLink, today } from './puzzles.js';
import { connectRating } from './rating.js';
import { connectStatistics, showSolved, solvedText } from './results.js';
import { connectSettings, settings } from './settings.js';
import { connectShare } from './share.js';
import { candidatesOf } from './state.js';
import { currentGame, gameOf, saveCurrent, saveGame } from './store.js';
import { makePad, showAbout, showControls, showHint, showTime, speak, tell } from './view.js';
import { say, sentence, translatePage } from './words.js';

/** @type {Play} */ let play;
/** @type {Hint | null} */ let hint = null;
/** @type {Film | null} */ let film = null;
/** Cells that the last check marked. @type {Set<number>} */ let marked = new Set();
let takesNotes = false;

translatePage();
const board = new Board(byId('board'), () => play && show());
makePad((digit) => enter(digit, takesNotes));

/** What the panel shows. */
const mode = () => (film ? 'film' : hint ? 'hint' : play.isSolved ? 'won' : 'play');
/** The part of the panel that takes the focus in each mode, from one that is gone. @type {Record<string, string>} */
const ENTRANCES = { film: 'film-play', hint: 'card-next', won: 'next', play: 'hint' };

/** Opens a puzzle, as far as it was played. A state that comes with it is a move, which can be undone. @param {Play} opened */
function open(opened) {
  if (play) saveGame(play);
  const kept = gameOf(opened.id);
  if (kept && opened.isBegun && !kept.isSolved) kept.become(opened.contents);
  play = kept ?? opened;
  film?.pause();
  film = null;
  settle();
  if (!saveGame(play)) tell(say('This browser keeps no games: yours ends with this visit.'));
  if (document.body.classList.contains('is-ready') && !play.isSolved) board.focus();
}

/** Shows everything that depends on the state. */
function show() {
  const { givens, digits, notes, duplicates } = play;
  const wrong = settings.marksWrong ? play.wrong : marked;
  const scene = { givens, digits, notes: hint?.isWhole ? hint.candidates : notes, wrong, duplicates, drawing: hint?.drawing ?? null, showsSelection: mode() === 'play' };
  board.show(film?.scene ?? scene);
  showAbout(play);
  showControls(play, takesNotes);
  if (film) showFilm(film);
  if (hint) showHint(hint);
  showMode();
  // A button that cannot be pressed any more would swallow the keys.
  if (document.activeElement?.matches(':disabled')) board.focus();
}

/** Shows the part of the panel that belongs to the mode. If the focus was in another, it goes there. */
function showMode() {
  const { dataset } = document.body;
  if (dataset.mode === mode()) return;
  const isInside = byId('panel').contains(document.activeElement);
  dataset.mode = mode();
  if (isInside || dataset.mode === 'won') byId(ENTRANCES[dataset.mode]).focus();
}

/** Changes the state of play. @param {() => void} edit */
function change(edit) {
  if (film || play.isSolved) return;
  const before = play.contents;
  edit();
  if (play.contents !== before) settle();
}

/** Keeps and shows a new state; a hint and marks end with the one before. */
function settle() {
  [hint, marked] = [null, new Set()];
  play.touched = Date.now();
  tell('');
  if (play.isSolved) {
    play.finish(today());
    saveGame(play);
    showSolved(play);
  } else if (play.isFull) tell(say('Every cell is filled, but not all is right. Check marks what is wrong.'), 'problem');
  show();
  speak(play.isSolved ? solvedText(play) : board.cells[board.selected].ariaLabel ?? '');
  saveCurrent(play);
  saveGame(play);
}

/** @param {number} digit @param {boolean} isNote */
const enter = (digit, isNote) => change(() => (isNote ? play.toggleNote(board.selected, digit) : play.enter(board.selected, digit)));
const undo = () => change(play.undo);
const redo = () => change(play.redo);
const erase = () => change(() => play.erase(board.selected));
const toggleNotes = () => {
  takesNotes = !takesNotes;
  show();
  speak(takesNotes ? say('Notes on') : say('Notes off'));
};

function restart() {
  if (film) return;
  play.restart();
  settle();
  board.focus();
}

/** Tells the next part of a hint, or performs the step. */
async function moreHint() {
  if (film || play.isSolved) return;
  if (hint?.isWhole) {
    const { step, candidates } = hint;
    return change(() => play.perform(step, candidates));
  }
  if (hint) hint.stage += 1;
  else if (play.wrong.size) return check();
  else {
    const asked = play.contents;
    const { help: { problems, stuck, message }, hint: found } = await findHint(play);
    if (asked !== play.contents || hint) return;
    hint = found;
    marked = new Set(problems.flatMap(({ cells }) => cells));
    tell('');
    if (hint) play.hints += 1;
    else if (problems.length) tell(sentence(problems[0].message), 'problem');
    else tell(stuck ? say('No technique of the rulebook {rulebook} leads on from here.', { rulebook: stuck.rulebook }) : sentence(message));
  }
  show();
}

/** Marks the entries that are wrong. */
function check() {
  if (film || play.isSolved) return;
  hint = null;
  marked = play.wrong;
  const left = play.digits.filter((digit) => !digit).length;
  if (marked.size) tell(say('{digits?1 digit is|{digits} digits are} wrong.', { digits: marked.size }), 'problem');
  else tell(say('No mistakes so far. {cells?1 cell|{cells} cells} to fill.', { cells: left }));
  show();
}

async function noteAll() {
  const help = await engine.solve({ ...play.engineState, notes: 'none' });
  change(() => play.noteAll(candidatesOf(help)));
}

async function openFilm() {
  film = await Film.of(play.givens, show);
  [hint, marked] = [null, new Set()];
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
    tell(sentence(problem), 'problem');
  }
  document.body.removeAttribute('aria-busy');
}

const pause = () => dialog('paused').showModal();

/** Actions of keys while a puzzle is played. @type {Record<string, () => unknown>} */
const KEYS = {
  ArrowUp: () => board.move(-1, 0), ArrowDown: () => board.move(1, 0), ArrowLeft: () => board.move(0, -1), ArrowRight: () => board.move(0, 1),
  Home: () => board.move(0, -8), End: () => board.move(0, 8), n: toggleNotes, h: moreHint, c: check, u: undo, p: pause, Escape: leave,
  0: erase, Backspace: erase, Delete: erase, '?': () => dialog('help').showModal(),
};
/** Actions of keys while the film is shown. @type {Record<string, () => unknown>} */
const FILM_KEYS = { ArrowLeft: () => film?.skip(-1), ArrowRight: () => film?.skip(1), Escape: leave };

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (isDialogOpen() || target.closest('input, select, textarea') || event.altKey) return;
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const digit = /^(?:Digit|Numpad)?([1-9])$/.exec(event.code || event.key)?.[1];
  const action = event.ctrlKey || event.metaKey ? { z: event.shiftKey ? redo : undo, y: redo }[letter]
    : film ? FILM_KEYS[letter]
    : digit ? () => enter(Number(digit), takesNotes !== event.shiftKey) : KEYS[letter];
  if (!action) return;
  event.preventDefault();
  run(action);
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
  restart, pause, 'open-film': openFilm, 'close-film': leave, 'open-help': KEYS['?'],
  'next': async () => open(await makeFresh(play.source.level ?? 'medium', play.source.symmetry)),
};
for (const [id, action] of Object.entries(PRESSED)) onPress(id, () => run(action));
const current = () => play;
connectNew(current, open);
connectGames(current, open);
connectCalendar(open);
connectSettings(() => show());
for (const connect of [connectRating, connectShare, connectPrint, connectStatistics]) connect(current);
connectFilm(() => film);
startClock(() => Boolean(play) && !document.hidden && !isDialogOpen() && ['play', 'hint'].includes(mode()), (milliseconds) => {
  play.time += milliseconds;
  showTime(play);
});
document.addEventListener('keydown', onKey);
document.addEventListener('visibilitychange', () => document.hidden && saveGame(play));
addEventListener('hashchange', () => run(openAddress));
await run(async () => {
  open(currentGame() ?? await makeDaily(today()));
  await openAddress();
});
document.body.classList.add('is-ready');
await navigator.serviceWorker?.register('sw.js');
