/** An ordinary question for each capability: for the examples of the OpenAPI document and for tests. */
import { exampleOf, toJsonSchema, z, type JsonSchema } from "../contract/schema.js";

/** Values of well-known parameters; others are given only where they are required. */
export const VALUES: Readonly<Record<string, unknown>> = {
  symbol: "AAPL",
  q: "apple",
  concept: "NetIncomeLoss",
  random_string: "x",
  sector: "Technology",
  kind: "earnings",
  limit: 3,
  symbols: ["AAPL", "MSFT"],
  series: ["cpi"],
  manager: "CIK1067983",
};

/** Parameters that a question about a symbol does not have in the meaning that they have elsewhere. */
const OF_THE_MARKET: ReadonlySet<string> = new Set(["sector", "series"]);

/**
 * An ordinary value for each parameter of this shape that is well known or required; a question about a symbol names no
 * sector and no economic series.
 */
export function exampleValues(shape: z.ZodRawShape): Record<string, unknown> {
  const isWanted = (name: string) => name in VALUES && !(OF_THE_MARKET.has(name) && "symbol" in shape);
  const { properties = {}, required = [] } = toJsonSchema(z.object(shape)) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const names = Object.keys(properties).filter((name) => isWanted(name) || required.includes(name));
  return Object.fromEntries(
    names.map((name) => [
      name,
      exampleOf(shape[name]!) ?? usualValue(name, properties[name]!) ?? anyValue(properties[name]!),
    ]),
  );
}

/** The usual value of a well-known parameter, unless this one allows other words. */
function usualValue(name: string, { enum: words }: JsonSchema): unknown {
  const value = VALUES[name];
  return Array.isArray(words) && !words.includes(value) ? undefined : value;
}

/** The first allowed word, the smallest number, or the shortest text of a schema. */
function anyValue({ enum: words, type, minimum = 1, minLength = 1 }: JsonSchema): unknown {
  if (Array.isArray(words)) return words[0];
  if (type === "boolean") return true;
  return type === "string" ? "a".repeat(Number(minLength)) : minimum;
}
