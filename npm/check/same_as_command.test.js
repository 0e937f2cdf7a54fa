/** Rows, steps and JSON are those of the command: 2,000 cases of each. `GRIDMILL=program node --test` */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Gridmill, GridmillError } from "../pkg/index.js";
import { Gridmill as Full } from "../pkg/full.js";

const program = process.env.GRIDMILL ?? "../target/release/gridmill";
const folder = mkdtempSync(join(tmpdir(), "gridmill-"));
after(() => rmSync(folder, { recursive: true }));

/** Lines of JSON that the command prints. A state that is wrong makes its exit code 1. */
function command(...words) {
  const options = { encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "pipe"] };
  let text;
  try {
    text = execFileSync(program, words, options);
  } catch (problem) {
    text = problem.stdout;
  }
  return text.trim().split("\n").map((line) => JSON.parse(line));
}

/** Numbers below a bound, by a linear congruential generator (D. Knuth's MMIX). */
function random(seed) {
  let state = BigInt(seed);
  return (below) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number((state >> 33n) % BigInt(below));
  };
}

let core, full, rows;
before(async () => {
  [core, full] = [await Gridmill.load(), await Full.load()];
  rows = Array.from({ length: 2000 }, (_, index) => core.generate({ seed: "same", index }));
});

/** Options of the package, words of the command, and rows. */
const PLANS = [
  [{}, [], 800],
  [{ level: "easy" }, ["--level=easy"], 100],
  [{ level: "Extreme", symmetry: "rot180" }, ["--level=Extreme", "--symmetry=rot180"], 60],
  [{ givens: "30..32", symmetry: "diagonal" }, ["--givens=30..32", "--symmetry=diagonal"], 200],
  [{ givens: 36, fill: "selected" }, ["--givens=36", "--fill=selected"], 200],
  [{ score: "400..900", add: "guesses" }, ["--score=400..900", "--add=guesses"], 60],
  [{ guesses: "1..3" }, ["--guesses=1..3"], 60],
  [{ technique: "..hidden_single", minimal: true }, ["--technique=..hidden_single", "--minimal=true"], 60],
  [{ require: ["x_wing"], technique: "naked_pair.." }, ["--require=x_wing", "--technique=naked_pair.."], 40],
  [{ box: "2x3", rulebook: "basic" }, ["--box=2x3", "--rulebook=basic"], 150],
  [{ box: "2x2", level: "easy" }, ["--box=2x2", "--level=easy"], 70],
  [{ dig: "bottom-up" }, ["--dig=bottom-up"], 60],
  [{ dig: "weighted" }, ["--dig=weighted"], 40],
];

/** Plans of the module with all. */
const FULL_PLANS = [
  [{ er: "2.0..4.5" }, ["--er=2.0..4.5"], 60],
  [{ rulebook: "hodoku,se", level: "hard" }, ["--rulebook=hodoku,se", "--level=hard"], 30],
  [{ box: "3x4", givens: 90 }, ["--box=3x4", "--givens=90"], 10],
  [{ dig: "enumerated" }, ["--dig=enumerated"], 40],
];

function checkRows(engine, plans) {
  for (const [options, words, count] of plans) {
    const expected = command("generate", `--count=${count}`, "--seed=same", "--no-timings", "--format=jsonl", "--progress=never", ...words);
    expected.forEach((row, index) => assert.deepEqual(engine.generate({ seed: "same", index, ...options }), row, JSON.stringify(options)));
    assert.equal(expected.length, count);
  }
}

test("rows are those of the command", () => checkRows(core, PLANS));
test("rows of the module with all are those of the command", () => checkRows(full, FULL_PLANS));

test("days are rows of the corpus", () => {
  const [row] = command("generate", "--count=1", "--start=20782", "--of=20783", "--seed=paper", "--level=hard", "--rulebook=hodoku-2.2/2",
    "--no-timings", "--format=jsonl", "--progress=never");
  assert.deepEqual(core.daily("paper", "2026-11-25", { level: "hard" }), row);
  assert.deepEqual(core.daily("paper", new Date("2026-11-25T23:59:59Z"), { level: "hard" }), row);
  assert.deepEqual(core.daily("paper", new Date("2026-11-24T15:00:00Z"), { level: "hard", zone: "Asia/Tokyo" }), row);
  // A newspaper: easy on Monday, in two weeks from an epoch of its own.
  const levels = ["easy", "easy", "medium", "medium", "hard", "unfair", "extreme"];
  const weeks = command("generate", "--count=14", "--seed=paper", `--level=${levels.join(",")}`, "--symmetry=rot180", "--rulebook=hodoku-2.2/2",
    "--no-timings", "--format=jsonl", "--progress=never");
  weeks.forEach((day, index) => {
    const date = new Date(Date.UTC(2025, 0, 6 + index)).toISOString().slice(0, 10);
    assert.deepEqual(core.daily("paper", date, { level: levels, symmetry: "rot180", epoch: "2025-01-06" }), day);
  });
  const [small] = command("generate", "--count=1", "--start=20782", "--of=20783", "--seed=paper", "--box=2x3", "--rulebook=basic/1",
    "--no-timings", "--format=jsonl", "--progress=never");
  assert.deepEqual(core.daily("paper", "2026-11-25", { box: "2x3" }), small);
  const below = random(11);
  for (let n = 0; n < 300; n++) {
    const day = below(200_000);
    assert.equal(core.daily("paper", new Date(day * 864e5)).index, day);
  }
});

/** States of play: right and wrong entries, right and wrong notes, several solutions, none. */
function states() {
  const below = random(7);
  return rows.map(({ puzzle, solution }, id) => {
    const cells = [...puzzle];
    // A given less or another one makes several solutions or none.
    if (id % 20 === 1) cells[cells.findIndex((digit) => digit !== ".")] = ".";
    if (id % 20 === 2) cells[cells.findIndex((digit) => digit !== ".")] = String(1 + below(9));
    const wrong = id % 10 === 3 ? below(81) : -1;
    const entries = cells.map((digit, cell) => (digit !== "." || below(3) ? "." : cell === wrong ? String(1 + below(9)) : solution[cell])).join("");
    const notes = cells.map((digit, cell) => (digit !== "." || id % 4 ? "" : `${solution[cell]}${1 + below(9)}${id % 8 ? "" : "123456789"}`));
    return { id, givens: cells.join(""), entries, notes };
  });
}

test("help is that of the command", () => {
  const all = states();
  const file = join(folder, "states.jsonl");
  writeFileSync(file, all.map((state) => JSON.stringify(state) + "\n").join(""));
  const seen = new Set();
  for (const [words, help] of [
    [["--json"], (state) => core.solve(state)],
    [["--next", "--json"], (state) => core.hint(state)],
    [["--steps", "--json"], (state) => core.steps(state)],
  ]) {
    const expected = command("solve", file, ...words);
    expected.forEach((data, place) => assert.deepEqual(help(all[place]), data));
    expected.forEach((data) => seen.add(data.status));
    assert.equal(expected.length, 2000);
  }
  assert.deepEqual([...seen].sort(), ["contradiction", "multiple", "none", "unique", "wrong"]);
});

test("words are those of the command", async () => {
  for (const language of ["en", "de", "fr", "es", "ja"]) {
    const { default: wording } = await import(`../pkg/languages/${language}.js`);
    for (const cells of ["r1c1", "A1", "words"]) {
      const gridmill = await Gridmill.load({ wording, cells });
      const states = join(folder, "states.jsonl");
      // Every third state has a digit next to an equal one, for a problem.
      const wrong = (puzzle, n) => (n % 3 ? "" : puzzle.replace(/(\d)\./g, "$1$1").replace(/\d/g, (digit, place) => (puzzle[place] === "." ? digit : ".")));
      const puzzles = rows.slice(0, 20).map(({ puzzle }, n) => JSON.stringify({ givens: puzzle, entries: wrong(puzzle, n) || undefined }));
      writeFileSync(states, puzzles.join("\n"));
      const answers = command("solve", "--steps", "--json", `--language=${language}`, `--cells=${cells}`, states);
      assert.deepEqual(puzzles.map((state) => gridmill.steps(state)), answers);
      gridmill.setWords();
      assert.deepEqual(gridmill.steps(rows[0].puzzle), core.steps(rows[0].puzzle));
    }
  }
  const error = (message) => (problem) => problem instanceof GridmillError && problem.message.startsWith(message);
  await assert.rejects(Gridmill.load({ wording: "x: y" }), error("wording: line 1: unknown key `x`; the nearest are "));
  await assert.rejects(Gridmill.load({ wording: 5 }), error("wording: give a text"));
  await assert.rejects(Gridmill.load({ cells: "r1" }), error("cells: give one of r1c1, A1, words"));
});

test("steps of a bank are those of film, and so are their explanations", async () => {
  const file = join(folder, "bank.txt");
  writeFileSync(file, rows.slice(0, 200).map(({ puzzle }) => puzzle).join("\n"));
  const { default: wording } = await import("../pkg/languages/es.js");
  const gridmill = await Gridmill.load({ wording });
  const pairs = (list) => list.map(({ cell, digit }) => [cell, digit]);
  const [bank, explained] = [[], ["--language=es"]].map((words) => command("export", file, "--to=bank", ...words));
  let sentences = 0;
  for (const [place, { p, l, n, h }] of bank.entries()) {
    const rating = gridmill.rate(p);
    assert.deepEqual([l, n], [rating.level, rating.score]);
    const frames = gridmill.film(p);
    assert.equal(h.length, frames.length);
    let technique;
    for (const [number, { step }] of frames.entries()) {
      const { t, a = [], e = [], x } = h[number];
      technique = t ?? technique;
      assert.deepEqual([technique, a, e, x], [step.technique, pairs(step.placements), pairs(step.eliminations), undefined]);
      const text = explained[place].h[number].x;
      if (text !== undefined) assert.equal(text, step.explanation);
      sentences += text !== undefined;
    }
  }
  assert.ok(sentences > 500, `${sentences}`);
});

test("ratings and canonical forms are those of the command", () => {
  const file = join(folder, "puzzles.txt");
  writeFileSync(file, rows.map((row) => row.puzzle + "\n").join(""));
  for (const [engine, rulebook] of [[core, "hodoku"], [full, "se"]]) {
    const expected = command("rate", file, `--rulebook=${rulebook}`, "--no-timings", "--out=-", "--format=jsonl", "--progress=never");
    expected.forEach((row, place) => {
      const { scale, ...rating } = engine.rate(rows[place].puzzle, { rulebook });
      assert.ok(scale.startsWith(rulebook));
      for (const [name, value] of Object.entries(rating)) assert.equal(value, row[name], name);
    });
    assert.equal(expected.length, 2000);
  }
  const forms = command("canonical", file, "--format=jsonl", "--out=-", "--progress=never");
  forms.forEach((row, place) => {
    assert.deepEqual(full.canonical(rows[place].puzzle), { form: row.canonical_puzzle ?? row.canonical, class_id: row.class_id });
  });
});

test("counts, frames and pictures fit the steps", () => {
  for (const { puzzle, solution } of rows.slice(0, 200)) {
    assert.equal(core.count(puzzle), 1);
    const frames = core.film(puzzle);
    assert.deepEqual(frames.map(({ step }) => step), core.steps(puzzle).steps);
    frames.forEach(({ digits, candidates, step }) => {
      for (const { cell, digit } of [...step.placements, ...step.eliminations]) {
        assert.equal(digits[cell], 0);
        assert.ok(candidates[cell] & (1 << (digit - 1)));
      }
      digits.forEach((digit, cell) => assert.ok(digit === 0 || digit === Number(solution[cell])));
      assert.ok(step.levels.where.startsWith("Look at ") && step.levels.technique);
    });
  }
  assert.equal(core.count(".".repeat(81), 1000), 1000);
  // Cells of small grids have their own names, in the first part as in the last.
  for (let index = 0; index < 50; index++) {
    for (const { step } of core.film(core.generate({ seed: "small", index, box: "2x3" }).puzzle)) {
      for (const cell of step.levels.where.match(/r\dc\d/g) ?? []) assert.ok(step.explanation.includes(cell), `${step.levels.where} ${step.explanation}`);
    }
  }
  const { puzzle } = rows[0];
  assert.equal(full.svg(puzzle, { step: 1 }).match(/<title>/g).length, 1);
  assert.ok(core.svg({ givens: puzzle, entries: rows[0].solution }).includes("</svg>"));
});

test("bad input is an error of one line", () => {
  const { puzzle } = rows[0];
  const calls = [
    () => core.generate({ level: "expert" }), () => core.generate({ seed: 1.5 }), () => core.generate({ seed: "" }),
    () => core.generate({ givens: {} }), () => core.generate({ index: -1 }), () => core.generate({ index: 2 ** 70 }),
    () => core.generate({ nothing: 1 }), () => core.generate({ er: "1..2" }), () => core.generate({ box: "9x9" }),
    () => core.generate({ require: "x_wing" }), () => core.generate({ require: ["x"] }), () => core.generate({ dig: "enumerate" }),
    () => core.generate({ technique: "magic" }), () => core.generate({ level: "extreme", technique: "..full_house", attempts: 3 }),
    () => core.generate(7), () => core.daily("a", "2026-02-30"), () => core.daily("a", 5), () => core.daily("a", "2026-01-01", "x"), () => core.daily("a", "2026-01-01", { level: "x" }),
    () => core.daily("a", "2026-01-01", { epoch: "2026-01-02" }), () => core.daily("a", "2026-01-01", { epoch: "2026-1-1" }), () => core.daily("a", "1969-12-31"),
    () => core.daily("a", new Date(), { zone: "Mars" }), () => core.daily("a", new Date(NaN)), () => core.daily("a", "2026-01-01", { level: [] }),
    () => core.daily("a", "2026-01-01", { level: ["easy", 3] }), () => core.daily("a", "2026-01-01", { index: 3, nothing: 1 }),
    () => core.count(puzzle, 0), () => core.count(puzzle, NaN), () => core.count(5), () => core.count("#".repeat(100)),
    () => core.rate("1"), () => core.rate(".".repeat(81)), () => core.rate(puzzle, { rulebook: "se" }), () => core.rate(puzzle, { rulebook: "x" }),
    () => core.film("11" + ".".repeat(79)), () => core.film("?"),
    () => core.svg(puzzle, { step: 5000 }), () => full.svg(puzzle, { step: 5000 }), () => core.canonical(puzzle), () => full.canonical("1"),
    () => core.hint(puzzle, { rulebook: "no" }),
  ];
  for (const call of calls) {
    assert.throws(call, (problem) => problem instanceof GridmillError && problem.message.length > 5 && !/\n|internal|unreachable/.test(problem.message), String(call));
  }
  // What is no state has an answer that says so, as the command has.
  for (const state of ["", "hello", undefined, null, {}, { givens: puzzle, notes: [1] }, 5, [], "x".repeat(1e5), { givens: puzzle, entries: "1" }]) {
    assert.equal(core.hint(state).status, "unreadable", JSON.stringify(state));
  }
});
