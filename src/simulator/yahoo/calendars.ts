/** Yahoo's calendars: earnings, economic releases, IPOs, splits. */
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";
import { splitsOf } from "../companies/dividends.js";
import { announcementsOf } from "../companies/earnings.js";
import { iposOf, releasesOf } from "../companies/releases.js";
import { round } from "../market/random.js";
import type { Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";
import { oldestFirst } from "../../lib/newest-first.js";
import { findForYahoo } from "./lookup.js";
import { badRequest, holds, isClause, type Clause } from "./screener.js";
import type { SimulatedRequest, SimulatedReply, World } from "../companies/world.js";

type Row = Readonly<Record<string, string | number | boolean | null>>;

interface Asked {
  from: number;
  to: number;
  country: string;
  at: number;
  /** The listed companies, and the invented ones that the query names. */
  stocks: readonly Security[];
}

const MAX_ROWS = 100;
/** The upstream's texts for a day without a time begin at midnight in New York. */
const MIDNIGHT_MS = 5 * 3_600_000;
const toTime = (at: number) => new Date(at).toISOString().replace(".000Z", "Z");

/** The rows of each calendar, with the fields that conditions name. */
const CALENDARS: Readonly<Record<string, (world: World, asked: Asked) => Row[]>> = {
  sp_earnings: (world, { from, to, at, stocks }) =>
    stocks
      .filter(({ company, symbol, currency }) => company === symbol && currency === "USD")
      .flatMap((security) =>
        announcementsOf(security, world.books, at)
          .filter((each) => each.at >= from && each.at <= to)
          .map((each) => ({
            ticker: security.yahooSymbol,
            companyshortname: security.name,
            intradaymarketcap: world.market.tick(security, at).marketCap,
            eventname: "Simulated Earnings Announcement",
            startdatetime: toTime(each.at),
            // Companies with an even number of letters report after the close.
            startdatetimetype: security.yahooSymbol.length % 2 === 0 ? "AMC" : "BMO",
            epsestimate: each.epsEstimate ?? 0,
            epsactual: each.epsActual,
            epssurprisepct:
              each.epsActual !== null && each.epsEstimate
                ? round(((each.epsActual - each.epsEstimate) / Math.abs(each.epsEstimate)) * 100, 2)
                : 0,
            region: "us",
            eventtype: "EAD",
          })),
      ),
  economic_event: (_world, { from, to, country, at }) =>
    releasesOf(country, from, to, at).map((each) => ({
      econ_release: each.event,
      country_code: each.country,
      startdatetime: toTime(each.at),
      period: each.period,
      after_release_actual: each.actual,
      consensus_estimate: each.estimate,
      prior_release_actual: each.previous,
      originally_reported_actual: null,
    })),
  ipo_info: (_world, { from, to }) =>
    iposOf(from, to).map((each) => ({
      ticker: each.symbol,
      companyshortname: each.name,
      exchange_short_name: each.exchange,
      filingdate: null,
      startdatetime: toTime(each.at + MIDNIGHT_MS),
      amendeddate: null,
      pricefrom: each.low,
      priceto: each.high,
      offerprice: 0,
      currencyname: "USD",
      shares: each.shares,
      dealtype: "Expected",
    })),
  splits: (world, { from, to, stocks }) =>
    stocks.flatMap((security) =>
      splitsOf(world, security, Math.floor(from / DAY_MS), Math.floor(to / DAY_MS)).map(
        ({ day, numerator, denominator }) => ({
          ticker: security.yahooSymbol,
          companyshortname: security.name,
          startdatetime: toTime(day * DAY_MS + MIDNIGHT_MS),
          optionable: false,
          old_share_worth: denominator,
          share_worth: numerator,
        }),
      ),
    ),
};

/** Creates the function that replies to `POST v1/finance/visualization`. */
export function createCalendarReply(world: World): (question: SimulatedRequest) => SimulatedReply {
  return ({ body, at }) => {
    const asked = parseJson(body);
    if (!isObject(asked) || !isClause(asked["query"])) return badRequest();
    const { query, entityIdType: entity, includeFields: fields, size, offset } = asked;
    const rowsOf = typeof entity === "string" && Object.hasOwn(CALENDARS, entity) ? CALENDARS[entity] : undefined;
    if (!rowsOf || !Array.isArray(fields)) return badRequest();
    const [from, to] = [bound(query, "GTE"), bound(query, "LTE")];
    if (Number.isNaN(from) || Number.isNaN(to)) return badRequest();
    const country = valueOf(query, "country_code") ?? "US";
    const stocks = [...new Set([...world.market.stocks, ...named(query, world)])];
    const rows = oldestFirst(
      rowsOf(world, { from, to: to + DAY_MS - 1, country, at, stocks }).filter((row) =>
        holds(query, (name) => (row[name] ?? null) as string | number | null),
      ),
      (row) => String(row["startdatetime"]),
    );
    const start = typeof offset === "number" ? offset : 0;
    const shown = rows.slice(start, start + Math.min(MAX_ROWS, typeof size === "number" ? size : 12));
    const columns = fields.map((id) => ({ id: String(id), label: String(id), type: "STRING" }));
    const table = { columns, rows: shown.map((row) => columns.map(({ id }) => row[id] ?? null)) };
    return { status: 200, body: { finance: { result: [{ total: rows.length, documents: [table] }], error: null } } };
  };
}

/** Returns the day that a bound of `startdatetime` names, in milliseconds since the epoch. */
function bound(clause: Clause, operator: string): number {
  const found = clause.operands
    .filter(isClause)
    .find((each) => each.operator === operator && each.operands[0] === "startdatetime");
  return Date.parse(String(found?.operands[1]));
}

function valueOf(clause: Clause, field: string): string | undefined {
  const found = clause.operands.filter(isClause).find(({ operands }) => operands[0] === field);
  return found === undefined ? undefined : String(found.operands[1]);
}

/** Returns the companies whose symbols a query names. */
function named(clause: Clause, world: World): Security[] {
  const [field, symbol] = clause.operands;
  if (field === "ticker" && typeof symbol === "string") {
    const security = findForYahoo(world, symbol);
    return security?.kind === "stock" ? [security] : [];
  }
  return clause.operands.filter(isClause).flatMap((each) => named(each, world));
}
