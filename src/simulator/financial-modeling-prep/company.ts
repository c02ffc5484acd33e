/** FMP: profile, ratios, statements, valuation and insiders of one company. */
import { peersOf } from "../companies/peers.js";
import { fiscalYearEnd, newestQuarter, type Quarter } from "../companies/accounts.js";
import { balanceAt } from "../companies/balance-sheets.js";
import { cashOver } from "../companies/cash-flows.js";
import { EXCHANGES } from "../market/exchanges.js";
import { betaOf, describe, traitsOf } from "../companies/fundamentals.js";
import { yearlyPaid } from "../companies/dividends.js";
import { tradesOf } from "../companies/insiders.js";
import { keyMetricsRow, ratiosRow } from "../companies/ratios.js";
import type { Security } from "../market/security.js";
import { toDate } from "../market/sessions.js";
import { type SegmentKind, segmentsOver } from "../companies/segments.js";
import { type Figures, incomeOver, periodHead } from "../companies/statements.js";
import { reportedYears, type Valuation, valuationOf, type Year } from "../companies/valuation.js";
import { createMemo, dateOf, wholeFrom, type RowsOf, type World } from "../companies/world.js";

const ANNUAL_PERIODS = 10;
const QUARTERLY_PERIODS = 12;
const DEFAULT_PERIODS = 5;

type Statement = "income" | "balance" | "cash" | SegmentKind;

/** Returns the calls by path; each produces the rows of a reply. */
export function createCompanyRows(world: World): Record<string, RowsOf> {
  const { market, books } = world;
  const statements = createMemo<readonly unknown[]>(1_000);
  const valuations = createMemo<Valuation>(200);
  const years = createMemo<readonly Year[]>(500);

  /** Returns the requested stock; other kinds have no accounts. */
  function stock(query: URLSearchParams): Security[] {
    const security = market.find(query.get("symbol") ?? "");
    return security?.kind === "stock" ? [security] : [];
  }

  function valued(query: URLSearchParams, at: number) {
    return stock(query)
      .filter(({ traits }) => !traits.has("too young for a valuation"))
      .map((security) => {
        const now = market.tick(security, at);
        const fundamentals = books.fundamentals(security, at);
        const reported = years(`${security.company} ${fundamentals.quarter}`, () => reportedYears(fundamentals));
        const valuation = valuations(`${security.symbol} ${fundamentals.quarter} ${now.price}`, () =>
          valuationOf(security, now, fundamentals, reported),
        );
        return { security, now, valuation };
      });
  }

  function periods(type: Statement): RowsOf {
    return (query, at) =>
      stock(query).flatMap((security) => {
        const annual = query.get("period") !== "quarter";
        const economics = books.economics(security);
        const newest = newestQuarter(at, economics);
        const rows = statements(`${security.symbol} ${type} ${annual} ${newest}`, () => {
          const last = annual ? fiscalYearEnd(newest, economics) : newest;
          const young = security.traits.has("too young for a valuation");
          const count = young ? 1 : annual ? ANNUAL_PERIODS : QUARTERLY_PERIODS;
          return Array.from({ length: count }, (_, back) =>
            record(world, security, type, last - back * (annual ? 4 : 1), annual),
          );
        });
        return rows.slice(0, wholeFrom(query, "limit", isSegments(type) ? rows.length : DEFAULT_PERIODS));
      });
  }

  return {
    "stock-peers": (query, at) =>
      stock(query).flatMap((security) =>
        peersOf(security, market, at)
          .slice(0, 8)
          .map((each) => ({
            symbol: each.security.symbol,
            companyName: each.security.name,
            price: market.tick(each.security, at).price,
            mktCap: each.marketCap,
          })),
      ),
    profile: (query, at) => {
      const security = market.find(query.get("symbol") ?? "");
      return security && security.symbol === query.get("symbol") ? [profileRow(world, security, at)] : [];
    },
    "ratios-ttm": (query, at) =>
      stock(query).map((found) => ratiosRow(found, market.tick(found, at), books.fundamentals(found, at))),
    "key-metrics-ttm": (query, at) =>
      stock(query).map((found) => keyMetricsRow(found, market.tick(found, at), books.fundamentals(found, at))),
    ratios: (query, at) =>
      stock(query).flatMap((security) => {
        const { rate } = books.fundamentals(security, at);
        const statementsOf = periods("income")(query, at) as readonly (Figures & {
          date: string;
          fiscalYear: string;
        })[];
        return statementsOf.map(({ date, fiscalYear, netIncome = 0 }) => {
          const earnings = netIncome || Infinity;
          const worth = market.tick(security, Date.parse(date)).marketCap * rate;
          return { symbol: security.symbol, date, fiscalYear, period: "FY", priceToEarningsRatio: worth / earnings };
        });
      }),
    "shares-float": (query, at) =>
      stock(query).map((security) => ({
        symbol: security.symbol,
        date: `${dateOf(at)} 00:00:00`,
        freeFloat: 90,
        floatShares: Math.round(market.shares(security) * 0.9),
        outstandingShares: market.shares(security),
        source: "",
      })),
    "income-statement": periods("income"),
    "balance-sheet-statement": periods("balance"),
    "cash-flow-statement": periods("cash"),
    "revenue-product-segmentation": periods("product"),
    "revenue-geographic-segmentation": periods("region"),
    "income-statement-ttm": (query, at) =>
      stock(query).flatMap((security) =>
        Array.from({ length: Math.min(5, wholeFrom(query, "limit", 5)) }, (_, back) => {
          const economics = books.economics(security);
          const quarter = newestQuarter(at, economics) - back;
          return { ...periodHead(security.symbol, economics, quarter, false), ...incomeOver(economics, quarter, 4) };
        }),
      ),
    "discounted-cash-flow": (query, at) =>
      valued(query, at).map(({ security, now, valuation }) => ({
        symbol: security.symbol,
        date: dateOf(at),
        dcf: valuation.dcf,
        "Stock Price": now.price,
      })),
    "custom-discounted-cash-flow": (query, at) => valued(query, at).flatMap(({ valuation }) => valuation.rows),
    "insider-trading/search": (query, at) =>
      stock(query)
        .flatMap((security) => tradeRows(world, security, at))
        .slice(0, wholeFrom(query, "limit", 100)),
  };
}

function isSegments(type: Statement): type is SegmentKind {
  return type === "product" || type === "region";
}

function record(world: World, security: Security, type: Statement, quarter: Quarter, annual: boolean) {
  const economics = world.books.economics(security);
  const length = annual ? 4 : 1;
  const head = periodHead(security.symbol, economics, quarter, annual);
  if (isSegments(type)) {
    const { symbol, fiscalYear, period, reportedCurrency, date } = head;
    const data = segmentsOver(economics, type, quarter, length);
    return { symbol, fiscalYear: Number(fiscalYear), period, reportedCurrency, date, data };
  }
  const figures: Record<Exclude<Statement, SegmentKind>, () => Figures> = {
    income: () => incomeOver(economics, quarter, length),
    balance: () => balanceAt(economics, quarter),
    cash: () => cashOver(economics, quarter, length),
  };
  return { ...head, ...figures[type]() };
}

function profileRow(world: World, security: Security, at: number) {
  const { market, books } = world;
  const now = market.snapshot(security, at);
  const isStock = security.kind === "stock";
  const facts = traitsOf(security, market);
  return {
    symbol: security.symbol,
    price: now.price,
    marketCap: now.marketCap,
    beta: betaOf(security, books, at),
    lastDividend: yearlyPaid(world, security, at),
    range: `${now.yearLow}-${now.yearHigh}`,
    change: now.change,
    changePercentage: now.changePercent,
    volume: now.volume,
    averageVolume: now.averageVolume,
    companyName: security.name,
    currency: security.currency,
    cik: null,
    isin: null,
    cusip: null,
    exchangeFullName: EXCHANGES[security.exchange].fmpName,
    exchange: EXCHANGES[security.exchange].fmp,
    industry: security.industry,
    website: isStock ? "https://www.example.com" : "",
    description: describe(security, market),
    ceo: isStock ? "Jane Sample" : "",
    sector: security.sector,
    country: isStock ? security.country : "",
    fullTimeEmployees: isStock ? String(facts.employees) : null,
    phone: null,
    address: isStock ? "1 Example Street" : null,
    city: isStock ? "Sampletown" : null,
    state: isStock && security.country === "US" ? "CA" : null,
    zip: null,
    image: "",
    ipoDate: security.fund ? toDate(security.fund.firstDay) : facts.listed,
    defaultImage: true,
    isEtf: security.kind === "etf",
    isActivelyTrading: true,
    isAdr: security.symbol === "BABA",
    isFund: security.kind === "fund",
  };
}

function tradeRows({ market }: World, security: Security, at: number) {
  return (tradesOf(security, market, at) ?? []).map((trade) => ({
    symbol: security.symbol,
    filingDate: toDate(trade.filedDay),
    transactionDate: toDate(trade.day),
    reportingCik: "0000000000",
    companyCik: "0000000000",
    transactionType: trade.code,
    securitiesOwned: trade.owned,
    reportingName: trade.name,
    typeOfOwner: trade.relation === "Director" ? "director" : trade.relation ? `officer: ${trade.relation}` : "",
    acquisitionOrDisposition: ["P-Purchase", "M-Exempt", "A-Award"].includes(trade.code) ? "A" : "D",
    directOrIndirect: "D",
    formType: "4",
    securitiesTransacted: trade.shares,
    price: trade.price,
    securityName: "Common Stock",
    url: "",
  }));
}
