/** Asks the sources of a question and enriches the answer, both at the same time if the input allows it. */
import type { Source } from "../contract/provider.js";
import type { Question } from "../contract/question.js";
import { traced } from "../lib/tracing.js";
import type { FlightPatience } from "../lib/within.js";
import { EarlyLook } from "./early-look.js";
import { enrich } from "./enrich.js";
import { askSources, type Found } from "./fallback.js";
import type { RunningProviders } from "./running-provider.js";

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
  patience: FlightPatience,
): Promise<Found> {
  const { providers, fallback, enrich: enriches } = settings;
  const early = enriches ? EarlyLook.of(question, providers) : undefined;
  try {
    const found = await askSources(question, providers, patience, fallback, (source) => {
      early?.startWith(source);
      setImmediate(prepareOthers, question, source, settings);
    });
    if (!enriches) return found;
    early?.end(found.data);
    const { deadline } = patience;
    return await traced("enrich", () => enrich(question, found, providers, { fallback, deadline, early }));
  } finally {
    early?.end();
  }
}

/**
 * Prepares the providers that may be asked after this source, while it answers. Otherwise, if it refuses, the caller would
 * also wait for the round trips with which the next provider opens its session.
 */
function prepareOthers(
  { entry }: Question,
  asked: Source,
  { providers, fallback, enrich: enriches }: AskSettings,
): void {
  for (const { provider } of [...(fallback ? entry.sources : []), ...(enriches ? entry.enrichers : [])]) {
    if (provider.id !== asked.provider.id) providers.get(provider.id)?.prepare();
  }
}
