/** The funds of the SEC's list, by symbol: a registrant may have hundreds of series, and a series several classes. */
import { ProviderError, UnreadableAnswer } from "../../../contract/errors.js";
import { invalidInput } from "../../../contract/input.js";
import { z } from "../../../contract/schema.js";
import type { CachedPart } from "../../../contract/upstream.js";
import { DAY_MS, DAY_SECONDS } from "../../../lib/day.js";
import { eachOnce } from "../../../lib/each-once.js";
import { isObject } from "../../../lib/is-object.js";
import { joinUpTo } from "../../../lib/join-words.js";
import { parseJson } from "../../../lib/parse-json.js";
import { toListingSymbol } from "../../../market/symbols/symbol.js";
import type { OfficialClient } from "../../official/client.js";
import { fetchFile } from "../calls.js";
import { findFiler } from "../filers.js";

/** A fund as the SEC knows it; a unit trust such as SPY has no series. */
export interface FundSeries {
  /** The registrant's number, ten digits. */
  cik: string;
  series: string | null;
}

const list = z.object({
  fetchedAt: z.number(),
  lastModified: z.string().optional(),
  /** A line for each symbol: symbol, registrant's number and series, with tabs between them. */
  lines: z.string(),
});
type List = z.output<typeof list>;

/** As with the list of companies: asked for once a day, and served for thirty days after a refusal. */
const LIST: CachedPart<List> = {
  key: "funds",
  keepSeconds: 30 * DAY_SECONDS,
  schema: list,
  isCurrent: ({ fetchedAt }) => Date.now() < fetchedAt + DAY_MS,
  isTimeless: true,
};

/** A symbol of a US fund; other symbols are not in the list. */
const LISTED = /^[A-Z0-9]{1,6}(?:-[A-Z]{1,3})?$/;
const FIELDS = ["cik", "seriesId", "symbol"];
/** Series that an error lists. */
const MAX_LISTED = 10;

/**
 * Returns the fund that a symbol, number or name means.
 *
 * @throws {ProviderError} `no_data` for a symbol, number or name that the SEC does not know.
 * @throws {MarketDataError} `invalid_input` for a registrant of several funds, with their symbols.
 */
export async function findFund(asked: string, client: OfficialClient): Promise<FundSeries> {
  const { lines } = await client.upstream.remember(LIST, (old) => fetchList(client, old));
  const listed = toListingSymbol(asked);
  const at = LISTED.test(listed) ? lines.indexOf(`\n${listed}\t`) : -1;
  if (at >= 0) {
    const { cik, series } = toFund(lines.slice(at + 1, lines.indexOf("\n", at + 1)));
    return { cik, series };
  }
  const { cik } = await findFiler(asked, client);
  const own = lines.split("\n").filter((line) => line.includes(`\t${cik}\t`));
  const funds = eachOnce(own.map(toFund), ({ series }) => series);
  if (funds.length > 1) {
    const symbols = funds.map(({ symbol }) => symbol);
    throw invalidInput(
      `This filer has ${funds.length} funds. Ask by the symbol of one: ${joinUpTo(symbols, MAX_LISTED)}.`,
    );
  }
  return { cik, series: funds[0]?.series ?? null };
}

function toFund(line: string): { symbol: string; cik: string; series: string } {
  const [symbol, cik, series] = line.split("\t") as [string, string, string];
  return { symbol, cik, series };
}

async function fetchList(client: OfficialClient, old: List | undefined): Promise<List> {
  const fetchedAt = client.upstream.now().getTime();
  const answer = await fetchFile(client, "files/company_tickers_mf.json", old?.lastModified);
  if (answer === null) return { ...old!, fetchedAt };
  const body = parseJson(answer.text);
  if (!isObject(body) || !Array.isArray(body["fields"]) || !Array.isArray(body["data"])) {
    throw new UnreadableAnswer("provider-d");
  }
  const { fields, data } = body as { fields: unknown[]; data: unknown[] };
  const columns = FIELDS.map((name) => fields.indexOf(name));
  const lines = data.flatMap((row) =>
    toLine(columns.map((at) => (Array.isArray(row) ? (row[at] as unknown) : undefined))),
  );
  if (lines.length === 0) throw new ProviderError("provider-d", "bad_answer");
  const { lastModified } = answer;
  return { fetchedAt, ...(lastModified === undefined ? {} : { lastModified }), lines: `\n${lines.join("\n")}\n` };
}

function toLine([cik, series, symbol]: readonly unknown[]): string[] {
  if (typeof symbol !== "string" || !LISTED.test(symbol)) return [];
  if (typeof series !== "string" || !/^S\d{9}$/.test(series)) return [];
  const digits = String(cik).padStart(10, "0");
  return /^\d{10}$/.test(digits) ? [`${symbol}\t${digits}\t${series}`] : [];
}
