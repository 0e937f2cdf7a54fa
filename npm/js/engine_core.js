/** The engine with the rulebooks hodoku and basic. */

import init, { Gridmill as Compiled } from "./core/gridmill.js";
import { Engine, moduleOrPath } from "./engine.js";

export class Gridmill extends Engine {
  /** @param {import("./index.d.ts").ModuleSource} [source] */
  static async load(source) {
    await init(await moduleOrPath(new URL("./core/gridmill_bg.wasm", import.meta.url), source));
    return new Gridmill(() => new Compiled(), Compiled.version());
  }
}
