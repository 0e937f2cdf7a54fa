/** The engine in a worker: calls are promises, and can be cancelled. */

import { GridmillError } from "./engine.js";

/** @typedef {import("./index.d.ts").Cancel} Cancel */
/** @typedef {{ method: string, values: unknown[], resolve: (value: any) => void, reject: (problem: unknown) => void, done: () => void }} Call */

/** Number of the message that sets the words; calls have others. */
const WORDS = 0;

/** The calls of the engine, each with the number of its arguments; a `Cancel` may follow them. */
const CALLS = { generate: 1, daily: 3, solve: 1, count: 2, hint: 2, steps: 2, film: 2, rate: 2, svg: 2, canonical: 1 };

const aborted = () => new DOMException("the call was cancelled", "AbortError");

export class GridmillWorker {
  /** @type {Worker | undefined} */
  #worker;
  /** Calls under way, by number. @type {Map<number, Call>} */
  #calls = new Map();
  #last = 0;
  #open;
  #words;

  /** @param {{ worker?: URL | string, full?: boolean, wording?: string, cells?: string }} [options] */
  constructor({ worker, full = false, ...words } = {}) {
    this.#words = words;
    // Bundlers find workers by these very expressions.
    if (worker !== undefined) this.#open = () => new Worker(worker, { type: "module" });
    else if (full) this.#open = () => new Worker(new URL("./worker_full.js", import.meta.url), { type: "module" });
    else this.#open = () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  }

  #start() {
    const worker = this.#open();
    worker.onmessage = ({ data: { id, value, problem } }) => {
      if (id === WORDS) return problem === undefined || this.#fail(problem);
      const call = this.#end(id);
      if (problem === undefined) call?.resolve(value);
      else call?.reject(new GridmillError(problem));
    };
    worker.onerror = (event) => this.#fail(`the worker failed: ${event.message ?? "it did not load"}`);
    worker.postMessage({ id: WORDS, method: "setWords", values: [this.#words] });
    return worker;
  }

  /** Ends a worker that can answer no call. @param {string} problem */
  #fail(problem) {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const id of [...this.#calls.keys()]) this.#end(id)?.reject(new GridmillError(problem));
  }

  /** @param {number} id */
  #end(id) {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    call?.done();
    return call;
  }

  /** @param {string} method @param {unknown[]} values @param {Cancel} [cancel] @returns {Promise<any>} */
  #call(method, values, cancel) {
    const signal = cancel?.signal;
    if (signal?.aborted) return Promise.reject(aborted());
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const cancelled = () => this.#cancel(id);
      signal?.addEventListener("abort", cancelled);
      const done = () => signal?.removeEventListener("abort", cancelled);
      this.#calls.set(id, { method, values, resolve, reject, done });
      (this.#worker ??= this.#start()).postMessage({ id, method, values });
    });
  }

  /** Ends the worker, which may be at work on the call, and gives the other calls to another. @param {number} id */
  #cancel(id) {
    const call = this.#end(id);
    this.#worker?.terminate();
    this.#worker = this.#calls.size ? this.#start() : undefined;
    for (const [other, { method, values }] of this.#calls) this.#worker?.postMessage({ id: other, method, values });
    call?.reject(aborted());
  }

  static {
    for (const [method, count] of Object.entries(CALLS)) {
      /** @this {GridmillWorker} @param {any[]} given */
      const call = function (...given) {
        return this.#call(method, given.slice(0, count), given[count]);
      };
      Object.defineProperty(this.prototype, method, { value: call, writable: true, configurable: true });
    }
  }

  terminate() {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const id of [...this.#calls.keys()]) this.#end(id)?.reject(aborted());
  }
}
