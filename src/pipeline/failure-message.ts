/** The sentence for a question that no source answered: each provider's reason, when to retry, what to use instead. */
import { REASONS, type ProviderError } from "../contract/errors.js";
import type { Entry } from "../contract/entry.js";
import { toLabel, toTitle } from "../contract/provider-id.js";

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
  const subject = symbol === undefined ? capability.title : `${capability.title} of ${symbol}`;
  const lastErrors = new Map(errors.map((error) => [error.provider, error]));
  const reasons = [...lastErrors.values()].map((error) => {
    return `${toTitle(error.provider)} ${REASONS[error.reason].says}${settingHint(error)}`;
  });
  const sentences = [`${subject}: ${reasons.join("; ")}.`];
  if (retryAfterSeconds !== undefined) sentences.push(`Try again in ${retryAfterSeconds} s.`);
  const { otherwise } = capability.tool;
  if (lastErrors.size === 1 && otherwise) {
    sentences.push(symbol === undefined ? otherwise : otherwise.replace("{symbol}", encodeURIComponent(symbol)));
  }
  return sentences.join(" ");
}

function settingHint({ provider, reason }: ProviderError): string {
  if (reason === "not_configured") return ` (set ${toLabel(provider)}_API_KEY)`;
  if (reason === "key_refused") return ` (check ${toLabel(provider)}_API_KEY)`;
  return "";
}
