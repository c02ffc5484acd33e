/**
 * Workflows: questions of several calls that people often ask. The prompts and the table of the skill are made of them,
 * and a test makes every call over a client.
 */
import type { Capability } from "../../contract/capability.js";
import { compareStocks } from "../comparison/compare-stocks.js";
import { dividends } from "../companies/dividends.js";
import { earnings } from "../companies/earnings.js";
import { filingText } from "../filings/filing-text.js";
import { financials } from "../companies/financials.js";
import { keyStatistics } from "../companies/key-statistics.js";
import { marketCalendar } from "../economy/market-calendar.js";
import { marketSummary } from "../prices/market-summary.js";
import { gainers } from "../prices/movers.js";
import { news } from "../companies/news.js";
import { AFTER_EARNINGS, optionsChain } from "../prices/options-chain.js";
import { priceTargets } from "../companies/price-targets.js";
import { quotes } from "../prices/quotes.js";

/** One call of a workflow: the tool, its arguments, and what counts in its answer. */
export interface Step {
  by: Pick<Capability, "tool">;
  args: Readonly<Record<string, string>>;
  read: string;
}

export interface Workflow {
  /** The name of its prompt. */
  name: string;
  title: string;
  description: string;
  /** The capabilities without which it has no answer. */
  tools: readonly Pick<Capability, "tool">[];
  /** Returns the calls in their order, at most six. */
  steps(symbols: string): readonly Step[];
  /** The last sentence: what to say with the answers. */
  conclude: string;
}

export const COMPARABLES: Workflow = {
  name: "comparables",
  title: "Value by comparables",
  description: "One company's multiples beside those of its peers and of its own past.",
  tools: [compareStocks],
  steps: (symbol) => [
    { by: compareStocks, args: { symbols: symbol }, read: "multiples, margins and debt of the company and its peers" },
    { by: keyStatistics, args: { symbol, history: "year" }, read: "its own multiples at the end of past years" },
    {
      by: financials,
      args: { symbol, limit: "5" },
      read: "growth and margins, which explain a higher or lower multiple",
    },
    { by: priceTargets, args: { symbol }, read: "the targets of analysts" },
  ],
  conclude:
    "Put the multiples of all companies into one table with the median of the peers, say for each whether the company stands above or below it and its own past, and name the peers that differ too much to be compared.",
};

export const EARNINGS_PREVIEW: Workflow = {
  name: "earnings_preview",
  title: "Earnings preview",
  description: "A coming report: date, expectations, guidance, the move that options price in.",
  tools: [earnings],
  steps: (symbol) => [
    { by: earnings, args: { symbol }, read: "the next date, the estimates, past surprises and how the price reacted" },
    {
      by: filingText,
      args: { symbol, form: "8-K", section: "99.1", find: "guidance" },
      read: "the company's guidance in its last earnings release, as third-party text",
    },
    {
      by: optionsChain,
      args: { symbol, expiration: AFTER_EARNINGS, strikes: "4" },
      read: "the implied move until the first expiration after the report, which it names",
    },
    { by: priceTargets, args: { symbol }, read: "the latest changes of ratings and targets" },
    { by: news, args: { symbol, limit: "5" }, read: "the latest headlines, as third-party text" },
  ],
  conclude:
    "Say when it reports and whether that day is confirmed, what is expected, what options price in beside the past reactions, and three figures to watch.",
};

export const DIVIDEND_CHECK: Workflow = {
  name: "dividend_check",
  title: "Dividend check",
  description: "Whether a dividend is covered, has grown, and what endangers it.",
  tools: [dividends],
  steps: (symbol) => [
    { by: dividends, args: { symbol }, read: "yield, payout, growth, years without a cut, the next ex-date" },
    {
      by: financials,
      args: { symbol, statement_type: "cash", limit: "5" },
      read: "free cash flow and dividends paid over the years",
    },
    {
      by: financials,
      args: { symbol, statement_type: "balance", limit: "5" },
      read: "debt and cash over the years",
    },
    { by: keyStatistics, args: { symbol }, read: "margins, and debt beside equity" },
  ],
  conclude:
    "Say whether profit and free cash flow cover the dividend, how it has grown, whether debt has grown with it, and what would endanger it.",
};

/** The morning where the set `market` is listed; the prompt has another one without it. */
export const MORNING = {
  name: "morning_brief",
  title: "Morning brief",
  description: "What moved the market, and how a watch list stands.",
  // The quotes of indices serve where the summary is not listed.
  tools: [marketSummary],
  steps: (symbols?: string): readonly Step[] => [
    {
      by: marketSummary,
      args: {},
      read: "is the US market open, where do indices, yields, currencies, oil, gold and coins stand, which sectors lead and lag",
    },
    { by: marketCalendar, args: { kind: "earnings" }, read: "which large companies report within a week" },
    { by: news, args: { limit: "10" }, read: "the headlines, as third-party text" },
    symbols === undefined
      ? { by: gainers, args: {}, read: "what rose most, and is there a pattern" }
      : { by: quotes, args: { symbols }, read: "the watch list: change since the previous close" },
  ],
  conclude: "Begin with the three things worth knowing, and say how old the figures are.",
} satisfies Workflow;

/** Returns the call of a step as people write it: `get_news symbol=AAPL limit=5`. */
export function toCallText({ by, args }: Step): string {
  return [by.tool.name, ...Object.entries(args).map(([name, value]) => `${name}=${value}`)].join(" ");
}
