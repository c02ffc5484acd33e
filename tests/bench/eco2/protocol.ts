/** Messages between the bench and its processes. */
import type { Question } from "./questions.js";

/** The implementations that are compared. */
export type Mode = "pass-through" | "ttl-cache" | "product";

/** The start message of a process. */
export interface Start {
  mode: Mode;
  /** The product's settings. */
  env: Record<string, string>;
  seed: number;
  /** Milliseconds since the epoch. */
  moment: number;
}

/** The outcome of a question. */
export const OUTCOMES = ["first choice", "another source", "stale", "nothing there", "refused"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type ToProcess = { start: Start } | { moment: number; questions: Question[] } | { stop: true };
export type FromProcess = { ready: true } | { outcomes: Outcome[] };
