/** Filings with the SEC by FMP: all forms of two years. */
import { onlySymbols } from "../../capabilities/filings/asked-filer.js";
import { itemsNotSent, secFilings, toSearched, type FilingRow } from "../../capabilities/filings/sec-filings.js";
import { link } from "../../contract/link.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { text } from "../../contract/values.js";
import { newestFirst } from "../../lib/newest-first.js";
import { exchangeDay } from "../../market/sessions/exchange-day.js";
import { day } from "./dates.js";
import { noCoverageOrUnknown } from "./profile.js";
import { badAnswer, fmpProvider } from "./provider.js";

const MAX_ROWS = 1_000;
const YEARS = 2;

const filingRow = z.object({ cik: text, filingDate: day, formType: text, link, finalLink: link });

/**
 * The filings of a company in the two years up to the requested day, newest first, with the SEC's own addresses.
 *
 * @throws {MarketDataError} `no_coverage` for a known symbol without filings, `not_found` for an unknown one.
 */
export const filingsFromFmp = source(
  fmpProvider,
  secFilings,
  async (input, client) => {
    const { symbol, as_of } = input;
    const to = as_of ?? exchangeDay(symbol, client.upstream.now().getTime());
    const from = `${Number(to.slice(0, 4)) - YEARS}${to.slice(4, 8)}01`;
    const asked = { symbol, from, to, page: 0, limit: MAX_ROWS };
    const sent = await client.rows(filingRow, "sec-filings-search/symbol", asked);
    if (sent.length === 0) throw await noCoverageOrUnknown("filings", symbol, " but has no filings for it.", client);
    const rows = newestFirst(sent.flatMap(toRow), ({ date }) => date);
    if (rows.length === 0) throw badAnswer();
    const cik = sent.find((row) => /^\d{1,10}$/.test(row.cik ?? ""))?.cik?.padStart(10, "0") ?? null;
    const { found, notes } = toSearched(rows, input, from);
    return { data: { symbol, filer: null, cik, ...found }, notes };
  },
  { cannot: onlySymbols },
);

function toRow({ filingDate: date, formType, link: url, finalLink }: z.output<typeof filingRow>): FilingRow[] {
  if (date === null || formType === null || url === null) return [];
  const documents = finalLink === null ? [] : [{ name: formType, url: finalLink }];
  return [{ date, form: formType, title: null, items: itemsNotSent(formType), url, reportDate: null, documents }];
}
