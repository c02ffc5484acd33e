/** The sentence for a question that no source answered: each provider's reason, when to retry, what to use instead. */
import { MarketDataError, REASONS, type ProviderError } from "../contract/errors.js";
import type { Entry } from "../contract/entry.js";
import { toKeyVariable, toTitle, type ProviderId } from "../contract/provider-id.js";

/**
 * Returns, for example: `Price of ACME: provider A is not configured (set PROVIDER_A_API_KEY); provider B could not be
 * reached. Try again in 5 s.` A provider with two sources is named once, with its last reason.
 */
export function toFailureMessage(
  { capability }: Entry,
  symbol: string | undefined,
  errors: readonly ProviderError[],
  retryAfterSeconds: number | undefined,
): string {
  const subject = toSubject(capability.title, symbol);
  const lastErrors = new Map(errors.map((error) => [error.provider, error]));
  const reasons = [...lastErrors.values()].map((error) => {
    return `${toTitle(error.provider)} ${REASONS[error.reason].says}${settingHint(error)}`;
  });
  const sentences = [`${subject}: ${reasons.join("; ")}.`];
  if (retryAfterSeconds !== undefined) sentences.push(`Try again in ${retryAfterSeconds} s.`);
  return [...sentences, ...(lastErrors.size === 1 ? toAlternative(capability, symbol) : [])].join(" ");
}

/**
 * The error for a symbol that the providers `lookedFor` do not know. It also names the reasons of other providers in
 * `errors`: `Price of ACME: provider A does not offer this in the plan of our API key; provider B does not know this
 * symbol. search_symbols finds the right one.`
 */
export function toUnknownSymbol(
  { capability }: Entry,
  symbol: string,
  lookedFor: readonly ProviderId[],
  errors: readonly ProviderError[],
): MarketDataError {
  const others = errors.filter(({ provider, reason }) => reason !== "not_configured" && !lookedFor.includes(provider));
  const reasons = new Map(
    others.map(({ provider, reason }) => [provider, `${toTitle(provider)} ${REASONS[reason].says}`]),
  );
  const names = [...new Set(lookedFor)].map(toTitle).join(" and ");
  const verdict = `${names} ${new Set(lookedFor).size > 1 ? "do" : "does"} not know this symbol`;
  const sentences = [
    `${toSubject(capability.title, symbol)}: ${[...reasons.values(), verdict].join("; ")}.`,
    "search_symbols finds the right one.",
    ...(lookedFor.length === 1 && reasons.size === 0 ? toAlternative(capability, symbol) : []),
  ];
  return new MarketDataError("not_found", sentences.join(" "));
}

function toSubject(title: string, symbol: string | undefined): string {
  return symbol === undefined ? title : `${title} of ${symbol}`;
}

/** Where else to ask, as the capability says it. */
function toAlternative({ tool: { otherwise } }: Entry["capability"], symbol: string | undefined): string[] {
  if (otherwise === undefined) return [];
  return [symbol === undefined ? otherwise : otherwise.replace("{symbol}", encodeURIComponent(symbol))];
}

function settingHint({ provider, reason }: ProviderError): string {
  if (reason === "not_configured") return ` (set ${toKeyVariable(provider)})`;
  if (reason === "key_refused") return ` (check ${toKeyVariable(provider)})`;
  return "";
}
