/** The closed list of providers. */

/** Every provider, in the order in which people list them. */
export const PROVIDER_IDS = ["provider-a", "provider-b", "provider-c"] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** How bodies and settings name a provider: `PROVIDER_A`. */
export type ProviderLabel = `PROVIDER_${string}`;

/** `provider-a` → `PROVIDER_A`. */
export function toLabel(id: ProviderId): ProviderLabel {
  return id.toUpperCase().replace("-", "_") as ProviderLabel;
}

/** `provider-a` or `PROVIDER_A` → `provider A`, the neutral name inside a sentence. */
export function toTitle(provider: ProviderId | ProviderLabel): string {
  const [word, ...letters] = provider.split(/[-_]/);
  return `${word!.toLowerCase()} ${letters.join(" ").toUpperCase()}`;
}

/** `A, B or C`: a choice of providers inside a sentence. */
export function toChoice(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(names);
}

/** This server, as the author of answers that it makes itself. */
export const SELF = "market-data-mcp";
export type AnsweredBy = ProviderId | typeof SELF;
