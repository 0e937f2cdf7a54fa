/** State of a game: a puzzle, the digits and notes of the player, undo and redo, and what is counted. */

/** @import { Help, State, Step } from './gridmill/index.js' */

/** Origin of a puzzle: a day, a place in a corpus, or nothing for a grid that was pasted. `level` is a name of the page.
 * @typedef {{ daily?: string, seed?: string, index?: number, level?: string, symmetry?: string }} Source */

/** What a cell holds, from the player: 0 for nothing, -d for digit d, or the set of the notes (bit d - 1 for digit d).
 * @typedef {number} Content */

/** Cells that a move changes: the cell, its content before, and after.
 * @typedef {[cell: number, before: Content, after: Content][]} Move */

/** How a puzzle was solved for the first time; `day` is in the local calendar, `time` in milliseconds.
 * @typedef {{ day: string, time: number, hints: number, mistakes: number }} Result */

export const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
export const CELLS = Array.from({ length: 81 }, (_, cell) => cell);

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

/** Cells whose digit is also in another cell of a house. @param {number[]} digits */
const duplicatesIn = (digits) => new Set(CELLS.filter((cell) => digits[cell] && CELLS.some((other) => other !== cell && digits[other] === digits[cell] && shareHouse(cell, other))));

export class Play {
  /** Moves, of which the first `done` are done and the others undone. @type {Move[]} */ moves = [];
  done = 0;
  /** @type {Content[]} */ contents = CELLS.map(() => 0);
  hints = 0;
  /** Number of wrong digits that were entered. */
  mistakes = 0;
  /** Time played, in milliseconds. */
  time = 0;
  /** Moment of the last change, as `Date.now` tells it. */
  touched = 0;
  /** @type {Result | null} */ result = null;

  /** @param {string} givens @param {string} solution @param {Source} source */
  constructor(givens, solution, source = {}) {
    this.givens = gridOf(givens);
    this.solution = gridOf(solution);
    this.source = source;
  }

  /** Restores a game from what `JSON.stringify` makes of it; throws if it is not one. @param {string} json */
  static parse(json) {
    const { givens, solution, source, ...others } = JSON.parse(json);
    const isWhole = [givens, solution, others.contents].every(({ length }) => length === 81) && others.moves.length >= others.done;
    if (!isWhole) throw new Error('this is not a game');
    return Object.assign(new Play(givens, solution, source), others);
  }

  toJSON() { return { ...this, givens: this.id, solution: textOf(this.solution) }; }

  /** Text of the givens, which no other game has. */
  get id() { return textOf(this.givens); }
  get entries() { return this.contents.map((content) => Math.max(0, -content)); }
  get notes() { return this.contents.map((content) => Math.max(0, content)); }
  /** Digits of all cells, 0 for an empty one. */
  get digits() { return this.givens.map((digit, cell) => digit || Math.max(0, -this.contents[cell])); }
  get duplicates() { return duplicatesIn(this.digits); }
  /** Cells with a wrong entry. */
  get wrong() { return new Set(CELLS.filter((cell) => this.contents[cell] < 0 && -this.contents[cell] !== this.solution[cell])); }
  get isFull() { return this.digits.every(Boolean); }
  get isSolved() { return this.isFull && !this.wrong.size; }
  /** Returns true if the player has done anything. */
  get isBegun() { return this.moves.length > 0 || this.result !== null || this.contents.some(Boolean); }
  /** Part of the empty cells that are filled. */
  get progress() {
    const empty = this.givens.filter((digit) => !digit).length;
    return this.entries.filter(Boolean).length / Math.max(1, empty);
  }
  get canUndo() { return this.done > 0; }
  get canRedo() { return this.done < this.moves.length; }

  /** Number of cells of each digit that are missing, from digit 1. */
  get missing() {
    const digits = this.digits;
    return DIGITS.map((digit) => 9 - digits.filter((other) => other === digit).length);
  }

  /** State as the engine reads it. @returns {State} */
  get engineState() { return { givens: this.id, entries: textOf(this.entries), notes: this.notes.map(digitsOf) }; }

  /** Enters a digit, and removes it from the notes that it excludes. The same digit again clears the cell. @param {number} cell @param {number} digit */
  enter(cell, digit) {
    if (this.givens[cell]) return;
    const isNew = this.contents[cell] !== -digit;
    if (isNew && digit !== this.solution[cell]) this.mistakes += 1;
    this.become(isNew ? withDigit(this.contents, cell, digit) : this.contents.with(cell, 0));
  }

  /** Adds or removes a note. @param {number} cell @param {number} digit */
  toggleNote(cell, digit) {
    if (!this.digits[cell]) this.become(this.contents.with(cell, this.contents[cell] ^ bit(digit)));
  }

  /** Clears the entry or the notes of a cell. @param {number} cell */
  erase(cell) { this.become(this.contents.with(cell, 0)); }

  /** Notes these candidates in all cells without a digit. @param {number[]} candidates */
  noteAll(candidates) {
    const digits = this.digits;
    this.become(this.contents.map((content, cell) => (digits[cell] ? content : candidates[cell])));
  }

  /** Performs a step. A cell without notes that loses a candidate has all that are left as notes. @param {Step} step @param {number[]} candidates before the step */
  perform(step, candidates) {
    let contents = [...this.contents];
    for (const { cell } of step.eliminations) contents[cell] ||= candidates[cell];
    for (const { cell, digit } of step.eliminations) contents[cell] &= ~bit(digit);
    for (const { cell, digit } of step.placements) contents = withDigit(contents, cell, digit);
    this.become(contents);
  }

  /** Removes all entries and notes. A solved puzzle begins again; its result stays the first. */
  restart() {
    if (this.isSolved) this.time = this.hints = this.mistakes = 0;
    this.become(CELLS.map(() => 0));
  }

  /** Takes these contents, as one move. @param {Content[]} contents */
  become(contents) {
    const move = /** @type {Move} */ (CELLS.filter((cell) => contents[cell] !== this.contents[cell]).map((cell) => [cell, this.contents[cell], contents[cell]]));
    if (!move.length) return;
    this.moves.splice(this.done, Infinity, move);
    this.done += 1;
    this.contents = contents;
  }

  undo = () => this.#travel(-1);
  redo = () => this.#travel(1);

  /** Ends a solved game: there is nothing to undo any more. @param {string} day */
  finish(day) {
    const { time, hints, mistakes } = this;
    this.result ??= { day, time, hints, mistakes };
    [this.moves, this.done] = [[], 0];
  }

  /** @param {1 | -1} direction */
  #travel(direction) {
    const move = this.moves[direction > 0 ? this.done : this.done - 1];
    if (!move) return;
    this.done += direction;
    this.contents = [...this.contents];
    for (const [cell, before, after] of move) this.contents[cell] = direction > 0 ? after : before;
  }
}

/** Contents with a digit, which is removed from the notes that it excludes. @param {Content[]} contents @param {number} cell @param {number} digit */
const withDigit = (contents, cell, digit) => contents.map((content, other) => (
  other === cell ? -digit : content > 0 && shareHouse(cell, other) ? content & ~bit(digit) : content
));
