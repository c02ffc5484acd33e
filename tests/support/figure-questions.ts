/** Questions about securities: of every capability that needs nothing but a symbol, or nothing at all. */
import type { Capability } from "../../src/contract/capability.js";
import { innerOf } from "../../src/contract/field.js";
import { z } from "../../src/contract/schema.js";

export interface FigureQuestion {
  capability: Capability;
  symbol?: string | undefined;
  range?: string | undefined;
  path: string;
}

/** Rows of a history beside its summary, which covers all. */
const LATEST_ROWS = "5";
/** The subject of an answer without a symbol. */
const MARKET = "the market";

/** Returns the questions about these symbols: one each, one for all of those that take a list, one for each named range. */
export function questionsFor(capabilities: readonly Capability[], symbols: readonly string[]): FigureQuestion[] {
  return capabilities.flatMap((capability) => {
    const shape = capability.input.shape as z.ZodRawShape;
    const named = ["symbol", "symbols"].find((name) => name in shape);
    const further = Object.keys(shape).filter((name) => name !== named && !shape[name]!.isOptional());
    if (further.length > 0 || /\{(?!symbol\})/.test(capability.route)) return [];
    const query = columnsOf(capability);
    if (named === undefined) return [{ capability, symbol: MARKET, path: toPath(capability, query) }];
    if (named === "symbols") return [{ capability, path: toPath(capability, { symbols: symbols.join(), ...query }) }];
    return symbols.flatMap((symbol): FigureQuestion[] =>
      rangesOf(shape).map((range) => {
        const asked = { symbol, ...query, ...(range === undefined ? {} : { range, limit: LATEST_ROWS }) };
        return { capability, symbol, range, path: toPath(capability, asked) };
      }),
    );
  });
}

/** Returns the columns of rows about symbols, so that rows have those on request as well. */
function columnsOf({ tool: { rows }, output }: Capability): Record<string, string> {
  if (!rows) return {};
  const row = innerOf((output.shape as z.ZodRawShape)[rows.list]!);
  if (!(row instanceof z.ZodObject)) return {};
  // No other capability has the changes of ratios, and a question may name 60 columns.
  const names = Object.keys(row.shape as z.ZodRawShape).filter(
    (name, _, all) => !all.includes(name.replace(/Change$/, "")) || !name.endsWith("Change"),
  );
  return names.includes("symbol") || names.includes("ticker") ? { fields: names.join() } : {};
}

function rangesOf({ range }: z.ZodRawShape): (string | undefined)[] {
  const options = range instanceof z.ZodOptional ? (range.unwrap() as z.ZodTypeAny) : range;
  return options instanceof z.ZodEnum ? [...(options.options as string[])] : [undefined];
}

function toPath({ route }: Capability, query: Record<string, string>): string {
  const { symbol = "", ...others } = query;
  const isInPath = route.includes("{symbol}");
  const path = route.replace("{symbol}", encodeURIComponent(symbol));
  const parameters = new URLSearchParams(isInPath ? others : query).toString();
  return parameters === "" ? path : `${path}?${parameters}`;
}
