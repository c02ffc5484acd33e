/** Filings with the SEC by Yahoo: about a hundred of the newest, without those of insiders. */
import { say, the } from "../../../contract/sentence.js";
import { onlySymbols } from "../../../capabilities/filings/asked-filer.js";
import { itemsNotSent, secFilings, toSearched, type FilingRow } from "../../../capabilities/filings/sec-filings.js";
import { noCoverage } from "../../../contract/errors.js";
import { link } from "../../../contract/link.js";
import { source } from "../../../contract/provider.js";
import { z } from "../../../contract/schema.js";
import { isDay, text } from "../../../contract/values.js";
import { newestFirst } from "../../../lib/newest-first.js";
import { entries, readableRows, readModule, readRows } from "../calls/envelopes.js";
import { yahooProvider } from "../provider.js";
import { list, renamed, required } from "../calls/values.js";

/** Limits of filings and of documents that are read; B sends about a hundred filings. */
const MAX_FILINGS = 300;
const MAX_DOCUMENTS = 10;
const NO_FILINGS = " but has no filings for it; companies that do not report to the SEC, funds and coins have none.";

const filingsModule = z.object({ filings: entries });
const filingRow = renamed({
  date: ["date", required(text).refine(isDay)],
  form: ["type", required(text)],
  title: ["title", text],
  url: ["edgarUrl", required(link)],
  exhibits: ["exhibits", list],
});
const exhibit = renamed({ name: ["type", required(text)], url: ["url", required(link)] });
/** The end of the address of a filing's page: the accession number and the number of the company at the SEC. */
const ADDRESS_END = /\/\d{10}-\d{2}-\d{6}_(\d{1,10})$/;

/**
 * The filings of a company, newest first, of one form and up to a day if the input has them; `url` is a page of B.
 *
 * @throws {MarketDataError} `not_found` for an unknown symbol, `no_coverage` for one without filings.
 */
export const filingsFromYahoo = source(
  yahooProvider,
  secFilings,
  async (input, client) => {
    const { symbol } = input;
    const { price, modules } = await client.summary(symbol, ["secFilings"]);
    const sent = readModule(filingsModule, modules["secFilings"])?.filings ?? [];
    if (sent.length === 0) throw noCoverage("provider-b", "filings", symbol, NO_FILINGS);
    const rows = newestFirst(readRows(filingRow, sent, MAX_FILINGS).map(toFiling), ({ date }) => date);
    const { found, notes } = toSearched(rows, input, rows.at(-1)!.date);
    const cik = rows.map(({ url }) => ADDRESS_END.exec(url)?.[1]).find((number) => number !== undefined);
    return {
      data: {
        symbol,
        filer: price.longName ?? price.shortName,
        cik: cik?.padStart(10, "0") ?? null,
        ...found,
      },
      notes: [
        ...notes,
        say`${the.source("provider-b")} lists the newest filings only, without those of insiders and holders.`,
      ],
    };
  },
  { cannot: onlySymbols },
);

function toFiling({ date, form, title, url, exhibits }: z.output<typeof filingRow>): FilingRow {
  const read = readableRows(exhibit, exhibits, exhibits.length);
  // The form itself often stands behind a dozen exhibits, and must not be the one that is left out.
  const isForm = ({ name }: { name: string }) => name === form;
  let exhibitsLeft = MAX_DOCUMENTS - read.filter(isForm).length;
  const documents = read.filter((each) => isForm(each) || exhibitsLeft-- > 0).slice(0, MAX_DOCUMENTS);
  return { date, form, title, items: itemsNotSent(form), url, reportDate: null, documents };
}
