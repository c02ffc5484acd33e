/** The catalogue as resources: the addresses, and the tool call that answers each. */
import type { Resource, ResourceTemplate } from "@modelcontextprotocol/sdk/types.js";
import { ICONS } from "./icons.js";

/** The values of a variable: any symbol, or a fixed set of words. */
export type Variable = "symbol" | readonly string[];

/** The tool call that answers an address. */
export interface ViewCall {
  /** The capability's name in the catalogue. */
  capability: string;
  args: Record<string, string>;
}

/** One address, or a template of addresses. */
export interface View {
  /** The address, with variables in braces. */
  address: string;
  name: string;
  title: string;
  description: string;
  variables: Readonly<Record<string, Variable>>;
  toCall(values: Readonly<Record<string, string>>): ViewCall;
}

const MOVERS = ["gainers", "losers", "active"] as const;
const STATEMENTS = ["income", "balance", "cash"] as const;

/**
 * All addresses; those without variables are listed as resources, those with variables as
 * templates.
 */
export const VIEWS: readonly View[] = [
  {
    address: "market://status",
    name: "status",
    title: "Service status",
    description: "Which providers work, what is left of their quotas, the US market session. Costs no quota.",
    variables: {},
    toCall: () => ({ capability: "service-status", args: {} }),
  },
  ...MOVERS.map((kind): View => ({
    address: `market://movers/${kind}`,
    name: `movers-${kind}`,
    title: { gainers: "Market gainers", losers: "Market losers", active: "Most active stocks" }[kind],
    description: "US stocks of the latest session.",
    variables: {},
    toCall: () => ({ capability: kind, args: {} }),
  })),
  {
    address: "market://stock/{symbol}/overview",
    name: "stock-overview",
    title: "Company overview",
    description: "Profile, valuation, margins and analysts' view of one company.",
    variables: { symbol: "symbol" },
    toCall: ({ symbol }) => ({ capability: "overview", args: { symbol: symbol! } }),
  },
  {
    address: "market://stock/{symbol}/quote",
    name: "stock-quote",
    title: "Stock quote",
    description: "Current quote of one stock, ETF, index or coin.",
    variables: { symbol: "symbol" },
    toCall: ({ symbol }) => ({ capability: "quote", args: { symbol: symbol! } }),
  },
  {
    address: "market://stock/{symbol}/financials/{statement}",
    name: "stock-financials",
    title: "Financial statements",
    description: "Newest annual income statements, balance sheets or cash flows of one company.",
    variables: { symbol: "symbol", statement: STATEMENTS },
    toCall: ({ symbol, statement }) => ({
      capability: "financials",
      args: { symbol: symbol!, statement_type: statement! },
    }),
  },
  {
    address: "market://movers/{kind}",
    name: "movers",
    title: "Market movers",
    description: "US stocks that gain, lose or trade most in the latest session.",
    variables: { kind: MOVERS },
    toCall: ({ kind }) => ({ capability: kind!, args: {} }),
  },
];

const JSON_TYPE = "application/json";
const isFamily = ({ variables }: View) => Object.keys(variables).length > 0;

/** The entries of `resources/list`. */
export const RESOURCES: readonly Resource[] = VIEWS.filter((view) => !isFamily(view)).map(
  ({ address, name, title, description }) => ({
    uri: address,
    name,
    title,
    description,
    mimeType: JSON_TYPE,
    icons: ICONS,
  }),
);

/** The entries of `resources/templates/list`. */
export const TEMPLATES: readonly ResourceTemplate[] = VIEWS.filter(isFamily).map(
  ({ address, name, title, description }) => ({
    uriTemplate: address,
    name,
    title,
    description,
    mimeType: JSON_TYPE,
    icons: ICONS,
  }),
);

const PATTERNS = VIEWS.map((view) => ({
  view,
  pattern: new RegExp(`^${view.address.replace(/\{(\w+)\}/g, "(?<$1>[^/?#]{1,200})")}$`),
}));

/** Returns the tool call for an address; `undefined` for an unknown one. */
export function callOf(uri: string): ViewCall | undefined {
  for (const { view, pattern } of PATTERNS) {
    const values = decoded(pattern.exec(uri));
    const fits = values && Object.entries(values).every(([name, value]) => allows(view.variables[name]!, value));
    if (fits) return view.toCall(values);
  }
  return undefined;
}

function allows(variable: Variable, value: string): boolean {
  return variable === "symbol" || variable.includes(value);
}

function decoded(match: RegExpExecArray | null): Record<string, string> | undefined {
  if (!match) return undefined;
  try {
    const named = Object.entries(match.groups ?? {});
    return Object.fromEntries(named.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    // A percent sign that does not start a valid escape.
    return undefined;
  }
}
