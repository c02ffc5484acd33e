/** Yahoo's modules about insiders; their numbers are `{raw, fmt}` objects in every requested format. */
import { holdersOf, type Trade, tradesOf } from "../companies/insiders.js";
import type { Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";
import { toDate } from "../market/sessions.js";
import type { World } from "../companies/world.js";

/** Insiders' transactions and holdings; absent for a company without such reports. */
export const insiderModules = {
  insiderTransactions({ market }: World, security: Security, at: number) {
    const trades = tradesOf(security, market, at);
    return trades && { transactions: trades.map(transactionRow), maxAge: 1 };
  },

  insiderHolders({ market }: World, security: Security, at: number) {
    const trades = tradesOf(security, market, at);
    const holders = trades && holdersOf(trades).map(holderRow);
    return holders && { holders, maxAge: 1 };
  },
};

const TRADE_WORDS = {
  "P-Purchase": "Purchase",
  "S-Sale": "Sale",
  "M-Exempt": "Conversion of Exercise of derivative security",
  "A-Award": "Stock Award(Grant)",
  "G-Gift": "Stock Gift",
  // The upstream has no text for shares withheld for tax.
  "F-InKind": "",
} as const;

function transactionRow(trade: Trade) {
  const words = TRADE_WORDS[trade.code];
  const price = trade.price.toFixed(2);
  const span = trade.highPrice === undefined ? price : `${price} - ${trade.highPrice.toFixed(2)}`;
  const each = trade.highPrice === undefined ? trade.price : (trade.price + trade.highPrice) / 2;
  return {
    maxAge: 1,
    shares: figure(trade.shares),
    ...(words === "" ? {} : { value: figure(Math.round(trade.shares * each)) }),
    filerUrl: "",
    transactionText: words === "" ? "" : `${words} at price ${span} per share.`,
    filerName: trade.name,
    filerRelation: trade.relation,
    moneyText: "",
    startDate: dated(trade.day),
    ownership: "D",
  };
}

/** One in three holds some shares through a trust, too. */
function holderRow(trade: Trade, place: number) {
  return {
    maxAge: 1,
    name: trade.name,
    relation: trade.relation,
    url: "",
    transactionDescription: TRADE_WORDS[trade.code],
    latestTransDate: dated(trade.day),
    positionDirect: figure(trade.owned),
    positionDirectDate: dated(trade.day),
    ...(place % 3 === 1
      ? { positionIndirect: figure(Math.ceil(trade.owned / 4)), positionIndirectDate: dated(trade.day) }
      : {}),
  };
}

function figure(raw: number) {
  return { raw, fmt: raw === 0 ? null : String(raw), longFmt: raw.toLocaleString("en-US") };
}

function dated(day: number) {
  return { raw: (day * DAY_MS) / 1000, fmt: toDate(day) };
}
