/** The state of a game on the page, and its statistics, without a browser. `node --test site.test.js` */

import assert from "node:assert/strict";
import { test } from "node:test";
import { timeText } from "../site/clock.js";
import { Play } from "../site/state.js";
import { figuresOf, resultsByLevel, streaksOf } from "../site/statistics.js";

const GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const game = (source) => new Play(GIVENS, SOLUTION, source);

/** Makes any moves on a game, and returns the contents before each. */
function playOn(play, moves) {
  const before = [];
  let state = 7;
  const random = (below) => (state = (state * 1103515245 + 12345) % 2147483648) % below;
  const edits = [
    () => play.enter(random(81), 1 + random(9)), () => play.toggleNote(random(81), 1 + random(9)), () => play.erase(random(81)), () => play.restart(),
    () => play.noteAll(Array.from({ length: 81 }, () => random(512))),
    () => play.perform({ eliminations: [{ cell: 2, digit: 1 + random(9) }], placements: [{ cell: 3, digit: 1 + random(9) }] }, Array.from({ length: 81 }, () => 511)),
  ];
  while (before.length < moves) {
    const contents = play.contents;
    edits[random(edits.length)]();
    if (play.contents !== contents) before.push(contents);
  }
  return before;
}

test("every move is undone and redone, also after a visit later", () => {
  let play = game();
  const states = playOn(play, 500);
  states.push(play.contents);
  play = Play.parse(JSON.stringify(play));
  for (let at = 499; at >= 0; at--) {
    play.undo();
    assert.deepEqual(play.contents, states[at]);
  }
  assert.ok(!play.canUndo && play.canRedo);
  for (let at = 1; at <= 500; at++) {
    play.redo();
    assert.deepEqual(play.contents, states[at]);
  }
  assert.ok(play.canUndo && !play.canRedo);
  assert.equal(play.digits.filter((digit, cell) => play.givens[cell] && digit !== play.givens[cell]).length, 0, "givens stay");
});

test("what is stored is small, and is refused if it is not a game", () => {
  const play = game({ daily: "2026-11-28", level: "hard" });
  for (const [cell, digit] of [...SOLUTION].entries()) {
    play.noteAll(Array.from({ length: 81 }, () => 511 - cell));
    play.enter(cell, Number(digit));
  }
  assert.ok(JSON.stringify(play).length < 60_000);
  assert.ok(play.isSolved);
  play.finish("2026-11-28");
  assert.ok(JSON.stringify(play).length < 800);
  assert.deepEqual(Play.parse(JSON.stringify(play)).digits, play.digits);
  for (const text of ["", "7", "{}", '{"givens":7}', JSON.stringify({ ...play.toJSON(), contents: [1] }), JSON.stringify({ ...play.toJSON(), done: 3 })]) {
    assert.throws(() => Play.parse(text), text);
  }
});

test("a digit is removed from the notes that it excludes, in one move", () => {
  const play = game();
  play.noteAll(Array.from({ length: 81 }, () => 511));
  play.enter(2, 4);
  assert.equal(play.digits[2], 4);
  // In its row, its box and its column; and a cell that shares no house.
  assert.deepEqual([3, 11, 29, 40].map((cell) => play.notes[cell] & 0b1000), [0, 0, 0, 0b1000]);
  play.undo();
  assert.equal(play.notes[3], 511);
});

test("wrong digits, duplicates and mistakes", () => {
  const play = game();
  play.enter(2, 3);
  assert.deepEqual([[...play.wrong], [...play.duplicates]], [[2], [1, 2]]);
  play.enter(2, 1);
  assert.deepEqual([[...play.wrong], [...play.duplicates]], [[2], []]);
  play.enter(2, 4);
  assert.deepEqual([play.wrong.size, play.duplicates.size, play.mistakes], [0, 0, 2]);
  play.enter(2, 4);
  assert.deepEqual([play.digits[2], play.mistakes], [0, 2]);
  play.enter(0, 1);
  assert.equal(play.digits[0], 5, "a given stays");
});

test("the first result stays", () => {
  const play = game();
  const solve = () => [...SOLUTION].forEach((digit, cell) => play.digits[cell] || play.enter(cell, Number(digit)));
  play.time = 9000;
  solve();
  play.finish("2026-11-28");
  play.restart();
  assert.deepEqual([play.time, play.isSolved, play.isBegun], [0, false, true]);
  play.time = 1000;
  solve();
  play.finish("2026-12-01");
  assert.deepEqual(play.result, { day: "2026-11-28", time: 9000, hints: 0, mistakes: 0 });
});

test("levels, times and streaks", () => {
  const solved = (daily, day, level, time) => Object.assign(game({ daily, level }), { result: { day, time, hints: 0, mistakes: 0 } });
  const days = ["2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01", "2026-03-29", "2026-03-30"].map((day, place) => solved(day, day, "easy", 1000 * (place + 1)));
  const late = solved("2026-03-28", "2026-03-29", "hard", 500);
  const games = [...days, late, game({ level: "easy" }), solved(undefined, "2026-03-31", undefined, 70)];
  assert.deepEqual(streaksOf(games, "2026-03-30"), { current: 2, longest: 4 });
  assert.deepEqual(streaksOf(games, "2026-03-31"), { current: 2, longest: 4 }, "today's is still open");
  assert.deepEqual(streaksOf(games, "2026-04-01"), { current: 0, longest: 4 });
  assert.deepEqual(streaksOf([], "2026-04-01"), { current: 0, longest: 0 });
  const results = resultsByLevel(games);
  assert.deepEqual([...results].map(([level, { length }]) => [level, length]), [["easy", 6], ["hard", 1], ["", 1]]);
  assert.deepEqual(figuresOf(results.get("easy")), { best: 1000, mean: 3500, unaided: 6, mistakes: 0 });
});

test("times in words", () => {
  assert.deepEqual([0, 999, 61_000, 3_599_999, 3_727_000].map(timeText), ["0:00", "0:00", "1:01", "59:59", "1:02:07"]);
});
