/** What the bench and the processes it plays against say to each other. */
import type { Question } from "./questions.js";

/** The ways to serve the same questions that are compared. */
export type Mode = "pass-through" | "ttl-cache" | "product";

/** How a process is started. */
export interface Start {
  mode: Mode;
  /** The product's settings. */
  env: Record<string, string>;
  seed: number;
  /** Milliseconds since the epoch. */
  moment: number;
}

/** What became of a question. */
export const OUTCOMES = ["first choice", "another source", "stale", "nothing there", "refused"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type ToProcess = { start: Start } | { moment: number; questions: Question[] } | { stop: true };
export type FromProcess = { ready: true } | { outcomes: Outcome[] };
