/** Descriptions of providers: the one place for the facts about a provider, without code that calls its upstream. */
import type { Reason } from "./errors.js";
import { toKeyVariable, type ProviderId, type ProviderLabel } from "./provider-id.js";
import type { Sentence } from "./sentence.js";

/** A further setting of one provider; its variable is `<label>_<suffix>`. */
interface ProviderOption {
  suffix: string;
  /**
   * `url` is validated as a base address, `header` as the value of an HTTP header, `mail` as a mail address and
   * `milliseconds` as a number of them; `text` is not validated.
   */
  kind: "url" | "header" | "mail" | "milliseconds" | "text";
  /** Without a default the option may be missing. */
  default?: string;
  /** One line for people, as `help settings` prints it. */
  meaning: string;
  /** Never printed, and removed from logs. */
  secret?: true;
  /**
   * The gain from setting an option that some of the provider's sources need, as a noun: "official filings". Without it
   * those sources are not configured; the provider's other sources are.
   */
  enables?: string;
  /** The same in two words, for a list: "SEC filings". */
  title?: string;
}

/**
 * A limit within the minute, at the provider's default rate. Five calls a second, for example, are `{ atOnce: 1, everyMs:
 * 200 }`. A higher rate per minute raises it in proportion, because it comes with a larger plan.
 */
export interface Pace {
  /** Calls at once after a rest; each call uses up one of them. */
  atOnce: number;
  /** Milliseconds in which one more call is allowed. */
  everyMs: number;
  /** Calls of one process in flight; without it any number. */
  inFlight?: number;
}

/** The meaning of a refusal of this provider, in sentences. */
export interface Advice {
  /** One sentence for callers, after the reason. */
  hint: Sentence;
  /** For the person who runs the server: what still works, and what would help. */
  fix: string;
}

/**
 * The facts about one provider that settings, start banner, `doctor`, status page, manifests, documents and simulator
 * share.
 */
export interface ProviderDescription {
  id: ProviderId;
  /** The `source` value in bodies of the interface, and the prefix of the provider's settings: `PROVIDER_A`. */
  label: ProviderLabel;
  /** The neutral name inside a sentence: "provider A". */
  title: string;
  /** The company that runs the upstream: "Financial Modeling Prep". */
  vendor: string;
  /** The vendor's short name in tables, with the letter of the id: "FMP (A)". */
  shortName: string;
  /** The page with the vendor's terms of service. */
  termsUrl: string;
  /** For the README, in markdown: the part of the market that it covers, if not all, and what a free key gives. */
  plan?: { about?: string; gives?: string };
  /** How we read its terms, in markdown for docs/keys-and-plans.md; public authorities are described there by hand. */
  terms?: { own: string; others: string };
  /** The page on which the vendor says what it does with requests. */
  privacyUrl: string;
  /** Further offices that the provider asks, at addresses of their own. */
  offices?: readonly string[];
  needsKey: boolean;
  /**
   * Whether it lists the securities of all markets, so that a symbol that it does not know is most likely misspelt.
   * Of another provider that says little while such a provider can still be asked.
   */
  listsAllMarkets?: boolean;
  /** The page on which a person gets a free key; only for a provider that needs a key. */
  signUpUrl?: string;
  /** The most upstream calls that opening a session takes; only for a provider with sessions. */
  sessionCalls?: number;
  /**
   * The most upstream calls that an ordinary question takes, for each mapping that makes more than one, by the
   * capability's name, with a number for a second source of it. `npm run probe` estimates its cost from it, and tests/live/probe.test.ts counts the actual calls.
   */
  mappingCalls?: Readonly<Record<string, number>>;
  defaults: {
    baseUrl: string;
    ratePerMinute: number;
    /** The same rate by the second, if people set it by the second: the setting is then `RATE_PER_SECOND`. */
    ratePerSecond?: number;
    /** Calls in 24 hours; 0 is unlimited. */
    dailyQuota: number;
    /** Time limit of one upstream attempt. */
    timeoutMs: number;
  };
  /** The limit within the minute; without it the calls of a minute may leave at once. */
  pace?: Pace;
  /** The meaning of refusals, where it differs from other providers, by reason. */
  advice?: Readonly<Partial<Record<Reason, Advice>>>;
  /** Further settings, by the name under which the provider reads them. */
  options?: Readonly<Record<string, ProviderOption>>;
}

/** A provider's settings that are read from the environment. */
interface ProviderValues {
  apiKey?: string | undefined;
  options?: Readonly<Record<string, string>>;
}

/** Returns the values of a provider's settings that must not be printed: its key and its secret options. */
export function toSecrets({ options = {} }: ProviderDescription, values: ProviderValues): string[] {
  const names = Object.keys(options).filter((name) => options[name]!.secret);
  return [values.apiKey, ...names.map((name) => values.options?.[name])].filter((value) => value !== undefined);
}

/** Returns the options that are not set and that some of the provider's sources need, with their variables. */
export function toUnsetOptions(
  { label, options = {} }: ProviderDescription,
  values: ProviderValues,
): { variable: string; enables: string; kind: ProviderOption["kind"] }[] {
  return Object.entries(options).flatMap(([name, { suffix, enables, kind }]) =>
    enables === undefined || values.options?.[name] !== undefined
      ? []
      : [{ variable: `${label}_${suffix}`, enables, kind }],
  );
}

/** Returns the variable that configures a source: of the option that it needs, or of the provider's key. */
export function toNeededVariable(
  { id, label, options = {} }: ProviderDescription,
  setting: string | undefined,
): string {
  return setting === undefined ? toKeyVariable(id) : `${label}_${options[setting]!.suffix}`;
}
