/** Runs the page of npm/README.md, as printed, in headless Chromium, and prints times: `node readme.js [--bench]` */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import puppeteer from "puppeteer-core";

const pkg = new URL("../pkg/", import.meta.url);
const page = /```html\n([\s\S]*?)```/.exec(readFileSync(new URL("../README.md", import.meta.url), "utf8"))?.[1] ?? "";
assert.ok(page.trim().split("\n").length <= 15, "the page has at most 15 lines");
const types = { ".js": "text/javascript", ".wasm": "application/wasm" };

const server = createServer((request, response) => {
  const path = new URL(request.url, "http://localhost").pathname;
  if (path === "/") return response.writeHead(200, { "content-type": "text/html" }).end(page);
  try {
    const body = readFileSync(new URL(path.replace(/^\/gridmill\//, ""), pkg));
    response.writeHead(200, { "content-type": types[extname(path)] ?? "text/plain" }).end(body);
  } catch {
    response.writeHead(404, { "content-type": "text/html" }).end("none");
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const place = `http://127.0.0.1:${server.address().port}/`;

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  const tab = await browser.newPage();
  const problems = [];
  tab.on("pageerror", (problem) => problems.push(problem.message));
  await tab.goto(place);
  await tab.waitForFunction(() => document.querySelector("#hint").onclick);
  await tab.click("#hint");
  const [board, text] = await tab.evaluate(() => ["#board", "#text"].map((name) => document.querySelector(name).textContent));
  assert.match(board, /^([.1-9]{9}\n){8}[.1-9]{9}$/);
  assert.match(text, /\w.* is [1-9]\.|cannot|so /i);
  assert.deepEqual(problems, []);
  console.log(`the page of README.md runs: "${text}"`);

  const cancelled = await tab.evaluate(async () => {
    const { GridmillWorker } = await import("/gridmill/index.js");
    const worker = new GridmillWorker();
    const stop = new AbortController();
    const long = worker.count(".".repeat(81), 4e9, { signal: stop.signal });
    const other = worker.generate({ seed: 42 });
    setTimeout(() => stop.abort(), 200);
    const name = await long.catch((problem) => problem.name);
    const full = new GridmillWorker({ full: true });
    const { er } = await full.rate((await other).puzzle, { rulebook: "se" });
    const refused = await worker.generate({ level: "x" }).catch((problem) => problem.message);
    return [name, (await other).puzzle, er, refused];
  });
  assert.deepEqual(cancelled.slice(0, 3), ["AbortError", "2...7....5......731..4...59..6.3..1.......6.....2.8.9......5.27.823.....6.....1..", 2]);
  assert.match(cancelled[3], /easy, medium, hard/);
  console.log("calls in a worker answer, fail and are cancelled");
  const worded = await tab.evaluate(async (puzzle) => {
    const { GridmillWorker } = await import("/gridmill/index.js");
    const { default: wording } = await import("/gridmill/languages/de.js");
    const hint = (options) => new GridmillWorker(options).hint(puzzle).then(({ next }) => next.levels.technique, (problem) => problem.message);
    return Promise.all([hint({ wording }), hint({ wording: "x" })]);
  }, cancelled[1]);
  assert.match(worded[0], /Einer|freie Zelle/);
  assert.match(worded[1], /^wording: line 1: there is no key/);
  console.log("a worker has its words");

  if (process.argv.includes("--bench")) {
    // A page of the same server that has not loaded the engine.
    await tab.goto(`${place}none`);
    const times = await tab.evaluate(async () => {
      const sorted = (count, work) => Array.from({ length: count }, (_, index) => {
        const start = performance.now();
        work(index);
        return performance.now() - start;
      }).sort((one, other) => one - other);
      const shown = (all) => ({ median: all[all.length >> 1], p99: all[Math.floor(all.length * 0.99)], most: all.at(-1) });
      const { Gridmill } = await import("/gridmill/index.js");
      const bytes = await (await fetch("/gridmill/core/gridmill_bg.wasm")).arrayBuffer();
      const start = performance.now();
      const engine = await Gridmill.load(bytes);
      const result = { start: performance.now() - start };
      const rows = Array.from({ length: 1000 }, (_, index) => engine.generate({ seed: "bench", index }));
      result.hint = shown(sorted(1000, (index) => engine.hint(rows[index].puzzle)));
      result.steps = shown(sorted(1000, (index) => engine.steps(rows[index].puzzle)));
      for (const level of ["easy", "medium", "hard", "unfair", "extreme"]) {
        result[level] = shown(sorted(100, (index) => engine.generate({ seed: "bench", index, level })));
      }
      const all = sorted(2000, (index) => engine.count(rows[index % 1000].puzzle));
      result.countsPerSecond = 2e6 / all.reduce((sum, time) => sum + time, 0);
      return result;
    });
    console.log(JSON.stringify(times, (_, value) => (typeof value === "number" ? Number(value.toPrecision(3)) : value), 1));
  }
} finally {
  await browser.close();
  server.close();
}
