/** The funds of the SEC's list, by symbol: a registrant may have hundreds of series, and a series several classes. */
import { UnreadableAnswer } from "../../../contract/errors.js";
import { invalidInput } from "../../../contract/input.js";
import { eachOnce } from "../../../lib/each-once.js";
import { isObject } from "../../../lib/is-object.js";
import { joinUpTo } from "../../../lib/join-words.js";
import { toListingSymbol } from "../../../market/symbols/symbol.js";
import type { OfficialClient } from "../../official/client.js";
import { findFiler } from "../filers.js";
import { findLines, LISTED, type SymbolList } from "../symbol-list.js";

/** A fund as the SEC knows it; a unit trust such as SPY has no series. */
export interface FundSeries {
  /** The registrant's number, ten digits. */
  cik: string;
  series: string | null;
}

const FIELDS = ["cik", "seriesId", "symbol"];
const FUNDS: SymbolList = {
  key: "funds",
  path: "files/company_tickers_mf.json",
  toLines(file) {
    if (!isObject(file) || !Array.isArray(file["fields"]) || !Array.isArray(file["data"])) {
      throw new UnreadableAnswer("provider-d");
    }
    const { fields, data } = file as { fields: unknown[]; data: unknown[] };
    const columns = FIELDS.map((name) => fields.indexOf(name));
    return data.flatMap((row) => toLine(columns.map((at) => (Array.isArray(row) ? (row[at] as unknown) : undefined))));
  },
};

/** Series that an error lists. */
const MAX_LISTED = 10;

/**
 * Returns the fund that a symbol, number or name means.
 *
 * @throws {ProviderError} `no_data` for a symbol, number or name that the SEC does not know.
 * @throws {MarketDataError} `invalid_input` for a registrant of several funds, with their symbols.
 */
export async function findFund(asked: string, client: OfficialClient): Promise<FundSeries> {
  const lines = await findLines(FUNDS, client);
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

/** Returns the line of a symbol: symbol, registrant's number and series. */
function toLine([cik, series, symbol]: readonly unknown[]): string[] {
  if (typeof symbol !== "string" || !LISTED.test(symbol)) return [];
  if (typeof series !== "string" || !/^S\d{9}$/.test(series)) return [];
  const digits = String(cik).padStart(10, "0");
  return /^\d{10}$/.test(digits) ? [`${symbol}\t${digits}\t${series}`] : [];
}
