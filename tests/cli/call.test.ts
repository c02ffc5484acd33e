/** `market-data-mcp call`, run as a person runs it. */
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { parseCommand } from "../../src/cli/commands.js";
import { openMarket } from "../system/market.js";
import { argumentsFor } from "../e2e/examples.js";
import { createFakeClock, hasFakeClock } from "../support/fake-clock.js";
import { cleanEnv, PROGRAM, temporaryFolder } from "../support/program.js";
import { run } from "./at-terminal.js";
import { runHere } from "./in-process.js";

const folder = temporaryFolder();
const market = await openMarket({ STORE_URL: "memory:" });
afterEach(() => market.behave(() => undefined));
afterAll(async () => {
  await market.close();
  folder.remove();
});
const call = (...words: string[]) => run(["call", ...words], market.env);
/** Where neither the start nor the end of the program matters: the tests that use `call` show these. */
const callHere = (...words: string[]) => runHere(["call", ...words], market.env);
const inFolder = { DATA_DIR: folder.path, STORE_URL: "" };

/** Every tool, with arguments as people type them. */
const TYPED = CATALOGUE.map(({ capability }) => {
  const args = Object.entries(argumentsFor(capability)).map(([name, value]) => `${name}=${String(value)}`);
  return { capability, words: [capability.tool.name, ...args] };
});

describe("market-data-mcp call", () => {
  it.each(TYPED)("prints the body of $words as JSON that its schema accepts", async ({ capability, words }) => {
    const { code, out } = await callHere(...words, "--json");
    expect(capability.output.strict().safeParse(JSON.parse(out)).error).toBeUndefined();
    expect(code).toBe(0);
  });

  it("prints the company, its price and labelled figures for people, and the provider on stderr", async () => {
    const page = await call("provider_a_get_stock_quote", "symbol=aapl");
    const json = await call("provider_a_get_stock_quote", "symbol=aapl", "--json");
    const quote = JSON.parse(json.out) as Record<string, unknown>;
    const [company, price] = page.out.split("\n");
    expect(company).toMatch(/^Apple.* \(AAPL\), NASDAQ, USD$/);
    expect(price).toMatch(/^[\d,]+\.\d\d {2}[+−]\d+\.\d\d {2}[+−]\d+\.\d\d\u00a0%$/);
    expect(page.out).toMatch(/Market cap +[\d.]{4}\u00a0[BT]/);
    for (const name of Object.keys(quote)) expect(page.out).not.toMatch(new RegExp(`^${name} `, "m"));
    expect(quote["marketCap"]).toBeGreaterThan(1e9);
    expect(page.err).toMatch(/ from Financial Modeling Prep, /);
    expect(page.err).not.toMatch(/provider [A-D]/i);
    expect(page.code).toBe(0);
  });

  it("shows a symbol alone on one screen: price, ranges, next earnings, dividend", async () => {
    const { code, out, err } = await runHere(["AAPL"], market.env, 80);
    expect(code).toBe(0);
    expect(out.split("\n").length).toBeLessThan(24);
    for (const words of [
      /^Apple Inc\. \(AAPL\)/,
      /Day low/,
      /52-week low/,
      /Next earnings/,
      /From +\d{4}-/,
      /Latest ex-date +\d{4}-/,
    ])
      expect(out).toMatch(words);
    expect(err.replaceAll("\n", " ")).toMatch(/next earnings, and dividend from Yahoo Finance/);
  });

  it("answers words that have one meaning, and says how it read them", async () => {
    const { code, out, err } = await runHere(["divs", "KO"], market.env);
    const asked = await runHere(["dividends", "KO"], market.env);
    expect({ code, out }).toEqual({ code: 0, out: asked.out });
    expect(err).toBe(`"divs KO" was read as "dividends KO".\n${asked.err}`);
  });

  it("names what a screen lacks because its source failed, and leaves out what a security does not have", async () => {
    const fund = await runHere(["SPY"], market.env);
    expect(fund.out).not.toContain("Next earnings");
    expect(fund.err).not.toMatch(/missing: [^\n]*next earnings/);
    market.behave(({ url }) => (/calendarEvents|earnings/.test(url!) ? { status: 500, body: "" } : undefined));
    const { code, out, err } = await runHere(["MSFT"], market.env);
    expect([code, out]).toEqual([0, expect.stringContaining("Day low")]);
    expect(err).toMatch(/missing: [^\n]*next earnings/);
  });

  it("shows growth over the year before beside each quarter, and no summary of it", async () => {
    const { out } = await runHere(["financials", "AAPL", "--period", "quarter", "--limit", "4"], market.env);
    expect(out).toMatch(/^Revenue growth, 1 year(?: +[+−][\d.]+\u00a0%){4}$/m);
    expect(out).not.toContain("Summary");
    const { out: balance } = await runHere(["financials", "AAPL", "--statement_type", "balance"], market.env);
    expect(balance).not.toContain("Revenue growth");
  });

  it("shows the newest value of each series when economy stands alone", async () => {
    const { code, out } = await runHere(["economy"], market.env, 80);
    expect(code).toBe(0);
    expect(out).toMatch(/^Series +Date +Value +Change/m);
    expect(out).toMatch(/^Unemployment rate +\w{3} \d{4} +[\d.]+\u00a0%/m);
  });

  it("keeps the names of fields, exact values and remarks for programs that name fields", async () => {
    const { out, err } = await callHere("quotes", "AAPL", "--fields", "symbol,changesPercentage");
    expect(out).toMatch(/^symbol +changesPercentage$/m);
    expect(err).toMatch(/from Financial Modeling Prep \(provider A\)/);
  });

  it("names the offices that publish an answer", async () => {
    const { err } = await callHere("get_reference_rates");
    expect(err).toMatch(/, from [^\n]*New York Fed/m);
  });

  it("says of which time a price is, in which currency, and which fields another provider filled in", async () => {
    const { err } = await callHere("quote", "AAPL");
    expect(err).toMatch(
      /^Price in USD of \d+ \w+(?: \d{4})?, \d\d:\d\d UTC, from Financial Modeling Prep, completed by Yahoo Finance; the US market is /m,
    );
    expect(err).toMatch(/^Average volume, [^\n]+ from Yahoo Finance; P\/E \(TTM\) computed\.$/m);
    const pence = await callHere("quote", "VOD.L");
    expect(pence.err).toMatch(/^Price in GBp \(pence\) of [^\n]+\nMarket cap in GBP\.$/m);
  });

  it("states the notes among an answer's fields, which the table has no place for", async () => {
    const { err } = await callHere("quotes", "AAPL", "TSCO.L", "BTC", "--convert", "EUR");
    expect(err).toMatch(/^BTC is the symbol of a listing; the coin Bitcoin is BTC-USD\.$/m);
    expect(err).toMatch(/^Converted price is in EUR; prices in GBp \(pence\) are divided by 100 first\.$/m);
  });

  it("says where the figures of a computed answer are from", async () => {
    const { err } = await callHere("technicals", "TSLA");
    expect(err).toMatch(/^Prices in USD, as of [^\n]+, from Yahoo Finance; the US market is /m);
  });

  it("prints a list as a table of the asked columns, with the numbers to the right", async () => {
    const { out, err } = await callHere("provider_a_get_market_gainers", "limit=2", "fields=ticker,price");
    expect(out).toMatch(/^ticker +price\n-+ +-+\n\w+ +[\d.]+\n\w+ +[\d.]+\n$/);
    const [head, , ...rows] = out.trimEnd().split("\n");
    for (const row of rows) expect(row).toHaveLength(head!.length);
    expect(err).toMatch(/2 of \d+ rows shown; limit goes up to 50\./);
  });

  it("finds columns in any case, and rejects unknown ones, alone and beside others", async () => {
    const statements = ["provider_a_get_financial_statements", "symbol=AAPL", "limit=1"];
    const found = await callHere(...statements, "fields=Revenue");
    expect(found.out).toMatch(/^date +revenue$/m);
    for (const fields of ["colour", "Revenue,colour"]) {
      const none = await callHere(...statements, `fields=${fields}`);
      expect([none.code, none.out, none.err]).toEqual([
        2,
        "",
        expect.stringMatching(/^Invalid "fields": got "colour"\. Allowed: date, .* and more, or "\*" for all\./),
      ]);
    }
  });

  it("prints what tools give as CSV as a summary and a table", async () => {
    const { out } = await callHere("get_price_history", "symbol=AAPL", "range=5d", "interval=1d");
    expect(out).toMatch(/^[+−][\d.]+\u00a0% in five days, high /m);
    expect(out).toMatch(/^Date +Open +High +Low +Close/m);
  });

  it("prints CSV when asked to, and nothing else on stdout", async () => {
    const { out } = await callHere("provider_a_get_market_gainers", "limit=2", "fields=ticker,price", "format=csv");
    expect(out).toMatch(/^ticker,price\n\w+,[\d.]+\n\w+,[\d.]+\n$/);
  });

  it("says that everything is invented with --demo", async () => {
    const { code, out, err } = await run(["call", "get_quotes", "symbols=AAPL,MSFT", "--demo"]);
    expect(err).toContain("Simulated data, no real market figure");
    expect(out).toMatch(/AAPL[^]*MSFT/);
    expect(code).toBe(0);
  });

  it.runIf(hasFakeClock)("caches answers for the next call, and notes when one is old", async () => {
    const clock = createFakeClock(folder.path);
    const env = { ...market.env, ...inFolder, ...clock.env };
    const words = ["call", "get_company_overview", "symbol=MSFT"];
    const first = await run(words, env);
    const calls = market.calls.length;
    const second = await run(words, env);
    expect([second.code, second.out]).toEqual([0, first.out]);
    expect(second.err).toMatch(/^Cached \d+ seconds? ago\.$/m);
    expect(market.calls).toHaveLength(calls);
    market.behave(() => ({ status: 503, body: "" }));
    clock.set(3 * 3600);
    const third = await run(words, env);
    expect([third.code, third.out]).toEqual([0, first.out]);
    expect(third.err).toMatch(/OLD DATA: this answer is 3 hours old, because a newer one could not be fetched/);
  });
});

describe("market-data-mcp call, when there is no answer, prints a sentence and exits with 1", () => {
  it.each<[string, string[], RegExp]>([
    [
      "an unknown symbol",
      ["get_company_overview", "symbol=NOSUCH"],
      /^Company overview of NOSUCH: Yahoo Finance does not know this symbol\. node \S+index\.js search NOSUCH finds the right one\.$/m,
    ],
  ])("%s", async (_what, words, sentence) => {
    const { code, out, err } = await call(...words);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(sentence);
    expect(err.trimEnd()).not.toContain("\n");
  });
  it.each([
    ["that reset connections", "reset" as const],
    ["that answer with pages", { status: 200, body: "<html>" }],
    ["that answer with errors", { status: 500, body: "" }],
    ["that never answer", "hang" as const],
  ])("providers %s", async (_what, fault) => {
    market.behave(() => fault);
    const timeouts = PROVIDER_DESCRIPTIONS.map(({ label }) => [`${label}_TIMEOUT_MS`, "200"]);
    const patience = { ...Object.fromEntries(timeouts), REQUEST_TIMEOUT_MS: "8000" };
    const said = await runHere(["call", "provider_a_get_stock_quote", "symbol=AAPL"], { ...market.env, ...patience });
    expect([said.code, said.out]).toEqual([1, ""]);
    expect(said.err).toMatch(/^Stock quote of AAPL: Financial Modeling Prep [^\n]+\n$/);
  });
});

describe("market-data-mcp call, when the tool does not take the arguments, says so in a line and exits with 2", () => {
  it.each<[string, string[], RegExp]>([
    ["a word for a number", ["provider_a_get_crypto_prices", "limit=many"], /^Invalid "limit": got "many"\. Allowed: /],
    ["a missing argument", ["get_company_overview"], /^Parameter "symbol" is missing\. Allowed: a ticker/],
    [
      "an argument it does not take",
      ["get_company_overview", "symbol=AAPL", "simbol=A"],
      /^Unknown parameter "simbol"/,
    ],
    [
      "a sector that is none",
      ["provider_a_screen_stocks", "sector=Crypto"],
      /^Invalid "sector": got "Crypto"\. Allowed: /,
    ],
    [
      "a missing list",
      ["get_quotes"],
      /^Parameter "symbols" is missing\. Allowed: 1 to 20 symbols, such as AAPL,MSFT\.$/m,
    ],
    ["too long a list", ["get_quotes", `symbols=${"A,".repeat(500)}B`], /^Invalid "symbols"/],
  ])("%s", async (_what, words, sentence) => {
    const { code, out, err } = await callHere(...words);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(sentence);
    expect(err.trimEnd()).not.toContain("\n");
  });
});

describe("market-data-mcp call, when it is not understood, says so in a line and exits with 2", () => {
  it.each<[string, string[], RegExp]>([
    [
      "no tool",
      ["call"],
      /call needs the name of a tool, such as get_quotes\. "call --help" and "tools" list them\.$/m,
    ],
    ["part of a name", ["call", "stock_quote"], /Unknown tool "stock_quote"\. Nearest: .*provider_a_get_stock_quote/],
    ["a slip", ["call", "get_recomendations"], /Nearest: get_recommendations, /],
    ["a value without its name", ["call", "provider_a_get_market_gainers", "AAPL"], /name=value; got "AAPL"\.$/m],
    [
      "two values for one symbol",
      ["overview", "AAPL", "MSFT"],
      /takes one symbol; got "MSFT" too\. Write other arguments as name=value\.$/m,
    ],
    ["two funds", ["fund", "SPY", "VTI"], /got "VTI" too\. Write compare SPY VTI, or fund SPY --with VTI\.$/m],
    ["a symbol given twice", ["quote", "AAPL", "symbol=AAPL"], /"symbol" was given twice/],
    ["an argument given twice", ["call", "get_quotes", "symbols=A", "symbols=B"], /"symbols" was given twice/],
    ["a flag of serving", ["call", "get_quotes", "--port", "1"], /Unknown option '--port'\. .*See --help\.$/m],
    ["a flag of doctor", ["call", "get_quotes", "--offline"], /Unknown option '--offline'\. See --help\.$/m],
    ["a misspelt flag", ["quote", "AAPL", "--jsn"], /Unknown option '--jsn'\. Did you mean --json\? See --help\.$/m],
    ["a misspelt command", ["qoute", "AAPL"], /Unknown command 'qoute'\. Did you mean quote\? See --help\.$/m],
    ["an unknown command", ["cal"], /Unknown command 'cal'\. Did you mean call\? See --help\.$/m],
  ])("%s", (_what, words, line) => {
    expect(() => parseCommand(words, CATALOGUE)).toThrow(line);
  });

  it("on stderr, with the name of the program", async () => {
    const { code, out, err } = await run(["call", "get_quotes", "--port", "1"], market.env);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^market-data-mcp: Unknown option '--port'\.[^\n]+\n$/);
  });
});

it("loads what a terminal needs for the commands only", () => {
  const dist = dirname(PROGRAM);
  const files = readdirSync(join(dist, "parts")).filter((name) => name.endsWith(".js"));
  const holding = files.filter((name) =>
    readFileSync(join(dist, "parts", name), "utf8").includes("Upstream calls made: none."),
  );
  expect(holding).toHaveLength(1);
  const naming = [PROGRAM, ...files.map((name) => join(dist, "parts", name))]
    .flatMap((path) => readFileSync(path, "utf8").split(`require("./${holding[0]}")`).slice(0, -1))
    .map((before) => before.slice(-6));
  // The part is required lazily, not while the file that names it is loaded.
  expect(naming).toEqual([expect.stringMatching(/\(\) ?=> ?$/)]);
});

describe("market-data-mcp at a terminal", () => {
  /** Characters that a terminal interprets instead of showing them. */
  // oxlint-disable-next-line no-control-regex
  const CONTROL = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;
  const EVIL = "\u001b[2J\u001b]0;owned\u0007\u009b31m\r\u202e";

  it.each([
    [[`--${EVIL}`]],
    [[`-${EVIL}`]],
    [[`${EVIL}\nmarket-data-mcp: all is well`]],
    [["doctor", EVIL]],
    [["call", EVIL]],
    [["call", "get_quotes", EVIL]],
    [["call", "get_quotes", `${EVIL}=1`]],
    [["call", "get_quotes", `symbols=${EVIL}`]],
    [["--http", "--port", EVIL]],
    [["--http", "--host", EVIL]],
  ])("shows an argument without its control characters: %j", async (words) => {
    const { code, out, err } = await run(words, market.env);
    expect([code, out]).toEqual([2, ""]);
    expect(err).not.toMatch(CONTROL);
    expect(err.trimEnd()).not.toContain("\n");
  });

  it.each([[[]], [["--json"]]])("shows an answer without its control characters: %j", async (words) => {
    const rows = [
      { symbol: "EVIL", name: `Evil ${EVIL} Inc`, currency: "USD", stockExchange: EVIL, exchangeFullName: EVIL },
    ];
    const body = JSON.stringify(rows);
    market.behave(() => ({ status: 200, body }));
    const { out, err } = await call("search_symbols", "q=evil", ...words);
    expect(out).toMatch(/EVIL.*Evil/s);
    expect(`${out}${err}`).not.toMatch(CONTROL);
  });

  /** Runs a shell command line, in which `$MARKET_DATA` is the program; returns exit code and output. */
  function shell(line: string): Promise<{ code: unknown; out: string; err: string }> {
    const env = cleanEnv({ ...market.env, MARKET_DATA: `${process.execPath} ${PROGRAM}` });
    return new Promise((resolve) => {
      execFile("bash", ["-c", line], { env }, (error, out, err) => resolve({ code: error?.code ?? 0, out, err }));
    });
  }

  it.each([
    ["--help"],
    ["--version"],
    ["doctor --offline"],
    ["doctor --offline --json"],
    ["call get_quotes symbols=AAPL"],
    ["call get_quotes symbols=AAPL --json"],
  ])("exits with 1 when the output of %s cannot be written", async (words) => {
    const { code, err } = await shell(`$MARKET_DATA ${words} > /dev/full`);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^market-data-mcp: stdout cannot be written \(ENOSPC\)\.$/m),
    ]);
  });

  it("exits with 0 when the reader of its output stops early", async () => {
    const { out } = await shell('$MARKET_DATA --help | head -1; echo "${PIPESTATUS[0]}"');
    expect(out).toMatch(/^Usage: market-data-mcp [^\n]+\n0\n$/);
  });
});
