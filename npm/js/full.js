/** The package with the engine that has all, and the engine in a worker. */

export { GridmillError } from "./engine.js";
export { Gridmill } from "./engine_full.js";
export { GridmillWorker } from "./worker_client.js";
