/** Sudoku engine: generates, solves, hints, rates and draws puzzles. Everything that it knows is compiled from Rust to WebAssembly. */

/** Text of a grid: 81 characters row by row (digits; `.` or `0` for an empty cell), nine lines, a drawing of candidates, a HoDoKu line, a SudokuWiki link's `bd`. Other sides: 16, 36, 64 ... cells. */
export type GridText = string;

/** A state of play as an object. */
export interface State {
  /** The givens. */
  givens: GridText;
  /** The digits that the player entered, as a grid of the same shape. */
  entries?: GridText;
  /** Notes of each cell, row by row: a text of digits, or a list of digits; `""` or `[]` for none. Or what they say, with the digits in `pencilmarks`; without it that is found from them. */
  notes?: (string | number[])[] | NotesKind;
  /** Notes of each cell, where `notes` says what they are. */
  pencilmarks?: (string | number[])[];
  /** True if problems may name digits of the solution. */
  reveal?: boolean;
  /** Boxes, such as `"3x3"` (rows x columns); the number of cells tells it otherwise. */
  box?: string;
  /** Comes back with the answer. */
  id?: unknown;
}

/** What notes say: `all` candidates; `partial`: those that are not noted may be possible too; `none`. */
export type NotesKind = "all" | "partial" | "none";

export type StateInput = GridText | State;

/** Levels of the rulebook `hodoku`. */
export type Level = "easy" | "medium" | "hard" | "unfair" | "extreme";

/** Names of rulebooks. `se` is in the module `gridmill/full` only. */
export type Rulebook = "hodoku" | "basic" | "se" | (string & {});

/** Symmetries of the cells of the givens. */
export type Symmetry =
  | "none" | "rot180" | "rot90" | "horizontal" | "vertical" | "diagonal" | "antidiagonal" | "full" | (string & {});

export interface GenerateOptions {
  /** Seed of the corpus: any text or whole number. Without one it is random. */
  seed?: string | number | bigint;
  /** Place in the corpus, from 0. */
  index?: number;
  /** Boxes: `"3x3"`, `"2x3"` ... */
  box?: string;
  /** Givens to leave: `"minimal"`, a number, or a range such as `"28..32"`. */
  givens?: string | number;
  /** Level, or several that puzzles have in turn: that of `index` modulo their number. */
  level?: Level | (string & {}) | (Level | (string & {}))[];
  /** Range of ER, such as `"2.0..4.4"`; in the module `gridmill/full` only. */
  er?: string;
  /** Range of HoDoKu's scores, such as `"500..800"`. */
  score?: string;
  /** Range of guesses, such as `"3..5"`. */
  guesses?: string;
  symmetry?: Symmetry;
  rulebook?: Rulebook;
  dig?: string;
  fill?: string;
  minimal?: "any" | "true" | "false" | boolean;
  /** Range of the hardest technique, such as `"naked_pair..xy_wing"`, `"naked_pair.."` or `"..xy_wing"`. */
  technique?: string;
  /** Techniques that a solution takes. */
  require?: string[];
  /** Columns to add. */
  add?: "guesses" | "guesses"[];
  /** Digs that the puzzle may take before the call fails. */
  attempts?: number;
}

/** Options of the puzzle of a day: those of `generate`, and its number. */
export interface DailyOptions extends Omit<GenerateOptions, "seed" | "index"> {
  /** The day with index 0, as YYYY-MM-DD; 1970-01-01, a Thursday, without it. */
  epoch?: string;
  /** Time zone whose day a `Date` is, such as `"Europe/Berlin"`; UTC without it. */
  zone?: string;
}

/** A row of the corpus; its fields are the columns of `gridmill generate --no-timings --format jsonl`. */
export interface Row {
  index: number;
  puzzle: string;
  solution: string;
  givens: number;
  minimal: boolean | null;
  attempts: number;
  checks: number;
  nodes: number;
  score?: number | null;
  level?: string | null;
  er?: number | null;
  hardest?: string | null;
  steps?: number;
  guesses?: number;
  [column: string]: string | number | boolean | null | undefined;
}

export interface CandidateData { cell: number; digit: number }

export interface RoleData { role: string; cells: number[]; digits: number[] }

/** A node of a chain: a digit that is there (`on`) or not, in one cell or in one of a group. */
export interface NodeData {
  cells: number[];
  digit: number;
  on: boolean;
  /** Link from the node before it; null for the first, and where another cause makes it. */
  link: "strong" | "weak" | null;
  /** Places, in the chain, of the nodes that it follows from. */
  parents: number[];
}

/** A step with its explanation. Cells are numbered row by row from 0. */
export interface Step {
  technique: string;
  text: string;
  placements: CandidateData[];
  eliminations: CandidateData[];
  cells: number[];
  digits: number[];
  houses: string[];
  base: string[];
  cover: string[];
  fins: number[];
  extra: number[];
  sets: { cells: number[]; digits: number[] }[];
  colors: number[][];
  chains: NodeData[][];
  kind: string | null;
  sources: { cells: number[]; digit: number; on: boolean }[];
  nodes: number | null;
  roles: RoleData[];
  levels: Levels;
  /** Why the step applies, and what follows, in sentences. */
  explanation: string;
}

/** What tells less about a step than its explanation. */
export interface Levels {
  /** Where to look: `Look at row 3.` */
  where: string;
  /** The cells that change, without the digits. */
  cell: string;
  /** The digits that change something, without the cells. */
  digit: string;
  /** Name of the technique: `Hidden Single`. */
  technique: string;
}

export type Status =
  | "unique" | "complete" | "wrong" | "multiple" | "none" | "contradiction" | "undecided" | "unreadable";

export interface Problem {
  kind: string;
  cells: number[];
  digit: number | null;
  house: string | null;
  message: string;
}

export interface Rating {
  scale: string;
  solved: boolean;
  level: string | null;
  er?: number | null;
  ep?: number | null;
  ed?: number | null;
  er_at_least?: number | null;
  score?: number | null;
  hardest_score?: number | null;
  hardest: string | null;
  steps: number;
  stuck_cells: number;
}

/** Everything about a state; the JSON of `gridmill solve --json`. */
export interface Help {
  id: unknown;
  puzzle: string | null;
  entries: string | null;
  status: Status;
  message: string;
  problems: Problem[];
  solution: string | null;
  solutions: string[];
  differing_cells: number[];
  /** What the notes say. */
  notes: NotesKind | null;
  /** Digits that the next step presupposes in each cell, `""` for a cell with a digit: those that the board shows, without what is assumed and what the steps of `rests_on` remove. */
  candidates: string[] | null;
  /** What the next step takes from the pattern of partial notes. */
  assumed: { cells: number[]; digits: number[]; excluded: CandidateData[]; message: string }[];
  /** Steps that come before the next one, because it rests on them and the board does not show what they remove. */
  rests_on: Step[];
  next: Step | null;
  steps: Step[] | null;
  rating: Rating | null;
  stuck: { rulebook: string; scale: string; cells: number } | null;
}

/** A step and the board before it. */
export interface Frame {
  /** Digits of the cells before the step; 0 for an empty one. */
  digits: number[];
  /** Candidates of the cells before the step: bit d - 1 for digit d; 0 for a cell with a digit. */
  candidates: number[];
  step: Step;
}

export interface SvgOptions {
  /** Draws this step of the path from the state, from 0; the puzzle alone without it. */
  step?: number;
  rulebook?: Rulebook;
}

/** What `WebAssembly.instantiate` can take, or where it is. */
export type ModuleSource = URL | string | Response | BufferSource | WebAssembly.Module;

/** Words of explanations and problems. */
export interface Words {
  /** The text of a wording: that of `gridmill/languages/de` and the like, or of a file of your own. English without it. */
  wording?: string;
  /** Names of cells: `r1c1` without it, `A1`, or in words. */
  cells?: "r1c1" | "A1" | "words";
}

export interface LoadOptions extends Words {
  /** Where the module is; beside the package's own files without it. */
  module?: ModuleSource;
}

/** Error of bad input: its message is the one line that the program prints. */
export class GridmillError extends Error {}

/** The engine. It keeps no state but memory that makes the next call faster. */
export class Gridmill {
  /** Loads the engine; from the file beside the module without a source. */
  static load(source?: ModuleSource | LoadOptions): Promise<Gridmill>;
  /** Sets the words of explanations and problems; English and `r1c1` for those that are left out. */
  setWords(words?: Words): void;
  /** Version of the program. */
  readonly version: string;
  /** Makes row `index` of the corpus of `seed`. */
  generate(options?: GenerateOptions): Row;
  /** Puzzle of a day (`YYYY-MM-DD`, or the day of a `Date` in `zone`): `generate` with the number of days since `epoch` as its index. The same for good, on the scale `hodoku-2.2/2`, or `basic/1` for other boxes than 3x3. */
  daily(seed: string | number | bigint, date: string | Date, options?: DailyOptions): Row;
  /** Problems, and the solution or two solutions with the cells that differ. */
  solve(state: StateInput): Help;
  /** Number of solutions, up to `limit` (2 if it is left out). */
  count(puzzle: GridText, limit?: number): number;
  /** The next step, or what is wrong. */
  hint(state: StateInput, options?: { rulebook?: Rulebook }): Help;
  /** All steps from the state to the end, and their rating. */
  steps(state: StateInput, options?: { rulebook?: Rulebook }): Help;
  /** All steps, each with the board before it. */
  film(state: StateInput, options?: { rulebook?: Rulebook }): Frame[];
  /** Rating of a puzzle with one solution. */
  rate(puzzle: GridText, options?: { rulebook?: Rulebook }): Rating;
  /** Picture of a puzzle, or of a step with candidates, links and explanation, as an SVG document. */
  svg(state: StateInput, options?: SvgOptions): string;
  /** The least text of all grids that are the same turned round; in the module `gridmill/full` only. */
  canonical(grid: GridText): { form: string; class_id: string };
  /** Frees the memory. */
  free(): void;
}

/** Any call can be given a signal, which cancels it. */
export interface Cancel { signal?: AbortSignal }

/** The engine in a worker: the same calls, as promises. */
export class GridmillWorker {
  /**
   * Starts the worker; `full` takes the module `gridmill/full`. `worker` is its place if the build moved it: that of `gridmill/worker`
   * or, for all, `gridmill/worker_full`.
   */
  constructor(options?: { worker?: URL | string; full?: boolean } & Words);
  generate(options?: GenerateOptions, cancel?: Cancel): Promise<Row>;
  daily(seed: string | number | bigint, date: string | Date, options?: DailyOptions, cancel?: Cancel): Promise<Row>;
  solve(state: StateInput, cancel?: Cancel): Promise<Help>;
  count(puzzle: GridText, limit?: number, cancel?: Cancel): Promise<number>;
  hint(state: StateInput, options?: { rulebook?: Rulebook }, cancel?: Cancel): Promise<Help>;
  steps(state: StateInput, options?: { rulebook?: Rulebook }, cancel?: Cancel): Promise<Help>;
  film(state: StateInput, options?: { rulebook?: Rulebook }, cancel?: Cancel): Promise<Frame[]>;
  rate(puzzle: GridText, options?: { rulebook?: Rulebook }, cancel?: Cancel): Promise<Rating>;
  svg(state: StateInput, options?: SvgOptions, cancel?: Cancel): Promise<string>;
  canonical(grid: GridText, cancel?: Cancel): Promise<{ form: string; class_id: string }>;
  /** Ends the worker; calls under way fail with an `AbortError`. */
  terminate(): void;
}
