/** News by Finnhub, with summaries. */
import { say, the } from "../../contract/sentence.js";
import { news, newsText, toNews, type NewsItem } from "../../capabilities/companies/news.js";
import { link } from "../../contract/link.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { lenient, number, text, toPastInstant } from "../../contract/values.js";
import { daysBefore } from "../../lib/day.js";
import { decodeEntities } from "../../lib/decode-entities.js";
import { exchangeDay } from "../../market/sessions/exchange-day.js";
import { toSubject } from "../../market/news-subject.js";
import { toListingSymbol } from "../../market/symbols/symbol.js";
import { findProfile } from "./profile.js";
import { badAnswer, noData, finnhubProvider, US_LISTINGS_ONLY } from "./provider.js";

/** The days of stories that are asked for. */
const DAYS = 30;
/** A text is cut before its references are decoded; a longer one would be cut afterwards. */
const MAX_TEXT = 4_000;

const decoded = lenient((value) =>
  newsText.parse(typeof value === "string" ? decodeEntities(value.slice(0, MAX_TEXT)) : value),
);
const newsRow = z.object({ datetime: number, headline: decoded, source: text, summary: decoded, url: link });

/**
 * The stories of the last 30 days that name the company or its symbol in headline or summary. Finnhub lists stories
 * about other companies as well, all under the symbol that was asked for, so that it says of none which it is about.
 *
 * @throws {ProviderError} `no_data` when there is no story and Finnhub has no profile: of a fund or an unknown symbol.
 */
export const newsFromFinnhub = source(
  finnhubProvider,
  news,
  async ({ symbol = "" }, client) => {
    const today = exchangeDay(symbol, client.upstream.now().getTime());
    const span = { from: daysBefore(today, DAYS), to: today };
    const [rows, profile] = await Promise.all([
      client.rows(newsRow, "company-news", symbol, span),
      findProfile(symbol, client),
    ]);
    if (rows.length > 0 && rows.every(({ headline }) => headline === null)) throw badAnswer();
    // The code of an exchange in the US stands for all of them: "(NASDAQ: ACME)" and "(NYSE: ACME)" are the same share.
    const subject = toSubject(toListingSymbol(symbol), {
      longname: profile?.name ?? null,
      shortname: null,
      quoteType: "EQUITY",
      exchange: "NYQ",
      exchDisp: null,
    });
    const items = rows.flatMap(({ datetime, headline: title, source: publisher, summary, url }): NewsItem[] => {
      const isAbout = [title, summary].some(
        (each) => each !== null && (subject.isMarked(each) || subject.isNamed(each)),
      );
      if (title === null || !isAbout) return [];
      return [{ title, publisher, published: toPastInstant(datetime) ?? null, url, summary, symbols: [], type: null }];
    });
    // Without the company's name, no story about it is recognised that lacks its symbol.
    if (items.length === 0 && !profile) throw noData();
    return {
      data: toNews(symbol, items),
      ...(profile ? {} : { missing: ["items"] }),
      notes: [
        say`Of the last 30 days, only stories that name the company or its symbol are shown; ${the.source("provider-e")} lists others, too.`,
      ],
    };
  },
  US_LISTINGS_ONLY,
);
