/** The cells of a line of CSV. */

/** A cell with the comma before it. */
const CELL = /,(?:"((?:[^"]|"")*)"|([^",]*))/g;

/** Returns the cells of a line, without the quotation marks around some: these have commas in them. */
export const toCells = (line: string): string[] =>
  [...`,${line}`.matchAll(CELL)].map(([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain);
