/** The engine with all: also the rulebooks se and braids, canonical forms, pictures of steps. */

import init, { Gridmill as Compiled } from "./full/gridmill.js";
import { Engine, loading, moduleOrPath } from "./engine.js";

export class Gridmill extends Engine {
  /** @param {import("./index.d.ts").ModuleSource | import("./index.d.ts").LoadOptions} [given] */
  static async load(given) {
    const { module, ...words } = loading(given);
    await init(await moduleOrPath(new URL("./full/gridmill_bg.wasm", import.meta.url), module));
    const gridmill = new Gridmill(() => new Compiled(), Compiled.version());
    gridmill.setWords(words);
    return gridmill;
  }
}
