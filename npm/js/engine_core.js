/** The engine with the rulebooks hodoku and basic. */

import init, { Gridmill as Compiled } from "./core/gridmill.js";
import { Engine, loading, moduleOrPath } from "./engine.js";

export class Gridmill extends Engine {
  /** @param {import("./index.d.ts").ModuleSource | import("./index.d.ts").LoadOptions} [given] */
  static async load(given) {
    const { module, ...words } = loading(given);
    await init(await moduleOrPath(new URL("./core/gridmill_bg.wasm", import.meta.url), module));
    const gridmill = new Gridmill(() => new Compiled(), Compiled.version());
    gridmill.setWords(words);
    return gridmill;
  }
}
