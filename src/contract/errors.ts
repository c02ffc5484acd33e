/** All failures of a question: one closed table, one error class, and hints on what to do next. */
import { forCallers, say, the, toPlainText, type Sentence } from "./sentence.js";
import type { ProviderId } from "./provider-id.js";

/**
 * The failures that callers see. `status` is the HTTP status; `unavailable` stands for the capability's own choice
 * between 500 and 503. `phrase` is the short stable `error` of REST bodies. `final` means that no other source may be
 * asked.
 */
export const FAILURES = {
  invalid_input: { status: 400, phrase: "Invalid request", retryable: false, final: true },
  unauthorized: { status: 401, phrase: "Unauthorized", retryable: false, final: true },
  not_found: { status: 404, phrase: "Symbol not found", retryable: false, final: true },
  no_coverage: { status: 404, phrase: "No data for this symbol", retryable: false, final: true },
  insufficient_history: { status: 422, phrase: "Insufficient financial history", retryable: false, final: true },
  rate_limited: { status: 429, phrase: "Rate limit exceeded", retryable: true, final: true },
  upstream_limited: { status: 429, phrase: "Rate limit exceeded", retryable: true, final: false },
  overloaded: { status: 429, phrase: "Too many requests at once", retryable: true, final: false },
  upstream_unavailable: { status: "unavailable", phrase: "Market data unavailable", retryable: true, final: false },
  not_configured: { status: "unavailable", phrase: "Market data not configured", retryable: false, final: false },
  cancelled: { status: 499, phrase: "Request cancelled", retryable: true, final: true },
  internal: { status: 500, phrase: "Internal error", retryable: true, final: true },
} as const satisfies Record<
  string,
  { status: number | "unavailable"; phrase: string; retryable: boolean; final: boolean }
>;

export type FailureKind = keyof typeof FAILURES;

/** Failures that are not the caller's fault: an unknown symbol, for example, is none. */
export const OUR_FAILURES: ReadonlySet<unknown> = new Set<FailureKind>([
  "upstream_limited",
  "overloaded",
  "upstream_unavailable",
  "not_configured",
  "internal",
]);

/**
 * Why a provider could not answer, as text for people (`says`: continues "provider A …") and for a header (`brief`).
 */
export const REASONS = {
  not_configured: { kind: "not_configured", brief: "not configured", says: "is not configured" },
  key_refused: { kind: "upstream_unavailable", brief: "key refused", says: "refuses our API key" },
  contact_refused: {
    kind: "upstream_unavailable",
    brief: "contact refused",
    says: "refuses the contact with which we name ourselves",
  },
  not_in_plan: {
    kind: "upstream_unavailable",
    brief: "not in plan",
    says: "does not offer this in the plan of our API key",
  },
  rate_limited: { kind: "upstream_limited", brief: "rate limited", says: "is limiting our requests" },
  session_limited: {
    kind: "upstream_limited",
    brief: "session limited",
    says: "limits sessions from our address",
  },
  quota_spent: { kind: "upstream_limited", brief: "quota used up", says: "has no calls left in our daily quota" },
  queue_full: { kind: "overloaded", brief: "queue full", says: "has as many requests from us as our own limits allow" },
  timed_out: { kind: "upstream_unavailable", brief: "timed out", says: "did not answer in time" },
  unreachable: { kind: "upstream_unavailable", brief: "unreachable", says: "could not be reached" },
  server_error: { kind: "upstream_unavailable", brief: "server error", says: "answered with an error" },
  bad_answer: { kind: "upstream_unavailable", brief: "unusable answer", says: "sent an answer that cannot be used" },
  incomplete: { kind: "upstream_unavailable", brief: "incomplete answer", says: "sent an incomplete answer" },
  no_cookie: { kind: "upstream_unavailable", brief: "no cookie", says: "gives us no session cookie" },
  crumb_refused: {
    kind: "upstream_unavailable",
    brief: "crumb refused",
    says: "refuses the crumb that most of its calls need",
  },
  consent_changed: {
    kind: "upstream_unavailable",
    brief: "consent page changed",
    says: "shows a consent page that we cannot answer",
  },
  call_refused: { kind: "upstream_unavailable", brief: "call refused", says: "refuses this call" },
  blocked: { kind: "upstream_unavailable", brief: "blocked", says: "blocks calls from our address" },
  circuit_open: {
    kind: "upstream_unavailable",
    brief: "circuit open",
    says: "keeps failing and is not called for a while",
  },
  no_data: { kind: "upstream_unavailable", brief: "no data", says: "has no data for this" },
  no_figures: {
    kind: "no_coverage",
    brief: "no figures",
    says: "has filings of the company but none with figures in XBRL",
  },
  no_quarters: {
    kind: "no_coverage",
    brief: "no quarters",
    says: "has its years only: companies of other countries file no quarters there",
  },
  no_price: {
    kind: "no_coverage",
    brief: "no price",
    says: "knows the symbol and has had no price for it in a month",
  },
  not_covered: { kind: "no_coverage", brief: "not covered", says: "knows the symbol and has none of this" },
} as const satisfies Record<string, { kind: FailureKind; brief: string; says: string }>;

export type Reason = keyof typeof REASONS;

/** Reasons why a provider gives no session; its calls that need no session may still work. */
export const NO_SESSION: ReadonlySet<Reason> = new Set<Reason>([
  "no_cookie",
  "crumb_refused",
  "session_limited",
  "consent_changed",
  "blocked",
]);

/**
 * Returns a note that explains why an answer comes from calls that need no session; none when `reason` does not concern
 * the session.
 */
export function noSessionNotes(provider: ProviderId, reason: Reason | undefined): Sentence[] {
  if (reason === undefined || !NO_SESSION.has(reason)) return [];
  return [say`${the.source(provider)} ${REASONS[reason].says}; this answer is from its calls that need no session.`];
}

/** A tool that helps, and why. */
export interface Hint {
  /** The name of the tool. */
  tool: string;
  /** The end of a sentence that begins with the tool, without a full stop: "finds the right one". */
  why: string | Sentence;
  /** Values of its parameters; every surface knows the requested symbol by itself. */
  given?: Readonly<Record<string, string>>;
}

/** Hints on tools of the core, which every connection lists; those on other tools stand beside their only user. */
export const HINTS = {
  findSymbol: { tool: "search_symbols", why: "finds the right one" },
  findSymbols: { tool: "search_symbols", why: "finds the right ones" },
  describeCompany: { tool: "get_company_overview", why: "describes a company" },
  showKnown: { tool: "get_company_overview", why: "shows what is known" },
  priceIt: { tool: "get_quotes", why: "has its price" },
  askYahoo: { tool: "provider_b_get_stock_quote", why: say`asks ${the.source("provider-b")} for the same figures` },
} as const satisfies Readonly<Record<string, Hint>>;

/** Says when a retry may succeed, for those who can ask again; pictures and pages count the seconds themselves. */
export const tryAgainIn = (seconds: number): Sentence => forCallers`Try again in ${seconds} s.`;

/** The further parts of an error. */
interface ErrorOptions {
  retryAfterSeconds?: number | undefined;
  hints?: readonly Hint[] | undefined;
}

/**
 * A failure, described in our own words: the message never contains text of an upstream or a library. It names no tool,
 * because its readers may have addresses or commands instead; `hints` do.
 */
export class MarketDataError extends Error {
  override readonly name = "MarketDataError";
  readonly kind: FailureKind;
  /** The message, for a surface that writes the values in it in its own style. */
  readonly sentence: Sentence;
  /** Whole seconds after which a retry may succeed. */
  readonly retryAfterSeconds: number | undefined;
  /** Tools that help the caller; each surface adds them to the message in its own words. */
  readonly hints: readonly Hint[];

  constructor(kind: FailureKind, message: string | Sentence, { retryAfterSeconds, hints = [] }: ErrorOptions = {}) {
    const sentence = say`${message}`;
    super(toPlainText(sentence));
    this.kind = kind;
    this.sentence = sentence;
    this.retryAfterSeconds = retryAfterSeconds;
    this.hints = hints;
  }
}

/** One provider could not answer; another one may. */
export class ProviderError extends MarketDataError {
  readonly provider: ProviderId;
  readonly reason: Reason;
  /** The reason for people, which continues "provider A …": that of the table, or one that knows more of this question. */
  readonly says: string;
  /** The error of the question if no other source knows the symbol. */
  readonly instead: MarketDataError | undefined;

  constructor(
    provider: ProviderId,
    reason: Reason,
    {
      says = REASONS[reason].says,
      instead,
      ...options
    }: { retryAfterSeconds?: number | undefined; says?: string | undefined; instead?: MarketDataError } = {},
  ) {
    super(REASONS[reason].kind, say`${the.source(provider)} ${says}`, options);
    this.provider = provider;
    this.reason = reason;
    this.says = says;
    this.instead = instead;
  }
}

/**
 * A `bad_answer` that is no JSON, or not the envelope of the call. Only such an answer counts as a failure of the whole
 * provider; any other unusable answer may concern a single symbol.
 */
export class UnreadableAnswer extends ProviderError {
  constructor(provider: ProviderId) {
    super(provider, "bad_answer");
  }
}

/** The failures of a provider's answers: unusable for its symbol or question; no JSON or another envelope; without data. */
export const failuresOf = (id: ProviderId) => ({
  badAnswer: () => new ProviderError(id, "bad_answer"),
  unreadable: () => new UnreadableAnswer(id),
  noData: () => new ProviderError(id, "no_data"),
});

/** Why a provider lacks data about a symbol that it knows: the end of the sentence, " but has no earnings for it." */
export interface Lack {
  why: string;
  hints?: readonly Hint[];
}

/**
 * Creates the error for a known symbol about which a provider lacks this kind of data: `what` is, for example, "earnings".
 */
export function noCoverage(provider: ProviderId, what: string, asked: string, lack: Lack | string): MarketDataError {
  const { why, hints }: Lack = typeof lack === "string" ? { why: lack } : lack;
  const message = say`Cannot fetch ${what} for ${asked}: ${the.source(provider)} knows the symbol${why}`;
  return new MarketDataError("no_coverage", message, { hints });
}

/** Every source of an answer failed; `decisive` is the failure most informative for the caller. */
export class FailedEverywhere extends MarketDataError {
  readonly decisive: ProviderError;

  constructor(decisive: ProviderError, message: Sentence, options: ErrorOptions) {
    super(decisive.kind, message, options);
    this.decisive = decisive;
  }
}

/** Creates the error of a question whose caller has left. */
export function cancelled(): MarketDataError {
  return new MarketDataError("cancelled", "The request was cancelled.");
}

/** Whether a later retry can succeed. A refused key or plan changes only with the settings. */
export function isRetryable(error: MarketDataError): boolean {
  const reason = error instanceof FailedEverywhere ? error.decisive.reason : undefined;
  if (reason === "key_refused" || reason === "contact_refused" || reason === "not_in_plan") return false;
  return FAILURES[error.kind].retryable;
}

/** The message of an unexpected error, whose own text stays in the log. */
export const UNEXPECTED = "Something went wrong on our side; the log has the request id.";

/** Converts any thrown value to a failure; an unexpected one becomes `internal`, without its text. */
export function toMarketDataError(thrown: unknown): MarketDataError {
  return thrown instanceof MarketDataError ? thrown : new MarketDataError("internal", UNEXPECTED);
}

/** A setting or settings file that cannot be used; the message is one line for a person. */
export class ConfigError extends Error {}
