/** Values of JavaScript to JSON and back; the engine itself is compiled from Rust. */

/** @typedef {import("./index.d.ts").GenerateOptions} GenerateOptions */
/** @typedef {import("./index.d.ts").StateInput} StateInput */
/** @typedef {import("./index.d.ts").DailyOptions} DailyOptions */
/** @typedef {{ rulebook?: string }} RulebookOption */
/** @typedef {import("./core/gridmill.js").Gridmill} Compiled */

/** Error of bad input, with the one line that the program prints. */
export class GridmillError extends Error {
  name = "GridmillError";
}

/** @param {unknown} value @param {string} name */
function text(value, name) {
  if (typeof value === "string") return value;
  throw new GridmillError(`${name}: give a text`);
}

/** @param {unknown} seed */
function seedText(seed) {
  if (typeof seed === "string" || typeof seed === "bigint" || Number.isSafeInteger(seed)) return String(seed);
  throw new GridmillError("seed: give a text or a whole number; above 2^53 as a BigInt");
}

/** Returns 32 random bytes as the text of a seed. */
function randomSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {StateInput} state */
const stateText = (state) => (typeof state === "string" ? state : JSON.stringify(state) ?? "");

/** Number of a day from 1970-01-01 on. @param {string} name @param {unknown} date */
function dayNumber(name, date) {
  const day = typeof date === "string" && /^\d{4}-\d\d-\d\d$/.test(date) ? new Date(`${date}T00:00:00Z`) : undefined;
  // Dates such as 02-30 are another day, or none.
  if (!day || isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date) throw new GridmillError(`${name} is ${JSON.stringify(date)}; give YYYY-MM-DD`);
  return day.getTime() / 864e5;
}

/** Day of a point of time in a time zone, as YYYY-MM-DD. @param {Date} date @param {string} zone */
function dayIn(date, zone) {
  try {
    return date.toLocaleDateString("sv-SE", { timeZone: zone });
  } catch (problem) {
    throw new GridmillError(`date or zone: ${/** @type {Error} */ (problem).message}`);
  }
}

/** Options of the puzzle of a day. @param {string | Date} date @param {DailyOptions} [options] */
function dailyOptions(date, options = {}) {
  if (typeof options !== "object" || options === null) throw new GridmillError("options are an object");
  const { epoch = "1970-01-01", zone = "UTC", ...others } = options;
  const index = dayNumber("date", date instanceof Date ? dayIn(date, zone) : date) - dayNumber("epoch", epoch);
  if (index < 0) throw new GridmillError(`date: there is no puzzle before ${epoch}`);
  const isStandard = (others.box ?? "3x3") === "3x3";
  return { rulebook: isStandard ? "hodoku-2.2/2" : "basic/1", ...others, index };
}

/** Takes what `load` is given: where the module is, or an object with that and with words. @param {any} given */
export const loading = (given) => (given && Object.getPrototypeOf(given) === Object.prototype ? given : { module: given });

/** The calls that the modules share. */
export class Engine {
  #engine;
  #fresh;
  /** @type {[string | undefined, string | undefined]} */
  #words = [undefined, undefined];

  /** @param {() => Compiled} fresh Makes a compiled engine. @param {string} version */
  constructor(fresh, version) {
    this.#fresh = fresh;
    this.#engine = fresh();
    this.version = version;
  }

  /**
   * Calls the compiled engine. After a fault in it, which is a mistake of ours, another takes its place.
   * @template T
   * @param {(engine: any) => T} work
   * @returns {T}
   */
  #call(work) {
    try {
      return work(this.#engine);
    } catch (problem) {
      if (!(problem instanceof WebAssembly.RuntimeError)) throw new GridmillError(/** @type {Error} */ (problem).message);
      this.#engine = this.#fresh();
      this.#engine.set_words(...this.#words);
      throw new GridmillError(`internal error: ${problem.message}; please report it with the call`);
    }
  }

  /** @param {{ wording?: string, cells?: string }} [words] */
  setWords({ wording, cells } = {}) {
    /** @type {[string | undefined, string | undefined]} */
    const words = [wording === undefined ? wording : text(wording, "wording"), cells === undefined ? cells : text(cells, "cells")];
    this.#call((engine) => engine.set_words(...words));
    this.#words = words;
  }

  /** @param {GenerateOptions} [options] */
  generate(options = {}) {
    if (typeof options !== "object" || options === null) throw new GridmillError("options are an object");
    const seed = options.seed === undefined ? randomSeed() : seedText(options.seed);
    return JSON.parse(this.#call((engine) => engine.generate(JSON.stringify({ ...options, seed }))));
  }

  /** @param {string | number | bigint} seed @param {string | Date} date @param {DailyOptions} [options] */
  daily(seed, date, options) {
    return this.generate({ ...dailyOptions(date, options), seed: seedText(seed) });
  }

  /** @param {StateInput} state */
  solve(state) {
    return JSON.parse(this.#call((engine) => engine.solve(stateText(state))));
  }

  /** @param {StateInput} state @param {RulebookOption} [options] */
  hint(state, options) {
    return JSON.parse(this.#call((engine) => engine.hint(stateText(state), options?.rulebook)));
  }

  /** @param {StateInput} state @param {RulebookOption} [options] */
  steps(state, options) {
    return JSON.parse(this.#call((engine) => engine.steps(stateText(state), options?.rulebook)));
  }

  /** @param {StateInput} state @param {RulebookOption} [options] */
  film(state, options) {
    return JSON.parse(this.#call((engine) => engine.film(stateText(state), options?.rulebook)));
  }

  /** @param {string} puzzle @param {RulebookOption} [options] */
  rate(puzzle, options) {
    return JSON.parse(this.#call((engine) => engine.rate(text(puzzle, "puzzle"), options?.rulebook)));
  }

  /** @param {string} puzzle */
  count(puzzle, limit = 2) {
    if (!Number.isInteger(limit) || limit < 1 || limit > 0xffffffff) {
      throw new GridmillError("limit: give a whole number from 1 to 4294967295");
    }
    return this.#call((engine) => engine.count(text(puzzle, "puzzle"), limit));
  }

  /** @param {StateInput} state @param {{ step?: number, rulebook?: string }} [options] */
  svg(state, options) {
    return this.#call((engine) => engine.svg(stateText(state), options?.step, options?.rulebook));
  }

  /** @param {string} grid */
  canonical(grid) {
    return JSON.parse(this.#call((engine) => {
      if (!engine.canonical) throw new GridmillError("canonical forms are in the module gridmill/full");
      return engine.canonical(text(grid, "grid"));
    }));
  }

  free() {
    this.#engine.free();
  }
}

/**
 * Loads a module of WebAssembly.
 * @param {URL} beside The file beside the module, for want of a source.
 * @param {any} source
 */
export async function moduleOrPath(beside, source) {
  const place = source ?? beside;
  const isFile = (place instanceof URL || typeof place === "string") && String(place).startsWith("file:");
  if (!isFile) return { module_or_path: place };
  // Node fetches no files. An import of its module would be one that bundlers for browsers look for.
  const files = /** @type {any} */ (globalThis).process?.getBuiltinModule?.("node:fs/promises");
  if (!files) throw new GridmillError("a file is read in Node from 20.16 on; elsewhere give the bytes of the module");
  return { module_or_path: await files.readFile(new URL(place)) };
}
