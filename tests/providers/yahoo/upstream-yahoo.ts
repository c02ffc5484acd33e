/** Simulates provider B: a cookie, a crumb for that cookie, and calls that need both. */
import { http, HttpResponse, type HttpHandler, type JsonBodyType } from "msw";
import { BASES, COOKIE_URL } from "../../support/ask.js";

export const BASE = BASES["provider-b"];
export const CRUMB = "a.b/CRUMB12";

export const UNAUTHORIZED = {
  finance: { result: null, error: { code: "Unauthorized", description: "Invalid Crumb" } },
};

/** The cookies of a request; msw appends those it remembers itself, with all their attributes. */
export function sentCookie(request: Request): string {
  return (request.headers.get("cookie") ?? "").replace(/(?:^|; )[^;=]+=[^;]*; (?:Max-Age|Domain|Path)=.*$/, "");
}

/** A quote page that sets no cookie, so that the handshake's second way fails. */
export function emptyQuotePage(url: string): HttpHandler {
  return http.get(url, () => HttpResponse.html("<html></html>"));
}

/** Routes of the handshake; `crumbs` are sent in order, the last one repeatedly. Each call adds a line to `log`. */
export function sessionRoutes(log: string[] = [], crumbs: string[] = [CRUMB]): HttpHandler[] {
  const left = [...crumbs];
  return [
    emptyQuotePage(`${COOKIE_URL}quote/AAPL`),
    http.get(COOKIE_URL, () => {
      log.push("cookie");
      return new HttpResponse("", {
        status: 404,
        headers: { "set-cookie": "A3=d; Max-Age=31536000; Domain=.example.test; Path=/; Secure; HttpOnly" },
      });
    }),
    http.get(`${BASE}/v1/test/getcrumb`, ({ request }) => {
      log.push("crumb");
      if (sentCookie(request) !== "A3=d") return HttpResponse.json(UNAUTHORIZED, { status: 401 });
      return HttpResponse.text(left.length > 1 ? left.shift()! : left[0]!);
    }),
  ];
}

/** A call that needs the crumb and its cookie; `answer` is the body, or the function that creates the response. */
export function crumbRoute(
  path: string,
  answer: JsonBodyType | ((request: Request) => Response | Promise<Response>),
  log: string[] = [],
) {
  return http.all(`${BASE}${path}`, async ({ request }) => {
    const url = new URL(request.url);
    log.push(`${request.method} ${url.pathname}`);
    if (url.searchParams.get("crumb") !== CRUMB || sentCookie(request) !== "A3=d") {
      return HttpResponse.json(UNAUTHORIZED, { status: 401 });
    }
    return typeof answer === "function" ? answer(request) : HttpResponse.json(answer);
  });
}

/** A quoteSummary answer with these modules. */
export function summaryOf(modules: Record<string, JsonBodyType>) {
  return { quoteSummary: { result: [modules], error: null } };
}

/** A quoteSummary call for one symbol, in B's spelling, and its answer. */
export function summary(symbol: string, answer: JsonBodyType | ((request: Request) => Response | Promise<Response>)) {
  return crumbRoute(`/v10/finance/quoteSummary/${encodeURIComponent(symbol)}`, answer);
}

/** The envelope of a 404 of quoteSummary. */
export function summaryNotFound(description: string) {
  return () =>
    HttpResponse.json({ quoteSummary: { result: null, error: { code: "Not Found", description } } }, { status: 404 });
}

/** The `price` module of a US share. */
export const APPLE_PRICE = {
  symbol: "AAPL",
  shortName: "Apple Inc.",
  longName: "Apple Inc.",
  currency: "USD",
  exchange: "NMS",
  exchangeName: "NasdaqGS",
  quoteType: "EQUITY",
  regularMarketPrice: 245.55,
  regularMarketTime: 1740171602,
  marketCap: 3688676720640,
};

/** A row of v7 quote or a screener. */
export const APPLE_ROW = {
  symbol: "AAPL",
  shortName: "Apple Inc.",
  longName: "Apple Inc.",
  quoteType: "EQUITY",
  exchange: "NMS",
  fullExchangeName: "NasdaqGS",
  currency: "USD",
  regularMarketPrice: 244.6,
  regularMarketChange: 3.0700073,
  regularMarketChangePercent: 1.2710667,
  regularMarketDayLow: 241,
  regularMarketDayHigh: 245.41,
  regularMarketOpen: 241.07,
  regularMarketPreviousClose: 241.53,
  regularMarketVolume: 40896227,
  regularMarketTime: 1739566800,
  fiftyTwoWeekHigh: 260.1,
  fiftyTwoWeekLow: 164.08,
  fiftyDayAverage: 240.5066,
  twoHundredDayAverage: 222.96205,
  averageDailyVolume3Month: 50443058,
  marketCap: 3674405863424,
  trailingPE: 38.763866,
  epsTrailingTwelveMonths: 6.31,
  sharesOutstanding: 15022100480,
};

/** A quote of another listing with these figures, without the ranges of Apple's price. */
export function listingRow(symbol: string, currency: string, price: number) {
  const { regularMarketDayLow: _low, regularMarketDayHigh: _high, ...row } = APPLE_ROW;
  return { ...row, symbol, currency, regularMarketPrice: price };
}
