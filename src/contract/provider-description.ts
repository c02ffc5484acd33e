/** The description of a provider: the only place for its facts, without any code that reaches its upstream. */
import type { ProviderId, ProviderLabel } from "./provider-id.js";

/** A further setting of one provider; its variable is `<label>_<suffix>`. */
export interface ProviderOption {
  suffix: string;
  /** `url` is checked like a base address, `header` like the value of an HTTP header; `text` is taken as it is. */
  kind: "url" | "header" | "text";
  default: string;
  /** One line for people, as `--help` prints it. */
  meaning: string;
}

/**
 * The facts about one provider that settings, start banner, `doctor`, status
 * page, manifests, documents and simulator share.
 */
export interface ProviderDescription {
  id: ProviderId;
  /** The `source` value in bodies of the interface, and the prefix of the provider's settings: `PROVIDER_A`. */
  label: ProviderLabel;
  /** The neutral name inside a sentence: "provider A". */
  title: string;
  /** The company behind it: "Financial Modeling Prep". */
  vendor: string;
  /** Its short name in tables, with the letter of the id: "FMP (A)". */
  shortName: string;
  /** The page of its terms of use. */
  termsUrl: string;
  needsKey: boolean;
  /** The page where a person gets a free key; only where a key is needed. */
  signUpUrl?: string;
  defaults: {
    baseUrl: string;
    ratePerMinute: number;
    /** Calls in 24 hours; 0 is unlimited. */
    dailyQuota: number;
    /** Deadline of one upstream attempt. */
    timeoutMs: number;
  };
  /** Further settings, by the name under which the provider reads them. */
  options?: Readonly<Record<string, ProviderOption>>;
}
