/** Yahoo's series of reported figures: one entry per type; an entry without data has no values. */
import { fiscalYearEnd, newestQuarter, type Quarter, quarterEnd } from "../companies/accounts.js";
import { balanceAt } from "../companies/balance-sheets.js";
import { cashOver } from "../companies/cash-flows.js";
import { findForYahoo } from "./lookup.js";
import { priceToEarnings } from "../companies/fundamentals.js";
import { round } from "../market/random.js";
import type { Security } from "../market/security.js";
import { type Figures, incomeOver } from "../companies/statements.js";
import { findFigure, type StatementName } from "./timeseries-names.js";
import { DAY_MS } from "../../lib/day.js";
import { createMemo, dateOf, type SimulatedRequest, type SimulatedReply, type World } from "../companies/world.js";

const ANNUAL_PERIODS = 4;
const QUARTERLY_PERIODS = 5;

interface Period {
  quarter: Quarter;
  statements: Record<StatementName, Figures>;
}

/**
 * Returns the function that replies to `ws/fundamentals-timeseries`. An unknown symbol gets types without values, like
 * a type that no company reports.
 */
export function createTimeseriesReply(world: World): (symbol: string, question: SimulatedRequest) => SimulatedReply {
  const memo = createMemo<readonly Period[]>(1_000);

  function periods(security: Security, annual: boolean, at: number): readonly Period[] {
    const economics = world.books.economics(security);
    const newest = newestQuarter(at, economics);
    return memo(`${security.company} ${annual} ${newest}`, () => {
      const [length, count] = annual ? [4, ANNUAL_PERIODS] : [1, QUARTERLY_PERIODS];
      const last = annual ? fiscalYearEnd(newest, economics) : newest;
      return Array.from({ length: count }, (_, index) => {
        const quarter = last - (count - 1 - index) * length;
        const statements = {
          income: incomeOver(economics, quarter, length),
          balance: balanceAt(economics, quarter),
          cash: cashOver(economics, quarter, length),
        };
        return { quarter, statements };
      });
    });
  }

  function valuesOf(security: Security, type: string, at: number) {
    if (type === "trailingPegRatio") return [pegRatio(world, security, at)].filter((value) => value !== undefined);
    const [, span, name] = /^(annual|quarterly)(\w+)$/.exec(type) ?? [];
    const valuation = VALUATIONS.get(name ?? "");
    if (valuation) {
      return periods(security, span === "annual", at).flatMap(({ quarter }) => {
        const raw = valuation(world, security, quarter);
        return raw === null ? [] : [point(quarterEnd(quarter), "TTM", security, raw)];
      });
    }
    const figure = name === undefined ? undefined : findFigure(name);
    if (!figure) return [];
    return periods(security, span === "annual", at).flatMap(({ quarter, statements }) => {
      const raw = statements[figure.statement][figure.field];
      return raw === undefined ? [] : [point(quarterEnd(quarter), span === "annual" ? "12M" : "3M", security, raw)];
    });
  }

  return (symbol, { query, at }) => {
    const security = findForYahoo(world, symbol);
    const [from, to] = [wholeSeconds(query, "period1", 0), wholeSeconds(query, "period2", 1e11)];
    const result = (query.get("type") ?? "").split(",").map((type) => {
      const meta = { symbol: [symbol], type: [type] };
      const all = security?.kind === "stock" ? valuesOf(security, type, at) : [];
      const values = all.filter(({ asOfDate }) => isWithin(asOfDate, from, to));
      if (values.length === 0) return { meta };
      return { meta, timestamp: values.map(({ asOfDate }) => Date.parse(asOfDate) / 1000), [type]: values };
    });
    return { status: 200, body: { timeseries: { result, error: null } } };
  };
}

function point(asOfDate: string, periodType: string, security: Security, raw: number) {
  return {
    dataId: 20100,
    asOfDate,
    periodType,
    currencyCode: security.reporting,
    reportedValue: { raw, fmt: String(raw) },
  };
}

/** Valuations at the end of a quarter, over its twelve months; those of listings in another currency are not simulated. */
const VALUATIONS: ReadonlyMap<string, (world: World, security: Security, quarter: Quarter) => number | null> = new Map([
  ["MarketCap", (world, security, quarter) => capAt(world, security, quarter)],
  ["PeRatio", overTwelveMonths("netIncome")],
  ["PsRatio", overTwelveMonths("revenue")],
  [
    "PbRatio",
    (world, security, quarter) => {
      const equity = balanceAt(world.books.economics(security), quarter)["totalEquity"] ?? 0;
      return quotient(capAt(world, security, quarter), equity);
    },
  ],
  ["EnterprisesValueEBITDARatio", overTwelveMonths("ebitda")],
]);

function overTwelveMonths(field: string) {
  return (world: World, security: Security, quarter: Quarter) =>
    quotient(capAt(world, security, quarter), incomeOver(world.books.economics(security), quarter, 4)[field] ?? 0);
}

function capAt({ market }: World, security: Security, quarter: Quarter): number | null {
  if (security.currency !== security.reporting) return null;
  const day = Math.floor(Date.parse(quarterEnd(quarter)) / DAY_MS);
  return Math.round(market.closeOn(security, day) * market.shares(security));
}

function quotient(value: number | null, base: number): number | null {
  return value === null || base <= 0 ? null : round(value / base, 4);
}

function pegRatio({ market, books }: World, security: Security, at: number) {
  const fundamentals = books.fundamentals(security, at);
  const pe = priceToEarnings(security, market.tick(security, at).price, fundamentals);
  return pe === null
    ? undefined
    : point(dateOf(at), "TTM", security, round(pe / (fundamentals.economics.growth * 100), 4));
}

function isWithin(date: string, from: number, to: number): boolean {
  const seconds = Date.parse(date) / 1000;
  return seconds >= from && seconds <= to;
}

function wholeSeconds(query: URLSearchParams, name: string, fallback: number): number {
  const value = Number(query.get(name) ?? Number.NaN);
  return Number.isFinite(value) ? value : fallback;
}
