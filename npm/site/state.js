/** State of play: a puzzle, the digits and notes of the player, undo and redo. */

/** @import { Help, State, Step } from './gridmill/index.js' */

/** Origin of a puzzle: a place in a corpus, or nothing for a grid that was pasted.
 * @typedef {{ seed?: string, index?: number, level?: string, symmetry?: string }} Source */

/** Digits and notes of the player. Notes are sets of candidates that the player allows: bit d - 1 for digit d, 0 for no notes.
 * @typedef {{ entries: number[], notes: number[] }} Moment */

export const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
export const CELLS = Array.from({ length: 81 }, (_, cell) => cell);

const STORE = 'gridmill.play';
const UNDO_LIMIT = 300;

/** @param {number} cell */ export const rowOf = (cell) => Math.floor(cell / 9);
/** @param {number} cell */ export const columnOf = (cell) => cell % 9;
/** @param {number} cell */ export const boxOf = (cell) => Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3);
/** @param {number} a @param {number} b */ export const shareHouse = (a, b) => rowOf(a) === rowOf(b) || columnOf(a) === columnOf(b) || boxOf(a) === boxOf(b);
/** @param {number} digit */ export const bit = (digit) => 1 << (digit - 1);
/** @param {number} set */ export const digitsOf = (set) => DIGITS.filter((digit) => set & bit(digit));
/** Candidates that an answer presupposes, as sets. @param {Help} help */
export const candidatesOf = ({ candidates }) => CELLS.map((cell) => DIGITS.reduce((set, digit) => set | (candidates?.[cell].includes(String(digit)) ? bit(digit) : 0), 0));
/** @param {string} text */ export const gridOf = (text) => CELLS.map((cell) => Number(text[cell]) || 0);
/** @param {number[]} grid */ export const textOf = (grid) => grid.map((digit) => digit || '.').join('');

export class Play {
  /** @type {Moment[]} */ past = [];
  /** @type {Moment[]} */ future = [];
  hints = 0;

  /** @param {string} givens @param {Source} source @param {Partial<Moment>} start */
  constructor(givens, source = {}, start = {}) {
    this.givens = gridOf(givens);
    this.source = source;
    /** @type {Moment} */
    this.now = { ...nothing(), ...start };
  }

  /** Digits of all cells, 0 for an empty one. */
  get digits() { return this.givens.map((digit, cell) => digit || this.now.entries[cell]); }
  get isFull() { return this.digits.every(Boolean); }

  /** Number of cells of each digit that are missing, from digit 1. */
  get missing() {
    const digits = this.digits;
    return DIGITS.map((digit) => 9 - digits.filter((other) => other === digit).length);
  }

  /** State as the engine reads it. @returns {State} */
  get engineState() { return { givens: textOf(this.givens), entries: textOf(this.now.entries), notes: this.now.notes.map(digitsOf) }; }

  /** Enters a digit, and removes it from the notes that it excludes. The same digit again clears the cell. @param {number} cell @param {number} digit */
  enter(cell, digit) {
    if (this.givens[cell]) return;
    this.#change((moment) => place(moment, cell, moment.entries[cell] === digit ? 0 : digit));
  }

  /** Adds or removes a note. @param {number} cell @param {number} digit */
  toggleNote(cell, digit) {
    if (!this.digits[cell]) this.#change(({ notes }) => { notes[cell] ^= bit(digit); });
  }

  /** Clears the entry of a cell, or else its notes. @param {number} cell */
  erase(cell) {
    const { entries, notes } = this.now;
    if (entries[cell] || notes[cell]) this.#change((moment) => { moment[entries[cell] ? 'entries' : 'notes'][cell] = 0; });
  }

  /** Notes these candidates in all cells. @param {number[]} candidates */
  noteAll(candidates) {
    this.#change((moment) => { moment.notes = [...candidates]; });
  }

  /** Performs a step. A cell without notes that loses a candidate has all that are left as notes. @param {Step} step @param {number[]} candidates before the step */
  perform(step, candidates) {
    this.#change((moment) => {
      for (const { cell } of step.eliminations) moment.notes[cell] ||= candidates[cell];
      for (const { cell, digit } of step.eliminations) moment.notes[cell] &= ~bit(digit);
      for (const { cell, digit } of step.placements) place(moment, cell, digit);
    });
  }

  /** Removes all entries and notes. */
  restart() {
    this.#change((moment) => { Object.assign(moment, nothing()); });
  }

  undo = () => this.#travel(this.past, this.future);
  redo = () => this.#travel(this.future, this.past);

  /** Keeps the state for the next visit; where the browser keeps nothing, play goes on without. */
  save() {
    const { now, past, future, source, hints } = this;
    try {
      localStorage.setItem(STORE, JSON.stringify({ givens: textOf(this.givens), source, now, past, future, hints }));
    } catch {}
  }

  /** Restores what was saved; null if there is nothing, or nothing that can be read. */
  static load() {
    try {
      const { givens, source, now, past, future, hints } = JSON.parse(localStorage.getItem(STORE) ?? '');
      const isWhole = [givens, now.entries, now.notes].every(({ length }) => length === 81) && past && future;
      return isWhole ? Object.assign(new Play(givens, source, now), { past, future, hints }) : null;
    } catch {
      return null;
    }
  }

  /** @param {(moment: Moment) => void} edit */
  #change(edit) {
    this.past.push(this.now);
    if (this.past.length > UNDO_LIMIT) this.past.shift();
    this.future = [];
    this.now = { entries: [...this.now.entries], notes: [...this.now.notes] };
    edit(this.now);
  }

  /** @param {Moment[]} from @param {Moment[]} to */
  #travel(from, to) {
    const moment = from.pop();
    if (!moment) return;
    to.push(this.now);
    this.now = moment;
  }
}

/** A moment without entries and notes. */
const nothing = () => ({ entries: CELLS.map(() => 0), notes: CELLS.map(() => 0) });

/** @param {Moment} moment @param {number} cell @param {number} digit */
function place({ entries, notes }, cell, digit) {
  entries[cell] = digit;
  if (!digit) return;
  notes[cell] = 0;
  for (const other of CELLS) if (shareHouse(cell, other)) notes[other] &= ~bit(digit);
}
