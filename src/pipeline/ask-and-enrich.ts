/** Asks the sources of a question and enriches the answer, both at the same time if the input allows it. */
import type { Source } from "../contract/provider.js";
import type { Question } from "../contract/question.js";
import { traced } from "../lib/tracing.js";
import { EarlyLook } from "./early-look.js";
import { enrich } from "./enrich.js";
import { askSources, type Found, type RunningProviders } from "./fallback.js";

/** The settings that decide which providers are asked. */
export interface AskSettings {
  providers: RunningProviders;
  fallback: boolean;
  enrich: boolean;
}

/**
 * Returns the answer of the first source that has one, enriched.
 *
 * @throws {MarketDataError} as `askSources` does.
 */
export async function askAndEnrich(
  settings: AskSettings,
  question: Question,
  patience: { deadline: number; signal: AbortSignal },
): Promise<Found> {
  const { providers, fallback, enrich: wanted } = settings;
  const early = wanted ? EarlyLook.of(question, providers) : undefined;
  try {
    const found = await askSources(question, providers, patience, fallback, (source) => {
      early?.beside(source);
      setImmediate(prepareOthers, question, source, settings);
    });
    if (!wanted) return found;
    early?.end(found.data);
    const { deadline } = patience;
    return await traced("enrich", () => enrich(question, found, providers, { fallback, deadline, early }));
  } finally {
    early?.end();
  }
}

/**
 * Prepares the providers that may be asked after this source: on a new machine provider B's session takes two round
 * trips, which a refusal by the first source would otherwise put before them.
 */
function prepareOthers({ entry }: Question, asked: Source, { providers, fallback, enrich: wanted }: AskSettings): void {
  for (const { provider } of [...(fallback ? entry.sources : []), ...(wanted ? entry.enrichers : [])]) {
    if (provider.id !== asked.provider.id) providers.get(provider.id)?.prepare?.();
  }
}
