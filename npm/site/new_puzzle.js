/** Dialog of new puzzles: by level, or a grid of the player's own. */

/** @import { Help } from './gridmill/index.js' */
/** @import { Play } from './state.js' */
import { smallGrid } from './board.js';
import { byId, dialog, element, onPress } from './dom.js';
import { engine } from './engine.js';
import { LEVELS, SYMMETRIES, makeFresh, readGrid } from './puzzles.js';
import { gridOf } from './state.js';
import { nameOf, say, sentence } from './words.js';

/** Most solutions that are counted. */
const COUNT_LIMIT = 1000;

/** Connects the dialog of new puzzles. @param {() => Play} current @param {(play: Play) => void} open */
export function connectNew(current, open) {
  byId('levels').append(...Object.keys(LEVELS).map((level) => {
    const input = element('input', { type: 'radio', name: 'level', value: level });
    input.checked = level === 'medium';
    return element('label', { class: 'choice' }, input, element('span', {}, nameOf('difficulty', level)));
  }));
  byId('symmetry').append(...Object.entries(SYMMETRIES).map(([value, words]) => element('option', { value }, words)));
  const symmetry = byId('symmetry', HTMLSelectElement);
  const level = () => document.querySelector('input[name=level]:checked')?.getAttribute('value') ?? '';
  /** @type {AbortController | undefined} */
  let running;

  /** Makes and opens a puzzle; the call before it is cancelled. @param {(signal: AbortSignal) => Promise<Play | null>} make */
  async function run(make) {
    running?.abort();
    const { signal } = running = new AbortController();
    byId('new-status').textContent = say('Working …');
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

  onPress('make', () => run((signal) => makeFresh(level(), symmetry.value, signal)));
  onPress('open-text', () => run(async () => {
    const { help, play } = await readGrid(byId('text', HTMLTextAreaElement).value.trim());
    if (!play) await showDiagnosis(help);
    return play;
  }));
  onPress('open-new', () => {
    const known = document.querySelector(`input[name=level][value=${current().source.level}]`);
    if (known instanceof HTMLInputElement) known.checked = true;
    dialog('new').showModal();
  });
  dialog('new').addEventListener('close', () => running?.abort());
}

/** Opens the dialog with a grid that cannot be played, and tells why. @param {string} text @param {Help} help */
export function showUnplayable(text, help) {
  dialog('new').showModal();
  byId('text', HTMLTextAreaElement).value = text;
  return showDiagnosis(help);
}

/** Tells why a grid cannot be played: two solutions, or the cells with problems. @param {Help} help */
async function showDiagnosis({ puzzle, status, solutions, differing_cells: differing, problems, message }) {
  const problem = problems[0]?.message ?? (status === 'none' ? say('This grid has no solution.') : message);
  const views = [element('p', { class: 'alert' }, sentence(problem))];
  if (puzzle?.length === 81) {
    const givens = gridOf(puzzle);
    const marked = new Set([...differing, ...problems.flatMap(({ cells }) => cells)]);
    let grids = [smallGrid(givens, givens, marked, say('The grid; cells with problems are marked'))];
    if (solutions.length) {
      const count = await engine.count(puzzle, COUNT_LIMIT);
      views[0].textContent = count < COUNT_LIMIT ? say('This grid has {count} solutions.', { count }) : say('This grid has {count} or more solutions.', { count });
      views.push(element('p', {}, say('Two of them, which differ in the {count} cells that are marked:', { count: differing.length })));
      grids = solutions.map((text, place) => smallGrid(gridOf(text), givens, marked, say('Solution {number}; cells that differ are marked', { number: place + 1 })));
    }
    views.push(element('div', { class: 'pair' }, ...grids));
  }
  byId('diagnosis').replaceChildren(...views);
  byId('diagnosis').scrollIntoView({ block: 'nearest' });
}
