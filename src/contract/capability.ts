/** A capability: declared once, and projected onto tools, routes, the OpenAPI document and the documents. */
import type { FailureKind } from "./errors.js";
import type { PictureName } from "./pictures.js";
import type { z } from "./schema.js";

/** How long an answer is fresh, and how long after that it may be served when nobody can do better. */
export interface Freshness {
  ttlSeconds: number;
  staleSeconds: number;
  /** The answer only moves while the US market trades (pre-market to after-hours). */
  followsUsMarket?: boolean;
}

/** A REST error body is a plain object; its shape is law and differs by endpoint. */
export type ErrorBody = { [field: string]: string | number };

/** What an endpoint's error bodies look like. */
export interface ErrorShape {
  /** `{error, detail}` or the overview's `{error, message, code}`. */
  style: "detail" | "message";
  /** The field that carries the seconds to wait on 429, if the endpoint has one. */
  retryField: "retry_after" | "retryAfter" | null;
  /** Status when no upstream could serve: 500 for one symbol, 503 for the whole market. */
  unavailable: 500 | 503;
  /** Body of 404 for an unknown symbol; without it the style's own body is used. */
  notFound?: (symbol: string, detail: string) => ErrorBody;
  /** Ways to fail that not every endpoint has: a stock that nobody follows, too short a history. */
  also?: readonly FailureKind[];
}

/** How a tool presents a capability to a model. */
export interface ToolSpec {
  name: string;
  /** What it gives and when to use it; one or two sentences. */
  description: string;
  /** What to try instead when the only source cannot serve; one sentence. */
  otherwise?: string;
  /** Arguments that the tool takes and the route does not. */
  extras?: z.ZodRawShape;
  /** Other names that models give to parameters, each with the declared one; accepted by the tool, not listed. */
  aliases?: Readonly<Record<string, string>>;
  /** The list in the answer; with it the tool and the route take `fields` and `format`. */
  rows?: RowsSpec;
  /** What of the answer has a history; with it the tool and the route take `as_of`. */
  history?: HistorySpec;
  /** The tool whose fields this one's answer has too, so that the list of tools need not repeat them. */
  sameFieldsAs?: string;
  /** How a host may show the answer, where it shows pictures. */
  picture?: PictureName;
}

/** A list of records that a reader may want shorter, narrower or as CSV. */
export interface RowsSpec {
  /** The body's field. */
  list: string;
  /** What a row is, for sentences: "periods". */
  noun: string;
  /** The fields of a row that the text has by default, where rows have more than most readers want. */
  usualFields?(body: Readonly<Record<string, unknown>>): readonly string[];
  /** The list of tools does not show `fields` and `format`, which would cost more context than they save there. */
  unlisted?: boolean;
  /** Rows shown by default and at most, where the route has no limit of its own: context is scarce. */
  limit?: { shown: number; max: number };
}

/** What makes an answer askable as of a past day. */
export interface HistorySpec {
  /** The body's list whose rows became public one by one. */
  list: string;
  /** The most rows an answer shows, where its kept list is longer. */
  shown?: number;
  /** The day a row became public, `YYYY-MM-DD`, where the row itself says it; else the envelope's `publicDays` do. */
  dayOf?(row: Readonly<Record<string, unknown>>): string | null;
  /** The field that counts the rows. */
  count?: string;
  /** Fields that only speak of now and are left open (`null`) in the past. */
  snapshot: readonly string[];
}

/** The MCP resource that shows a capability's answer; its name and title follow from the path and the capability. */
export interface ResourceSpec {
  /** Address below `market://`, with variables in braces: `stock/{symbol}/overview`. */
  path: string;
  description: string;
  /** Variables besides `symbol`: the parameter that each sets, and the words it may be. */
  variables?: Readonly<Record<string, { parameter: string; words: readonly string[] }>>;
  /** A template that covers this resource and others of its kind: `movers/{kind}`. */
  family?: ResourceFamily;
}

export interface ResourceFamily {
  path: string;
  title: string;
  description: string;
}

export interface Capability<In extends z.AnyZodObject = z.AnyZodObject, Out extends z.AnyZodObject = z.AnyZodObject> {
  name: string;
  title: string;
  /** Path below the host, `{symbol}` in braces. */
  route: string;
  tool: ToolSpec;
  resource?: ResourceSpec;
  /** Path and query parameters together; strict. */
  input: In;
  /** The REST body, its keys in the order the interface lists them. */
  output: Out;
  freshness: Freshness;
  /** The currency of all money in every answer, where it is always the same. */
  currency?: "USD";
  errors: ErrorShape;
  /**
   * Parameters that only choose what is shown of one kept answer. They are not
   * part of the cache key, and `view` cuts the answer to them.
   */
  viewParameters?: readonly string[];
  view?(body: z.output<Out>, input: z.output<In>): z.output<Out>;
  /** What tells one kept answer from another; by default the parameters themselves. */
  cacheKey?(input: z.output<In>): string;
  /** The symbols an answer speaks of, where it is not the one in its `symbol`. */
  symbolsIn?(body: z.output<Out>): string[];
  /** The times of the prices in an answer, ISO 8601, where they stand in its rows; `null` for an unknown one. */
  timesIn?(body: Record<string, unknown>): (string | null)[];
  /** Fresh seconds that depend on the answer, whatever the market does, where they differ from `freshness`. */
  ttlSecondsOf?(body: Record<string, unknown>): number | undefined;
  /** The answer when sources were asked and none has anything to say. */
  whenEmpty?(input: z.output<In>): Omit<z.output<Out>, "timestamp" | "source">;
  /** A rule between parameters: a sentence when it is broken. */
  rule?(input: z.output<In>): string | undefined;
}

export type InputOf<C extends Capability> = z.output<C["input"]>;
export type BodyOf<C extends Capability> = z.output<C["output"]>;
/** What a mapping gives: the body without the fields the pipeline stamps. */
export type DataOf<C extends Capability> = Omit<BodyOf<C>, "timestamp" | "source">;

/** Declares a capability; only there for its types. */
export function defineCapability<In extends z.AnyZodObject, Out extends z.AnyZodObject>(
  capability: Capability<In, Out>,
): Capability<In, Out> {
  return capability;
}
