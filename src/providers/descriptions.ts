/** The descriptions of all providers; importing them loads no code that reaches an upstream. */
import type { ProviderDescription } from "../contract/provider-description.js";
import type { ProviderId } from "../contract/provider-id.js";
import { fmpDescription } from "./financial-modeling-prep/description.js";
import { yahooDescription } from "./yahoo/description.js";
import { alphaVantageDescription } from "./alpha-vantage/description.js";
import { officialDescription } from "./official/description.js";
import { finnhubDescription } from "./finnhub/description.js";

/** By id, so that the compiler asks for the description of a new id. */
const BY_ID: Readonly<Record<ProviderId, ProviderDescription>> = {
  "provider-a": fmpDescription,
  "provider-b": yahooDescription,
  "provider-c": alphaVantageDescription,
  "provider-d": officialDescription,
  "provider-e": finnhubDescription,
};

/** Every provider's description, in the order of the settings. */
export const PROVIDER_DESCRIPTIONS: readonly ProviderDescription[] = Object.values(BY_ID);
