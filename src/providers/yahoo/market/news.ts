/** News by Yahoo's search, which sends general news for a security without news of its own. */
import { MAX_NEWS, news, newsText, toNews, toSymbols } from "../../../capabilities/companies/news.js";
import { source } from "../../../contract/provider.js";
import { link as publicLink } from "../../../contract/link.js";
import { z } from "../../../contract/schema.js";
import { text, toPastInstant } from "../../../contract/values.js";
import { toSubject } from "../../../market/news-subject.js";
import { readRows, unknownSymbol } from "../calls/envelopes.js";
import { yahooProvider } from "../provider.js";
import { isSameYahooSymbol, toYahooSymbol } from "../calls/symbol.js";
import { list, rawNumber, required } from "../calls/values.js";

/** The indices whose news are the headlines of the market. */
const INDICES = ["^GSPC", "^IXIC", "^DJI"];

/**
 * The items about the symbol: those that list it among their tickers or have it in brackets in their title, and those
 * without tickers whose title names the symbol or its company; without a symbol, all items found for the indices. B does
 * not sort them and sends no summaries.
 *
 * @throws {MarketDataError} `not_found` when there is no news and the search does not know the symbol.
 */
export const newsFromYahoo = source(yahooProvider, news, async ({ symbol }, client) => {
  if (symbol === undefined) {
    const found = await Promise.all(INDICES.map((each) => client.news(each, HEADLINES)));
    return { data: toNews(undefined, readItems(found.flatMap((each) => each.news.slice(0, HEADLINES)))) };
  }
  const yahooSymbol = toYahooSymbol(symbol);
  const found = await client.news(yahooSymbol, MAX_NEWS);
  const own = found.quotes.find((row) => isSameYahooSymbol(row.symbol, yahooSymbol));
  const subject = toSubject(yahooSymbol, own);
  const items = readItems(found.news.slice(0, 2 * MAX_NEWS)).filter(({ symbols, title }) => {
    const isTagged = symbols.includes(yahooSymbol) || subject.isMarked(title);
    return isTagged || (symbols.length === 0 && subject.isNamed(title));
  });
  if (items.length === 0 && !own) throw unknownSymbol(symbol);
  return { data: toNews(symbol, items) };
});

/** News to request for each index. */
const HEADLINES = 20;

/**
 * Returns the readable items.
 *
 * @throws {ProviderError} `bad_answer` when there are items and none has a title: then it is unknown whether there is news.
 */
function readItems(rows: readonly unknown[]) {
  return readRows(newsRow, rows, rows.length).map(
    ({ title, publisher, link, providerPublishTime, type, relatedTickers }) => ({
      title,
      publisher,
      published: toPastInstant(providerPublishTime) ?? null,
      url: link,
      symbols: toSymbols(relatedTickers),
      type: type === "STORY" || type === "VIDEO" ? type.toLowerCase() : null,
    }),
  );
}

const newsRow = z.object({
  title: required(newsText),
  publisher: text,
  link: publicLink,
  providerPublishTime: rawNumber,
  type: text,
  relatedTickers: list,
});
