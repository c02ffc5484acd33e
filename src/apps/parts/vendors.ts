/** The names of the sources, for answers that name only the provider; the build replaces this module by its values. */
import { alternativeQuote } from "../../capabilities/prices/quote.js";
import type { ProviderId } from "../../contract/provider-id.js";
import { PROVIDER_DESCRIPTIONS } from "../../providers/descriptions.js";

type Names = Readonly<Partial<Record<ProviderId, string>>>;

export const VENDORS: Names = Object.fromEntries(PROVIDER_DESCRIPTIONS.map(({ id, vendor }) => [id, vendor]));
/** The offices whose rates of currencies a provider passes on. */
export const RATE_VENDORS: Names = alternativeQuote.publishers ?? {};
