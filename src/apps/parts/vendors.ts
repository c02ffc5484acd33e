/** The names of the sources, for answers that name only the provider; the build replaces the table by its values. */
import { alternativeQuote } from "../../capabilities/prices/quote.js";
import type { ProviderId } from "../../contract/provider-id.js";

export type Names = Readonly<Partial<Record<ProviderId, string>>>;

/** The offices whose rates of currencies a provider passes on. */
export const RATE_VENDORS: Names = alternativeQuote.publishers ?? {};
