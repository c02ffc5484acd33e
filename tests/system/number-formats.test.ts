/** Every number that the built program serves was sent by an upstream, or has at most six significant digits. */
import { afterAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import type { Capability } from "../../src/contract/capability.js";
import { argumentsFor, pathFor } from "../e2e/examples.js";
import { startHttpProgram } from "../support/program.js";
import { openMarket } from "./market.js";

const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** Numbers in the answers of the upstreams. For a 32-bit float written as a double, also its shortest form. */
const sent = new Set<number>();
const market = await openMarket({ STORE_URL: "memory:" }, (body) => {
  for (const [digits] of body.matchAll(NUMBER)) {
    const number = Number(digits);
    sent.add(number);
    if (Math.fround(number) === number)
      for (let count = 6; count <= 9; count++) sent.add(Number(number.toPrecision(count)));
  }
});
const program = await startHttpProgram([], market.env);
afterAll(async () => {
  await program.stop();
  await market.close();
});

/** Addresses, numbers of filings and days. */
const NO_FIGURES = /https?:\S+|\d{10}-\d\d-\d{6}|\d{4}-\d\d-\d\d/g;

/** Every number in a value, and in a text that is CSV. */
function* numbersIn(value: unknown, path = ""): Generator<[path: string, number: number]> {
  if (typeof value === "number") yield [path, value];
  if (typeof value === "string" && path.endsWith("csv"))
    for (const [digits] of value.replace(NO_FIGURES, "").matchAll(NUMBER)) yield [path, Number(digits)];
  if (typeof value !== "object" || value === null) return;
  for (const [name, each] of Object.entries(value)) yield* numbersIn(each, `${path}.${name}`);
}

/** Returns the number of significant digits: 5 for 0.00012345. */
const digitsOf = (number: number) =>
  String(number)
    .replace(/e.*|[-.]/g, "")
    .replace(/^0+|0+$/g, "").length;

/** Returns numbers with more than six digits that no upstream sent, with their paths. */
const strange = (value: unknown) =>
  [...numbersIn(value)].filter(([, number]) => digitsOf(number) > 6 && !sent.has(number) && !sent.has(-number));
/** Sums of the rows of a report in whole dollars, which its cover states to the dollar. */
const isSumOfReport = (name: string, path: string) =>
  name === "manager-holdings" && /\.(?:value|coverValue|csv)$/.test(path);
/** Returns 32-bit floats that are written as doubles, such as 129.0399932861328 for 129.04. */
const widened = (value: unknown) =>
  [...numbersIn(value)].filter(
    ([, number]) => digitsOf(number) > 9 && !Number.isInteger(number) && Math.fround(number) === number,
  );

const SYMBOLS = ["AAPL", "TSCO.LON", "7203.T", "SPY", "RIVN", "BTC-USD"];
const asked = CATALOGUE.flatMap(({ capability }) =>
  ("symbol" in capability.input.shape ? SYMBOLS : [""]).map((symbol) => ({
    name: capability.name,
    symbol,
    capability,
  })),
);

async function callTool({ tool }: Capability, args: object): Promise<unknown> {
  const answer = await fetch(`${program.url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool.name, arguments: args } }),
  });
  const { result } = (await answer.json()) as { result: { content: { text: string }[]; structuredContent: unknown } };
  return result.content.map(({ text }) => (text.startsWith("{") ? JSON.parse(text) : { csv: text }) as unknown);
}

describe("every number", () => {
  it("is checked by its significant digits", () => {
    expect(strange({ ratio: 0.2543352601156069, share: 0.254335, csv: "date\n2026-03-05,1.2345678" })).toEqual([
      [".ratio", 0.2543352601156069],
      [".csv", 1.2345678],
    ]);
    expect(widened([129.0399932861328, 129.04, 0.5])).toEqual([[".0", 129.0399932861328]]);
  });

  it.each(asked)(
    "of $name $symbol over REST and MCP is an upstream's, or has six digits at most",
    async ({ name, symbol, capability }) => {
      const path = pathFor(capability).replace("AAPL", encodeURIComponent(symbol || "AAPL"));
      // The volume of a week is the sum of its days, which is not rounded.
      const daily = name === "price-history" ? "?interval=1d" : "";
      const body: unknown = await (await fetch(`${program.url}${path}${daily}`)).json();
      const args = { ...argumentsFor(capability), ...(symbol ? { symbol } : {}) };
      const text = await callTool(capability, daily ? { ...args, interval: "1d" } : args);
      const unknown = strange([body, text]).filter(
        ([place, number]) => !isSumOfReport(name, place) || !Number.isInteger(number),
      );
      expect(unknown).toEqual([]);
      expect(widened([body, text])).toEqual([]);
    },
  );
});
