/** Sheets for print: one to six puzzles a page, and their solutions. */

/** @import { Play } from './state.js' */
import { byId, dialog, element, onPress } from './dom.js';
import { engine } from './engine.js';
import { LEVELS, makeFresh, titleOf } from './puzzles.js';
import { textOf } from './state.js';
import { nameOf, say, sentence } from './words.js';

/** Connects the dialog of print. @param {() => Play} current */
export function connectPrint(current) {
  const level = byId('print-level', HTMLSelectElement);
  level.append(element('option', { value: '' }, say('this puzzle')), ...Object.keys(LEVELS).map((name) => element('option', { value: name }, nameOf('difficulty', name))));
  const counts = byId('print-count', HTMLSelectElement);
  level.addEventListener('change', () => { counts.disabled = !level.selectedIndex; });
  onPress('print', () => dialog('printing').showModal());
  onPress('print-now', async () => {
    const status = byId('print-status');
    status.textContent = say('Making the sheets …');
    try {
      const plays = level.selectedIndex ? Array.from({ length: Number(counts.value) }, () => makeFresh(level.value)) : [current()];
      await showSheets(await Promise.all(plays));
      status.textContent = '';
      dialog('printing').close();
      window.print();
    } catch (problem) {
      status.textContent = sentence(problem);
    }
  });
  addEventListener('afterprint', () => document.body.classList.remove('has-sheets'));
}

/** @param {Play[]} plays */
async function showSheets(plays) {
  const puzzles = plays.map(({ id }) => id);
  const sheets = [await sheet(puzzles, plays.map((play, place) => `${place + 1}. ${titleOf(play).title} · ${titleOf(play).facts.join(', ')}`))];
  if (byId('with-solutions', HTMLInputElement).checked) {
    sheets.push(await sheet(plays.map(({ solution }) => textOf(solution)), plays.map((_, place) => say('{number}. Solution', { number: place + 1 }))));
  }
  byId('sheets').replaceChildren(...sheets);
  document.body.classList.add('has-sheets');
}

/** @param {string[]} grids @param {string[]} captions */
async function sheet(grids, captions) {
  const pictures = await Promise.all(grids.map((grid) => engine.svg(grid)));
  return element('div', { class: `sheet of-${grids.length}` }, ...pictures.map((picture, place) => {
    const { documentElement } = new DOMParser().parseFromString(picture, 'image/svg+xml');
    return element('figure', {}, element('figcaption', {}, captions[place]), document.adoptNode(documentElement));
  }));
}
