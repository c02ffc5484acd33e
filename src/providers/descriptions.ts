/** The descriptions of all providers; importing them loads no code that reaches an upstream. */
import type { ProviderDescription } from "../contract/provider-description.js";
import { descriptionA } from "./provider-a/description.js";
import { descriptionB } from "./provider-b/description.js";
import { descriptionC } from "./provider-c/description.js";

/** Every provider's description, in the order of the settings. */
export const PROVIDER_DESCRIPTIONS: readonly ProviderDescription[] = [descriptionA, descriptionB, descriptionC];
