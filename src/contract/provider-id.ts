/** The closed list of providers. */

/** Every provider, in the order in which people list them. */
export const PROVIDER_IDS = ["provider-a", "provider-b", "provider-c"] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** This server, as the source of answers that it creates itself. */
export const SELF = "market-data-mcp";
export type AnsweredBy = ProviderId | typeof SELF;
