/** The whole solving path, step by step. */

/** @import { Frame } from './gridmill/index.js' */
/** @import { Scene } from './board.js' */
import { byId, element, onPress, setTexts } from './dom.js';
import { Drawing, STAGE } from './drawing.js';
import { engine } from './engine.js';
import { legendView } from './hints.js';
import { textOf } from './state.js';
import { say } from './words.js';

/** Time that a step is shown at speed 1, in milliseconds. */
const STEP_TIME = 2400;

export class Film {
  /** Number of steps that were done; the step at this place is drawn. */
  at = 0;
  /** @type {number | undefined} */
  timer;

  /** @param {number[]} givens @param {Frame[]} frames @param {() => void} onChange */
  constructor(givens, frames, onChange) {
    this.givens = givens;
    this.frames = frames;
    this.onChange = onChange;
  }

  /** Makes the film of a puzzle, and lists its steps. @param {number[]} givens @param {() => void} onChange */
  static async of(givens, onChange) {
    const frames = await engine.film({ givens: textOf(givens) });
    if (!frames.length) throw new Error(say('No technique leads on from the givens.'));
    byId('film-steps').replaceChildren(...frames.map(({ step }, place) => {
      return element('li', {}, element('button', { type: 'button', 'data-place': String(place) }, step.levels.technique));
    }));
    return new Film(givens, frames, onChange);
  }

  /** Returns the drawing of the step; null at the end. */
  get drawing() { return this.isOver ? null : new Drawing(this.frames[this.at].step, STAGE.follows, this.frames[this.at].candidates); }
  get isOver() { return this.at === this.frames.length; }

  /** @returns {Scene} */
  get scene() {
    const frame = this.frames[this.isOver ? this.at - 1 : this.at];
    const digits = [...frame.digits];
    if (this.isOver) for (const { cell, digit } of frame.step.placements) digits[cell] = digit;
    return { givens: this.givens, digits, notes: frame.candidates, wrong: new Set(), duplicates: new Set(), drawing: this.drawing, showsSelection: false };
  }

  /** Goes to a step, within the film. @param {number} place */
  goTo(place) {
    this.at = Math.min(this.frames.length, Math.max(0, place));
    if (this.isOver) this.pause();
    this.onChange();
  }

  /** Pauses, and goes some steps on or back. @param {number} steps */
  skip(steps) {
    this.pause();
    this.goTo(this.at + steps);
  }

  togglePlay() {
    if (this.timer !== undefined) this.pause();
    else {
      if (this.isOver) this.at = 0;
      this.#playOn();
    }
    this.onChange();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  #playOn() {
    const speed = Number(byId('film-speed', HTMLSelectElement).value);
    this.timer = setTimeout(() => {
      this.#playOn();
      this.goTo(this.at + 1);
    }, STEP_TIME / speed);
  }
}

/** Shows where a film is. @param {Film} film */
export function showFilm(film) {
  const { at, frames, frames: { length }, drawing, timer, scene } = film;
  const [technique, follows] = frames[at] ? [frames[at].step.levels.technique, frames[at].step.explanation]
    : scene.digits.every(Boolean) ? [say('Solved'), say('The path ends here.')] : [say('Stuck'), say('No technique of this rulebook leads on.')];
  setTexts({ 'film-title': technique, 'film-text': follows, 'film-place': drawing ? say('Step {step} of {all}', { step: at + 1, all: length }) : say('All {all} steps', { all: length }) });
  byId('film-legend').replaceChildren(...(drawing ? [legendView(drawing)] : []));
  Object.assign(byId('film-slider'), { max: length, value: at, ariaValueText: say('step {step}, {technique}', { step: at + 1, technique }) });
  byId('film-play').ariaLabel = timer === undefined ? say('Play') : say('Pause');
  byId('film-play').classList.toggle('is-playing', timer !== undefined);
  byId('film-back', HTMLButtonElement).disabled = at === 0;
  byId('film-forward', HTMLButtonElement).disabled = !drawing;
  const list = byId('film-steps');
  list.querySelector('[aria-current]')?.removeAttribute('aria-current');
  const button = list.querySelectorAll('button')[at];
  button?.setAttribute('aria-current', 'step');
  if (button) list.scrollTop = button.offsetTop - list.clientHeight / 2;
}

/** Connects the controls. @param {() => Film | null} current */
export function connectFilm(current) {
  const slider = byId('film-slider', HTMLInputElement);
  onPress('film-play', () => current()?.togglePlay());
  onPress('film-back', () => current()?.skip(-1));
  onPress('film-forward', () => current()?.skip(1));
  slider.addEventListener('input', () => current()?.goTo(Number(slider.value)));
  byId('film-steps').addEventListener('click', ({ target }) => {
    const { place } = /** @type {HTMLElement} */ (target).dataset;
    current()?.pause();
    if (place !== undefined) current()?.goTo(Number(place));
  });
}
