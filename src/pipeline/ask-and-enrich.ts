/** A question's sources and its enrichment, which run at the same time where the input allows it. */
import type { Question } from "../contract/question.js";
import { traced } from "../lib/tracing.js";
import { EarlyLook } from "./early-look.js";
import { enrich } from "./enrich.js";
import { askSources, type Found, type RunningProviders } from "./fallback.js";

/** The settings that decide whom to ask. */
export interface AskSettings {
  providers: RunningProviders;
  fallback: boolean;
  enrich: boolean;
}

/**
 * The first source's answer with its open fields filled in.
 *
 * @throws {MarketDataError} as `askSources` does.
 */
export async function askAndEnrich(
  { providers, fallback, enrich: wanted }: AskSettings,
  question: Question,
  patience: { deadline: number; signal: AbortSignal },
): Promise<Found> {
  const early = wanted ? EarlyLook.of(question, providers) : undefined;
  try {
    const found = await askSources(question, providers, patience, fallback, (source) => early?.beside(source));
    if (!wanted) return found;
    early?.end(found.answer.data);
    const { deadline } = patience;
    return await traced("enrich", () => enrich(question, found, providers, { fallback, deadline, early }));
  } finally {
    early?.end();
  }
}
