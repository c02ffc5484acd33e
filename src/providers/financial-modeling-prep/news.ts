/** News by FMP, with summaries. The plan of a free key does not include them. */
import { MAX_NEWS, news, newsText, toNews, type NewsItem } from "../../capabilities/companies/news.js";
import { source } from "../../contract/provider.js";
import { link as publicLink } from "../../contract/link.js";
import { z } from "../../contract/schema.js";
import { text, toPastInstant } from "../../contract/values.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import { findProfile, unknownSymbol } from "./profile.js";
import { badAnswer, fmpProvider } from "./provider.js";
import { toFmpSymbol } from "./symbol.js";

const newsRow = z.object({
  symbol: text,
  publishedDate: text,
  publisher: text,
  title: newsText,
  text: newsText,
  url: publicLink,
});

/**
 * The stories that FMP lists under the symbol, or without a symbol its general news. Its times are New York's,
 * without a zone.
 *
 * @throws {MarketDataError} `not_found` when there is no story and FMP does not know the symbol.
 */
export const newsFromFmp = source(fmpProvider, news, async ({ symbol }, client) => {
  const rows =
    symbol === undefined
      ? await client.rows(newsRow, "news/general-latest", { page: 0, limit: MAX_NEWS })
      : await client.rows(newsRow, "news/stock", { symbols: toFmpSymbol(symbol), limit: MAX_NEWS });
  // Rows without any readable title do not mean that there is no news.
  if (rows.length > 0 && rows.every(({ title }) => title === null)) throw badAnswer();
  const items = rows.flatMap(({ symbol: about, publishedDate, publisher, title, text: summary, url }): NewsItem[] => {
    if (title === null || (symbol !== undefined && about?.toUpperCase() !== toFmpSymbol(symbol))) return [];
    const symbols = about === null ? [] : [about];
    return [{ title, publisher, published: toUtc(publishedDate), url, summary, symbols, type: null }];
  });
  if (symbol === undefined) return { data: toNews(undefined, items) };
  if (items.length === 0 && !(await findProfile(symbol, client))) throw unknownSymbol("news", symbol);
  return { data: toNews(symbol, items) };
});

/** Converts a New York time such as `2025-08-22 16:23:55` to UTC; `null` when it is invalid or in the future. */
function toUtc(local: string | null): string | null {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(local ?? "") ?? [];
  const asUtc = Date.parse(`${day}T${time}Z`) / 1000;
  if (Number.isNaN(asUtc)) return null;
  // Read the offset at the real time, which is up to five hours after `asUtc`, because the clocks may change between
  // the two.
  const offset = NEW_YORK.time(asUtc + 5 * 3600).slice(-6);
  return toPastInstant(Date.parse(`${day}T${time}${offset}`) / 1000)?.replace(".000Z", "Z") ?? null;
}
