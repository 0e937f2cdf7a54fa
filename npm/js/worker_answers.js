/** Answers of a worker to the calls of GridmillWorker, one after another. */

/** @param {Promise<any>} loaded The engine. */
export function answerCalls(loaded) {
  // A failure to load is the answer to each call.
  loaded.catch(() => {});
  self.onmessage = async ({ data: { id, method, values } }) => {
    try {
      const engine = await loaded;
      self.postMessage({ id, value: engine[method](...values) });
    } catch (problem) {
      self.postMessage({ id, problem: /** @type {Error} */ (problem).message });
    }
  };
}
