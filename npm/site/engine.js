/** The engine in workers, so that the page never waits. */

import { GridmillWorker } from './gridmill/index.js';
import { engineWords } from './words.js';

export const engine = new GridmillWorker(engineWords);
/** @type {GridmillWorker | undefined} */ let full;
/** Returns the engine with all rulebooks, which is loaded at the first call. */
export const fullEngine = () => (full ??= new GridmillWorker({ ...engineWords, full: true }));
