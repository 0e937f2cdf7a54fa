/** The engine with all: also the rulebooks se and braids, canonical forms, pictures of steps. */

import init, { Gridmill as Compiled } from "./full/gridmill.js";
import { Engine, moduleOrPath } from "./engine.js";

export class Gridmill extends Engine {
  /** @param {import("./index.d.ts").ModuleSource} [source] */
  static async load(source) {
    await init(await moduleOrPath(new URL("./full/gridmill_bg.wasm", import.meta.url), source));
    return new Gridmill(() => new Compiled(), Compiled.version());
  }
}
