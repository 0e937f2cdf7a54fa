/** Dialogs: a new puzzle, its rating, and its link. */

/** @import { Help, Level, Rating } from './gridmill/index.js' */
/** @import { Play } from './state.js' */
import { smallGrid } from './board.js';
import { byId, dialog, element, onPress, sentence } from './dom.js';
import { wordsOf } from './drawing.js';
import { engine, fullEngine } from './engine.js';
import { LEVELS, SYMMETRIES, dateText, freshSeed, linkOf, makeDaily, makePuzzle, readGrid } from './puzzles.js';
import { gridOf, textOf } from './state.js';

/** Most solutions that are counted. */
const COUNT_LIMIT = 1000;

/** Connects the dialog of new puzzles. @param {(play: Play) => void} open */
export function connectNew(open) {
  byId('levels').append(...LEVELS.map((level) => {
    const input = element('input', { type: 'radio', name: 'level', value: level });
    input.checked = input.autofocus = level === 'medium';
    return element('label', { class: 'choice' }, input, element('span', {}, level));
  }));
  byId('symmetry').append(...Object.entries(SYMMETRIES).map(([value, words]) => element('option', { value }, words)));
  const date = byId('date', HTMLInputElement);
  date.value = dateText(new Date());
  const symmetry = byId('symmetry', HTMLSelectElement);
  const level = () => /** @type {Level} */ (document.querySelector('input[name=level]:checked')?.getAttribute('value'));
  /** @type {AbortController | undefined} */
  let running;

  /** Makes and opens a puzzle; the call before it is cancelled. @param {(signal: AbortSignal) => Promise<Play | null>} make */
  async function run(make) {
    running?.abort();
    const { signal } = running = new AbortController();
    byId('new-status').textContent = 'Working …';
    byId('diagnosis').replaceChildren();
    try {
      const play = await make(signal);
      byId('new-status').textContent = '';
      if (!play || signal.aborted) return;
      dialog('new').close();
      open(play);
    } catch (problem) {
      if (!signal.aborted) byId('new-status').textContent = sentence(problem);
    }
  }

  onPress('make', () => run((signal) => makePuzzle({ seed: freshSeed(), index: 0, level: level(), symmetry: symmetry.value }, signal)));
  onPress('open-daily', () => run((signal) => makeDaily(date.value, level(), signal)));
  onPress('open-text', () => run(async () => {
    const { help, play } = await readGrid(byId('text', HTMLTextAreaElement).value.trim());
    if (!play) await showDiagnosis(help);
    return play;
  }));
  dialog('new').addEventListener('close', () => running?.abort());
}

/** Opens the dialog with a grid that cannot be played, and tells why. @param {string} text @param {Help} help */
export function showUnplayable(text, help) {
  dialog('new').showModal();
  byId('text', HTMLTextAreaElement).value = text;
  return showDiagnosis(help);
}

/** Tells why a grid cannot be played: two solutions, or the cells with problems. @param {Help} help */
async function showDiagnosis({ puzzle, solutions, differing_cells: differing, problems, message }) {
  const views = [element('p', { class: 'alert' }, sentence(message))];
  if (puzzle?.length === 81) {
    const givens = gridOf(puzzle);
    const marked = new Set([...differing, ...problems.flatMap(({ cells }) => cells)]);
    let grids = [smallGrid(givens, givens, marked, 'The grid; cells with problems are marked')];
    if (solutions.length) {
      const count = await engine.count(puzzle, COUNT_LIMIT);
      views[0].textContent = `This grid has ${count < COUNT_LIMIT ? count : `${COUNT_LIMIT} or more`} solutions.`;
      views.push(element('p', {}, `Two of them, which differ in the ${differing.length} cells that are marked:`));
      grids = solutions.map((text, place) => smallGrid(gridOf(text), givens, marked, `Solution ${place + 1}; cells that differ are marked`));
    }
    views.push(element('div', { class: 'pair' }, ...grids));
  }
  byId('diagnosis').replaceChildren(...views);
  byId('diagnosis').scrollIntoView({ block: 'nearest' });
}

/** Connects the dialog of ratings. @param {() => Play} current */
export function connectRating(current) {
  const [hodoku, se, more] = [byId('hodoku'), byId('se'), byId('rate-se')];
  onPress('rate', () => {
    dialog('rating').showModal();
    se.replaceChildren();
    more.hidden = false;
    return showRating(hodoku, engine.rate(textOf(current().givens)));
  });
  onPress('rate-se', () => {
    more.hidden = true;
    return showRating(se, fullEngine().rate(textOf(current().givens), { rulebook: 'se' }));
  });
}

/** @param {HTMLElement} place @param {Promise<Rating>} asked */
async function showRating(place, asked) {
  place.replaceChildren(element('p', {}, 'Rating …'));
  try {
    const views = factsOf(await asked).map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value ?? '–')));
    place.replaceChildren(element('dl', {}, ...views));
  } catch (problem) {
    place.replaceChildren(element('p', { class: 'alert' }, sentence(problem)));
  }
}

/** @param {Rating} rating @returns {[string, string | undefined][]} */
function factsOf({ scale, level, score, er, ep, ed, er_at_least: least, hardest, steps }) {
  /** @type {[string, string | undefined]} */
  const technique = ['Hardest technique', hardest ? wordsOf(hardest) : undefined];
  if (scale.startsWith('hodoku')) return [['Level', level ?? 'beyond this scale'], ['Score', score?.toString()], technique, ['Steps', `${steps}`]];
  const hardestStep = least == null ? er?.toFixed(1) : `${least.toFixed(1)} or more`;
  return [['ER, hardest step', hardestStep], ['EP, to the first placement', ep?.toFixed(1)], ['ED, first step', ed?.toFixed(1)], technique];
}

/** Connects the dialog of links. @param {() => Play} current */
export function connectShare(current) {
  const withEntries = byId('with-entries', HTMLInputElement);
  const [link, grid] = [byId('link', HTMLInputElement), byId('grid-text', HTMLInputElement)];
  const status = byId('share-status');
  const update = () => { link.value = linkOf(current(), withEntries.checked); };
  withEntries.addEventListener('change', update);
  onPress('share', () => {
    update();
    status.textContent = '';
    grid.value = textOf(current().givens);
    dialog('sharing').showModal();
  });
  /** Copies a field; where that is not allowed, it is selected. @param {HTMLInputElement} field */
  async function copy(field) {
    field.select();
    const tell = (/** @type {string} */ text) => { status.textContent = text; };
    await navigator.clipboard?.writeText(field.value).then(() => tell('Copied.'), () => tell('Selected.'));
  }
  onPress('copy-link', () => copy(link));
  onPress('copy-grid', () => copy(grid));
}
