/** Prompts for common questions: instructions for a model, with the tools that answer them. */
import type { Capability } from "../../contract/capability.js";
import type { PromptSpec } from "../../contract/prompt.js";
import { joinWithAnd } from "../../lib/join-words.js";
import { SECTORS } from "../../market/symbols/sector-names.js";
import { compareStocks } from "../comparison/compare-stocks.js";
import { dcf } from "../companies/dcf.js";
import { dividends } from "../companies/dividends.js";
import { earnings } from "../companies/earnings.js";
import { financials } from "../companies/financials.js";
import { insiderTransactions } from "../companies/insider-transactions.js";
import { marketSummary } from "../prices/market-summary.js";
import { gainers, losers } from "../prices/movers.js";
import { keyStatistics } from "../companies/key-statistics.js";
import { news } from "../companies/news.js";
import { overview } from "../companies/overview.js";
import { priceHistory } from "../prices/price-history.js";
import { priceTargets } from "../companies/price-targets.js";
import { alternativeQuote, quote } from "../prices/quote.js";
import { quotes } from "../prices/quotes.js";
import { recommendations } from "../companies/recommendations.js";
import { screener } from "../companies/screener.js";
import { serviceStatus } from "../service-status.js";
import { technicals } from "../prices/technicals.js";
import {
  COMPARABLES,
  DIVIDEND_CHECK,
  EARNINGS_PREVIEW,
  MORNING,
  toCallText,
  type Step,
  type Workflow,
} from "./workflows.js";

const HONEST =
  "Use only figures the tools return, with their currency (GBp is pence) and date; say where a figure is null or an answer is stale. This is information, not investment advice.";

const STYLES = ["value", "growth", "dividend", "quality", "momentum"] as const;

/** Returns the steps as numbered lines; those that are `false` or `undefined` are left out. */
function numbered(...steps: (string | false | undefined)[]): string[] {
  return steps.filter(Boolean).map((step, index) => `${index + 1}. ${step}`);
}

type IsListed = Parameters<PromptSpec["say"]>[1];

/** Returns the calls of a workflow whose tools are listed, each with what to read in its answer. */
function toLines(steps: readonly Step[], isListed: IsListed): string[] {
  return steps.filter(({ by }) => isListed(by)).map((step) => `${toCallText(step)}: ${step.read}.`);
}

/** Returns a line with those of the tools that are listed. */
function toNames(capabilities: readonly Pick<Capability, "tool">[], isListed: IsListed, read: string) {
  const names = capabilities.filter(isListed).map(({ tool }) => tool.name);
  return names.length > 0 && `${joinWithAnd(names)}: ${read}.`;
}

const shownOf = ({ name, title, description }: Workflow) => ({ name, title, description });

/** Returns the prompt of a workflow about one company. */
function promptOf(workflow: Workflow): PromptSpec {
  const { title, steps, conclude } = workflow;
  return {
    ...shownOf(workflow),
    tools: workflow.tools,
    arguments: { symbol: { choice: "symbol", description: "Ticker symbol, such as AAPL", required: true } },
    say: ({ symbol }, isListed) =>
      [
        `${title} of ${symbol}, with no other calls than these.`,
        ...numbered(...toLines(steps(symbol!), isListed)),
        conclude,
        HONEST,
      ].join("\n"),
  };
}

export const PROMPTS: readonly PromptSpec[] = [
  {
    name: "analyze_stock",
    title: "Analyze a stock",
    description: "A sober look at one company: business, numbers, valuation, analysts, insiders, risks.",
    tools: [financials],
    arguments: { symbol: { choice: "symbol", description: "Ticker symbol, such as AAPL", required: true } },
    say({ symbol }, isListed) {
      const otherQuote = isListed(alternativeQuote) ? ` (if the quote is limited, ${alternativeQuote.tool.name})` : "";
      return [
        `Analyze ${symbol}.`,
        ...numbered(
          toNames([overview, quote], isListed, `what the company does, its size and its price now${otherQuote}`),
          isListed(priceHistory) && `${priceHistory.tool.name}: how the price went over the last year.`,
          isListed(technicals) && `${technicals.tool.name}: returns, trend, volatility and the deepest fall.`,
          isListed(keyStatistics) && `${keyStatistics.tool.name}: valuation beside growth, cash and debt.`,
          `${financials.tool.name} for income and cash: growth, margins and cash flow over the years.`,
          isListed(earnings) && `${earnings.tool.name}: the next date, and past quarters against their estimates.`,
          isListed(dividends) && `${dividends.tool.name}: what it pays, and whether that grows.`,
          toNames([priceTargets, recommendations, dcf], isListed, "what others think it is worth"),
          isListed(insiderTransactions) && `${insiderTransactions.tool.name}: what insiders did lately.`,
          isListed(news) && `${news.tool.name}: what happened lately, as third-party text.`,
        ),
        "Then sum up: strengths, weaknesses, what the price assumes, and the three biggest risks.",
        HONEST,
      ].join("\n");
    },
  },
  {
    name: "compare_stocks",
    title: "Compare stocks",
    description: "Two to five companies side by side.",
    tools: [compareStocks],
    arguments: {
      symbols: {
        choice: "symbols",
        description: "Two to five ticker symbols with commas between them, such as AAPL,MSFT",
        required: true,
      },
    },
    rule({ symbols }) {
      const count = symbols!.split(",").filter((symbol) => symbol.trim() !== "").length;
      return count < 2 || count > 5 ? `"symbols" must be two to five symbols, got ${count}.` : undefined;
    },
    say: ({ symbols }, isListed) =>
      [
        `Compare ${symbols}.`,
        ...numbered(
          `${compareStocks.tool.name}: size, valuation, margins and debt of all of them at once.`,
          isListed(financials) && `${financials.tool.name} (income) for each: how sales and profit grew.`,
          isListed(priceTargets) && `${priceTargets.tool.name} for each: what analysts expect.`,
        ),
        "Put size, growth, margins, debt and valuation into one table, then say in two sentences each where every company leads and lags.",
        HONEST,
      ].join("\n"),
  },
  {
    name: "screen_ideas",
    title: "Find ideas",
    description: "A short list of stocks that fit a style, each with a reason.",
    tools: [screener],
    arguments: {
      style: { choice: STYLES, description: `One of ${STYLES.join(", ")}`, required: true },
      sector: { choice: SECTORS, description: `A sector to stay in: ${SECTORS.join(", ")}`, required: false },
    },
    say: ({ style, sector }, isListed) =>
      [
        `Find five ${style} stocks${sector ? ` in the sector ${sector}` : ""}.`,
        ...numbered(
          `${screener.tool.name} with filters that fit the style; narrow them until about twenty are left.`,
          isListed(overview) && `${overview.tool.name} for the most promising ones: check margins, debt and valuation.`,
          isListed(priceTargets) && `${priceTargets.tool.name} for the five that remain.`,
        ),
        "Give a table with symbol, price, market cap and the one figure that decided, then a sentence each on what speaks against it.",
        HONEST,
      ].join("\n"),
  },
  {
    ...shownOf(MORNING),
    tools: MORNING.tools,
    arguments: {
      symbols: {
        choice: "symbols",
        description: "Symbols of a watch list with commas between them, if there is one",
        required: false,
      },
    },
    say: ({ symbols }, isListed) =>
      [
        "Write a morning brief on one page, with no other calls than these.",
        ...(isListed(marketSummary)
          ? numbered(...toLines(MORNING.steps(symbols), isListed))
          : numbered(
              `${serviceStatus.tool.name}: is the US market open?`,
              `${quotes.tool.name} for ^GSPC, ^IXIC, ^DJI, ^VIX, ^TNX and BTC-USD: indices, volatility, the ten-year yield, Bitcoin.`,
              isListed(gainers) && `${gainers.tool.name}: what rose most, and is there a pattern?`,
              symbols
                ? `${quotes.tool.name} for the watch list ${symbols}: change since the previous close.`
                : isListed(losers) && `${losers.tool.name}: what fell most.`,
            )),
        MORNING.conclude,
        HONEST,
      ].join("\n"),
  },
  ...[COMPARABLES, EARNINGS_PREVIEW, DIVIDEND_CHECK].map(promptOf),
];
