/** Simulated Yahoo: the cookie and crumb handshake, and the replies to all calls. */
import { peersOf } from "../companies/peers.js";
import { createCalendarReply } from "./calendars.js";
import { toKey } from "../market/random.js";
import { chartReply, searchReply } from "./charts.js";
import { findForYahoo, errorBody } from "./lookup.js";
import { optionsReply } from "./options.js";
import { marketSummaryReply } from "./market-summary.js";
import { crossRate } from "./cross-rates.js";
import { quoteRow } from "./quote-rows.js";
import { customScreenerReply, predefinedScreenerReply } from "./screener.js";
import { createSummaryReply } from "./summary.js";
import { createTimeseriesReply } from "./timeseries.js";
import type { SimulatedRequest, SimulatedReply, World } from "../companies/world.js";

/** Answers like Yahoo; calls that need the crumb and its cookie get status 401 without them. */
export function createYahooUpstream(world: World): (question: SimulatedRequest) => SimulatedReply {
  const name = toKey("session", world.market.seed).toString(36);
  const cookie = `A3=d=${name}`;
  // Like many real crumbs, it has eleven characters and one of them, the slash, is encoded in a query.
  const crumb = `${name}/.simulated`.slice(0, 11).padEnd(11, "x");
  const summary = createSummaryReply(world);
  const timeseries = createTimeseriesReply(world);
  const calendar = createCalendarReply(world);

  function hasCookie({ headers }: SimulatedRequest): boolean {
    return String(headers["cookie"] ?? "")
      .split(/; */)
      .includes(cookie);
  }

  function replyWithCrumb(question: SimulatedRequest): SimulatedReply {
    const { path, query } = question;
    if (!hasCookie(question)) return unauthorized("Invalid Cookie");
    if (query.get("crumb") !== crumb) return unauthorized("Invalid Crumb");
    const summarySymbol = after(path, "/v10/finance/quoteSummary/");
    if (summarySymbol !== undefined) return summary(summarySymbol, question);
    const optionsSymbol = after(path, "/v7/finance/options/");
    if (optionsSymbol !== undefined) return optionsReply(world, optionsSymbol, question);
    if (path === "/v7/finance/quote") return quoteReply(world, question);
    if (path === "/v1/finance/screener/predefined/saved") return predefinedScreenerReply(world, question);
    if (path === "/v1/finance/screener" && question.method === "POST") return customScreenerReply(world, question);
    if (path === "/v1/finance/visualization" && question.method === "POST") return calendar(question);
    return { status: 404, body: { finance: errorBody("Not Found", "No such call") } };
  }

  return (question) => {
    const { path } = question;
    if (path === "/cookie" || path === "/") return cookieReply(cookie);
    if (path === "/v1/test/getcrumb") {
      return hasCookie(question)
        ? { status: 200, text: crumb, headers: { "content-type": "text/plain;charset=utf-8" } }
        : unauthorized("Invalid Cookie");
    }
    const chartSymbol = after(path, "/v8/finance/chart/");
    if (chartSymbol !== undefined) return chartReply(world, chartSymbol, question);
    if (path === "/v6/finance/quote/marketSummary") return marketSummaryReply(world, question);
    if (path === "/v1/finance/search") return searchReply(world, question);
    const relatedSymbol = after(path, "/v6/finance/recommendationsbysymbol/");
    if (relatedSymbol !== undefined) return relatedReply(world, relatedSymbol, question);
    const timeseriesSymbol = after(path, "/ws/fundamentals-timeseries/v1/finance/timeseries/");
    if (timeseriesSymbol !== undefined) return timeseries(timeseriesSymbol, question);
    return replyWithCrumb(question);
  };
}

function quoteReply(world: World, { query, at }: SimulatedRequest): SimulatedReply {
  const fields = query.get("fields")?.split(",");
  const result = (query.get("symbols") ?? "").split(",").flatMap((symbol) => {
    const security = findForYahoo(world, symbol);
    return security ? [quoteRow(world, security, at, fields)] : (crossRate(world, symbol, at) ?? []);
  });
  return { status: 200, body: { quoteResponse: { result, error: null } } };
}

/** Returns the companies that readers look at with this one. */
function relatedReply(world: World, symbol: string, { at }: SimulatedRequest): SimulatedReply {
  const security = findForYahoo(world, symbol);
  const recommendedSymbols = (security ? peersOf(security, world.market, at).slice(0, 5) : []).map((each, place) => ({
    symbol: each.security.yahooSymbol,
    score: 0.3 - place / 50,
  }));
  const result = security ? [{ symbol: security.yahooSymbol, recommendedSymbols }] : [];
  return { status: 200, body: { finance: { result, error: null } } };
}

function unauthorized(description: string): SimulatedReply {
  return { status: 401, body: { finance: errorBody("Unauthorized", description) } };
}

/** Returns the page that sets the cookie; its status is 404, as at the upstream. */
function cookieReply(cookie: string): SimulatedReply {
  const headers = { "set-cookie": `${cookie}; Max-Age=31536000; Path=/; HttpOnly`, "content-type": "text/html" };
  return { status: 404, text: "", headers };
}

function after(path: string, prefix: string): string | undefined {
  if (!path.startsWith(prefix)) return undefined;
  try {
    return decodeURIComponent(path.slice(prefix.length));
  } catch {
    return "";
  }
}
