/** A capability: declared once; tools, routes, the OpenAPI document and the documentation are generated from it. */
import type { FailureKind, Hint } from "./errors.js";
import type { PictureName } from "./pictures.js";
import type { ProviderId } from "./provider-id.js";
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

/** How a tool presents a capability to a model. */
export interface ToolSpec {
  name: string;
  /** The short name of its command at the terminal, if it is not the capability's own name. */
  command?: string;
  /** The set of tools that it is listed with. */
  set: Toolset;
  /** The tool's result and its use; one or two sentences. */
  description: string;
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
   * `symbol`, which are the same for every tool; the list of tools does not show them.
   */
  aliases?: Readonly<Record<string, string>>;
  /** The list in the answer; with `rows` the tool and the route accept `fields` and `format`. */
  rows?: RowsSpec;
  /** The part of the answer that has a history; with `history` the tool and the route accept `as_of`. */
  history?: HistorySpec;
  /** Fields that the list of tools omits, because few answers have them: each listed field costs every caller tokens. */
  unlisted?: readonly string[];
  /** Whether callers may ask for the filing of each figure, with `provenance`. */
  provenance?: boolean;
  /** A tool whose answer has the same fields, so that the tool list need not repeat them. */
  sameFieldsAs?: string;
  /** The chart that a host may show for the answer. */
  picture?: PictureName;
  /** Fields that hold third-party text, for `_meta`: clients must treat it as data. */
  untrusted?: readonly string[];
}

/** A flat record of a list. */
type FlatRow = Readonly<Record<string, unknown>>;

/** A list of records that callers can shorten, narrow to some fields, or get as CSV. */
export interface RowsSpec {
  /** The body's field with the list. */
  list: string;
  /**
   * The body's list of the requested symbols without a row, each with its `error`. CSV has a row for each of them too,
   * in the order of the request, and the column `error`.
   */
  failed?: string;
  /** The plural noun for its rows in sentences: "periods". */
  noun: string;
  /** The columns of which each tells rows apart, such as the day, or symbol and name; a model needs one of them. */
  key?: readonly string[];
  /** Returns the fields shown by default, for rows with more fields than most readers need. */
  usualFields?(body: Readonly<Record<string, unknown>>): readonly string[];
  /** The tool's default format, if it is not JSON: as CSV a long table costs half as many tokens. */
  format?: "csv";
  /**
   * The body's further lists, each with the function that returns its items as flat rows. In a tool's answer in CSV,
   * `<list>_csv` replaces each list that has rows.
   */
  furtherTables?: Readonly<Record<string, (body: FlatRow) => readonly FlatRow[]>>;
  /**
   * Whether the list of tools omits `fields` and `format`, because listing them would cost more tokens than they save.
   */
  unlisted?: boolean;
  /** Whether the list of tools shows `format`; some clients forbid the model what is not listed. */
  listsFormat?: boolean;
  /** Rows that the tool shows by default and at most, whatever the route shows: a model's context is scarce. */
  limit?: { shown: number; max: number };
  /** Further lists whose rows stand in the same table as CSV. */
  joined?: JoinedLists;
  /** Returns rows as those of CSV and of the terminal, if they have lists of their own: one row for each item. */
  toCsv?(rows: readonly FlatRow[]): readonly FlatRow[];
  /** The parameter that sets the number of rows, if it is not `limit`. */
  sizedBy?: string;
  /**
   * A further list that a tool's answer cuts to its newest `shown` rows, rather than the rows of `list`, when both do not
   * fit; `tool` has all of them.
   */
  beside?: { list: string; shown: number; tool: string };
  /**
   * Returns further fields of the body, which depend on the `shown` rows. `asOf` is the past day that was asked for, and
   * `completeFrom` the day from which no row is missing, if the source left out older ones; both are `YYYY-MM-DD`.
   */
  totals?(
    shown: readonly FlatRow[],
    body: FlatRow,
    asOf: string | undefined,
    completeFrom: string | undefined,
  ): FlatRow;
  /** Returns sentences on `totals` that do not cover the time that their names say. */
  totalsNotes?(body: FlatRow, asOf: string | undefined, completeFrom: string | undefined): string[];
  /** Columns that the list of tools omits, because few rows have them. */
  rare?: readonly string[];
  /** Columns that rows omit where they have no value; rows have `null` there when `fields` names the column. */
  sparse?: readonly string[];
  /** Columns that rows have only in answers to questions with another parameter, each with its name. */
  needs?: Readonly<Record<string, string>>;
  /** Columns that rows have only when `fields` names them. */
  onRequest?: RequestedColumns;
  /** The body's field with the number of rows that there are, if the list may have fewer. */
  total?: string;
  /** Returns the arguments that ask for the rows after the shown ones, beside those of `input`, if there are such. */
  next?(shown: readonly FlatRow[], body: FlatRow, input: FlatRow): string | undefined;
}

/** Lists of a body that are one table as CSV. */
export interface JoinedLists {
  /** The fields with the further lists. */
  lists: readonly string[];
  /** The first column, which tells the lists apart, and another one that tells all rows apart. */
  key: readonly [column: string, other: string];
  /** Returns the rows of all lists, with that column. */
  rows(body: FlatRow): readonly FlatRow[];
}

/**
 * Columns that rows have only when a caller names them in `fields`; `*` stands for all others. Stored rows may have their
 * values, and those that they do not have are computed.
 */
export interface RequestedColumns {
  names: readonly string[];
  /** The names in short, for the list of tools: `{gross,net}Margin`. */
  brief?: string;
  /** Returns the columns that this answer can have, if not all. */
  namesOf?(body: FlatRow): readonly string[];
  /** Returns the columns by which the input chooses or orders the rows. */
  usedBy?(input: FlatRow): readonly string[];
  /** Returns the further question whose rows are needed for the columns, if there is one. */
  also?(names: readonly string[], rows: readonly FlatRow[], input: FlatRow): FurtherQuestion | undefined;
  /** Returns a row's columns; `others` are the rows of the further question. */
  toColumns?(row: FlatRow, rows: readonly FlatRow[], others: readonly FlatRow[]): FlatRow;
  /** Returns sentences that readers of the named columns need, such as their unit. */
  notesOn?(names: readonly string[], rows: readonly FlatRow[]): string[];
}

/** A question of the same capability whose rows a column needs. */
export interface FurtherQuestion {
  column: string;
  input: FlatRow;
  /** Only sources with columns on request are asked. */
  ofColumns?: boolean;
}

/** The dated list of an answer that can be restricted to a past day. */
export interface HistorySpec {
  /** The body's field with the rows, each of which was published on its own day. */
  list: string;
  /** The most rows that an answer shows, if the cached list is longer. */
  shown?: number;
  /**
   * Returns the day on which a row became public, `YYYY-MM-DD`, if the row contains it; otherwise the envelope's
   * `publicDays` have it.
   */
  dayOf?(row: Readonly<Record<string, unknown>>): string | null;
  /** Returns the last day that a question about a symbol may name, `YYYY-MM-DD`. */
  latestDay(symbol: string): string;
  /** The field with the number of rows. */
  count?: string;
  /** Fields that only describe the present; they are `null` for a past day. */
  snapshot: readonly string[];
}

/** The MCP resource that shows a capability's answer; its name and title follow from the path and the capability. */
export interface ResourceSpec {
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

export interface Capability<In extends z.AnyZodObject = z.AnyZodObject, Out extends z.AnyZodObject = z.AnyZodObject> {
  name: string;
  title: string;
  /** Path below the host, with `{symbol}` in braces. */
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
  /**
   * Parameters that only select a part of one cached answer. They are not part of the cache key;
   * `view` applies them.
   */
  viewParameters?: readonly string[];
  view?(body: z.output<Out>, input: z.output<In>): z.output<Out>;
  /** Returns notes on what `view` shows of the `whole` cached answer. */
  viewNotes?(shown: z.output<Out>, input: z.output<In>, whole: z.output<Out>): string[];
  /** Returns the last day of what `view` shows, if the `whole` cached answer goes on after it: its prices are past ones. */
  endsEarly?(shown: z.output<Out>, whole: z.output<Out>, input: z.output<In>): string | undefined;
  /** Returns sentences on the shown answer that its note begins with: what most readers ask for first. */
  firstNotes?(body: z.output<Out>): string[];
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
  /** Checks a rule between parameters; returns a sentence when it is violated. */
  rule?(input: z.output<In>): string | undefined;
  /** Returns what helps a caller who gave an invalid value for a parameter. */
  hintFor?(parameter: string, value: unknown): Hint | undefined;
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
