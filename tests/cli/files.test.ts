/** Answers at a terminal that become files: CSV and JSON have the rows that REST has. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { argumentsFor } from "../e2e/examples.js";
import { startHttpProgram } from "../support/program.js";
import { openMarket } from "../system/market.js";
import { runHere } from "./in-process.js";

const market = await openMarket({ STORE_URL: "memory:" });
let program: Awaited<ReturnType<typeof startHttpProgram>>;
beforeAll(async () => void (program = await startHttpProgram([], market.env)));
afterAll(async () => {
  await program.stop();
  await market.close();
});

/** Every tool with a list, with its example's arguments but those that say how many rows there are. */
const LISTS = CATALOGUE.filter(({ capability: { tool } }) => tool.rows).map(({ capability }) => {
  const { limit: _limit, strikes: _strikes, random_string: _any, kind, ...args } = argumentsFor(capability);
  const isNeeded = kind !== undefined && capability.route.includes("{kind}");
  return { capability, args: { ...args, ...(isNeeded && { kind }) } };
});

function toAddress(route: string, args: Record<string, unknown>, format: string): string {
  const query = new URLSearchParams({ format });
  let path = route;
  for (const [name, value] of Object.entries(args)) {
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    else query.append(name, String(value));
  }
  return `${program.url}${path}?${query}`;
}

describe("a file", () => {
  it.each(LISTS)("of $capability.tool.name has the rows that REST has", async ({ capability, args }) => {
    const words = Object.entries(args).map(([name, value]) => `${name}=${String(value)}`);
    const { list, otherLists = {} } = capability.tool.rows!;
    const lists = [list, ...Object.keys(otherLists)];
    const lengthsOf = (body: Record<string, unknown>) => lists.map((name) => (body[name] as unknown[] | null)?.length);
    const ofRest = async (format: string) => (await fetch(toAddress(capability.route, args, format))).text();
    const atTerminal = async (...more: string[]) =>
      (await runHere(["call", capability.tool.name, ...words, ...more], market.env)).out;

    const expected = JSON.parse(await ofRest("json")) as Record<string, unknown>;
    expect(lengthsOf(JSON.parse(await atTerminal("--json")) as Record<string, unknown>)).toEqual(lengthsOf(expected));
    const lines = (text: string) => text.trimEnd().split("\n").length;
    expect(lines(await atTerminal("--format", "csv"))).toBe(lines(await ofRest("csv")));
  });

  it("has fewer rows when asked to", async () => {
    const { out } = await runHere(
      ["history", "AAPL", "--range", "1y", "--interval", "1d", "--format", "csv", "--limit", "3"],
      market.env,
    );
    expect(out.trimEnd().split("\n")).toHaveLength(4);
  });

  it("has remarks on its interval and on the units of its columns only", async () => {
    const ask = (...more: string[]) => runHere(["history", "AAPL", "--format", "csv", ...more], market.env);
    const weeks = await ask("--range", "1y");
    expect(weeks.err).toContain("Interval: 1wk.\n");
    expect(weeks.err).not.toContain("Units: ");
    expect((await ask("--range", "1mo")).err).toContain("Interval: 1d.\n");
    const { err } = await runHere(["holders", "AAPL", "--format", "csv"], market.env);
    expect(err).toMatch(/^Units: .*percentHeld/m);
    expect(err).not.toContain("Interval");
  });
});
