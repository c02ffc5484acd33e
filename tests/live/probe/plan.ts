/** The questions of `probe`: one for each mapping, and what they cost. */
import type { Config } from "../../../src/config/config.js";
import type { Entry } from "../../../src/contract/entry.js";
import type { Enricher } from "../../../src/contract/enrichment.js";
import type { Provider, Source } from "../../../src/contract/provider.js";

/**
 * A security that the probe asks for. With `isUs` every plan includes it, so if a provider does not know it, the provider
 * has changed.
 */
export interface ProbedSecurity {
  symbol: string;
  what: string;
  isUs: boolean;
}

const LIQUID: ProbedSecurity = { symbol: "AAPL", what: "liquid US stock", isUs: true };
const FUND: ProbedSecurity = { symbol: "SPY", what: "ETF", isUs: true };
export const SECURITIES: readonly ProbedSecurity[] = [
  LIQUID,
  FUND,
  { symbol: "TSCO.L", what: "London", isUs: false },
  { symbol: "7203.T", what: "Tokyo", isUs: false },
  { symbol: "RIVN", what: "loss-making company", isUs: true },
];

/**
 * Capabilities that every source has for each US security. For other capabilities, funds and young companies may be
 * missing.
 */
const ALWAYS_COVERED: ReadonlySet<string> = new Set(["quote", "alternative-quote", "price-history"]);

/** The security for which every source of the capability has an answer; a company has no answer about a fund. */
const knownFor = (capability: string): ProbedSecurity => (capability === "fund" ? FUND : LIQUID);

/** Inputs of capabilities that are not about one security. */
const OTHER_INPUT: Readonly<Record<string, unknown>> = {
  q: "apple",
  // Berkshire Hathaway, which has filed its holdings for decades.
  manager: "CIK1067983",
  symbols: SECURITIES.map(({ symbol }) => symbol),
};

/** One question to one source, and to the enrichers that belong to it. */
export interface ProbeQuestion {
  source: Source;
  /** The capability's name; a provider's second source of it has a number. */
  name: string;
  security: ProbedSecurity | undefined;
  /** Whether the answer "no data" means that the upstream has changed. */
  isCovered: boolean;
  input: Record<string, unknown>;
  enrichers: readonly Enricher[];
  /** The most upstream calls that the source makes. */
  calls: number;
}

/** The most calls of an enricher. */
export const ENRICHER_CALLS = 2;

/**
 * Returns a question for each mapping of the configured providers, and for each security if the mapping takes a symbol.
 * If a provider's daily quota does not suffice, it is asked all questions about the liquid stock (the fund's about the
 * ETF), but only for quotes and histories of the remaining securities.
 */
export function planOf(catalogue: readonly Entry[], providers: Config["providers"]): ProbeQuestion[] {
  const whole = wholePlanOf(catalogue, providers);
  const cost = costOf(whole);
  return whole.filter(({ source: { provider, capability }, security }) => {
    const { dailyQuota } = providers[provider.id];
    if (dailyQuota === 0 || (cost[provider.id] ?? 0) <= dailyQuota) return true;
    return security === undefined || security === knownFor(capability.name) || ALWAYS_COVERED.has(capability.name);
  });
}

/** Returns the questions for each mapping of the configured providers. */
function wholePlanOf(catalogue: readonly Entry[], providers: Config["providers"]): ProbeQuestion[] {
  const isReady = ({ id, needsKey }: Provider) => !needsKey || providers[id].apiKey !== undefined;
  return catalogue.flatMap(({ capability, sources, enrichers }) =>
    sources
      // A source for unusable answers has none while the answers can be used, so it tells nothing about the upstream.
      .filter(({ provider, after }) => isReady(provider) && !after?.has("bad_answer"))
      .filter(({ provider, setting }) => !setting || setting in providers[provider.id].options)
      .flatMap((source, place, ready) => {
        const earlier = ready.slice(0, place).filter(({ provider }) => provider.id === source.provider.id).length;
        const name = earlier > 0 ? `${capability.name}-${earlier + 1}` : capability.name;
        const { shape } = capability.input;
        const securities = "symbol" in shape ? SECURITIES : [undefined];
        return securities.flatMap((security, index): ProbeQuestion[] => {
          // Indicators of a symbol have series of another kind.
          const series = security === undefined ? { series: ["cpi"] } : {};
          const raw = Object.fromEntries(
            Object.entries({ ...OTHER_INPUT, ...series, symbol: security?.symbol }).filter(([key]) => key in shape),
          );
          const input = capability.input.parse(raw);
          // Such a source is never asked, for example one of currency pairs about a share.
          if ((source.cannot?.(input as never) ?? []).length > 0) return [];
          const question = {
            source,
            name,
            security,
            isCovered:
              security === undefined ||
              security === knownFor(capability.name) ||
              (security.isUs && ALWAYS_COVERED.has(capability.name)),
            input,
            // Each enricher is asked once, with the answer of the first source.
            enrichers: place === 0 && index === 0 ? enrichers.filter(({ provider }) => isReady(provider)) : [],
            calls: source.provider.mappingCalls?.[name] ?? 1,
          };
          return [question];
        });
      }),
  );
}

/** The most upstream calls of a plan, by provider. */
export function costOf(plan: readonly ProbeQuestion[]): Record<string, number> {
  const cost: Record<string, number> = {};
  const add = ({ id, sessionCalls = 0 }: Provider, calls: number) => (cost[id] = (cost[id] ?? sessionCalls) + calls);
  for (const { source, calls, enrichers } of plan) {
    add(source.provider, calls);
    for (const { provider } of enrichers) add(provider, ENRICHER_CALLS);
  }
  return cost;
}
