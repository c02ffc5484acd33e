/** Option chains on the simulated market, over MCP: greeks, an index with two roots, and codes of contracts as symbols. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.js";
import { TOOLSETS } from "../../src/contract/toolsets.js";
import { createLogger } from "../../src/lib/log.js";
import { useDemo } from "../support/demo.js";

const demo = useDemo();
let app: ReturnType<typeof createApp>;
beforeAll(() => void (app = createApp(demo.keyless, createLogger("fatal", []))));
afterAll(() => app.close());

async function call(name: string, args: Record<string, unknown>) {
  const extra = { signal: new AbortController().signal, sendNotification: async () => {} };
  const result = (await app.mcp(TOOLSETS)({ method: "tools/call", params: { name, arguments: args } }, extra)) as {
    structuredContent?: Record<string, unknown>;
    content: { text: string }[];
  };
  const { csv = "", ...body } = result.structuredContent ?? {};
  const [, ...rows] = String(csv)
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  return { text: result.content[0]!.text, body, rows };
}
const chain = (args: object) => call("get_options_chain", { ...args });

describe("the simulated market", () => {
  it.each(["AAPL", "SPY", "BRK.B"])("has the greeks of options on %s, without a key or a contact", async (symbol) => {
    const { body, rows } = await chain({
      symbol,
      fields: ["side", "strike", "delta", "gamma", "theta", "vega", "rho"],
    });
    expect(body["note"]).toContain("Units: treasuryYield is in percent, other rates are ratios (0.24 is 24 %)");
    expect(body["greekInputs"]).toMatchObject({ maturity: "m1", treasuryYield: expect.any(Number) });
    expect(rows).toHaveLength(24);
    for (const [side, , delta] of rows) {
      const size = Number(delta) * (side === "call" ? 1 : -1);
      expect([size > 0, size < 1]).toEqual([true, true]);
    }
  });

  it("says the units of the columns that are shown, and of no other one", async () => {
    expect((await chain({ symbol: "AAPL" })).body["note"]).toContain(
      "Units: impliedVolatility and impliedMove are ratios (0.24 is 24 %).",
    );
    const { body } = await chain({ symbol: "AAPL", side: "puts", fields: ["strike", "breakeven"] });
    expect(body["note"]).not.toContain("returnIfCalled");
  });

  it("has an index with two roots on a third Friday, of which one is shown", async () => {
    const [both, other, single] = [
      await chain({ symbol: "^SPX", expiration: "2026-03-20" }),
      await chain({ symbol: "^SPX", expiration: "2026-03-20", root: "SPXW", fields: ["contract"] }),
      await chain({ symbol: "^SPX", expiration: "2026-03-13", fields: ["contract"] }),
    ];
    expect(both.body).toMatchObject({ root: "SPX", roots: ["SPX", "SPXW"] });
    expect(both.body["impliedMove"]).not.toBeNull();
    expect(both.body["note"]).toContain("SPX and SPXW. All rows and figures are of SPX");
    expect(new Set(both.rows.map((row) => row[1]!.slice(0, 5)))).toEqual(new Set(["SPX26"]));
    for (const { rows } of [other, single]) {
      expect(rows.length).toBeGreaterThan(10);
      for (const [code] of rows) expect(code).toMatch(/^SPXW26/);
    }
    expect(single.body).not.toHaveProperty("roots");
  });

  it("has no greeks of an index, whose dividend yield nobody states, and says so", async () => {
    const { body, rows } = await chain({ symbol: "^SPX", fields: ["strike", "delta", "breakeven"] });
    expect(rows[0]).toEqual([expect.any(String), "", expect.stringMatching(/^\d/)]);
    expect(body["note"]).toContain("has no dividend yield of ^GSPC");
  });

  it.each(["provider_a_get_stock_quote", "get_price_history", "get_options_chain", "get_news"])(
    "leads from the code of a contract to its chain: %s",
    async (tool) => {
      const { text } = await call(tool, { symbol: "AAPL261218C00250000" });
      expect(text).toBe(
        'Invalid "symbol": got "AAPL261218C00250000". Allowed: the symbol of a listing; this is the code of an option contract. get_options_chain with symbol "AAPL", expiration "2026-12-18", side "calls", and strikes "60" has it at the strike 250.',
      );
      const args = { symbol: "AAPL", expiration: "2026-12-18", side: "calls", strikes: "60", fields: ["contract"] };
      expect((await chain(args)).rows.length).toBeGreaterThan(30);
    },
  );

  it("leads from a code among several symbols to its chain, beside the answers to all others", async () => {
    const { text } = await call("get_quotes", { symbols: ["AAPL", "SPXW260320C06000000"] });
    expect(text).toContain(
      "This is the code of an option contract: the option chain of ^SPX has it, with expiration 2026-03-20 and side calls.",
    );
    expect(text).toContain("Apple");
    expect((await call("get_quotes", { symbols: ["SPXW260320C06000000"] })).text).toBe(
      'Invalid "symbols": got "SPXW260320C06000000". Allowed: the symbol of a listing; this is the code of an option contract. get_options_chain with symbol "^SPX", expiration "2026-03-20", side "calls", strikes "60", and root "SPXW" has it at the strike 6000.',
    );
  });
});
