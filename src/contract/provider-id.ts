/** The closed list of providers. */

/** Every provider, in the order in which people list them. */
export const PROVIDER_IDS = ["provider-a", "provider-b", "provider-c", "provider-d", "provider-e"] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** The name of a provider in bodies and settings: `PROVIDER_A`. */
export type ProviderLabel = `PROVIDER_${string}`;

/** Converts `provider-a` to `PROVIDER_A`. */
export function toLabel(id: ProviderId): ProviderLabel {
  return id.toUpperCase().replace("-", "_") as ProviderLabel;
}

/** Converts `PROVIDER_A` to `provider-a`. */
export function toId(label: string): ProviderId {
  return label.toLowerCase().replace("_", "-") as ProviderId;
}

/** Converts `provider-a` or `PROVIDER_A` to `provider A`, the neutral name inside a sentence. */
export function toTitle(provider: ProviderId | ProviderLabel): string {
  return `provider ${toLetter(provider)}`;
}

/** Returns the id of a provider with the names made of it. */
export const namesOf = (id: ProviderId) => ({ id, label: toLabel(id), title: toTitle(id) });

/** Converts `provider-a` or `PROVIDER_A` to its letter in names of providers: `A`. */
export function toLetter(provider: ProviderId | ProviderLabel): string {
  return provider.slice("provider-".length).toUpperCase();
}

/** Whether a list of providers has all of them. */
export const areAll = (ids: readonly ProviderId[]): boolean => PROVIDER_IDS.every((id) => ids.includes(id));

/** Returns the variable of a provider's key: `PROVIDER_A_API_KEY`. */
export function toKeyVariable(id: ProviderId): string {
  return `${toLabel(id)}_API_KEY`;
}

/** The id of this server in place of a provider's, for answers that it makes itself. */
export const SELF = "market-data-mcp";
export type AnsweredBy = ProviderId | typeof SELF;
