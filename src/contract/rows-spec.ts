/** How the lists of an answer are shortened, narrowed, written as CSV, and restricted to a past day. */

import type { Hint } from "./errors.js";
import type { Sentence } from "./sentence.js";
import type { Holding } from "./holdings.js";

/** A flat record of a list. */
type FlatRow = Readonly<Record<string, unknown>>;

/** In the parameter `fields`: all fields. */
export const ALL_FIELDS = "*";

/** Whether `fields` chooses some columns, and is not absent or `*`. */
export function choosesFields(fields: unknown): boolean {
  return fields !== undefined && !(Array.isArray(fields) && fields.length === 1 && fields[0] === ALL_FIELDS);
}

/** A list of records that callers can shorten, narrow to some fields, or get as CSV. */
export interface RowsSpec {
  /** The body's field with the list. */
  list: string;
  /** Lists of which an answer can have one in place of `list`, as a parameter says, each with what differs in its rows. */
  otherLists?: Readonly<Record<string, Pick<RowsSpec, "limit" | "key">>>;
  /**
   * The body's list of the requested symbols without a row, each with its `error`. CSV has a row for each of them too,
   * in the order of the request, and the column `error`.
   */
  failed?: string;
  /** The plural noun for its rows in sentences, such as "periods", if it is not the list's name. */
  noun?: string;
  /** The columns that tell rows apart, such as the day, or symbol and name; a model needs as many as it takes. */
  key?: readonly string[];
  /** Returns the fields shown by default, for rows with more fields than most readers need; `undefined` for all. */
  usualFields?(body: Readonly<Record<string, unknown>>): readonly string[] | undefined;
  /**
   * The tool's default format, if it is not JSON, in any case or in answers to questions with a parameter: as CSV a long
   * table costs half as many tokens.
   */
  format?: "csv" | { with: string };
  /**
   * The body's further lists, each with the function that returns its items as flat rows. In a tool's answer in CSV,
   * `<list>_csv` replaces each list that has rows.
   */
  furtherTables?: Readonly<Record<string, (body: FlatRow) => readonly FlatRow[]>>;
  /**
   * Which of these parameters the list of tools shows: `fields` where an answer has more fields than it shows by default,
   * `format` where it changes most, because some clients forbid the model what is not listed. Each costs tokens.
   */
  listed?: readonly ("limit" | "fields" | "format")[];
  /** Rows that the tool shows by default and at most, whatever the route shows: a model's context is scarce. */
  limit?: { shown: number; max: number };
  /** The column with the group of a row, if the rows of a limit are shared by all groups: a quarter is older than its months. */
  sharedBy?: string;
  /**
   * Whether the input means older rows than these, of which `limit` are shown, that the official source may have; the first
   * column of `key` is the day of a row.
   */
  furtherBack?(rows: readonly FlatRow[], input: FlatRow, limit: number | undefined): boolean;
  /** Further lists whose rows stand in the same table as CSV. */
  joined?: JoinedLists;
  /** Returns rows as those of CSV and of the terminal, if they have lists of their own: one row for each item. */
  toCsv?(rows: readonly FlatRow[]): readonly FlatRow[];
  /** The parameters that set the number of rows, if it is not `limit`. */
  sizedBy?: readonly string[];
  /**
   * A further list that a tool's answer cuts to its newest `shown` rows, rather than the rows of `list`, when both do not
   * fit; `tool` has all of them.
   */
  secondList?: { list: string; shown: number; tool: string };
  /**
   * Returns further fields of the body, which depend on the shown rows, and sentences on those that do not cover the time that
   * their names say, or that are not there; `whole` is the body before the capability's `view` selected a part.
   */
  totals?(
    shown: ShownRows,
    body: FlatRow,
    whole: FlatRow,
  ): { fields?: FlatRow | undefined; notes?: readonly Sentence[] };
  /** When rows have the columns that not all rows have; the list of tools omits these columns. */
  columns?: Readonly<Record<string, ShownWhen>>;
  /** Returns where a field is that the rows of this answer cannot have. */
  elsewhere?(name: string, body: FlatRow): Hint | undefined;
  /** How columns on request, and figures on request over all rows, are made. */
  onRequest?: RequestedColumns;
  /** Returns the rows as the input asks for them, further fields of the body, and sentences on them. */
  present?(answer: ToPresent): Presented | Promise<Presented>;
  /** The body's field with the number of rows that there are, if the list may have fewer. */
  total?: string;
  /** Returns the arguments that ask for the rows after the shown ones, beside those of `input`, if there are such. */
  next?(shown: readonly FlatRow[], body: FlatRow, input: FlatRow): string | undefined;
}

/**
 * When rows have a column:
 * - `rarely`: in few answers, or few readers need it;
 * - `with a value`: where it has one, and as `null` elsewhere if `fields` names it;
 * - `on request`: when `fields` names it; `*` stands for all others;
 * - `never`: stored rows have it, so that columns on request can be made of it;
 * - `with`: in answers to questions with this parameter.
 */
type ShownWhen = "rarely" | "with a value" | "on request" | "never" | { with: string };

/** Returns the fields of which an answer has one as its list, and those whose rows stand in one table with it. */
export function listsOf(spec: RowsSpec | undefined): string[] {
  return spec ? [spec.list, ...Object.keys(spec.otherLists ?? {}), ...(spec.joined?.lists ?? [])] : [];
}

/** Declares when rows have each of these columns. */
export function shownWhen(names: readonly string[], when: ShownWhen): Record<string, ShownWhen> {
  return Object.fromEntries(names.map((name) => [name, when]));
}

/** Returns the columns that rows have at that time. */
export function columnsShown(spec: Pick<RowsSpec, "columns"> | undefined, when: ShownWhen): string[] {
  return Object.entries(spec?.columns ?? {}).flatMap(([name, own]) => (own === when ? name : []));
}

/** The rows that an answer shows, and what the caller asked for. */
interface ShownRows {
  rows: readonly FlatRow[];
  /** The past day that was asked for, `YYYY-MM-DD`. */
  asOf: string | undefined;
  /** The day from which no row is missing, `YYYY-MM-DD`, if the source left out older ones. */
  completeFrom: string | undefined;
  /** The columns that the caller named. */
  fields: readonly string[] | undefined;
  /** The names in `fields` of figures over all shown rows. */
  overall: readonly string[];
}

/** An answer whose rows have their columns on request. */
export interface ToPresent {
  rows: readonly FlatRow[];
  /** The same rows without columns on request, and with those that are never shown. */
  stored: readonly FlatRow[];
  /** The rows with the caller's holdings, if the question has any: a symbol that is asked for twice has two rows. */
  held: readonly HeldRow[] | undefined;
  input: FlatRow;
  asOf: string | undefined;
  overall: readonly string[];
  /** Asks the row beside this one for what these fields are made of; neither a body nor a failure if there is none. */
  askBeside(input: FlatRow, fields: readonly string[]): Promise<{ body?: FlatRow; failure?: Sentence }>;
}

/** The changes of a capability to an answer that it presents. */
interface Presented {
  /** By default the rows stay. */
  rows?: readonly FlatRow[];
  fields?: FlatRow;
  notes?: readonly Sentence[];
}

/** A row with what the caller holds of its security. */
export interface HeldRow {
  row: FlatRow;
  holding: Holding | undefined;
}

/** Lists of a body that are one table as CSV. */
interface JoinedLists {
  /** The fields with the further lists. */
  lists: readonly string[];
  /** The first column, which tells the lists apart. */
  column: string;
  /** Returns the rows of all lists, with that column. */
  rows(body: FlatRow): readonly FlatRow[];
}

/** Columns on request. Stored rows may have their values, and those that they do not have are computed. */
export interface RequestedColumns {
  /** The names in short, for the list of tools: `{gross,net}Margin`; empty where the note of an answer says them. */
  brief?: string;
  /** Returns the columns that this answer can have, if not all. */
  namesOf?(body: FlatRow): readonly string[];
  /**
   * Returns the columns for a caller who names none: those by which the input chooses or orders the rows, and on a page at a
   * terminal, where they cost no tokens, those that most people want.
   */
  unasked?(input: FlatRow, isPage: boolean): readonly string[];
  /**
   * Figures over all rows that `fields` may name, which `totals` has, each with the column that is shown for it; `null` for
   * none. Beside such figures alone all columns are shown.
   */
  overall?: Readonly<Record<string, string | null>>;
  /** Returns what the question has beside the caller's input, so that sources fetch what the columns are made of. */
  inputFor?(names: readonly string[]): FlatRow;
  /** Returns the further questions whose rows are needed for the columns. */
  also?(names: readonly string[], rows: readonly FlatRow[], input: FlatRow): readonly FurtherQuestion[];
  /** Returns the columns that rows keep with the named ones, because figures over all rows need them, such as currencies. */
  keptWith?(names: readonly string[]): readonly string[];
  /**
   * Returns the named columns of all rows of a list, in their order, and sentences that their readers need, such as on a unit.
   */
  toColumns?(asked: AskedColumns): { rows: readonly FlatRow[]; notes?: readonly Sentence[] };
}

/** Columns that a caller named, and what they are made of. */
export interface AskedColumns {
  names: readonly string[];
  rows: readonly FlatRow[];
  /** The answers to the further questions, each with its rows alone and its whole body. */
  further: readonly { input: FlatRow; rows: readonly FlatRow[]; body: FlatRow }[];
  input: FlatRow;
  /** The body with the rows, and its field with them. */
  body: FlatRow;
  list: string;
}

/** A question of the same capability whose rows columns need. */
export interface FurtherQuestion {
  columns: readonly string[];
  input: FlatRow;
  /** Only sources with columns on request are asked. */
  ofColumns?: boolean;
}

/** The dated list of an answer that can be restricted to a past day. */
export interface HistorySpec {
  /** The body's field with the rows, each of which was published on its own day. */
  list: string;
  /**
   * Returns the day on which a row became public, `YYYY-MM-DD`, if the row contains it; otherwise the envelope's
   * `publicDays` have it.
   */
  dayOf?(row: Readonly<Record<string, unknown>>): string | null;
  /** Returns the last day that a question about a symbol may name, `YYYY-MM-DD`. */
  latestDay(symbol: string): string;
  /** Fields that only describe the present; they are `null` for a past day. */
  snapshot: readonly string[];
}
