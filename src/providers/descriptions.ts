/** The descriptions of all providers; importing them loads no code that reaches an upstream. */
import type { ProviderDescription } from "../contract/provider-description.js";
import type { ProviderId } from "../contract/provider-id.js";
import { descriptionA } from "./provider-a/description.js";
import { descriptionB } from "./provider-b/description.js";
import { descriptionC } from "./provider-c/description.js";
import { descriptionD } from "./provider-d/description.js";
import { descriptionE } from "./provider-e/description.js";

/** By id, so that the compiler asks for the description of a new id. */
const BY_ID: Readonly<Record<ProviderId, ProviderDescription>> = {
  "provider-a": descriptionA,
  "provider-b": descriptionB,
  "provider-c": descriptionC,
  "provider-d": descriptionD,
  "provider-e": descriptionE,
};

/** Every provider's description, in the order of the settings. */
export const PROVIDER_DESCRIPTIONS: readonly ProviderDescription[] = Object.values(BY_ID);
