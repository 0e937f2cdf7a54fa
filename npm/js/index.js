/** The package: the engine with the rulebooks hodoku and basic, and the engine in a worker. */

export { GridmillError } from "./engine.js";
export { Gridmill } from "./engine_core.js";
export { GridmillWorker } from "./worker_client.js";
