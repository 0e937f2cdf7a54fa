/** View of the board: a grid of cells with roles and labels, and the links of a step above it. */

/** @import { Drawing, Link, Outline } from './drawing.js' */
import { candidateKey } from './drawing.js';
import { CELLS, boxOf, columnOf, digitsOf, rowOf, shareHouse } from './state.js';
import { element, svgElement } from './dom.js';
import { cellName, say } from './words.js';

/** Content of the board; `wrong` are cells with a problem, `duplicates` those with a digit that a house has twice.
 * @typedef {{ givens: number[], digits: number[], notes: number[], wrong: Set<number>, duplicates: Set<number>, drawing: Drawing | null, showsSelection: boolean }} Scene */

/** Part of a cell that its notes leave free on each side. */
const NOTE_MARGIN = 0.03;
/** Distance of the ends of a link from the middle of a candidate, in cells. */
const LINK_GAP = 0.165;
/** Length up to which a link leads around its ends. */
const SHORT_LINK = 0.5;

export class Board {
  /** Cell that has the focus, or had it last. */
  selected = 40;

  /** Key of what each cell shows, so that a cell is rebuilt only if that changes. @type {string[]} */ shown = [];
  overlay = svgElement('svg', { class: 'overlay', viewBox: '0 0 9 9', 'aria-hidden': 'true' });
  cells = CELLS.map(() => element('div', { class: 'cell', role: 'gridcell', tabindex: '-1' }));

  /** @param {HTMLElement} root @param {() => void} onSelect */
  constructor(root, onSelect) {
    this.cells.forEach((cell, place) => {
      if (columnOf(place) === 0) root.append(element('div', { class: 'row', role: 'row' }));
      root.lastElementChild?.append(cell);
      cell.style.setProperty('--wave', String(rowOf(place) + columnOf(place)));
      cell.addEventListener('focus', () => { this.selected = place; onSelect(); });
      cell.addEventListener('pointerdown', () => cell.focus());
    });
    root.after(this.overlay);
  }

  /** Moves the focus by rows and columns, and stops at the edge. @param {number} rows @param {number} columns */
  move(rows, columns) {
    const row = Math.min(8, Math.max(0, rowOf(this.selected) + rows));
    const column = Math.min(8, Math.max(0, columnOf(this.selected) + columns));
    this.cells[row * 9 + column].focus();
  }

  focus() { this.cells[this.selected].focus({ preventScroll: true }); }

  /** @param {Scene} scene */
  show(scene) {
    for (const cell of CELLS) this.#showCell(scene, cell);
    this.overlay.replaceChildren(...overlayOf(scene.drawing));
  }

  /** @param {Scene} scene @param {number} cell */
  #showCell(scene, cell) {
    const { digits, notes, drawing } = scene;
    const digit = digits[cell];
    const looks = looksOf(scene, cell, this.selected);
    const noted = digit ? [] : digitsOf(notes[cell]);
    const noteLooks = noted.map((note) => {
      const isSame = scene.showsSelection && note === digits[this.selected];
      return `note n${note} ${drawing?.candidates.get(candidateKey(cell, note)) ?? (isSame ? 'same' : '')}`;
    });
    const view = this.cells[cell];
    view.tabIndex = cell === this.selected ? 0 : -1;
    view.ariaSelected = String(cell === this.selected);
    view.ariaLabel = labelOf(scene, cell);
    const key = JSON.stringify([looks, digit, noteLooks]);
    if (this.shown[cell] === key) return;
    this.shown[cell] = key;
    const marks = noteLooks.flatMap((look, place) => [element('span', { class: look }, String(noted[place])), ' ']);
    view.className = ['cell', ...looks].join(' ');
    view.replaceChildren(digit ? element('span', { class: 'digit' }, String(digit)) : element('span', { class: 'notes' }, ...marks));
  }
}

/** @param {Scene} scene @param {number} cell @param {number} selected */
function looksOf({ givens, digits, wrong, duplicates, drawing, showsSelection }, cell, selected) {
  const relation = cell === selected ? 'selected'
    : digits[cell] && digits[cell] === digits[selected] ? 'same'
    : shareHouse(cell, selected) ? 'peer' : '';
  const looks = [givens[cell] ? 'given' : '', wrong.has(cell) ? 'wrong' : duplicates.has(cell) ? 'twice' : '', drawing?.cells.get(cell), showsSelection ? relation : ''];
  return looks.filter((look) => look);
}

/** @param {Scene} scene @param {number} cell */
function labelOf({ givens, digits, notes, wrong, duplicates, drawing }, cell) {
  const content = givens[cell] ? say('given {digit}', { digit: givens[cell] }) : digits[cell] ? String(digits[cell]) : say('empty');
  const noted = !digits[cell] && notes[cell] ? say('notes {digits}', { digits: digitsOf(notes[cell]).join(' ') }) : '';
  const problem = wrong.has(cell) ? say('has a problem') : duplicates.has(cell) ? say('a duplicate') : '';
  const place = cellName(rowOf(cell) + 1, columnOf(cell) + 1);
  return [place, content, noted, problem, drawing?.words.get(cell)].filter((part) => part).join(', ');
}

/** @param {Drawing | null} drawing */
function overlayOf(drawing) {
  if (!drawing) return [];
  const marker = svgElement('marker', { id: 'arrow', viewBox: '0 0 6 6', refX: 4.5, refY: 3, markerWidth: 0.17, markerHeight: 0.17, markerUnits: 'userSpaceOnUse', orient: 'auto' });
  marker.append(svgElement('path', { d: 'M0 0L6 3L0 6Z', class: 'head' }));
  const isDense = drawing.links.length > 40 ? 'dense' : '';
  return [marker, ...drawing.outlines.map(outlineView), ...drawing.links.map((link) => linkView(link, isDense))];
}

/** @param {Outline} outline */
function outlineView({ house, look }) {
  const place = Number(house.slice(1)) - 1;
  const [x, y, width, height] = house[0] === 'r' ? [0, place, 9, 1]
    : house[0] === 'c' ? [place, 0, 1, 9]
    : [(place % 3) * 3, Math.floor(place / 3) * 3, 3, 3];
  return svgElement('rect', { class: `outline ${look}`, x: x + 0.035, y: y + 0.035, width: width - 0.07, height: height - 0.07, rx: 0.08 });
}

/** Returns the middle of a candidate, in cells. @param {number} cell @param {number} digit @returns {[number, number]} */
function middle(cell, digit) {
  const [first, space] = [NOTE_MARGIN + (1 - 2 * NOTE_MARGIN) / 6, (1 - 2 * NOTE_MARGIN) / 3];
  return [columnOf(cell) + first + space * ((digit - 1) % 3), rowOf(cell) + first + space * Math.floor((digit - 1) / 3)];
}

/** Draws a link as a curve between the nearest candidates of its ends. @param {Link} link @param {string} density */
function linkView({ from, to, look }, density) {
  const pairs = from.cells.flatMap((a) => to.cells.map((b) => {
    const [[x, y], [u, v]] = [middle(a, from.digit), middle(b, to.digit)];
    return { x, y, dx: u - x, dy: v - y, length: Math.hypot(u - x, v - y) };
  }));
  const { x, y, dx, dy, length } = pairs.reduce((best, pair) => (pair.length < best.length ? pair : best));
  const angle = length > SHORT_LINK ? 0.3 : 1.2;
  const bend = length > SHORT_LINK ? Math.min(0.4, length * 0.12) : 0.32;
  const [ux, uy] = length ? [dx / length, dy / length] : [0, 0];
  /** Returns the point beside an end, at the angle at which the curve leaves it. @param {number} side */
  const beside = (side) => {
    const [along, across] = [side * LINK_GAP * Math.cos(angle), LINK_GAP * Math.sin(angle)];
    return [(side > 0 ? x : x + dx) + ux * along + uy * across, (side > 0 ? y : y + dy) + uy * along - ux * across];
  };
  const curve = [beside(1), [x + dx / 2 + uy * bend, y + dy / 2 - ux * bend], beside(-1)]
    .map((point) => point.map((value) => value.toFixed(3)).join(' '));
  return svgElement('path', { class: `link ${look} ${density}`, d: `M${curve[0]}Q${curve[1]} ${curve[2]}`, 'marker-end': 'url(#arrow)' });
}

/** Makes a small grid that is only looked at. @param {number[]} digits @param {number[]} givens @param {Set<number>} marked @param {string} label */
export function smallGrid(digits, givens, marked, label) {
  const cells = CELLS.map((cell) => {
    const look = [givens[cell] ? 'given' : '', marked.has(cell) ? 'marked' : '', boxOf(cell) % 2 ? 'odd' : ''].join(' ');
    return element('span', { class: `small-cell ${look}` }, digits[cell] ? String(digits[cell]) : '');
  });
  return element('div', { class: 'small-grid', role: 'img', 'aria-label': label }, ...cells);
}
