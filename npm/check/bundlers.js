/** Builds the worker page of npm/README.md with Vite, webpack, Parcel, esbuild and Rollup, as a site would, and runs each build in headless Chromium. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";
import * as vite from "vite";
import webpack from "webpack";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
/** Returns the printed block of a language that has these words. @param {string} language @param {string} words */
const printed = (language, words) => [...readme.matchAll(new RegExp("```" + language + "\\n([\\s\\S]*?)```", "g"))].find(([block]) => block.includes(words))?.[1] ?? "";
const page = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body><script type="module" src="./main.js"></script>';
/** What the page also does: the engine without a worker, and the worker with all, which the printed lines for esbuild do not make. */
const engine = `
import { Gridmill } from "gridmill";
document.title = "count " + (await Gridmill.load()).count(puzzle);`;
const full = `
document.title += ", ER " + (await new GridmillWorker({ full: true }).rate("2...7....5......731..4...59..6.3..1.......6.....2.8.9......5.27.823.....6.....1..", { rulebook: "se" })).er;`;

const tools = fileURLToPath(new URL("node_modules/.bin", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "gridmill-bundlers-"));

/** Makes the sources of a site that has installed the package. @param {string} name @param {string} more */
function sources(name, more) {
  const root = join(folder, name);
  mkdirSync(root);
  cpSync(new URL("../pkg", import.meta.url), join(root, "node_modules/gridmill"), { recursive: true });
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  writeFileSync(join(root, "index.html"), page);
  writeFileSync(join(root, "main.js"), printed("js", "GridmillWorker") + more);
  return root;
}

/** Runs lines of a shell. @param {string} root @param {string} lines */
function run(root, lines) {
  execFileSync("sh", ["-ec", lines], { cwd: root, env: { ...process.env, PATH: `${tools}:${process.env.PATH}` }, stdio: ["ignore", "ignore", "pipe"] });
}

/** Builds by the lines that the README prints for a bundler. @param {string} name */
async function byPrintedLines(name) {
  const root = sources(name, engine);
  run(root, printed("sh", name));
  writeFileSync(join(root, "dist/index.html"), page);
  return join(root, "dist");
}

/** Each bundler: the folder of what it made. @type {Record<string, () => Promise<string>>} */
const builds = {
  async vite() {
    const root = sources("vite", engine + full);
    await vite.build({ root, logLevel: "warn", configFile: false });
    return join(root, "dist");
  },
  async webpack() {
    const root = sources("webpack", engine + full);
    const build = webpack({ mode: "production", context: root, entry: "./main.js", output: { path: join(root, "dist") }, performance: { hints: false } });
    await new Promise((resolve, reject) => build.run((problem, stats) => {
      if (problem || stats?.hasErrors() || stats?.hasWarnings()) reject(problem ?? new Error(stats?.toString("errors-warnings")));
      else build.close(resolve);
    }));
    writeFileSync(join(root, "dist/index.html"), page);
    return join(root, "dist");
  },
  async parcel() {
    const root = sources("parcel", engine + full);
    run(root, "parcel build index.html --no-cache --log-level warn");
    return join(root, "dist");
  },
  esbuild: () => byPrintedLines("esbuild"),
  rollup: () => byPrintedLines("rollup"),
};

const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** Serves a folder. @param {string} root */
async function serve(root) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html");
    try {
      const body = readFileSync(join(root, path));
      response.writeHead(200, { "content-type": types[extname(path)] ?? "text/plain" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  for (const [name, build] of Object.entries(builds)) {
    const server = await serve(await build());
    const tab = await browser.newPage();
    const problems = [];
    tab.on("pageerror", (problem) => problems.push(problem.message));
    tab.on("requestfailed", (request) => problems.push(`${request.url()} failed`));
    tab.on("response", (response) => response.ok() || problems.push(`${response.url()} has status ${response.status()}`));
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    const done = ["esbuild", "rollup"].includes(name) ? "count 1" : "count 1, ER 2";
    await tab.waitForFunction((title) => document.title === title, { timeout: 60_000 }, done).catch(() => problems.push("the page does not end"));
    const text = await tab.evaluate(() => document.body.textContent);
    assert.deepEqual(problems, [], name);
    assert.match(text, /^[.1-9]{81} takes [1-9][0-9]* steps$/, name);
    console.log(`the worker page of README.md runs as ${name} builds it`);
    await tab.close();
    server.close();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
