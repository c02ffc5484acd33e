/** Hostile MCP messages over HTTP and stdio are rejected with our own sentences, and cause no upstream call. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { toolParameters } from "../../src/mcp/parameters.js";
import { argumentsFor } from "../e2e/examples.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { startHost, type Host, type RpcAnswer } from "./host.js";
import { EXPENSIVE_ARGUMENTS, NO_ARGUMENTS, REFUSED_REQUESTS, TOO_HEAVY, TOOL_NAMES } from "./hostile-messages.js";
import { asksFor, isNothing, isUnderstood, REFUSED_ARGUMENTS, refusedValues, schemasOf } from "./hostile-values.js";
import { internalsIn } from "./leaks.js";
import { openMarket, type Market } from "./market.js";
import { createVisitor, inParallel, toRequest, type ToolResult, type Visitor } from "./http-visitor.js";

const TOOLS = CATALOGUE.map(({ capability }) => capability);
const folder = temporaryFolder();
let market: Market;
let program: Awaited<ReturnType<typeof startHttpProgram>>;
let visitor: Visitor;
let host: Host;
let sent = 0;

beforeAll(async () => {
  market = await openMarket({ DATA_DIR: folder.path });
  program = await startHttpProgram([], market.env);
  visitor = createVisitor(program.url);
  host = startHost([], market.env);
  await host.request("ping");
});
afterAll(async () => {
  visitor.leave();
  expect(await program.stop()).toBe(0);
  expect(await host.leave()).toBe(0);
  await market.close();
  folder.remove();
});

/** The two transports. `request` returns the JSON-RPC answer to a well-formed request. */
const TRANSPORTS = {
  HTTP: {
    call: (name: string, args: unknown) => visitor.call(name, args),
    async request(method: string, params?: unknown) {
      const { status, headers, text } = await visitor.post(toRequest(1, method, params));
      expect([200, 400]).toContain(status);
      expect([headers["content-type"], headers["x-content-type-options"]]).toEqual(["application/json", "nosniff"]);
      return JSON.parse(text) as RpcAnswer;
    },
  },
  stdio: {
    call: (name: string, args: unknown) => host.call(name, args),
    request: (method: string, params?: unknown) => host.request(method, params),
  },
} as const;
const NAMES = Object.keys(TRANSPORTS) as (keyof typeof TRANSPORTS)[];

/** Whether a list of symbols has an error for each item and no row. */
const hasErrorsOnly = ({ isError, structuredContent: body = {} }: ToolResult) =>
  !isError &&
  Array.isArray(body["errors"]) &&
  body["errors"].length > 0 &&
  [body["quotes"], body["stocks"]].every((rows) => rows === undefined || (rows as unknown[]).length === 0);

/** Returns the fault of a rejection; `undefined` when it is correct. */
function faultIn(result: ToolResult, parameter: string): string | undefined {
  const failed = result._meta?.["market-data/error"];
  if (parameter === "symbols" && hasErrorsOnly(result)) return undefined;
  const text = result.content.map((block) => block.text).join(" ");
  if (!result.isError || result.structuredContent) return `accepted: ${text.slice(0, 200)}`;
  if (failed?.kind !== "invalid_input" || failed.status !== 400) return `is ${failed?.kind}`;
  if (!text.includes(`"${parameter}"`) || text.length > 1_000) return `says ${text.slice(0, 200)}`;
  const internals = internalsIn(JSON.stringify(result));
  return internals && `shows ${internals}`;
}

async function expectHealthy(transport: keyof typeof TRANSPORTS): Promise<void> {
  const { isError, structuredContent } = await TRANSPORTS[transport].call("provider_a_get_stock_quote", {
    symbol: "AAPL",
  });
  expect([isError, structuredContent?.["symbol"]]).toEqual([undefined, "AAPL"]);
}

async function expectNoCalls(work: () => Promise<void>): Promise<void> {
  const callsBefore = market.calls.length;
  await work();
  expect(market.calls.slice(callsBefore).map(({ url }) => url)).toEqual([]);
}

describe.each(NAMES)("hostile messages to the built program over %s", (transport) => {
  const parameters = TOOLS.flatMap((capability) =>
    Object.entries(schemasOf({ ...capability.input.shape, ...toolParameters(capability) }))
      .filter(([parameter]) => parameter !== "random_string")
      .map(([parameter, schema]) => ({ tool: capability.tool.name, parameter, schema, capability })),
  );

  it.each(parameters)(
    "$tool rejects every invalid $parameter, without an upstream call",
    async ({ tool, parameter, schema, capability }) => {
      const refusesNumbers = schema["type"] !== "number";
      // A list of one is that value, where any text is a value; other parameters have no value "AAPL".
      const isList = parameter === "symbols" || parameter === "fields";
      const takesOne =
        isList ||
        ["symbol", "manager", "with", "q", "form", "section", "find", "concept", "root", "by"].includes(parameter);
      const shape = { ...capability.input.shape, ...toolParameters(capability) };
      const values = REFUSED_ARGUMENTS.filter(
        (value) =>
          !isNothing(parameter, value, shape) &&
          (refusesNumbers || typeof value !== "number") &&
          // A number in place of a text is its digits.
          !(typeof value === "number" && ["q", "find", "section", "concept", "form", "manager"].includes(parameter)) &&
          typeof value !== schema["type"] &&
          !(takesOne && JSON.stringify(value) === '["AAPL"]') &&
          !(isList && JSON.stringify(value) === '["AAPL","MSFT"]'),
      );
      // Both transports use the same parser, so each one gets half of the texts.
      const texts = refusedValues(parameter, schema)
        .filter((value) => !isUnderstood(parameter, value, schema) && !isNothing(parameter, value, shape))
        // In a list of which each item has a row, those that are symbols are asked for.
        .filter((value) => parameter !== "symbols" || !asksFor(capability, value.split(/[ ,]+/)))
        .filter((_, index) => index % NAMES.length === NAMES.indexOf(transport));
      const faults: string[] = [];
      await expectNoCalls(() =>
        inParallel([...texts, ...values], 8, async (value) => {
          sent++;
          const result = await TRANSPORTS[transport].call(tool, { ...argumentsFor(capability), [parameter]: value });
          const fault = faultIn(result, parameter);
          if (fault) faults.push(`${JSON.stringify(value)?.slice(0, 80)}: ${fault}`);
        }),
      );
      expect(faults).toEqual([]);
      await expectHealthy(transport);
    },
  );

  it.each(parameters)(
    "$tool parses ten kilobytes of $parameter within 50 ms",
    async ({ tool, parameter, capability }) => {
      for (const character of ["a", ",", "^", " ", "[", "1"]) {
        const args = { ...argumentsFor(capability), [parameter]: character.repeat(10_000) };
        const times: number[] = [];
        // One fast round of three is enough, because other programs on this machine can slow down a round.
        for (let round = 0; round < 3 && !times.some((ms) => ms <= 50); round++) {
          const started = performance.now();
          expect((await TRANSPORTS[transport].call(tool, args)).isError).toBe(true);
          times.push(performance.now() - started);
        }
        expect(Math.min(...times)).toBeLessThanOrEqual(50);
      }
    },
  );

  it("answers an unknown tool with an error that a model can act on", async () => {
    await expectNoCalls(async () => {
      for (const name of TOOL_NAMES) {
        sent++;
        const result = await TRANSPORTS[transport].call(name, { q: "apple" });
        expect([name.slice(0, 40), result.isError, result._meta?.["market-data/error"]?.kind]).toEqual([
          name.slice(0, 40),
          true,
          "invalid_input",
        ]);
        expect(result.content[0]!.text).toMatch(
          /^Unknown tool .{1,100} Similar names: \w+, \w+, \w+\. tools\/list names all tools\.$/,
        );
      }
    });
  });

  it("answers arguments that are not an object with an error that a model can act on", async () => {
    await expectNoCalls(async () => {
      for (const args of NO_ARGUMENTS) {
        sent++;
        const { isError, content } = await TRANSPORTS[transport].call("search_symbols", args);
        expect([isError, content[0]!.text]).toEqual([true, "Arguments must be an object with named parameters."]);
      }
    });
  });

  it("answers an invalid request with a protocol error in plain words", async () => {
    await expectNoCalls(async () => {
      for (const { method, params } of REFUSED_REQUESTS) {
        sent++;
        const { result, error } = await TRANSPORTS[transport].request(method, params);
        expect([method.slice(0, 40), params, result]).toEqual([method.slice(0, 40), params, undefined]);
        expect([-32600, -32601, -32602, -32002]).toContain(error?.code);
        expect(internalsIn(JSON.stringify(error))).toBeUndefined();
        expect(JSON.stringify(error).length).toBeLessThan(1_000);
      }
    });
  });

  it.each(Object.entries(TOO_HEAVY))("rejects arguments with %s before it parses them", async (_what, args) => {
    await expectNoCalls(async () => {
      sent++;
      const params = `{"name":"get_company_overview","arguments":${args}}`;
      const { result, error } = await TRANSPORTS[transport].request("tools/call", params);
      expect([result, error]).toEqual([
        undefined,
        { code: -32600, message: expect.stringMatching(/^Invalid request: it /) },
      ]);
    });
    await expectHealthy(transport);
  });

  it.each(Object.entries(EXPENSIVE_ARGUMENTS))("still answers after arguments with %s", async (_what, args) => {
    const started = performance.now();
    await expectNoCalls(() =>
      inParallel(Array.from({ length: 4 }), 4, async () => {
        sent++;
        const result = await TRANSPORTS[transport].call("get_company_overview", args);
        expect(result.isError).toBe(true);
        expect(JSON.stringify(result).length).toBeLessThan(2_000);
        expect(internalsIn(JSON.stringify(result))).toBeUndefined();
      }),
    );
    expect(performance.now() - started).toBeLessThan(2_000);
    await expectHealthy(transport);
  });
});

it("received at least 1,000 messages, and logged none of them as its own error", () => {
  expect(sent).toBeGreaterThanOrEqual(1_000);
  const lines = [program, host.program].flatMap(({ stderr }) => stderr().trim().split("\n"));
  const events = lines.map((line) => JSON.parse(line) as { level: string; event: string });
  expect(events.filter(({ level, event }) => level !== "info" && event !== "rejected")).toEqual([]);
});
