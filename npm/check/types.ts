/** Every call, as `tsc --strict` sees it. */
import { Gridmill, GridmillError, GridmillWorker, type Frame, type Help, type Levels, type Rating, type Row, type Step } from "gridmill";
import { Gridmill as Full } from "gridmill/full";
import wording from "gridmill/languages/de";

const core: Gridmill = await Gridmill.load();
const full: Full = await Full.load(new URL("https://example.org/gridmill_bg.wasm"));
const german: Gridmill = await Gridmill.load({ wording, cells: "words" });
german.setWords({ wording });
const row: Row = core.generate({ seed: 1n, index: 5, level: "hard", symmetry: "rot180", require: ["x_wing"] });
const today: Row = core.daily("paper", new Date(), { level: ["easy", "hard"], epoch: "2025-01-06", zone: "Asia/Tokyo", symmetry: "rot180" });
const help: Help = core.hint({ givens: row.puzzle, entries: today.puzzle, notes: ["12", [3, 4]] }, { rulebook: "hodoku" });
const step: Step | null = help.next;
const levels: Levels | null = step && step.levels;
const partial: string[] | null = core.hint({ givens: row.puzzle, notes: "partial", pencilmarks: help.candidates ?? [] }).candidates;
const frames: Frame[] = full.film(row.puzzle);
const rating: Rating = full.rate(row.puzzle, { rulebook: "se" });
const er: number | null | undefined = rating.er;
const candidates: number = frames[0]?.candidates[0] ?? 0;
const picture: string = full.svg(row.puzzle, { step: 0 });
const count: number = core.count(row.puzzle, 2);
const worker = new GridmillWorker({ full: true, wording, cells: "A1" });
const later: Promise<Help> = worker.steps(row.puzzle, {}, { signal: new AbortController().signal });
try {
  // @ts-expect-error A level is a text.
  core.generate({ level: 5 });
  // @ts-expect-error There is no such option.
  core.generate({ levels: "easy" });
} catch (problem) {
  if (problem instanceof GridmillError) problem.message.trim();
}
export { candidates, count, er, later, levels, partial, picture };
