/** The use of a cached answer for one question: one answer may serve questions that need different parts of it. */
import type { Envelope } from "../contract/envelope.js";
import type { Question } from "../contract/question.js";
import type { CachedValue } from "./cache.js";

/** Whether a cached answer contains all that the question needs. */
export function covers({ entry: { capability }, input }: Question, { value }: CachedValue<Envelope>): boolean {
  return capability.covers?.(value.body as never, input as never) ?? true;
}

/** Returns the cached answer with the time until which it is fresh for this question. */
export function freshFor({ entry, input }: Question, cached: CachedValue<Envelope>): CachedValue<Envelope> {
  const seconds = entry.capability.freshSecondsFor?.(cached.value.body as never, input as never) ?? 0;
  return { ...cached, freshUntil: Math.max(cached.freshUntil, cached.fetchedAt + seconds * 1000) };
}
