/** Simulated Finnhub: listings in the US by their own symbols; an unknown one has an answer without data. */
import { periodHead } from "../companies/statements.js";
import { announcementsOf } from "../companies/earnings.js";
import { isFollowed, monthStart } from "../companies/analysts.js";
import { storiesOf } from "../companies/news.js";
import type { Security } from "../market/security.js";
import { dateOf, type SimulatedRequest, type SimulatedReply, type World } from "../companies/world.js";

const MONTHS = 4;
const QUARTERS = 4;
const STORIES = 12;
/** The company of a story that is listed under every other symbol as well, as in the upstream. */
const OTHER = "MSFT";

/** Names of the exchanges in the US; other listings need a larger plan. */
const EXCHANGES: Readonly<Record<string, string>> = {
  NASDAQ: "NASDAQ NMS - GLOBAL MARKET",
  NYSE: "NEW YORK STOCK EXCHANGE, INC.",
  AMEX: "NYSE ARCA",
};

/** Answers like Finnhub; accepts every key. */
export function createFinnhubUpstream({
  market,
  books,
  analysts,
}: World): (question: SimulatedRequest) => SimulatedReply {
  const calls: Readonly<Record<string, (found: Security | undefined, at: number) => unknown>> = {
    quote: (found, at) => (found ? quoteOf(found, at) : { c: 0, d: null, dp: null, h: 0, l: 0, o: 0, pc: 0, t: 0 }),
    "stock/profile2": (found, at) => (found?.kind === "stock" ? profileOf(found, at) : {}),
    "stock/recommendation": (found, at) => (found && isFollowed(found) ? trendsOf(found, at) : []),
    "stock/earnings": (found, at) => (found ? surprisesOf(found, at) : []),
    "calendar/earnings": (found, at) => ({ earningsCalendar: found ? calendarOf(found, at) : [] }),
    "company-news": (found, at) => (found ? newsOf(found, at) : []),
  };

  return ({ path, query, headers, at }) => {
    if (!headers["x-finnhub-token"]) return { status: 401, text: "Please use an API key." };
    const call = calls[path.slice(1)];
    if (!call) return { status: 404, body: { error: "Not found" } };
    const found = market.find((query.get("symbol") ?? "").replace(".", "-"));
    if (found && !EXCHANGES[found.exchange]) {
      return { status: 403, body: { error: "You don't have access to this resource." } };
    }
    return { status: 200, body: call(found, at) };
  };

  function quoteOf(found: Security, at: number) {
    const now = market.snapshot(found, at);
    return {
      c: now.price,
      d: now.change,
      dp: now.changePercent,
      h: now.dayHigh,
      l: now.dayLow,
      o: now.open,
      pc: now.previousClose,
      t: Math.floor(now.tradedAt / 1000),
    };
  }

  function profileOf(found: Security, at: number) {
    return {
      country: found.country,
      currency: found.reporting,
      estimateCurrency: found.reporting,
      exchange: EXCHANGES[found.exchange],
      finnhubIndustry: found.industry,
      ipo: "",
      logo: "",
      marketCapitalization: market.tick(found, at).marketCap / 1e6,
      name: found.name,
      phone: "",
      shareOutstanding: market.shares(found) / 1e6,
      ticker: toOwn(found),
      weburl: "https://www.example.com/",
    };
  }

  function trendsOf(found: Security, at: number) {
    return Array.from({ length: MONTHS }, (_, back) => {
      const first = monthStart(at, back);
      const [strongBuy, buy, hold, sell, strongSell] = analysts.counts(found, first);
      return { buy, hold, period: dateOf(first), sell, strongBuy, strongSell, symbol: toOwn(found) };
    });
  }

  function surprisesOf(found: Security, at: number) {
    return announcementsOf(found, books, at)
      .filter(({ epsActual }) => epsActual !== null)
      .slice(0, QUARTERS)
      .map(({ quarter, periodEnd, epsActual, epsEstimate }) => {
        const { fiscalYear, period } = periodHead(found.symbol, books.economics(found), quarter, false);
        const surprise = epsActual === null || epsEstimate === null ? null : epsActual - epsEstimate;
        return {
          actual: epsActual,
          estimate: epsEstimate,
          period: periodEnd,
          quarter: Number(period.slice(1)),
          surprise,
          surprisePercent: surprise === null || !epsEstimate ? null : (surprise / Math.abs(epsEstimate)) * 100,
          symbol: toOwn(found),
          year: Number(fiscalYear),
        };
      });
  }

  function calendarOf(found: Security, at: number) {
    return announcementsOf(found, books, at)
      .filter(({ epsActual }) => epsActual === null)
      .map((each) => {
        const { fiscalYear, period } = periodHead(found.symbol, books.economics(found), each.quarter, false);
        return {
          date: dateOf(each.at),
          epsActual: null,
          epsEstimate: each.epsEstimate,
          hour: "",
          quarter: Number(period.slice(1)),
          revenueActual: null,
          revenueEstimate: each.revenueEstimate,
          symbol: toOwn(found),
          year: Number(fiscalYear),
        };
      });
  }

  function newsOf(found: Security, at: number) {
    const other = market.find(OTHER);
    const stories = [...storiesOf(found, STORIES, at), ...(other ? storiesOf(other, 1, at) : [])];
    return stories.map(({ number, title, publisher, link, published }) => ({
      category: "company",
      datetime: published,
      headline: title,
      id: number,
      image: "",
      related: toOwn(found),
      source: publisher,
      summary: `${title}. An invented story.`,
      url: link,
    }));
  }
}

/** Returns Finnhub's spelling of a symbol, with a dot before a share class. */
function toOwn({ symbol }: Security): string {
  return symbol.replace("-", ".");
}
