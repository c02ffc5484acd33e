/** Prompts: common questions, written for a model with the tools that answer them. */
import type { GetPromptResult, Prompt } from "@modelcontextprotocol/sdk/types.js";
import { quoted } from "../contract/input.js";
import { z } from "../contract/schema.js";
import { SECTORS } from "../contract/sectors.js";
import { ICONS } from "./icons.js";
import { INVALID_PARAMS, RpcFailure } from "./rpc-error.js";
import type { Variable } from "./resource-list.js";

/** Returns the name of a capability's tool. */
export type ToolOf = (capability: string) => string;

type Values = Readonly<Record<string, string>>;

interface PromptSpec {
  name: string;
  title: string;
  description: string;
  arguments: Readonly<Record<string, Variable | "symbols">>;
  described: Readonly<Record<string, string>>;
  required: readonly string[];
  /** Describes an invalid combination of values that are each valid. */
  rule?(values: Values): string | undefined;
  say(values: Values, tool: ToolOf): string;
}

const HONEST =
  "Use only figures the tools return, with their currency and date; say where a figure is null or an answer is stale. This is information, not investment advice.";

const STYLES = ["value", "growth", "dividend", "quality", "momentum"] as const;

export const PROMPTS: readonly PromptSpec[] = [
  {
    name: "analyze_stock",
    title: "Analyze a stock",
    description: "A sober look at one company: business, numbers, valuation, analysts, insiders, risks.",
    arguments: { symbol: "symbol" },
    described: { symbol: "Ticker symbol, such as AAPL" },
    required: ["symbol"],
    say: ({ symbol }, tool) =>
      [
        `Analyze ${symbol}.`,
        `1. ${tool("overview")} and ${tool("quote")}: what the company does, its size and its price now (if the quote is limited, ${tool("alternative-quote")}).`,
        `2. ${tool("financials")} for income and cash: growth, margins and cash flow over the years.`,
        `3. ${tool("price-targets")}, ${tool("recommendations")} and ${tool("dcf")}: what others think it is worth.`,
        `4. ${tool("insider-transactions")}: what insiders did lately.`,
        "Then sum up: strengths, weaknesses, what the price assumes, and the three biggest risks.",
        HONEST,
      ].join("\n"),
  },
  {
    name: "compare_stocks",
    title: "Compare stocks",
    description: "Two to five companies side by side.",
    arguments: { symbols: "symbols" },
    described: { symbols: "Two to five ticker symbols with commas between them, such as AAPL,MSFT" },
    required: ["symbols"],
    rule({ symbols }) {
      const count = symbols!.split(",").filter((symbol) => symbol.trim() !== "").length;
      return count < 2 || count > 5 ? `"symbols" must be two to five symbols, got ${count}.` : undefined;
    },
    say: ({ symbols }, tool) =>
      [
        `Compare ${symbols}.`,
        `1. ${tool("compare-stocks")}: size, valuation, margins and debt of all of them at once.`,
        `2. ${tool("financials")} (income) for each: how sales and profit grew.`,
        `3. ${tool("price-targets")} for each: what analysts expect.`,
        "Put size, growth, margins, debt and valuation into one table, then say in two sentences each where every company leads and lags.",
        HONEST,
      ].join("\n"),
  },
  {
    name: "screen_ideas",
    title: "Find ideas",
    description: "A short list of stocks that fit a style, each with a reason.",
    arguments: { style: STYLES, sector: SECTORS },
    described: { style: `One of ${STYLES.join(", ")}`, sector: `A sector to stay in: ${SECTORS.join(", ")}` },
    required: ["style"],
    say: ({ style, sector }, tool) =>
      [
        `Find five ${style} stocks${sector ? ` in the sector ${sector}` : ""}.`,
        `1. ${tool("screener")} with filters that fit the style; narrow them until about twenty are left.`,
        `2. ${tool("overview")} for the most promising ones: check margins, debt and valuation.`,
        `3. ${tool("price-targets")} for the five that remain.`,
        "Give a table with symbol, price, market cap and the one figure that decided, then a sentence each on what speaks against it.",
        HONEST,
      ].join("\n"),
  },
  {
    name: "morning_brief",
    title: "Morning brief",
    description: "What moved the market, and how a watch list stands.",
    arguments: { symbols: "symbols" },
    described: { symbols: "Symbols of a watch list with commas between them, if there is one" },
    required: [],
    say: ({ symbols }, tool) =>
      [
        "Write a morning brief on one page.",
        `1. ${tool("service-status")}: is the US market open, and can every provider be asked?`,
        `2. ${tool("gainers")}, ${tool("losers")} and ${tool("active")} with limit 10: what moved, and is there a pattern by sector?`,
        `3. ${tool("crypto")} with limit 5.`,
        ...(symbols ? [`4. ${tool("quotes")} for the watch list ${symbols}: change since the previous close.`] : []),
        "Begin with the three things worth knowing, and say how old the figures are.",
        HONEST,
      ].join("\n"),
  },
];

/** The entries of `prompts/list`. */
export const LISTED_PROMPTS: readonly Prompt[] = PROMPTS.map(
  ({ name, title, description, described, required, ...rest }) => ({
    name,
    title,
    description,
    arguments: Object.keys(rest.arguments).map((argument) => ({
      name: argument,
      description: described[argument],
      required: required.includes(argument),
    })),
    icons: ICONS,
  }),
);

// Not z.record: it would check each of the hundred thousand arguments that fit into a message.
const args = z.custom<Record<string, unknown>>((value) => typeof value === "object" && value !== null);
const request = z.object({ name: z.string(), arguments: args.optional() });
/**
 * Symbols and words, separated by commas; restricted because the text becomes part of a question to
 * a model.
 */
const ARGUMENT = /^[\p{L}\p{N} ^.,&=-]{1,200}$/u;

/**
 * Returns a prompt with its arguments inserted.
 *
 * @throws {RpcFailure} when the prompt does not exist, or an argument is missing or invalid.
 */
export function getPrompt(params: unknown, tool: ToolOf): GetPromptResult {
  const parsed = request.safeParse(params);
  if (!parsed.success) throw invalid('"name" must be the name of a prompt, "arguments" an object.');
  const spec = PROMPTS.find(({ name }) => name === parsed.data.name);
  if (!spec) throw invalid(`there is no prompt ${quoted(parsed.data.name)}. prompts/list names them.`);
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(parsed.data.arguments ?? {})) {
    if (!Object.hasOwn(spec.arguments, name)) throw invalid(`${spec.name} takes no argument ${quoted(name)}.`);
    if (typeof value !== "string") throw invalid(`the argument ${quoted(name)} must be a text, got ${quoted(value)}.`);
    const text = value.trim();
    if (text === "") continue;
    if (!ARGUMENT.test(text)) throw invalid(`the argument ${quoted(name)} cannot be ${quoted(value)}.`);
    const allowed = spec.arguments[name]!;
    const words = typeof allowed === "string" ? [text] : allowed;
    const word = words.find((one) => one.toLowerCase() === text.toLowerCase());
    if (word === undefined) throw invalid(`the argument ${quoted(name)} must be one of ${words.join(", ")}.`);
    values[name] = word;
  }
  const missing = spec.required.find((name) => values[name] === undefined);
  if (missing) throw invalid(`${spec.name} needs the argument ${quoted(missing)}: ${spec.described[missing]}.`);
  const broken = spec.rule?.(values);
  if (broken) throw invalid(broken);
  return {
    description: spec.description,
    messages: [{ role: "user", content: { type: "text", text: spec.say(values, tool) } }],
  };
}

function invalid(complaint: string): RpcFailure {
  return new RpcFailure(INVALID_PARAMS, `Invalid params: ${complaint}`);
}
