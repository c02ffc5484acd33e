/** FMP: calendars of earnings, economic releases, IPOs, dividends and splits. */
import { paymentsOf, splitsOf } from "../companies/dividends.js";
import { announcementsOf } from "../companies/earnings.js";
import { iposOf, releasesOf } from "../companies/releases.js";
import { DAY_MS } from "../../lib/day.js";
import { dateOf, type RowsOf, type World } from "../companies/world.js";
import { newestFirst } from "../../lib/newest-first.js";
import { toAnnouncementRow } from "./earnings.js";

const COUNTRIES = ["US", "GB", "DE", "JP"];

/** Returns the calls by path; each produces the rows of a reply, newest first. */
export function createCalendarRows(world: World): Record<string, RowsOf> {
  const { market, books } = world;
  const ranged =
    (rowsOf: (from: number, to: number, at: number) => { date: string }[]): RowsOf =>
    (query, at) => {
      const from = Date.parse(query.get("from") ?? dateOf(at));
      const to = Date.parse(query.get("to") ?? dateOf(at)) + DAY_MS - 1;
      if (Number.isNaN(from) || Number.isNaN(to)) return [];
      return newestFirst(rowsOf(from, to, at), ({ date }) => date);
    };
  return {
    "earnings-calendar": ranged((from, to, at) =>
      market.stocks.flatMap((security) =>
        announcementsOf(security, books, at)
          .filter((each) => each.at >= from && each.at <= to)
          .map((each) => toAnnouncementRow(security.symbol, each, at)),
      ),
    ),
    "economic-calendar": ranged((from, to, at) =>
      COUNTRIES.flatMap((country) =>
        releasesOf(country, from, to, at).map((each) => ({
          date: new Date(each.at).toISOString().slice(0, 19).replace("T", " "),
          country: country === "GB" ? "UK" : country,
          event: `${each.event} (${each.period})`,
          currency: "",
          previous: Number.parseFloat(each.previous),
          estimate: Number.parseFloat(each.estimate),
          actual: each.actual === null ? null : Number.parseFloat(each.actual),
          change: 0,
          impact: "Medium",
          changePercentage: 0,
          unit: /[%KM]$/.exec(each.previous)?.[0] ?? null,
        })),
      ),
    ),
    "ipos-calendar": ranged((from, to) =>
      iposOf(from, to).map((each) => ({
        symbol: each.symbol,
        date: dateOf(each.at),
        daa: new Date(each.at).toISOString(),
        company: each.name,
        exchange: each.exchange,
        actions: "Expected",
        shares: each.shares,
        priceRange: `${each.low} - ${each.high}`,
        marketCap: null,
      })),
    ),
    "dividends-calendar": ranged((from, to, at) =>
      market.stocks.flatMap((security) =>
        paymentsOf(world, security, Math.floor(from / DAY_MS), Math.floor(to / DAY_MS), at).map((each) => ({
          symbol: security.symbol,
          date: dateOf(each.exDay * DAY_MS),
          recordDate: dateOf(each.recordDay * DAY_MS),
          paymentDate: dateOf(each.payDay * DAY_MS),
          declarationDate: dateOf(each.declaredDay * DAY_MS),
          adjDividend: each.amount,
          dividend: each.amount,
        })),
      ),
    ),
    "splits-calendar": ranged((from, to) =>
      market.stocks.flatMap((security) =>
        splitsOf(world, security, Math.floor(from / DAY_MS), Math.floor(to / DAY_MS)).map(
          ({ day, numerator, denominator }) => ({
            symbol: security.symbol,
            date: dateOf(day * DAY_MS),
            numerator,
            denominator,
          }),
        ),
      ),
    ),
  };
}
