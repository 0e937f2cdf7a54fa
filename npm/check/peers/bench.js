/** Measures the package beside others, and counts what they get wrong: `node bench.js [PUZZLES] > reports/browser/README.md` */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { gzipSync } from "node:zlib";
import sudoku from "sudoku";
import { generate } from "sudoku-core";
import { getSudoku } from "sudoku-gen";
import { Gridmill } from "../../pkg/full.js";

/** A level ends after these milliseconds. */
const BUDGET = 60_000;
const count = Number(process.argv[2] ?? 1000);
const gridmill = await Gridmill.load();
const levels = ["easy", "medium", "hard", "unfair", "extreme"];
let index = 0;

/** Generators of each level, which return 81 characters. */
const packages = {
  gridmill: Object.fromEntries(levels.map((level) => [level, () => gridmill.generate({ seed: "peers", index: index++, level }).puzzle])),
  "sudoku-gen 1.0.2": Object.fromEntries(["easy", "medium", "hard", "expert"].map((level) => [level, () => getSudoku(level).puzzle.replaceAll("-", ".")])),
  "sudoku-core 3.0.3": Object.fromEntries(["easy", "medium", "hard"].map((level) => [level, () => generate(level).map((digit) => digit ?? ".").join("")])),
  "sudoku 0.0.3": { "(none)": () => sudoku.makepuzzle().map((digit) => (digit === null ? "." : digit + 1)).join("") },
};

const shown = (number) => (number < 10 ? number.toFixed(2) : number.toFixed(0));
const lines = { wrong: [], levels: [] };
for (const [name, byLevel] of Object.entries(packages)) {
  const places = Object.entries(byLevel);
  const each = Math.ceil(count / places.length);
  const times = [], grids = new Set();
  let made = 0, several = 0, notMinimal = 0;
  for (const [level, make] of places) {
    const found = Object.fromEntries([...levels, "unsolved"].map((known) => [known, 0]));
    const begun = performance.now();
    for (let n = 0; n < each && performance.now() - begun < BUDGET; n++) {
      const start = performance.now();
      const puzzle = make();
      times.push(performance.now() - start);
      made++;
      const { status, solution } = gridmill.solve(puzzle);
      if (status !== "unique") {
        several++;
        continue;
      }
      grids.add(gridmill.canonical(solution).class_id);
      notMinimal += [...puzzle].some((digit, cell) => digit !== "." && gridmill.count(puzzle.slice(0, cell) + "." + puzzle.slice(cell + 1)) === 1);
      found[gridmill.rate(puzzle).level ?? "unsolved"]++;
    }
    lines.levels.push(`| ${name} | ${level} | ${Object.values(found).join(" | ")} |`);
  }
  times.sort((one, other) => one - other);
  const [median, most] = [times[times.length >> 1], times.at(-1)];
  lines.wrong.push(`| ${name} | ${made} | ${several} | ${grids.size} | ${made - several - notMinimal} | ${shown(median)} | ${shown(most)} |`);
  process.stderr.write(`${name}: done\n`);
}

const times = execFileSync("node", ["readme.js", "--bench"], { cwd: new URL("..", import.meta.url), encoding: "utf8" });
const browser = JSON.parse(times.slice(times.indexOf("{")));
const bytes = (module) => gzipSync(readFileSync(new URL(`../../pkg/${module}/gridmill_bg.wasm`, import.meta.url)), { level: 9 }).length.toLocaleString("en");
const row = (name, { median, p99, most }) => `| ${name} | ${median} | ${p99} | ${most} |`;

console.log(`<!-- cd npm/check/peers && npm ci && node bench.js > ../../../reports/browser/README.md -->
# The package for JavaScript

gridmill ${gridmill.version} on ${cpus()[0].model}. Modules gzipped by zlib, level 9: \`gridmill\` ${bytes("core")} bytes, \`gridmill/full\` ${bytes("full")} bytes.

## In headless Chromium

Milliseconds. The engine starts in ${browser.start}, compiled from bytes; it counts solutions of ${Math.round(browser.countsPerSecond).toLocaleString("en")} minimal puzzles a second, one call each.

| call | median | 99 % | most |
|---|--:|--:|--:|
${row("`hint`, 1,000 minimal puzzles", browser.hint)}
${row("`steps`, the same", browser.steps)}
${levels.map((level) => row(`\`generate\`, 100 of level ${level}`, browser[level])).join("\n")}

## Beside other packages, in Node ${process.versions.node}

Of puzzles in equal parts of each package's levels: those without exactly one solution; essentially different complete grids; those from
which no given can go. Times of making one puzzle, in milliseconds. A level ends after a minute; \`expert\` and \`master\` of sudoku-core are
left out, because they take minutes a puzzle.

| package | puzzles | not unique | different grids | minimal | median | most |
|---|--:|--:|--:|--:|--:|--:|
${lines.wrong.join("\n")}

What a package calls a level, by the levels of the rulebook \`hodoku\` (puzzles with one solution):

| package | its level | ${levels.join(" | ")} | unsolved |
|---|---|${"--:|".repeat(levels.length + 1)}
${lines.levels.join("\n")}`);
