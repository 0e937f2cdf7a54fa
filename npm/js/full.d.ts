/** The engine with all: also the rulebooks `se` and `braids`, canonical forms, and pictures of steps. */
export * from "./index.js";
