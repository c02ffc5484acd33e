/** The companies that file with the SEC, by symbol. */
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import { isObject } from "../../lib/is-object.js";
import { toListingSymbol } from "../../market/symbols/symbol.js";
import type { OfficialClient } from "../official/client.js";
import { findLines, LISTED, type SymbolList } from "./symbol-list.js";

const COMPANIES: SymbolList = {
  key: "companies",
  path: "files/company_tickers.json",
  toLines(file) {
    if (!isObject(file)) throw new UnreadableAnswer("provider-d");
    return Object.values(file).flatMap(toLine);
  },
};

/**
 * Returns the SEC's number of a symbol's company, ten digits. A foreign listing fails without a call.
 *
 * @throws {ProviderError} `no_data` for a symbol that is not in the SEC's list, which has listings in the US only.
 */
export async function findCik(symbol: string, client: OfficialClient): Promise<string> {
  const listed = toListingSymbol(symbol);
  if (!LISTED.test(listed)) throw new ProviderError("provider-d", "no_data");
  const lines = await findSymbolList(client);
  const at = lines.indexOf(`\n${listed}\t`);
  if (at < 0) throw new ProviderError("provider-d", "no_data");
  const start = at + listed.length + 2;
  return lines.slice(start, start + 10);
}

/** Returns a line for each symbol that the SEC lists: symbol and number, with a tab between them. */
export function findSymbolList(client: OfficialClient): Promise<string> {
  return findLines(COMPANIES, client);
}

/** Returns the symbols of those numbers, ten digits each, that have one; of several the first, which is the most traded one. */
export async function findSymbols(ciks: ReadonlySet<string>, client: OfficialClient): Promise<Map<string, string>> {
  const lines = await findSymbolList(client);
  const symbols = new Map<string, string>();
  for (const line of lines.trim().split("\n")) {
    const [symbol = "", cik = ""] = line.split("\t");
    if (ciks.has(cik) && !symbols.has(cik)) symbols.set(cik, symbol);
  }
  return symbols;
}

function toLine(row: unknown): string[] {
  if (!isObject(row)) return [];
  const { ticker, cik_str: cik } = row;
  if (typeof ticker !== "string" || !LISTED.test(ticker) || !Number.isSafeInteger(cik)) return [];
  const digits = String(cik).padStart(10, "0");
  return /^\d{10}$/.test(digits) ? [`${ticker}\t${digits}`] : [];
}
