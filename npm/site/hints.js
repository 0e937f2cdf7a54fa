/** Hints in three parts, and the views that tell them. */

/** @import { Help, Step } from './gridmill/index.js' */
/** @import { Play } from './state.js' */
import { Drawing, STAGE } from './drawing.js';
import { element, svgElement } from './dom.js';
import { engine } from './engine.js';
import { bit, candidatesOf } from './state.js';
import { language, say, sentence } from './words.js';

const PARTS = [say('Where'), say('Technique'), say('What follows')];
/** Label of the button that leads on from each part. */
const NEXT_LABELS = [say('Which technique?'), say('What follows?'), say('Apply')];

export class Hint {
  stage = STAGE.where;

  /** @param {Step} step @param {number[]} candidates before the step @param {string} assumed what it takes from the player's notes */
  constructor(step, candidates, assumed) {
    this.step = step;
    this.candidates = candidates;
    this.assumed = assumed;
  }

  /** Returns true if all parts were told. */
  get isWhole() { return this.stage === STAGE.follows; }
  get drawing() { return new Drawing(this.step, this.stage, this.candidates); }
  get title() { return this.stage === STAGE.where ? say('Where to look') : this.step.levels.technique; }
  get text() { return this.isWhole ? this.assumed + this.step.explanation : this.step.levels.where; }
  get nextLabel() { return NEXT_LABELS[this.stage - 1]; }
}

/** Finds the next step from a state. Without one, the answer tells what is wrong.
 * @param {Play} play @returns {Promise<{ help: Help, hint: Hint | null }>} */
export async function findHint(play) {
  const help = await engine.hint(play.engineState);
  const { assumed, rests_on: earlier } = help;
  // What the next step rests on comes first.
  const step = earlier[0] ?? help.next;
  if (!step) return { help, hint: null };
  const candidates = candidatesOf(help);
  for (const { cell, digit } of earlier.flatMap(({ eliminations }) => eliminations)) candidates[cell] |= bit(digit);
  return { help, hint: new Hint(step, candidates, assumed.map(({ message }) => sentence(message) + (language === 'ja' ? '' : ' ')).join('')) };
}

/** Makes the list of the parts, with those that were told. @param {Hint} hint */
export function partsView({ stage }) {
  const parts = PARTS.map((name, place) => {
    return element('li', { class: place < stage ? 'told' : '', 'aria-current': place === stage - 1 ? 'step' : 'false' }, element('span', { class: 'unseen' }, name));
  });
  return element('ol', { class: 'parts', 'aria-label': say('Parts of the hint') }, ...parts);
}

/** Makes the legend of a drawing. @param {Drawing} drawing */
export function legendView({ legend }) {
  return element('ul', { class: 'legend', 'aria-label': say('Legend') }, ...[...legend].map(([look, words]) => element('li', {}, swatch(look), words)));
}

/** @param {string} look */
function swatch(look) {
  if (!['strong', 'weak', 'other'].includes(look)) return element('span', { class: `swatch ${look}`, 'aria-hidden': 'true' });
  const view = svgElement('svg', { class: 'swatch-link', viewBox: '0 0 28 12', 'aria-hidden': 'true' });
  view.append(svgElement('path', { class: `link ${look}`, d: 'M1 6H22' }), svgElement('path', { class: 'head', d: 'M20 2L27 6L20 10Z' }));
  return view;
}
