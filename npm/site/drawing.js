/** Drawing of a step: looks of cells and candidates, outlines of houses, links, and the words of the legend. */

/** @import { NodeData, RoleData, Step } from './gridmill/index.js' */
import { bit } from './state.js';
import { nameOf, say } from './words.js';

/** Parts of a hint, each of which shows more than the one before. */
export const STAGE = { where: 1, technique: 2, follows: 3 };

/** Looks of the roles of a pattern, in order; a step with more of them starts again. */
const ROLE_LOOKS = ['role-a', 'role-b', 'role-c', 'role-d'];
const LINK_WORDS = { strong: say('strong link: one of two is true'), weak: say('weak link: not both are true'), other: say('follows from several') };

/** @typedef {{ from: NodeData, to: NodeData, look: string }} Link */
/** @typedef {{ house: string, look: string }} Outline */

/** @param {number} place */ const lookOf = (place) => ROLE_LOOKS[place % ROLE_LOOKS.length];
/** Returns the key of a candidate. @param {number} cell @param {number} digit */
export const candidateKey = (cell, digit) => cell * 9 + digit - 1;

export class Drawing {
  /** Look of each cell. @type {Map<number, string>} */ cells = new Map();
  /** Look of each candidate, by its key. @type {Map<number, string>} */ candidates = new Map();
  /** Description of each cell. @type {Map<number, string>} */ words = new Map();
  /** Words of each look. @type {Map<string, string>} */ legend = new Map();
  /** @type {Outline[]} */ outlines = [];
  /** @type {Link[]} */ links = [];

  /** Draws a step with the candidates before it. @param {Step} step @param {number} stage @param {number[]} candidates */
  constructor(step, stage, candidates) {
    const pattern = step.roles.filter(({ role }) => role !== 'placed' && role !== 'eliminated');
    if (step.cover.length && stage >= STAGE.technique) {
      this.#outline(step.base, 'house', say('base house'));
      this.#outline(step.cover, 'cover', say('cover house'));
    } else this.#outline(step.houses, 'house', say('house to look at'));
    if (!step.houses.length && (stage === STAGE.where || !pattern.length)) {
      for (const cell of step.cells) this.cells.set(cell, 'where');
      this.legend.set('where', say('where to look'));
    }
    if (stage >= STAGE.technique) this.#drawRoles(pattern);
    if (stage < STAGE.follows) return;
    this.#markRoles(step, pattern, candidates);
    this.#drawLinks(step);
    this.#drawOutcome(step);
  }

  /** @param {string[]} houses @param {string} look @param {string} words */
  #outline(houses, look, words) {
    for (const house of houses) this.outlines.push({ house, look });
    if (houses.length) this.legend.set(look, words);
  }

  /** @param {RoleData[]} pattern */
  #drawRoles(pattern) {
    const isLettered = new Set(pattern.map(({ role }) => role)).size < pattern.length;
    pattern.forEach(({ role, cells }, place) => {
      // Texts call sets of a kind A, B, C ...
      const [look, name] = [lookOf(place), nameOf('legend', role) + (isLettered ? ` ${String.fromCharCode(65 + place)}` : '')];
      const known = this.legend.get(look);
      if (cells.length) this.legend.set(look, known && known !== name ? `${known}, ${name}` : name);
      for (const cell of cells) {
        if (!this.cells.has(cell)) this.cells.set(cell, look);
        this.#describe(cell, name);
      }
    });
  }

  /** Marks the candidates of the roles; of chains, those of their nodes alone. @param {Step} step @param {RoleData[]} pattern @param {number[]} candidates */
  #markRoles({ chains }, pattern, candidates) {
    const nodes = new Set(chains.flat().flatMap(({ cells, digit }) => cells.map((cell) => candidateKey(cell, digit))));
    pattern.forEach(({ cells, digits }, place) => {
      for (const [cell, digit] of cells.flatMap((cell) => digits.map((digit) => [cell, digit]))) {
        const key = candidateKey(cell, digit);
        const isPart = candidates[cell] & bit(digit) && (!nodes.size || nodes.has(key));
        if (isPart && !this.candidates.has(key)) this.candidates.set(key, lookOf(place));
      }
    });
    for (const key of nodes) {
      if (this.candidates.has(key)) continue;
      this.candidates.set(key, 'node');
      this.legend.set('node', say('in the chain'));
    }
  }

  /** @param {Step} step */
  #drawLinks({ chains }) {
    for (const chain of chains) {
      for (const node of chain) {
        const look = node.link ?? 'other';
        for (const parent of node.parents) this.links.push({ from: chain[parent], to: node, look });
        if (node.parents.length) this.legend.set(look, LINK_WORDS[look]);
      }
    }
  }

  /** @param {Step} step */
  #drawOutcome({ eliminations, placements }) {
    for (const { cell, digit } of eliminations) {
      this.candidates.set(candidateKey(cell, digit), 'removed');
      this.legend.set('removed', say('candidate that is removed'));
      this.#describe(cell, say('{digit} is removed', { digit }));
    }
    for (const { cell, digit } of placements) {
      this.cells.set(cell, 'target');
      this.candidates.set(candidateKey(cell, digit), 'placed');
      this.legend.set('placed', say('digit that is placed'));
      this.#describe(cell, say('{digit} is placed', { digit }));
    }
    if (placements.length) this.legend.delete('where');
  }

  /** @param {number} cell @param {string} words */
  #describe(cell, words) {
    const known = this.words.get(cell);
    this.words.set(cell, known ? `${known}, ${words}` : words);
  }
}
