/** A capability: declared once; tools, routes, the OpenAPI document and the documentation are generated from it. */
import type { Sentence } from "./sentence.js";
import type { FailureKind, Hint } from "./errors.js";
import type { PictureName } from "./pictures.js";
import type { ProviderId } from "./provider-id.js";
import type { HistorySpec, RowsSpec } from "./rows-spec.js";
import type { z } from "./schema.js";
import type { Toolset } from "./toolsets.js";

/** How long an answer is fresh, and how much longer it may be served as stale if no source answers. */
export interface Freshness {
  ttlSeconds: number;
  staleSeconds: number;
  /** The answer changes only while the US market trades (pre-market to after-hours). */
  followsUsMarket?: boolean;
  /** A figure that the last answer had and this one lacks is named as missing, and the answer is cached for less time. */
  namesLost?: boolean;
}

/** A REST error body is a plain object; the interface defines its shape for each endpoint. */
export type ErrorBody = { [field: string]: string | number };

/** The shape of an endpoint's error bodies. */
export interface ErrorShape {
  /** `{error, detail}` or the overview's `{error, message, code}`. */
  style: "detail" | "message";
  /** The field with the seconds to wait on 429, if the endpoint has one. */
  retryField: "retry_after" | "retryAfter" | null;
  /** Status when no source could answer: 500 for one symbol, 503 for the whole market. */
  unavailable: 500 | 503;
  /** That status for a question without a symbol, if the symbol is optional. */
  unavailableMarket?: 503;
  /** Body of 404 for an unknown symbol; without it the style's own body is used. */
  notFound?: (symbol: string, detail: string) => ErrorBody;
  /** Failures that only some endpoints have, such as a stock without analysts or a short history. */
  also?: readonly FailureKind[];
}

/** The functions that only some capabilities have: on their cached answers, their notes and their parameters. */
interface CapabilityHooks<In extends z.AnyZodObject, Out extends z.AnyZodObject> {
  /**
   * Parameters that only select a part of one cached answer. They are not part of the cache key;
   * `view` applies them.
   */
  viewParameters?: readonly string[];
  view?(body: z.output<Out>, input: z.output<In>): z.output<Out>;
  /** Returns notes on what `view` shows of the `whole` cached answer. */
  viewNotes?(shown: z.output<Out>, input: z.output<In>, whole: z.output<Out>): Sentence[];
  /** Returns the last day of what `view` shows, if the `whole` cached answer goes on after it: its prices are past ones. */
  endsEarly?(shown: z.output<Out>, whole: z.output<Out>, input: z.output<In>): string | undefined;
  /**
   * Returns sentences on the shown answer that its note begins with: what most readers ask for first. `all` is the answer
   * before the input chose some of its rows.
   */
  firstNotes?(body: z.output<Out>, input: z.output<In>, all?: z.output<Out>): Sentence[];
  /** Returns the part of the cache key that distinguishes inputs; by default it is made of all parameters. */
  cacheKey?(input: z.output<In>): string;
  /** Returns what distinguishes fetches, if one cached answer serves questions that need different amounts of data. */
  fetchKey?(input: z.output<In>): string;
  /** Whether a cached answer contains all that the question needs; otherwise it counts as a miss. */
  covers?(body: z.output<Out>, input: z.output<In>): boolean;
  /** Returns the seconds for which a cached answer is fresh for this question, if longer than for other questions. */
  freshSecondsFor?(body: z.output<Out>, input: z.output<In>): number | undefined;
  /** Returns the symbols in an answer whose body has no `symbol`. */
  symbolsIn?(body: z.output<Out>): string[];
  /** Returns the times of the prices in an answer's rows, ISO 8601; `null` for an unknown time. */
  timesIn?(body: Record<string, unknown>): (string | null)[];
  /** Returns the seconds for which this answer is fresh, if they differ from `freshness`. */
  ttlSecondsOf?(body: Record<string, unknown>): number | undefined;
  /** Returns the answer for the case that all sources found nothing. */
  whenEmpty?(input: z.output<In>): Omit<z.output<Out>, "timestamp" | "source">;
  /** Checks a rule between parameters; returns a sentence when it is violated. `given` has no defaults. */
  rule?(input: z.output<In>, given: Readonly<Record<string, unknown>>): string | undefined;
  /** Returns the values of parameters that another one implies. */
  implied?(input: z.output<In>): Partial<z.output<In>>;
  /** Returns what helps a caller who gave an invalid value for a parameter. */
  hintFor?(parameter: string, value: unknown): Hint | undefined;
  /** Returns what helps a caller who gave several symbols for one; by default it is the quotes of them. */
  hintForSeveral?(symbols: readonly string[]): Hint | undefined;
}

/** How a tool presents a capability to a model. */
export interface ToolSpec {
  name: string;
  /** The short name of its command at the terminal, if it is not the capability's own name. */
  command?: string;
  /** Words that people type for that command, of which it is one of the nearest. */
  alsoCalled?: readonly string[];
  /** The set of tools that it is listed with. */
  set: Toolset;
  /** The tool's result and its use; one or two sentences. */
  description: string;
  /** One line on it for the help of the terminal, where the title says less than people look for. */
  summary?: string;
  /** An alternative when the only source cannot answer. */
  otherwise?: Hint;
  /** Arguments of the tool that the route does not have, or has with another default. */
  extras?: z.ZodRawShape;
  /**
   * Parameters of the route that the tool accepts but does not list, because only pictures and programs need them, or
   * because a similar tool lists them.
   */
  hidden?: readonly string[];
  /**
   * Other names that models use for parameters, each with the declared name. The tool accepts them, and those of
   * `symbol`, which are the same for every tool; the list of tools does not show them. `null` stands beside a name that
   * resembles one of another meaning, and so is refused.
   */
  aliases?: Readonly<Record<string, string | null>>;
  /** The list in the answer; with `rows` the tool and the route accept `fields` and `format`. */
  rows?: RowsSpec;
  /** The part of the answer that has a history; with `history` the tool and the route accept `as_of`. */
  history?: HistorySpec;
  /** Fields that the list of tools omits, because few answers have them: each listed field costs every caller tokens. */
  unlisted?: readonly string[];
  /** Groups in the rows of lists, by their paths, that a page at a terminal leaves out, because few people read them. */
  notOnPage?: readonly string[];
  /**
   * Fields that a page at a terminal begins with, in this order: the name and the figures in the heading of an answer on a
   * security, and the first columns of lists, which are the last to be left out; by default `date`.
   */
  leading?: readonly string[];
  /** Whether callers may ask for the filing of each figure, with `provenance`. */
  provenance?: boolean;
  /** A tool whose answer has the same fields, so that the tool list need not repeat them. */
  sameFieldsAs?: string;
  /**
   * The field of the answer that takes its note, for callers who accept no members but the declared ones; `null` for an
   * answer without a note, of which `_meta` alone says that it is old or simulated.
   */
  noteIn?: string | null;
  /** The chart that a host may show for the answer. */
  picture?: PictureName;
  /** Fields that hold third-party text, for `_meta`: clients must treat it as data. */
  untrusted?: readonly string[];
}

/** The MCP resource that shows a capability's answer; its name and title follow from the path and the capability. */
interface ResourceSpec {
  /** Address below `market://`, with variables in braces: `stock/{symbol}/overview`. */
  path: string;
  description: string;
  /** Variables besides `symbol`: the parameter that each sets, and its allowed words. */
  variables?: Readonly<Record<string, { parameter: string; words: readonly string[] }>>;
  /** A template that covers this resource and others of its kind: `movers/{kind}`. */
  family?: ResourceFamily;
}

export interface ResourceFamily {
  path: string;
  title: string;
  description: string;
}

export interface Capability<
  In extends z.AnyZodObject = z.AnyZodObject,
  Out extends z.AnyZodObject = z.AnyZodObject,
> extends CapabilityHooks<In, Out> {
  name: string;
  title: string;
  /** The title in errors, if the title names a provider, which they name themselves. */
  subject?: string;
  /** Path below the host, with `{symbol}` in braces; empty for a tool without a route, which is no row of the catalogue. */
  route: string;
  /** A second path for the question about the whole market, if `symbol` is optional. */
  marketRoute?: string;
  tool: ToolSpec;
  resource?: ResourceSpec;
  /** Path and query parameters together; strict. */
  input: In;
  /** The REST body; its keys are in the interface's order. */
  output: Out;
  freshness: Freshness;
  /** The currency of all amounts in every answer, if it is always the same; `null` if answers have no amounts. */
  currency?: "USD" | null;
  /** The offices whose figures the provider passes on, by the names under which people know them, if it is not its own. */
  publishers?: Partial<Record<ProviderId, string>>;
  errors: ErrorShape;
}

export type InputOf<C extends Capability> = z.output<C["input"]>;
export type BodyOf<C extends Capability> = z.output<C["output"]>;
/** The result of a mapping: the body without the fields that the pipeline adds. */
export type DataOf<C extends Capability> = Omit<BodyOf<C>, "timestamp" | "source">;
/** The names of an answer's fields, at any depth. */
export type FieldName<C extends Capability> = C extends Capability ? NameIn<BodyOf<C>> : never;
type NameIn<T> = T extends readonly (infer Row)[]
  ? NameIn<Row>
  : T extends object
    ? { [Name in keyof T & string]: Name | NameIn<T[Name]> }[keyof T & string]
    : never;

/** Declares a capability; exists only for type inference. */
export function defineCapability<In extends z.AnyZodObject, Out extends z.AnyZodObject>(
  capability: Capability<In, Out>,
): Capability<In, Out> {
  return capability;
}
