/** Computes the tables of docs/yahoo.md: what each capability answers while provider B refuses, over real HTTP. */
import { toPlainText, type Sentence } from "../../../src/contract/sentence.js";
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.js";
import { CATALOGUE } from "../../../src/catalogue.js";
import { readCommand } from "../../../src/config/config.js";
import { parseInput } from "../../../src/contract/input.js";
import { FailedEverywhere, MarketDataError, REASONS } from "../../../src/contract/errors.js";
import type { Entry } from "../../../src/contract/entry.js";
import { toQuestion } from "../../../src/contract/question.js";
import { createLogger } from "../../../src/lib/log.js";
import { startSimulator } from "../../../src/simulator/server.js";
import { requiredValues } from "../../support/required-values.js";
import { redirect, reply } from "../../support/faults.js";
import { expectGenerated, renews, withBlock } from "../../support/generated-file.js";
import { healthyBody, playHealthy, quoteRowOf } from "../../support/healthy-upstream.js";
import { startFaultyUpstream, type FaultyUpstream, type Play } from "../../support/faulty-upstream.js";

/** One for all, because each logger waits for the end of the process. */
const LOG = createLogger("fatal", []);

const market = await startSimulator();
let upstream: FaultyUpstream;
beforeAll(async () => void (upstream = await startFaultyUpstream()));
afterEach(() => upstream.reset());
afterAll(() => Promise.all([upstream.close(), market.close()]));

/** Plays provider A, at addresses that the healthy upstream lacks as on the simulated market, so that a new one works. */
const playFmp: Play = async (call) => {
  if ((healthyBody(call.path, call.query) as unknown[]).length > 0) return playHealthy(call);
  const answer = await fetch(market.url + call.target);
  call.response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
};

const DOCUMENT = new URL("../../../docs/yahoo.md", import.meta.url);
const CRUMB = "/b/v1/test/getcrumb";
const EVERY_ADDRESS_OF_B = ["/b", CRUMB, "/door", "/quote"];
/** The calls that need a crumb. */
const CRUMB_CALLS = ["/b/v7", "/b/v10", "/b/v1/finance/screener", "/b/v1/finance/visualization"];
const LIMITED = reply(429, "Too Many Requests\r\n");
const SERIES = {
  meta: { symbol: ["AAPL"], type: ["annualTotalRevenue"] },
  annualTotalRevenue: [{ asOfDate: "2025-09-30", currencyCode: "USD", reportedValue: { raw: 416161000000 } }],
};

const GRADES = {
  symbol: "AAPL",
  date: "2026-01-01",
  analystRatingsStrongBuy: 5,
  analystRatingsBuy: 20,
  analystRatingsHold: 10,
  analystRatingsSell: 1,
  analystRatingsStrongSell: 0,
};

/** Bodies that the upstreams send in addition to the usual ones, by path. */
const BODIES = {
  "/b/ws": { timeseries: { result: [SERIES], error: null } },
  "/b/v6/finance/quote/marketSummary": {
    marketSummaryResponse: { result: [{ symbol: "^GSPC", regularMarketPrice: 6506.48 }], error: null },
  },
  "/a/income-statement": [{ date: "2025-09-27", symbol: "AAPL", reportedCurrency: "USD", revenue: 416161000000 }],
  "/a/grades-historical": [GRADES],
  "/a/news/stock": [{ symbol: "AAPL", publishedDate: "2026-01-01 09:00:00", title: "AAPL opens a factory" }],
  "/a/batch-quote": [quoteRowOf("AAPL"), quoteRowOf("MSFT")],
};

/** Ways in which provider B refuses, by the heading of their column. */
const REFUSALS: Readonly<Record<string, () => void>> = {
  "No cookie": () => upstream.on("/door", reply(404, "")),
  "Crumb refused": () => upstream.on(CRUMB, reply(401, "")),
  "Crumb limited": () => upstream.on(CRUMB, LIMITED),
  "Consent page changed": () => {
    upstream.on("/door", redirect(`${upstream.url}/collectConsent`));
    upstream.on("/collectConsent", reply(200, "<html>Agree?</html>"));
  },
  "429 everywhere": () => EVERY_ADDRESS_OF_B.forEach((address) => upstream.on(address, LIMITED)),
  "999 everywhere": () => EVERY_ADDRESS_OF_B.forEach((address) => upstream.on(address, reply(999, "<html></html>"))),
};

/** Time limits that a busy machine does not reach: a call that times out meets no limit, which changes the outcome. */
const PATIENT = { REQUEST_TIMEOUT_MS: "60000", PROVIDER_A_TIMEOUT_MS: "30000", PROVIDER_B_TIMEOUT_MS: "30000" };
/** Rates at which no call waits for its turn. */
const QUICK = { PROVIDER_B_RATE_PER_MINUTE: "10000", PROVIDER_D_RATE_PER_SECOND: "1000" };

const ROWS = CATALOGUE.map((row) => [row.capability.tool.name, row] as const);

/** A question that provider B answers without a session. */
const HISTORY = CATALOGUE.find(({ capability }) => capability.name === "price-history")!;

/** Restores the upstreams, then lets provider B refuse. */
function begin(refuse: () => void): void {
  upstream.reset();
  upstream.on("/a", playFmp);
  for (const [path, body] of Object.entries(BODIES)) upstream.on(path, reply(200, body));
  refuse();
}

/** The outcome of one question to a program that has just started, or has asked for `first` before. */
async function outcomeOf(row: Entry, keys: boolean, first?: Entry): Promise<string> {
  const { PROVIDER_A_API_KEY: a, PROVIDER_C_API_KEY: c, ...bases } = upstream.env;
  const env = {
    STORE_URL: "memory:",
    ...PATIENT,
    ...QUICK,
    ...bases,
    ...(keys ? { PROVIDER_A_API_KEY: a, PROVIDER_C_API_KEY: c } : {}),
  };
  const command = readCommand([], env);
  if (!("run" in command)) throw new Error("It would not run.");
  const app = createApp(command.run, LOG);
  try {
    if (first) {
      await app.ask(questionOf(first)).catch(() => {});
      // Without this answer, provider B would not be paused, and the session would meet the limit first.
      if (!upstream.calls("/b/v8").some(({ state }) => state === "answered")) throw new Error("It met no limit.");
    }
    const { envelope } = await app.ask(questionOf(row));
    // Notes on one security of several are in the body.
    const inBody = (envelope.body as { notes?: Sentence[] }).notes ?? [];
    const notes = [...envelope.notes, ...inBody];
    const note = notes.find((text) =>
      toPlainText(text).endsWith("this answer is from its calls that need no session."),
    );
    if (note !== undefined) return "reduced";
    if (envelope.provider === "provider-b") return "full";
    return envelope.provider === "market-data-mcp" ? "full" : envelope.provider.at(-1)!.toUpperCase();
  } catch (error) {
    if (error instanceof FailedEverywhere) return REASONS[error.decisive.reason].brief;
    if (error instanceof MarketDataError) return error.kind;
    throw error;
  } finally {
    await app.close();
  }
}

function questionOf(row: Entry) {
  const { shape } = row.capability.input;
  const raw = {
    ...requiredValues(shape),
    ...("symbol" in shape ? { symbol: "AAPL" } : {}),
    ...("symbols" in shape ? { symbols: ["AAPL", "MSFT"] } : {}),
    ...("q" in shape ? { q: "apple" } : {}),
  };
  return toQuestion(row, parseInput(row.capability, raw));
}

/** The documented outcomes, in the order of the columns, by tool. */
function readTable(block: string): Map<string, string[]> {
  const [, table = ""] = readFileSync(DOCUMENT, "utf8").split(new RegExp(`<!-- /?${block} -->\n`));
  const rows = table.split("\n").map((line) => line.split(" | ").map((cell) => cell.replaceAll(/^\| | \|$|`/g, "")));
  return new Map(rows.map(([tool, ...cells]) => [tool!, cells]));
}

function toTable(rows: ReadonlyMap<string, readonly string[]>): string {
  const columns = ["Tool", ...Object.keys(REFUSALS)];
  const lines = [...rows].map(([tool, cells]) => `| \`${tool}\` | ${cells.join(" | ")} |`);
  return [`| ${columns.join(" | ")} |`, `|${"---|".repeat(columns.length)}`, ...lines].join("\n");
}

// Otherwise the tables would blame provider B for what another upstream lacks here.
it.each(ROWS)(
  "%s answers while no upstream refuses; a new address of B or D needs a body in tests/support/healthy-upstream.ts",
  async (_tool, row) => {
    begin(() => {});
    // Provider B, which answers here, knows that AAPL is no fund.
    expect(await outcomeOf(row, true)).toMatch(row.capability.name === "fund" ? /^no_coverage$/ : /^(?:full|[ACD])$/);
  },
);

describe.each([
  ["without keys", "refusals-keyless", false],
  ["with keys of providers A and C", "refusals-with-keys", true],
] as const)("while provider B refuses, %s", (_what, block, keys) => {
  const rows = new Map<string, string[]>();

  it.each(ROWS)("%s answers as the table says", async (tool, row) => {
    const outcomes: string[] = [];
    for (const [name, refuse] of Object.entries(REFUSALS)) {
      begin(refuse);
      // The limit of a call without a session pauses provider B, so the program must have met it.
      outcomes.push(await outcomeOf(row, keys, name === "429 everywhere" ? HISTORY : undefined));
    }
    rows.set(tool, outcomes);
    expect(outcomes).toEqual(renews("1") ? outcomes : readTable(block).get(tool));
  });

  it.each(ROWS)(
    "%s answers the same when the calls with a crumb are limited as when the crumb is",
    async (tool, row) => {
      begin(() => CRUMB_CALLS.forEach((address) => upstream.on(address, LIMITED)));
      expect(await outcomeOf(row, keys)).toBe(rows.get(tool)![Object.keys(REFUSALS).indexOf("Crumb limited")]);
    },
  );

  it("the table contains every capability and every kind of refusal", () => {
    expectGenerated("docs/yahoo.md", withBlock(readFileSync(DOCUMENT, "utf8"), block, toTable(rows)));
  });
});
