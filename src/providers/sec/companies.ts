/** The companies that file with the SEC, by symbol. */
import { toListingSymbol } from "../../market/symbols/symbol.js";
import { DAY_MS, DAY_SECONDS } from "../../lib/day.js";
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import { z } from "../../contract/schema.js";
import type { CachedPart } from "../../contract/upstream.js";
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";
import type { OfficialClient } from "../official/client.js";
import { fetchFile } from "./calls.js";

const list = z.object({
  fetchedAt: z.number(),
  lastModified: z.string().optional(),
  /** A line for each symbol: symbol and number, with a tab between them. One text takes a tenth of an object's memory. */
  lines: z.string(),
});
type List = z.output<typeof list>;

/** The list is asked for once a day; after a refusal it serves for thirty days, as symbols change seldom. */
const LIST: CachedPart<List> = {
  key: "companies",
  keepSeconds: 30 * DAY_SECONDS,
  schema: list,
  isCurrent: ({ fetchedAt }) => Date.now() < fetchedAt + DAY_MS,
  isTimeless: true,
};

/** A symbol of a US listing; other symbols are not in the list. */
const LISTED = /^[A-Z0-9]{1,6}(?:-[A-Z]{1,3})?$/;

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
export async function findSymbolList(client: OfficialClient): Promise<string> {
  return (await client.upstream.remember(LIST, (old) => fetchList(client, old))).lines;
}

/** Returns the symbols of those numbers, ten digits each, that have one; of several the first, which is the most traded one. */
export async function findSymbols(ciks: ReadonlySet<string>, client: OfficialClient): Promise<Map<string, string>> {
  const { lines } = await client.upstream.remember(LIST, (old) => fetchList(client, old));
  const symbols = new Map<string, string>();
  for (const line of lines.trim().split("\n")) {
    const [symbol = "", cik = ""] = line.split("\t");
    if (ciks.has(cik) && !symbols.has(cik)) symbols.set(cik, symbol);
  }
  return symbols;
}

async function fetchList(client: OfficialClient, old: List | undefined): Promise<List> {
  const fetchedAt = client.upstream.now().getTime();
  const answer = await fetchFile(client, "files/company_tickers.json", old?.lastModified);
  if (answer === null) return { ...old!, fetchedAt };
  const rows = parseJson(answer.text);
  if (!isObject(rows)) throw new UnreadableAnswer("provider-d");
  const lines = Object.values(rows).flatMap(toLine);
  if (lines.length === 0) throw new ProviderError("provider-d", "bad_answer");
  const { lastModified } = answer;
  return { fetchedAt, ...(lastModified === undefined ? {} : { lastModified }), lines: `\n${lines.join("\n")}\n` };
}

function toLine(row: unknown): string[] {
  if (!isObject(row)) return [];
  const { ticker, cik_str: cik } = row;
  if (typeof ticker !== "string" || !LISTED.test(ticker) || !Number.isSafeInteger(cik)) return [];
  const digits = String(cik).padStart(10, "0");
  return /^\d{10}$/.test(digits) ? [`${ticker}\t${digits}`] : [];
}
