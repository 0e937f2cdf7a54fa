/** Worker of GridmillWorker: answers one call after another. */

const full = new URL(self.location.href).searchParams.has("full");
const loaded = (full ? import("./full.js") : import("./index.js")).then(({ Gridmill }) => Gridmill.load());
// A failure is told to each call.
loaded.catch(() => {});

self.onmessage = async ({ data: { id, method, values } }) => {
  try {
    const engine = /** @type {any} */ (await loaded);
    self.postMessage({ id, value: engine[method](...values) });
  } catch (problem) {
    self.postMessage({ id, problem: /** @type {Error} */ (problem).message });
  }
};
