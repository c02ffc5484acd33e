/** Modules of provider B's summary that are read and cached together. */
import type { z } from "../../contract/schema.js";
import type { Summary } from "./client.js";

/** A part of the summary; `name` is its cache key. */
export interface SummaryPart<T> {
  name: string;
  modules: readonly string[];
  schema: z.ZodType<T>;
  /** Whether a value may be cached, or served from the cache. */
  isGood(value: T): boolean;
  /**
   * Maps the modules; `fetchedAt` is in milliseconds since the epoch.
   *
   * @throws {ProviderError} `bad_answer` when they cannot be read.
   */
  read(summary: Summary, fetchedAt: number): T;
}
