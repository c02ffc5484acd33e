/** The commands of the terminal: what their words mean, and their help. */
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { parseCommand, readCommand } from "../../src/cli/commands.js";
import { positionalOf, shortName, type ToolQuestion } from "../../src/cli/tool-commands.js";
import { readArguments } from "../../src/mcp/parameters.js";
import { argumentsFor } from "../e2e/examples.js";

const parse = (...words: string[]) => parseCommand(words, CATALOGUE);
const helpOf = (...words: string[]) => (parse(...words, "--help") as { help: string }).help;
const messageOf = (words: readonly string[]): string => {
  try {
    parse(...words);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};
const call = (tool: string, args: object, flags: object = {}) => ({
  name: "call",
  json: false,
  demo: false,
  tool,
  args,
  ...flags,
});

describe("every tool is a command", () => {
  const tools = CATALOGUE.map(({ capability }) => ({
    capability,
    tool: capability.tool.name,
    short: shortName(capability),
  }));

  it("under a name of its own", () => {
    const names = tools.flatMap(({ tool, short }) => (tool === short ? [tool] : [tool, short]));
    expect(new Set(names).size).toBe(names.length);
    for (const { short } of tools) expect(short).toMatch(/^[a-z][a-z-]{2,16}$/);
  });

  it.each(tools)("$short and $tool, also behind call", ({ capability, tool, short }) => {
    const args = Object.fromEntries(
      Object.entries(argumentsFor(capability)).map(([name, value]) => [name, String(value)]),
    );
    const named = Object.entries(args).map(([name, value]) => `${name}=${value}`);
    const options = Object.entries(args).flatMap(([name, value]) => [`--${name}`, value]);
    // The placeholder that some hosts send is no option.
    const asOptions = "random_string" in args ? named : options;
    for (const words of [[...named], [...asOptions]])
      for (const start of [[short], [tool], ["call", tool]])
        expect(parse(...start, ...words)).toEqual(call(tool, args));
  });

  it.each(tools)("$short, whose help names its parameters and exit codes", ({ short, tool, capability }) => {
    const text = helpOf(short);
    expect(text).toContain(`As an MCP tool: ${tool}.`);
    expect(text).toContain("Exit codes: 0 ");
    const isPositional = (name: string) =>
      ["symbol", "symbols", "q"].includes(name) || text.includes(` <${name}> [options]`);
    const shown = Object.keys(capability.input.shape).filter((name) => !isPositional(name));
    for (const name of shown) expect(text).toContain(`--${name} <value>`);
  });
});

describe("a name with several words", () => {
  it("can be written with hyphens", () => {
    expect(parse("screener", "--pe-max", "15", "--market-cap-min=1B")).toEqual(
      call("provider_a_screen_stocks", { pe_max: "15", market_cap_min: "1B" }),
    );
    expect(parse("history", "AAPL", "--as-of", "2026-01-02")).toEqual(
      call("get_price_history", { symbol: "AAPL", as_of: "2026-01-02" }),
    );
    expect(() => parse("screener", "--pe-max", "15", "--pe_max", "20")).toThrow('Argument "pe_max" was given twice.');
  });

  it("stands in the help once", () => {
    expect(helpOf("screener")).not.toContain("--pe-max");
  });
});

describe("a symbol needs no name", () => {
  it.each<[string[], object]>([
    [["quote", "AAPL"], call("provider_a_get_stock_quote", { symbol: "AAPL" })],
    [["call", "--demo", "get_quotes", "symbols=AAPL"], call("get_quotes", { symbols: "AAPL" }, { demo: true })],
    [["quote", "EURUSD=X"], call("provider_a_get_stock_quote", { symbol: "EURUSD=X" })],
    [["quote", "^GSPC"], call("provider_a_get_stock_quote", { symbol: "^GSPC" })],
    [["quote", "AAPL", "MSFT"], call("get_quotes", { symbols: "AAPL,MSFT" })],
    [["compare", "AAPL", "vs", "MSFT"], call("compare_stocks", { symbols: "AAPL,MSFT" })],
    [["compare", "AAPL", "to", "MSFT"], call("compare_stocks", { symbols: "AAPL,MSFT" })],
    [["compare", "AAPL", "with", "MSFT"], call("compare_stocks", { symbols: "AAPL,MSFT" })],
    [["quotes", "AAPL", "and", "MSFT", "or", "OR"], call("get_quotes", { symbols: "AAPL,MSFT,OR" })],
    [["search", "Smith", "and", "Wesson"], call("search_symbols", { q: "Smith and Wesson" })],
    [["quote", "AAPL,^GSPC", "--json"], call("get_quotes", { symbols: "AAPL,^GSPC" }, { json: true })],
    [
      ["quote", "EURUSD=X", "fields=symbol"],
      call("provider_a_get_stock_quote", { symbol: "EURUSD=X", fields: "symbol" }),
    ],
    [["quote", "AAPL", "--watch"], call("provider_a_get_stock_quote", { symbol: "AAPL" }, { watch: 30 })],
    [["quote", "--watch", "AAPL"], call("provider_a_get_stock_quote", { symbol: "AAPL" }, { watch: 30 })],
    [["quotes", "AAPL", "--watch", "5"], call("get_quotes", { symbols: "AAPL" }, { watch: 5 })],
    // Bloomberg's notation, typed without quotes.
    [["quote", "AAPL", "US", "Equity"], call("provider_a_get_stock_quote", { symbol: "AAPL US Equity" })],
    [["quote", "700", "HK"], call("provider_a_get_stock_quote", { symbol: "700 HK" })],
    [["news", "vod", "ln", "equity", "limit=3"], call("get_news", { symbol: "vod ln equity", limit: "3" })],
    [["quotes", "SPX", "Index", "KO", "VOD", "LN"], call("get_quotes", { symbols: "SPX Index,KO,VOD LN" })],
    // Two symbols: SE is Sea, and small letters may be a name.
    [["quotes", "KO", "SE"], call("get_quotes", { symbols: "KO,SE" })],
    [["quotes", "aapl", "us"], call("get_quotes", { symbols: "aapl,us" })],
    [["quotes", "AAPL,", "MSFT"], call("get_quotes", { symbols: "AAPL,MSFT" })],
    [["quote", "AAPL", ",", "MSFT,"], call("get_quotes", { symbols: "AAPL,MSFT" })],
    [["economy", "cpi,", "gdp"], call("get_economic_series", { series: "cpi,gdp" })],
    [["quotes", "KO", "5Y"], call("get_quotes", { symbols: "KO,5Y" })],
    [["quotes", "AAPL", "MSFT,KO"], call("get_quotes", { symbols: "AAPL,MSFT,KO" })],
    [["search", "coca", "cola"], call("search_symbols", { q: "coca cola" })],
    [["sec-filings", "Berkshire", "Hathaway"], call("get_sec_filings", { symbol: "Berkshire Hathaway" })],
    [
      ["filing-text", "johnson", "&", "johnson", "form=10-K"],
      call("get_filing_text", { symbol: "johnson & johnson", form: "10-K" }),
    ],
    [
      ["history", "AAPL", "--range", "5y", "--json", "--demo"],
      call("get_price_history", { symbol: "AAPL", range: "5y" }, { json: true, demo: true }),
    ],
  ])("%j", (words, task) => {
    expect(parse(...words)).toEqual(task);
  });
});

describe("the other commands", () => {
  it.each<[string[], object]>([
    [["doctor", "--offline"], { name: "doctor", offline: true, json: false, demo: false }],
    [["tools"], { name: "tools", json: false }],
    [
      ["install", "codex", "--dry-run", "--http", "https://h/mcp", "--toolsets", "core"],
      {
        name: "install",
        host: "codex",
        demo: false,
        http: "https://h/mcp",
        toolsets: "core",
        yes: false,
        dryRun: true,
        print: false,
      },
    ],
    [["uninstall", "zed", "--yes"], { name: "uninstall", host: "zed", yes: true, dryRun: false }],
  ])("%j", (words, task) => {
    expect(parse(...words)).toEqual(task);
  });

  it("take the parameter in the path of the route without its name, with its values in the help", () => {
    expect(parse("market-calendar", "splits")).toMatchObject({ tool: "get_market_calendar", args: { kind: "splits" } });
    expect(helpOf("market-calendar")).toContain("market-calendar|get_market_calendar <kind> [options]");
    expect(helpOf("market-calendar")).toMatch(/--kind <value>[^-]+"splits"/);
  });

  it("explain the help command itself", () => {
    expect((parse("help", "help") as { help: string }).help).toContain("Usage: market-data-mcp <command>");
  });

  it("say which form a person gets by default, and which pause --watch has", () => {
    expect(helpOf("history")).toMatch(/--format <value> +Form of the list \(a table\)/);
    expect(helpOf("quote")).toMatch(/Usage: market-data-mcp quote\|provider_a_get_stock_quote <symbol...> \[options\]/);
    expect(helpOf("quote")).toMatch(/--watch \[seconds\] +ask again every so many seconds \(30\)/);
  });

  it("say in the help what each parameter means, as the routes do", () => {
    expect(helpOf("compare")).toMatch(/--from <value> +Returns from the close/);
    expect(helpOf("screener")).toMatch(/--beta_min <value> +Beta, at least/);
  });

  it.each([60, 80, 120])("fit %i columns in their help, the data first", (columns) => {
    for (const words of [["help"], ["help", "settings"], ["history", "--help"], ["market-calendar", "--help"]]) {
      const { help } = parseCommand(words, CATALOGUE, columns) as { help: string };
      const isLong = (line: string) => line.length > columns && !/^Usage: | \S+\/\S+$/.test(line);
      expect(help.split("\n").filter(isLong)).toEqual([]);
    }
    const { help } = parseCommand(["help"], CATALOGUE, columns) as { help: string };
    expect(help).toMatch(/Market data:[^]*Setup:[^]*--port/);
    expect(help).not.toContain("PROVIDER_A_API_KEY");
    expect(help).toMatch(/^ {2}holders +Who owns a company: largest shareholders/m);
  });

  it.each([
    [["AAPL"], "AAPL"],
    [["brk.b", "--demo"], "brk.b"],
    [["$KO"], "$KO"],
    [["7203.T"], "7203.T"],
    [["DOW"], "DOW"],
    [["NASDAQ:AAPL"], "NASDAQ:AAPL"],
    [["EUR/USD"], "EUR/USD"],
  ])("take %j as a question for the security at a glance", (words, symbol) => {
    expect(parse(...words)).toMatchObject({ tool: "provider_a_get_stock_quote", args: { symbol }, isGlance: true });
  });

  it("take several symbols as a question for their quotes", () => {
    expect(parse("AAPL", "KO")).toMatchObject({ tool: "get_quotes", args: { symbols: "AAPL,KO" } });
    expect(parse("AAPL", "vs", "KO")).toMatchObject({ tool: "get_quotes", args: { symbols: "AAPL,KO" } });
  });

  it("list themselves, with the hosts of install", () => {
    const text = helpOf("help");
    for (const name of ["install", "uninstall", "doctor", "tools", "completion", "call"])
      expect(text).toMatch(new RegExp(`^  ${name} +[A-Z]`, "m"));
    expect(helpOf("install")).toMatch(/^ {2}claude-desktop {2}Claude Desktop$/m);
  });

  it("suggest only commands that are understood, whatever stands behind the first word", () => {
    const words = CATALOGUE.flatMap(({ capability: { tool } }) => tool.alsoCalled ?? []);
    const behind = ["", "KO 1y 2026-12 5 PEP --demo"];
    expect(words.length).toBeGreaterThan(20);
    // A word that is the symbol of a well-known company is a question for it.
    const unknown: string[] = [];
    const suggested: string[] = [];
    const first = new Set([...words, "fx", "watch", "options", "filings", "cpi"].filter((word) => word !== "coin"));
    for (const word of first)
      for (const each of behind) {
        const asked = [word, ...each.split(" ").filter((part) => part !== "")];
        const [, meant = ""] = /Did you mean (.+)\? See --help\.$/.exec(messageOf(asked)) ?? [];
        if (meant === "") unknown.push(asked.join(" "));
        else suggested.push(...meant.split(/, | or /));
      }
    expect(unknown).toEqual([]);
    for (const command of new Set(suggested)) {
      const { tool, args } = parse(...command.split(" ")) as ToolQuestion;
      const { capability } = CATALOGUE.find((entry) => entry.capability.tool.name === tool)!;
      // A word alone suggests a command that still lacks what it is about.
      const subject = positionalOf(capability);
      const whole = { ...(subject && { [subject]: "KO" }), ...args };
      expect(() => readArguments(capability, whole, CATALOGUE)).not.toThrow();
    }
  });

  it.each<[string[], string]>([
    [["doctor", "--ofline"], "Unknown option '--ofline'. Did you mean --offline? See --help."],
    [["doctor", "now"], "Too many arguments for 'doctor'. Expected 0 arguments but got 1. See --help."],
    [["instal", "zed"], "Unknown command 'instal'. Did you mean install? See --help."],
    [["options", "NVDA"], "Unknown command 'options'. Did you mean options-chain NVDA? See --help."],
    [["filings", "AAPL"], "Unknown command 'filings'. Did you mean sec-filings AAPL? See --help."],
    [["constructor", "AAPL"], "Unknown command 'constructor'. \"help\" lists the commands."],
    [["fx"], "Unknown command 'fx'. Did you mean quote EUR/USD? See --help."],
    [["fx", "GBP", "CHF"], "Unknown command 'fx'. Did you mean quote GBP/CHF? See --help."],
    [["AAPL", "news"], "Unknown command 'AAPL'. Did you mean news AAPL? See --help."],
    [["aapl", "price"], "Unknown command 'aapl'. Did you mean quote aapl? See --help."],
    [["divs", "KO"], "Unknown command 'divs'. Did you mean dividends KO? See --help."],
    [["cpi"], "Unknown command 'cpi'. Did you mean economy cpi? See --help."],
    [["CPI"], "Unknown command 'CPI'. Did you mean economy cpi? See --help."],
    [["inflation"], "Unknown command 'inflation'. Did you mean economy inflation? See --help."],
    [["top"], "Unknown command 'top'. Did you mean gainers, losers or active? See --help."],
    [["watch", "KO"], "Unknown command 'watch'. Did you mean quotes KO --watch? See --help."],
    [["peers", "KO"], "Unknown command 'peers'. Did you mean compare KO? See --help."],
    [["yield", "KO"], "Unknown command 'yield'. Did you mean dividends KO or reference-rates? See --help."],
    [["chart", "KO"], "Unknown command 'chart'. Did you mean history KO? See --help."],
    [["chart", "KO", "--range", "5y"], "Unknown command 'chart'. Did you mean history KO --range 5y? See --help."],
    [["chart", "--range=5y", "KO"], "Unknown command 'chart'. Did you mean history KO --range=5y? See --help."],
    [["chart", "KO", "--json"], "Unknown command 'chart'. Did you mean history KO --json? See --help."],
    [["chart", "KO", "1Y"], "Unknown command 'chart'. Did you mean history KO --range 1Y? See --help."],
    [["balance", "KO"], "Unknown command 'balance'. Did you mean financials --statement_type balance KO? See --help."],
    [["cashflow", "KO"], "Unknown command 'cashflow'. Did you mean financials --statement_type cash KO? See --help."],
    [["income", "KO"], "Unknown command 'income'. Did you mean financials --statement_type income KO? See --help."],
    [["rsi", "KO"], "Unknown command 'rsi'. Did you mean technicals KO? See --help."],
    [["chart", "KO", "5", "years"], "Unknown command 'chart'. Did you mean history KO --range 5y? See --help."],
    [["chart", "KO", "6", "Months"], "Unknown command 'chart'. Did you mean history KO --range 6mo? See --help."],
    [["price", "of", "gold"], "Unknown command 'price'. Did you mean quote gold? See --help."],
    [["compare", "KO", "PEP", "5y"], 'This command takes symbols; got "5y" too. Write other arguments as name=value'],
    [["quote", "KO", "1y"], 'This command takes symbols; got "1y" too.'],
    [["chart", "KO", "5", "y"], "Unknown command 'chart'. Did you mean history KO --range 5y? See --help."],
    [["history", "KO", "30", "d"], 'This command takes one symbol; got "30" too. Write other arguments as name=value.'],
    [["chart", "KO", "7y"], "Unknown command 'chart'. Did you mean history KO? See --help."],
    [["chart", "KO", "PEP"], "Unknown command 'chart'. Did you mean history KO or compare KO PEP? See --help."],
    [["price", "KO", "--range", "1y"], "Unknown command 'price'. Did you mean quote KO? See --help."],
    [
      ["options", "KO", "2026-12"],
      "Unknown command 'options'. Did you mean options-chain KO --expiration 2026-12? See --help.",
    ],
    [
      ["top", "5"],
      "Unknown command 'top'. Did you mean gainers --limit 5, losers --limit 5 or active --limit 5? See --help.",
    ],
    [["fx", "100", "GBP", "CHF"], "Unknown command 'fx'. Did you mean quote GBP/CHF? See --help."],
    [["price", "AAPL"], "Unknown command 'price'. Did you mean quote AAPL? See --help."],
    [["movers"], "Unknown command 'movers'. Did you mean gainers, losers or active? See --help."],
    [["risers"], "Unknown command 'risers'. Did you mean gainers? See --help."],
    [["fallers", "5"], "Unknown command 'fallers'. Did you mean losers --limit 5? See --help."],
    [["http"], "Unknown command 'http'. Did you mean --http? See --help."],
    [
      ["install"],
      "install needs a host: claude-desktop, claude-code, cursor, vscode, codex, gemini, windsurf or zed. See install --help.",
    ],
    [["install", "chatgpt"], "ChatGPT needs a server on the internet: docs/hosts.md#chatgpt."],
    [["install", "claude.ai"], "claude.ai needs a server on the internet: docs/hosts.md#hosts-in-the-cloud."],
    [["completion"], "completion needs a shell: zsh, bash, fish or powershell. See completion --help."],
    [["quote", "AAPL", "--watch", "2"], '--watch takes 5 seconds or more; got "2".'],
    [["help", "qoute"], "Unknown command 'qoute'. Did you mean quote? See --help."],
    [["keys"], "keys needs a command: add, list, revoke. See --help."],
    [
      ["completion", "tcsh"],
      "Command-argument value 'tcsh' is invalid for argument 'shell'. Allowed choices are zsh, bash, fish, powershell. See --help.",
    ],
    [["get_options"], "Unknown command 'get_options'. \"help\" lists the commands."],
    [["convert", "100"], "Unknown command 'convert'. Did you mean quote EUR/USD? See --help."],
    [["convert", "1000", "GBP", "to", "CHF"], "Unknown command 'convert'. Did you mean quote GBP/CHF? See --help."],
    [["rate"], "Unknown command 'rate'. Did you mean reference-rates? See --help."],
    [["rate", "fed"], "Unknown command 'rate'. Did you mean reference-rates? See --help."],
    [["fx", "GBP"], "Unknown command 'fx'. Did you mean quote EUR/USD? See --help."],
    [["rate", "GBP", "CHF"], "Unknown command 'rate'. Did you mean quote GBP/CHF? See --help."],
    [["open"], "Unknown command 'open'. Did you mean market-summary or status? See --help."],
    [["hours"], "Unknown command 'hours'. Did you mean market-summary or status? See --help."],
    [["market-hours"], "Unknown command 'market-hours'. Did you mean market-summary or status? See --help."],
    [["market-status"], "Unknown command 'market-status'. Did you mean market-summary or status? See --help."],
    [["is-open"], "Unknown command 'is-open'. Did you mean market-summary or status? See --help."],
    [["pe", "KO", "PEP"], "Unknown command 'pe'. Did you mean statistics KO or compare KO PEP? See --help."],
    [["pe", "KO"], "Unknown command 'pe'. Did you mean statistics KO? See --help."],
    [["revenue", "KO"], "Unknown command 'revenue'. Did you mean financials KO? See --help."],
    [["10-K", "KO"], "Unknown command '10-K'. Did you mean sec-filings KO or filing-text KO? See --help."],
    [["risk", "KO"], "Unknown command 'risk'. Did you mean technicals KO or filing-text KO? See --help."],
    [["bitcoin"], "Unknown command 'bitcoin'. Did you mean quote BTC-USD? See --help."],
    [["gold"], "Unknown command 'gold'. Did you mean quote GC=F? See --help."],
    [["sp500"], "Unknown command 'sp500'. Did you mean quote ^GSPC? See --help."],
    [["dow"], "Unknown command 'dow'. Did you mean quote ^DJI? See --help."],
    [["target"], "Unknown command 'target'. Did you mean targets? See --help."],
    [["sectors"], "Unknown command 'sectors'. Did you mean market-summary? See --help."],
    [["splits", "AAPL"], "Unknown command 'splits'. Did you mean dividends AAPL? See --help."],
    [["get_quote"], "Unknown command 'get_quote'. Did you mean get_quotes? See --help."],
    [["history", "KO", "1y"], 'This command takes one symbol; got "1y" too. Did you mean --range 1y? See --help.'],
    [["history", "1Y", "KO"], 'This command takes one symbol; got "1Y" too. Did you mean --range 1y? See --help.'],
    [
      ["financials", "KO", "quarterly"],
      'This command takes one symbol; got "quarterly" too. Did you mean --period quarter? See --help.',
    ],
    [
      ["history", "KO", "1y", "5d"],
      'This command takes one symbol; got "1y" too. Write other arguments as name=value.',
    ],
    // A year is no number of bars, all are not all adjustments, and a number may be of holders or of percent.
    [["history", "KO", "2024"], 'This command takes one symbol; got "2024" too. Write other arguments as name=value.'],
    [["options-chain", "KO", "2027"], 'got "2027" too. Write other arguments as name=value.'],
    [["history", "KO", "all"], 'got "all" too. Write other arguments as name=value.'],
    [["dividends", "KO", "--all"], "Unknown option '--all'. See --help."],
    [["holders", "KO", "100"], 'got "100" too. Write other arguments as name=value.'],
    [
      ["options-chain", "KO", "2026-12"],
      'This command takes one symbol; got "2026-12" too. Did you mean --expiration 2026-12? See --help.',
    ],
    [["financials", "KO", "--quarterly"], "Unknown option '--quarterly'. Did you mean --period quarter? See --help."],
    [
      ["options-chain", "KO", "--expiry", "2026-12"],
      "Unknown option '--expiry'. Did you mean --expiration? See --help.",
    ],
    [["options-chain", "KO", "--month=2026-12"], "Did you mean --expiration? See --help."],
    [["filing-text", "KO", "--item", "1A"], "Unknown option '--item'. Did you mean --section? See --help."],
    [["history", "KO", "--date", "2026-01-05"], "Unknown option '--date'. Did you mean --from and --to? See --help."],
    [["screener", "--pe", "15"], "Unknown option '--pe'. Did you mean --pe_min or --pe_max? See --help."],
    [
      ["screener", "--marketcap", "10B"],
      "Unknown option '--marketcap'. Did you mean --market_cap_min or --market_cap_max? See --help.",
    ],
    [["screener", "--yield", "3%"], "Unknown option '--yield'. Did you mean --dividend_yield_min? See --help."],
    [["quotes", "AAPL", "--csv"], "Unknown option '--csv'. Did you mean --format csv? See --help."],
    [
      ["fund", "SPY", "with", "QQQ"],
      'This command takes one symbol; got "QQQ" too. Write compare SPY QQQ, or fund SPY --with QQQ.',
    ],
    [["call", "get_options"], 'Unknown tool "get_options". Nearest: get_options_chain, options-chain, get_quotes.'],
    [["call", "get_quote"], 'Unknown tool "get_quote". Nearest: get_quotes, quote, check_quote.'],
  ])("%j are not understood", (words, sentence) => {
    expect(() => parse(...words)).toThrow(sentence);
  });
});

describe("words with one meaning in other words", () => {
  const readingOf = (words: string) => {
    const { tool, args, read } = readCommand(words.split(" "), CATALOGUE) as ToolQuestion;
    return { tool, args, as: read?.as.join(" ") };
  };

  it.each([
    ["chart KO 1y", "history KO --range 1y"],
    ["history KO 1y", "history KO --range 1y"],
    ["financials KO quarterly", "financials KO --period quarter"],
    ["financials KO --quarterly", "financials KO --period quarter"],
    ["financials KO 2024", "financials KO --fiscal_year 2024"],
    ["news KO 5", "news KO --limit 5"],
    ["options KO 2026-12", "options-chain KO --expiration 2026-12"],
    ["options-chain KO --month 2026-12", "options-chain KO --expiration 2026-12"],
    ["filing-text KO --item 1A", "filing-text KO --section 1A"],
    ["quotes AAPL MSFT --csv", "quotes AAPL MSFT --format csv"],
    ["history KO --range 1y --csv --demo", "history KO --range 1y --format csv --demo"],
    ["divs KO", "dividends KO"],
    ["revenue KO", "financials KO"],
    ["cpi", "economy cpi"],
    ["fx GBP CHF", "quote GBP/CHF"],
    ["fx EUR/USD", "quote EUR/USD"],
    ["fx EURUSD", "quote EUR/USD"],
    ["fx BTC EUR", "quote BTC/EUR"],
    ["gold", "quote GC=F"],
    ["fallers 5", "losers --limit 5"],
    ["history KO 5 y", "history KO --range 5y"],
    ["history KO 5 years weekly", "history KO --range 5y --interval 1wk"],
    ["history 6 months KO", "history --range 6mo KO"],
  ])("are read so: %s", (words, as) => {
    const { tool, args } = parse(...as.split(" ")) as ToolQuestion;
    expect(readingOf(words)).toEqual({ tool, args, as });
  });

  it.each([
    ["two commands", "top"],
    ["a word that the command does not take", "price KO --range 1y"],
    ["an amount that no command converts", "fx 100 GBP CHF"],
    ["a currency that was not named", "convert --demo"],
    ["the second currency that was not named", "fx USD"],
    ["a word that is no currency", "fx FED"],
    ["two parameters", "history KO --date 2026-01-05"],
    ["two values of one option", "chart KO 1y 5d"],
    ["a value of an option that has one", "history KO --range 1y 5d"],
    ["two names of one option", "options-chain KO --expiration 2027-01 --expiry 2027-02"],
    ["a command that goes on until it is stopped", "watch KO"],
    ["a flag of the server", "http"],
    ["a slip of the pen", "qoute KO"],
    ["a word in small letters that is no well-known symbol", "price hood"],
    ["words of a sentence", "price of gold today in the city"],
  ])("are refused instead: %s", (_, words) => {
    expect(() => readCommand(words.split(" "), CATALOGUE)).toThrow(/Did you mean .+\? See --help\.$/);
  });
});
