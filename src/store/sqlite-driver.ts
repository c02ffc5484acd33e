/**
 * Opens SQLite files with `node:sqlite` where Node offers it without a flag (22.13 and later), otherwise with the
 * optional package `libsql`. No other file knows that there are two drivers.
 */
type SqlValue = string | number;
type Row = Record<string, unknown>;

/** A prepared statement; parameters are positional. */
export interface Statement {
  run(...values: SqlValue[]): { changes: number | bigint };
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
}

export interface Connection {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** The class whose constructor opens the file at `path`. */
export type Driver = new (path: string) => Connection;

/** SQLite's primary result codes that the store reacts to. */
export const SQLITE = { BUSY: 5, CORRUPT: 11, NOT_A_DATABASE: 26 } as const;

/** This machine has neither `node:sqlite` nor a build of `libsql`. */
export class NoDriver extends Error {}

/**
 * Returns the class that opens a database file.
 *
 * @throws {NoDriver} when neither driver can be loaded.
 */
export async function loadDriver(): Promise<Driver> {
  const builtin = loadBuiltin();
  if (builtin) return builtin;
  try {
    const { default: libsql } = await import("libsql");
    return libsql as unknown as Driver;
  } catch (error) {
    throw new NoDriver("neither node:sqlite nor libsql can be loaded", { cause: error });
  }
}

/** Returns SQLite's primary result code of an error that either driver threw; `undefined` for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  const { errcode, rawCode } = error as { errcode?: unknown; rawCode?: unknown };
  const code = errcode ?? rawCode;
  return typeof code === "number" ? code & 0xff : undefined;
}

/** Loads `node:sqlite` without its ExperimentalWarning, which would be a line in every log. */
function loadBuiltin(): Driver | undefined {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!String(warning).startsWith("SQLite is an experimental")) emitWarning.call(process, warning, ...rest);
  }) as typeof emitWarning;
  try {
    const sqlite = process.getBuiltinModule("node:sqlite") as { DatabaseSync: Driver } | undefined;
    return sqlite?.DatabaseSync;
  } finally {
    process.emitWarning = emitWarning;
  }
}
