/** The functions that only some capabilities have: on their cached answers, their notes and their parameters. */
import type { Hint } from "./errors.js";
import type { z } from "./schema.js";

export interface CapabilityHooks<In extends z.AnyZodObject, Out extends z.AnyZodObject> {
  /**
   * Parameters that only select a part of one cached answer. They are not part of the cache key;
   * `view` applies them.
   */
  viewParameters?: readonly string[];
  view?(body: z.output<Out>, input: z.output<In>): z.output<Out>;
  /** Returns notes on what `view` shows of the `whole` cached answer. */
  viewNotes?(shown: z.output<Out>, input: z.output<In>, whole: z.output<Out>): string[];
  /** Returns the last day of what `view` shows, if the `whole` cached answer goes on after it: its prices are past ones. */
  endsEarly?(shown: z.output<Out>, whole: z.output<Out>, input: z.output<In>): string | undefined;
  /** Returns sentences on the shown answer that its note begins with: what most readers ask for first. */
  firstNotes?(body: z.output<Out>): string[];
  /** Returns the part of the cache key that distinguishes inputs; by default it is made of all parameters. */
  cacheKey?(input: z.output<In>): string;
  /** Returns what distinguishes fetches, if one cached answer serves questions that need different amounts of data. */
  fetchKey?(input: z.output<In>): string;
  /** Whether a cached answer contains all that the question needs; otherwise it counts as a miss. */
  covers?(body: z.output<Out>, input: z.output<In>): boolean;
  /** Returns the seconds for which a cached answer is fresh for this question, if longer than for other questions. */
  freshSecondsFor?(body: z.output<Out>, input: z.output<In>): number | undefined;
  /** Returns the symbols in an answer whose body has no `symbol`. */
  symbolsIn?(body: z.output<Out>): string[];
  /** Returns the times of the prices in an answer's rows, ISO 8601; `null` for an unknown time. */
  timesIn?(body: Record<string, unknown>): (string | null)[];
  /** Returns the seconds for which this answer is fresh, if they differ from `freshness`. */
  ttlSecondsOf?(body: Record<string, unknown>): number | undefined;
  /** Returns the answer for the case that all sources found nothing. */
  whenEmpty?(input: z.output<In>): Omit<z.output<Out>, "timestamp" | "source">;
  /** Checks a rule between parameters; returns a sentence when it is violated. */
  rule?(input: z.output<In>): string | undefined;
  /** Returns what helps a caller who gave an invalid value for a parameter. */
  hintFor?(parameter: string, value: unknown): Hint | undefined;
}
