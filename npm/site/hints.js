/** Hints in three parts, and the views that tell them. */

/** @import { Explanation, Help, Step } from './gridmill/index.js' */
/** @import { Play } from './state.js' */
import { Drawing, STAGE } from './drawing.js';
import { element, svgElement } from './dom.js';
import { engine } from './engine.js';

const PARTS = ['Where', 'Technique', 'What follows'];
/** Label of the button that leads on from each part. */
const NEXT_LABELS = ['Which technique?', 'What follows?', 'Apply'];

export class Hint {
  stage = STAGE.where;

  /** @param {Step} step @param {number[]} candidates @param {Explanation} explanation */
  constructor(step, candidates, explanation) {
    this.step = step;
    this.candidates = candidates;
    this.explanation = explanation;
  }

  /** Returns true if all parts were told. */
  get isWhole() { return this.stage === STAGE.follows; }
  get drawing() { return new Drawing(this.step, this.stage, this.candidates); }
  get title() { return this.stage === STAGE.where ? 'Where to look' : this.explanation.technique; }
  get text() { return this.isWhole ? this.explanation.follows : this.explanation.where; }
  get nextLabel() { return NEXT_LABELS[this.stage - 1]; }
}

/** Finds the next step from a state. Without one, the answer tells what is wrong.
 * @param {Play} play @returns {Promise<{ help: Help, hint: Hint | null }>} */
export async function findHint(play) {
  const state = play.engineState;
  const help = await engine.hint(state);
  if (!help.next) return { help, hint: null };
  const [[frame], explanation] = await Promise.all([engine.film(state), engine.explain(help.next)]);
  return { help, hint: new Hint(help.next, frame.candidates, explanation) };
}

/** Makes the list of the parts, with those that were told. @param {Hint} hint */
export function partsView({ stage }) {
  const parts = PARTS.map((name, place) => {
    return element('li', { class: place < stage ? 'told' : '', 'aria-current': place === stage - 1 ? 'step' : 'false' }, name);
  });
  return element('ol', { class: 'parts', 'aria-label': 'Parts of the hint' }, ...parts);
}

/** Makes the legend of a drawing. @param {Drawing} drawing */
export function legendView({ legend }) {
  return element('ul', { class: 'legend', 'aria-label': 'Legend' }, ...[...legend].map(([look, words]) => element('li', {}, swatch(look), words)));
}

/** @param {string} look */
function swatch(look) {
  if (!['strong', 'weak', 'other'].includes(look)) return element('span', { class: `swatch ${look}`, 'aria-hidden': 'true' });
  const view = svgElement('svg', { class: 'swatch-link', viewBox: '0 0 28 12', 'aria-hidden': 'true' });
  view.append(svgElement('path', { class: `link ${look}`, d: 'M1 6H22' }), svgElement('path', { class: 'head', d: 'M20 2L27 6L20 10Z' }));
  return view;
}
