/** Option contracts of one security for one expiration. */
import { forCallers, say, the } from "../../contract/sentence.js";
import { defineCapability } from "../../contract/capability.js";
import { enrichment } from "../../contract/enrichment.js";
import { always, count, date, days, group, label, multiple, price, ratio, signed, time } from "../../contract/field.js";
import {
  allowing,
  answerSymbol,
  choice,
  dayOrMonth,
  decimal,
  symbol,
  timestamp,
  wholeNumber,
} from "../../contract/fields.js";
import { invalidInput, quoted } from "../../contract/input.js";
import { shownWhen } from "../../contract/rows-spec.js";
import { object, z } from "../../contract/schema.js";
import { sortBy } from "../../contract/sort.js";
import { toSixDigits } from "../../contract/values.js";
import { daysBetween } from "../../lib/day.js";
import { exchangeDay } from "../../market/sessions/exchange-day.js";
import { joinWithAnd } from "../../lib/join-words.js";
import {
  atmVolatilityOf,
  impliedMoveOf,
  maxPainOf,
  ofRoot,
  rootsOf,
  totalsOf,
  withoutAdjusted,
} from "../../market/options/option-figures.js";
import { yearsUntil, type CurvePoint } from "../../market/options/option-greeks.js";
import {
  OPTION_SORTS,
  selectContracts,
  toSelectionNotes,
  type Selection,
} from "../../market/options/option-selection.js";
import { greekInputs, onRequest, requestedColumns } from "./option-columns.js";
import { symbolErrors } from "../shapes.js";
import { MARKET_STATES } from "../../contract/envelope.js";

const optionContract = object("One contract, usually of 100 shares", {
  contract: label("Code; root, expiration, C or P, strike × 1000"),
  strike: always(price()),
  bid: price("a share; null where there is no quote"),
  ask: price("a share; null where there is no quote"),
  last: price("a share; of lastTrade, which may be weeks ago"),
  lastTrade: time(),
  change: signed(price("on the day before")),
  volume: count("contracts of the latest day; null if none was sent"),
  openInterest: count("contracts; null where the source has none for the whole chain"),
  impliedVolatility: ratio("a year; null where there is no quote", "Implied vol."),
  inTheMoney: z.boolean().nullable().describe("Strike below the price for calls, above it for puts"),
  adjusted: z.literal(true).optional().describe("For another deliverable than 100 shares, as after a split or merger"),
  ...requestedColumns,
});

/** One call or put. */
export type Contract = z.output<typeof optionContract>;

const SIDES = ["calls", "puts", "both"] as const;
/** The most strikes over MCP: their calls and puts fit into the longest result. */
const MOST_SHOWN = 60;
const SHOWN = 12;
/** The expiration whose prices contain the next report. */
export const AFTER_EARNINGS = "earnings";
const EXPIRATION_ALLOWED = `a month as YYYY-MM, a day as YYYY-MM-DD, or ${AFTER_EARNINGS} for the first after the next report; without it, the nearest expiration`;
/** The most strikes of a question; no expiration has as many. */
const MAX_STRIKES = 2_000;
const ROOT_ALLOWED = "the root of the contracts' codes, such as SPXW";

/** Figures over all strikes of the expiration that answers have when `fields` names them. */
const requested = {
  atmImpliedVolatility: ratio(
    "a year; (impliedVolatility of call + put at the strike nearest the price) / 2, of one root; null if either is; only if fields names it",
    "Implied vol. at the money",
  ).optional(),
  maxPain: price(
    "strike K with the least sum of call openInterest × max(K − k, 0) + put openInterest × max(k − K, 0) over all strikes k, the lower of equal ones; null where that of calls or puts is unknown; only if fields names it",
  ).optional(),
};

const input = z.object({
  symbol,
  expiration: dayOrMonth(EXPIRATION_ALLOWED, AFTER_EARNINGS)
    .optional()
    .describe("Day, month or earnings (after report)"),
  side: choice(SIDES).default("both").describe("Which contracts"),
  near: decimal(0, "%").optional().describe("% of price"),
  sort: sortBy(OPTION_SORTS),
  root: z
    .string(allowing(ROOT_ALLOWED))
    .regex(/^[A-Za-z]{1,6}\d?$/, ROOT_ALLOWED)
    .transform((root) => root.toUpperCase())
    .optional()
    .describe("Of the contracts, where an index has several: SPX or SPXW; default the one with more open interest"),
  strikes: wholeNumber(1, MAX_STRIKES)
    .default(MAX_STRIKES)
    .describe("Nearest to the price; with sort, the first of each side"),
});

const output = z.object({
  symbol: answerSymbol,
  currency: label("Of all prices"),
  underlyingPrice: price("of the share, fund or index, regular session", "Price"),
  underlyingTime: time("of underlyingPrice"),
  marketState: z.enum(MARKET_STATES).nullable().describe("State of its market"),
  expiration: always(date("of these contracts")),
  daysToExpiration: days("calendar days from today; null when past", "Time left"),
  expirations: z.array(z.string()).describe("All listed, ascending"),
  root: label("Of all contracts and figures here, where several expire that day").optional(),
  roots: z.array(z.string()).optional().describe("These several, the one with the most open interest first"),
  calls: z.array(optionContract).describe("By ascending strike"),
  puts: z.array(optionContract).describe("By ascending strike"),
  totals: group(
    "Totals",
    {
      callVolume: count("contracts"),
      putVolume: count("contracts"),
      callOpenInterest: count("contracts"),
      putOpenInterest: count("contracts"),
      putCallRatio: multiple("putVolume / callVolume", "Put/call ratio"),
    },
    "over all strikes, without adjusted contracts",
  ),
  impliedMove: ratio(
    "until expiration, up or down; (mid of bid and ask of call + put at the strike nearest the price) / underlyingPrice; null without valid quotes",
  ),
  ...requested,
  greekInputs,
  quotesValid: z.boolean().describe("At least half of the contracts have a bid or ask"),
  timestamp,
});

type Body = z.output<typeof output>;

/** A question; one for greeks needs inputs that the sources fetch for it only. */
export type OptionsInput = z.output<typeof input> & { greeks?: boolean };

export const optionsChain = defineCapability({
  name: "options-chain",
  title: "Option chain",
  route: "/api/v1/stock/{symbol}/options",
  tool: {
    name: "get_options_chain",
    set: "options",
    aliases: { date: "expiration", limit: "strikes", strike: null },
    description:
      "Puts and calls of a US stock, fund or index: strike, expiration, prices, volume, open interest, implied volatility, move. fields adds greeks (delta), breakeven, returnIfCalled, returnIfCalledYear, atmImpliedVolatility, maxPain.",
    extras: { strikes: wholeNumber(1, MOST_SHOWN).optional().describe(`Default ${SHOWN}`) },
    hidden: ["root"],
    unlisted: [...Object.keys(requested), "greekInputs", "root", "roots"],
    rows: {
      list: "calls",
      noun: "contracts",
      key: ["strike", "contract"],
      format: "csv",
      sizedBy: ["strikes", "near"],
      columns: { adjusted: "rarely", ...shownWhen(Object.keys(requestedColumns), "on request") },
      onRequest: { ...onRequest, overall: Object.fromEntries(Object.keys(requested).map((name) => [name, null])) },
      totals: ({ overall }, { root }, whole) => ({ fields: toRequested(overall, whole, root) }),
      joined: {
        lists: ["puts"],
        column: "side",
        rows: ({ calls, puts }) => [...withSide("call", calls), ...withSide("put", puts)],
      },
    },
    picture: "options",
  },
  input,
  output,
  freshness: { ttlSeconds: 60, staleSeconds: 15 * 60, followsUsMarket: true },
  hintFor: (parameter) =>
    /^strikes?$/.test(parameter)
      ? { tool: "get_options_chain", why: "has the strikes around the price", given: { near: "5" } }
      : undefined,
  // Not part of the key: an answer with the inputs of greeks also serves questions without them.
  fetchKey: ({ greeks }: OptionsInput) => (greeks ? "with greeks" : ""),
  covers: (body, { greeks }: OptionsInput) => !greeks || body.greekInputs !== undefined,
  viewParameters: ["side", "near", "sort", "strikes", "root"],
  view(body, asked: OptionsInput) {
    const { greekInputs: inputs, ...chain } = ofAskedRoot(body, asked.root);
    const years = inputs && asked.greeks ? yearsUntil(body.expiration, Date.now()) : undefined;
    return {
      ...chain,
      ...(years === undefined ? {} : { greekInputs: { ...inputs!, years: years > 0 ? toSixDigits(years) : null } }),
      daysToExpiration: daysUntil(body.expiration, exchangeDay(body.symbol)),
      ...selectContracts(chain, toSelection(asked)),
    };
  },
  viewNotes(_shown, asked, whole) {
    const own = ofAskedRoot(whole, asked.root);
    const { root, roots = [] } = own;
    const usual = withoutAdjusted(own);
    const adjusted = own.calls.length + own.puts.length - usual.calls.length - usual.puts.length;
    const others = roots.filter((each) => each !== root);
    const isLargest = asked.root === undefined && [...usual.calls, ...usual.puts].some((each) => each.openInterest);
    return [
      ...toSelectionNotes(own, toSelection(asked)),
      ...(others.length === 0
        ? []
        : [
            say`Contracts of ${roots.length} roots expire on this day, which may be settled at different times: ${joinWithAnd(roots)}. All rows and figures are of ${root}${isLargest ? ", which has the most open interest" : ""}${forCallers`; ${the.parameter("root")} ${others[0]} has those of the other`}.`,
          ]),
      ...(adjusted === 0
        ? []
        : [
            say`Contracts for another deliverable, as after a split or merger: ${adjusted}, marked adjusted, and in neither the totals nor the implied move.`,
          ]),
    ];
  },
  publishers: { "provider-d": "US Treasury" },
  errors: symbolErrors("fetch options", "no_coverage"),
});

/** The Treasury's yield nearest to the term of an option, and the day of it. */
export interface TermYield extends CurvePoint {
  date: string;
}

/** Enrichment with the yield that greeks are computed with, of an answer to a question for them. */
export const termYield = enrichment(optionsChain, {
  name: "term-yield",
  fields: ["treasuryYield"],
  ask: ({ expiration, greekInputs: inputs }) => (inputs && inputs.treasuryYield === null ? expiration : null),
  apply(data, { maturity, percent: treasuryYield, date: yieldDate }: TermYield) {
    const { dividendYield = null } = data.greekInputs ?? {};
    const inputs = { treasuryYield, maturity, yieldDate, dividendYield, years: null };
    return { data: { ...data, greekInputs: inputs }, fields: ["treasuryYield"] };
  },
});

/**
 * Returns the chain with the contracts of one root, and those for another deliverable; its totals and its implied move are
 * of that root.
 *
 * @throws {MarketDataError} `invalid_input` for a root that no contract has.
 */
function ofAskedRoot(body: Body, asked: string | undefined): Body {
  const roots = rootsOf(withoutAdjusted(body));
  if (asked !== undefined && !roots.includes(asked)) {
    throw invalidInput(`Invalid "root": got ${quoted(asked)}. Allowed: ${roots.join(", ")}.`);
  }
  const root = asked ?? roots[0];
  if (root === undefined || roots.length < 2) return body;
  const own = ofRoot(body, root);
  const usual = withoutAdjusted(own);
  return {
    ...body,
    root,
    roots,
    ...own,
    totals: totalsOf(usual),
    impliedMove: impliedMoveOf(usual, body.underlyingPrice),
  };
}

/** The number of strikes over MCP depends on what was asked for; REST has a number in any case. */
function toSelection({
  side,
  near,
  sort,
  strikes,
}: Pick<Selection, "side" | "near" | "sort"> & { strikes?: number | undefined }) {
  const usual = near !== undefined && sort === undefined ? MOST_SHOWN : SHOWN;
  return { side, near, sort, count: strikes ?? usual };
}

/** Returns the named figures over all strikes of a root, without contracts for another deliverable. */
function toRequested(names: readonly string[], whole: Readonly<Record<string, unknown>>, root: unknown) {
  if (names.length === 0) return {};
  const { underlyingPrice, ...chain } = whole as {
    calls: Contract[];
    puts: Contract[];
    underlyingPrice: number | null;
  };
  const usual = withoutAdjusted(typeof root === "string" ? ofRoot(chain, root) : chain);
  const figures = {
    atmImpliedVolatility: () => atmVolatilityOf(usual, underlyingPrice),
    maxPain: () => maxPainOf(usual),
  };
  return Object.fromEntries((names as (keyof typeof figures)[]).map((name) => [name, figures[name]()]));
}

function withSide(side: "call" | "put", contracts: unknown) {
  return Array.isArray(contracts) ? (contracts as Contract[]).map((contract) => ({ side, ...contract })) : [];
}

/** Returns the days from one day to a later one, or the same; `null` to an earlier one. */
function daysUntil(last: string, from: string): number | null {
  const left = daysBetween(from, last);
  return left >= 0 ? left : null;
}
