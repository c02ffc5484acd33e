/** The pictures whose labels and units are those of the declared fields, and how they read at 320 px. */
import { describe, expect, it } from "vitest";
import { dividends } from "../../src/capabilities/companies/dividends.js";
import { earnings } from "../../src/capabilities/companies/earnings.js";
import { insiderTransactions } from "../../src/capabilities/companies/insider-transactions.js";
import { marketCalendar } from "../../src/capabilities/economy/market-calendar.js";
import { marketSummary } from "../../src/capabilities/prices/market-summary.js";
import { optionsChain } from "../../src/capabilities/prices/options-chain.js";
import { quoteOutput } from "../../src/capabilities/prices/quote.js";
import { technicals } from "../../src/capabilities/prices/technicals.js";
import { toFieldLabel } from "../../src/contract/field-facts.js";
import { fieldsOf } from "../../src/contract/field.js";
import { hasBrowser } from "../support/browser.js";
import { many } from "../support/many.js";
import { useStage } from "./stage.js";

const SUMMARY = "get_market_summary";
const CALENDAR = "get_market_calendar";

const stage = useStage();

async function draw(tool: string, structuredContent: Record<string, unknown>, meta: Record<string, unknown> = {}) {
  const shown = await stage.open(tool, { width: 320, mayCall: false, reuse: true });
  await shown.tell({ content: [], structuredContent, _meta: meta });
  await shown.settle();
  return shown.frame;
}

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const lines = (text: string) => plain(text).split(/\n+/);

/** Returns the function that names the fields of an answer by their paths. */
function labelsOf(output: Parameters<typeof fieldsOf>[0]) {
  const fields = fieldsOf(output);
  return (path: string) => toFieldLabel(path.split(".").at(-1)!, fields.get(path));
}

describe.skipIf(!hasBrowser)("labels and units of declared fields", () => {
  it("name the facts of a quote, before the opening too", async () => {
    const fields = fieldsOf(quoteOutput);
    const labelOf = (name: string) => toFieldLabel(name, fields.get(name));
    const body = { symbol: "X", price: 10, preMarketPrice: 10.5, avgVolume: 1_500_000, pe: 12.345, eps: -0.8 };
    const frame = await draw("provider_b_get_stock_quote", body);
    expect(lines(await frame.locator(".facts").innerText())).toEqual(
      [
        ["Pre-market", "10.50"],
        [labelOf("avgVolume"), "1.50 M"],
        [labelOf("pe"), "12.35"],
        [labelOf("eps"), "−0.80"],
      ].flat(),
    );
  });

  it("name the groups and columns of the market summary; yields have their unit, rates five digits", async () => {
    const fields = fieldsOf(marketSummary.output);
    const row = { name: "Euro in dollars", price: 1.149, changesPercentage: -0.25 };
    const frame = await draw(SUMMARY, {
      session: { state: "closed", nextOpen: "2026-11-24T14:30:00Z", holiday: null },
      currencies: [row],
      yields: { m3: 4.125, y2: null, y10: 4.3 },
      volatility: 22.354,
      sectors: [
        { name: "Consumer Discretionary", today: -1.5, month: null, year: 2.25 },
        { name: "Energy", today: 3, month: 1, year: -4 },
      ],
    });
    expect(await frame.locator(".subheading").textContent()).toBe(
      "US: market closed · opens Nov 24, 2026, 2:30 PM UTC",
    );
    expect(await frame.locator("h2").allTextContents()).toEqual([
      fields.get("currencies")!.label,
      `${fields.get("yields")!.label} and VIX`,
      "Sectors, 1D",
    ]);
    expect((await frame.locator(".tiles").allInnerTexts()).map(lines)).toEqual([
      ["Euro in dollars", "1.1490", "▼−0.25 %"],
      ["3 months", "4.13 %", "10 years", "4.30 %", "VIX", "22.35 %"],
      // The sectors are a map: the best first, each in the colour of its change.
      [
        "Energy",
        "▲+3.00 %",
        "1M",
        "▲+1.00 %",
        "1Y",
        "▼−4.00 %",
        "Consumer Discretionary",
        "▼−1.50 %",
        "1M",
        "–",
        "not given",
        "1Y",
        "▲+2.25 %",
      ],
    ]);
    const colours = frame.locator(".heat > div").evaluateAll((all) => all.map((each) => each.getAttribute("style")));
    expect(await colours).toEqual([
      "background: color-mix(in srgb, var(--up) 34%, var(--ground))",
      "background: color-mix(in srgb, var(--down) 26%, var(--ground))",
    ]);
  });

  it("name the columns of a calendar, which is one table with a row for each day", async () => {
    const fields = fieldsOf(marketCalendar.output);
    const items = many(22, (index) => ({
      date: index < 3 ? "2026-11-23" : index < 21 ? "2026-11-24" : "2026-11-25",
      symbol: `S${index}`,
      name: "Simulated Company",
      marketCap: 81e9,
      epsEstimate: -1.4,
      epsActual: null,
      when: index === 0 ? "before open" : null,
    }));
    const frame = await draw(CALENDAR, { kind: "earnings", from: "2026-11-23", to: "2026-11-30", total: 22, items });
    expect(await frame.locator("thead th").allTextContents()).toEqual([
      "Company",
      "Time",
      // Days to come have no results, so that column is left out.
      ...["marketCap", "epsEstimate"].map((name) => toFieldLabel(name, fields.get(`items.${name}`))),
    ]);
    const heading = await frame.locator(".subheading").textContent();
    expect(heading).toMatch(/2026 · market cap in USD, EPS: currency not stated$/);
    // An amount a share has the digits of money, although its currency is not known.
    expect(lines(await frame.locator("tbody tr:not(.day) td").nth(2).innerText())).toEqual(["−1.40"]);
    // The time of the day is a column, so that it is not cut with the name.
    expect(await frame.locator("tbody tr:not(.day)").first().locator("th, td").allInnerTexts()).toEqual([
      "S0\nSimulated Company",
      "before open",
      expect.any(String),
      expect.any(String),
    ]);
    // The last day has no row among the first twenty.
    const days = () => frame.locator("tr.day:visible").allTextContents();
    expect(await days()).toEqual(["Nov 23, 2026", "Nov 24, 2026"]);
    expect(await frame.locator("tbody tr:not(.day):visible").count()).toBe(20);
    await frame.getByRole("button", { name: "Show all 22 rows" }).click();
    expect(await days()).toEqual(["Nov 23, 2026", "Nov 24, 2026", "Nov 25, 2026"]);
  });

  it("name the facts and returns of indicators, and the lines of their chart", async () => {
    const labelOf = labelsOf(technicals.output);
    const body = { symbol: "X", close: 10, returns: { "1mo": -1.5 }, high52: 12, macd: { line: 0.5 }, beta1y: 1.25 };
    const series = many(2, (index) => ({ date: `2026-11-0${2 - index}`, close: 10, sma50: 9.5, rsi14: 55.5 }));
    const frame = await draw("get_technical_indicators", { ...body, series });
    expect((await frame.locator(".tiles dt").allTextContents()).slice(2, 8)).toEqual(
      ["returns.1mo", "returns.3mo", "returns.6mo", "returns.ytd", "returns.1y", "fromHigh52"].map(labelOf),
    );
    expect(plain(await frame.locator(".tiles dd").nth(2).innerText())).toBe("−1.50 %");
    expect(await frame.locator(".facts dt").allTextContents()).toEqual(["high52", "beta1y", "macd.line"].map(labelOf));
    await frame.waitForSelector(".time-chart svg");
    expect(await frame.locator(".readout small").allTextContents()).toEqual(["close", "sma.50", "rsi14"].map(labelOf));
  });

  it("name the facts and columns of options", async () => {
    const labelOf = labelsOf(optionsChain.output);
    const contract = { strike: 100, bid: 1.5, ask: 1.75, impliedVolatility: 0.25, openInterest: 12 };
    const frame = await draw("get_options_chain", {
      symbol: "X",
      impliedMove: 0.05,
      atmImpliedVolatility: 0.2,
      maxPain: 100,
      underlyingPrice: 101.5,
      daysToExpiration: 12,
      totals: { callVolume: 5, putCallRatio: 0.8 },
      calls: [contract],
      puts: [],
    });
    expect(lines(await frame.locator(".facts").innerText())).toEqual(
      [
        ["Call 100.00, bid – ask", "1.50 – 1.75"],
        [labelOf("impliedMove"), "5.00 %"],
        [labelOf("atmImpliedVolatility"), "20.00 %"],
        [labelOf("maxPain"), "100.00"],
        [labelOf("underlyingPrice"), "101.50"],
        [labelOf("daysToExpiration"), "12 days"],
        [labelOf("totals.callVolume"), "5"],
        [labelOf("totals.putCallRatio"), "0.80"],
      ].flat(),
    );
    const volatility = labelOf("calls.impliedVolatility");
    // The head of the prices also names what narrow pages have below them.
    expect(await frame.locator("thead th").allTextContents()).toEqual([
      "Strike",
      `Call, bid – ask${volatility}`,
      volatility,
      labelOf("calls.openInterest"),
      `Put, bid – ask${volatility}`,
      volatility,
      labelOf("calls.openInterest"),
    ]);
    expect(await frame.locator("h2").textContent()).toBe(`${labelOf("calls.openInterest")} by strike`);
    const csv = "side,strike,bid,ask\ncall,100,1.5,1.75\nput,100,0.5,0.75\n";
    const table = await draw("get_options_chain", { symbol: "X", csv });
    expect(await table.locator("tbody td").allTextContents()).toEqual([
      // Columns without any figure are left out.
      "1.50 – 1.75",
      "0.50 – 0.75",
    ]);
  });

  it("show the place of the price between the strikes of options, and what is in the money", async () => {
    const at = (strike: number) => ({ strike, bid: 1, ask: 2, openInterest: 10 });
    const strikes = [95, 100, 105].map(at);
    const frame = await draw("get_options_chain", { symbol: "X", underlyingPrice: 101, calls: strikes, puts: strikes });
    await frame.waitForSelector("line.now", { state: "attached" });
    expect(await frame.locator("text.now-label").textContent()).toBe("Price 101.00");
    const [line, first, last] = await frame
      .locator("line.now, svg rect.series-1")
      .evaluateAll((all) => [all.at(-1)!, all[0]!, all.at(-2)!].map((each) => each.getBoundingClientRect().left));
    expect(line).toBeGreaterThan(first!);
    expect(line).toBeLessThan(last!);
    const shaded = await frame
      .locator("tbody tr")
      .evaluateAll((all) =>
        all.map((row) => [...row.children].map((each) => (each.classList.contains("in") ? 1 : 0)).join("")),
      );
    // Calls below the price, puts above it.
    expect(shaded).toEqual(["01100", "01100", "00011"]);
    expect(await frame.locator("tr.at-price th").textContent()).toBe("105.00");
  });

  it("say what indicators mean, and when the means crossed", async () => {
    const body = {
      symbol: "X",
      close: 10,
      rsi14: 40.7,
      macd: { line: 0.5, signal: 0.75 },
      sma: { 200: 12.5 },
      crossing: { type: "death", date: "2026-10-14" },
    };
    const frame = await draw("get_technical_indicators", body);
    expect((await frame.getByLabel("Signals").locator("> div").allInnerTexts()).map(lines)).toEqual([
      ["RSI 14", "40.70", "neutral, 30 to 70"],
      ["MACD", "+0.50", "below its signal"],
      ["Price to SMA 200", "−20.00 %", "below"],
      ["Last crossing", "Death cross", "Oct 14, 2026"],
    ]);
  });

  it.each([
    [29.99, "oversold, below 30"],
    [30, "neutral, 30 to 70"],
    [70, "neutral, 30 to 70"],
    [70.01, "overbought, above 70"],
  ])("read an RSI of %d as the terminal does: %s", async (rsi14, formats) => {
    const frame = await draw("get_technical_indicators", { symbol: "X", close: 10, rsi14 });
    expect(await frame.getByLabel("Signals").locator("small").first().textContent()).toBe(formats);
  });

  it("have the same number of decimals in a column", async () => {
    const rows = [30.54, 23.6, 7].map((pe, index) => ({ symbol: `S${index}`, price: 1, changesPercentage: "1", pe }));
    const frame = await draw("provider_a_get_most_active", { active_stocks: rows });
    const column = await frame.locator("tbody tr td:last-child").allTextContents();
    expect(column.toSorted()).toEqual(["23.60", "30.54", "7.00"]);
    const payments = [0.2525, 0.245, 0.23].map((amount) => ({ exDate: "2026-03-03", amount, currency: "USD" }));
    const paid = await draw("get_dividends", { symbol: "X", dividends: payments });
    expect(await paid.locator("tbody td:nth-child(2)").allTextContents()).toEqual(["0.2525", "0.2450", "0.2300"]);
    const macd = { line: -1.0487, signal: -0.6476, histogram: -0.4011 };
    const levels = await draw("get_technical_indicators", { symbol: "X", date: "2026-03-03", close: 106.12, macd });
    await levels.getByText("Averages, bands").click();
    expect(await levels.locator("details .facts dd").allTextContents()).toEqual(["−1.05", "−0.65", "−0.40"]);
  });

  it("have bars of holders on a scale that a small share does not fill, and say since when they changed", async () => {
    const institutions = [{ name: "A", percentHeld: 0.0504, shares: 10, sharesChange: 0.0352, reported: "2026-06-30" }];
    const frame = await draw("get_holders", { symbol: "X", institutions });
    expect(await frame.locator(".share-bar").getAttribute("style")).toBe("width: 50.4%");
    expect(plain(await frame.locator(".shares small").innerText())).toBe(
      "10 shares · ▲+3.52 % since the last report · Jun 30, 2026",
    );
  });

  it("have bars of a manager's positions, options apart from them, and what was sold", async () => {
    const row = { name: "A", symbol: "AA", class: "COM", putCall: null, shares: 10, value: 500 };
    const holdings = [
      { ...row, percent: 50.4, sharesChange: 4, changeKind: "more" },
      { ...row, name: "B", putCall: "put", percent: null, sharesChange: 10, changeKind: "new" },
      { ...row, name: "C", shares: 0, value: 0, percent: 0, sharesChange: -7, changeKind: "sold" },
    ];
    const body = { name: "M", quarter: "2026Q1", total: { value: 1000, difference: 0 }, holdings };
    const frame = await draw("get_manager_holdings", body);
    const bars = await frame.locator(".share-bar").evaluateAll((all) => all.map((one) => one.getAttribute("style")));
    expect(bars).toEqual(["width: 50.4%", "width: 50%", "width: 0%"]);
    expect((await frame.locator(".share-name").allInnerTexts()).map(plain)).toEqual([
      "AA · A · COM\n50.40 %",
      "AA · B · COM · put\n500",
      "AA · C · COM\n▼−7",
    ]);
    expect((await frame.locator(".shares small").allInnerTexts()).map(plain)).toEqual([
      "500 · 10 shares · ▲4 since the quarter before",
      "10 shares · new",
    ]);
  });

  it("have bars of holders of 5 %, with their group and purpose", async () => {
    const large = [
      {
        person: "A",
        group: "B; C",
        percentOfClass: 5.04,
        shares: 10,
        event: "2026-06-30",
        form: "SCHEDULE 13D",
        purpose: "P",
      },
    ];
    const frame = await draw("get_holders", { symbol: "X", large });
    expect(await frame.locator(".share-bar").getAttribute("style")).toBe("width: 50.4%");
    expect(plain(await frame.locator(".shares").innerText())).toContain("5.04 %");
    expect(plain(await frame.locator(".shares small").innerText())).toBe(
      "10 shares · SCHEDULE 13D · B; C · P · Jun 30, 2026",
    );
  });

  it("name the columns of insiders and of earnings", async () => {
    const insiders = labelsOf(insiderTransactions.output);
    const row = { insider: "A", transaction: "Sale", date: "2026-03-03", shares: 5, cost: 1.2, value: 6 };
    const sold = await draw("get_insider_transactions", { symbol: "X", insider_transactions: [row] });
    expect(await sold.locator("thead th").allTextContents()).toEqual(
      ["insider", "transaction", "shares", "cost", "value"].map((name) => insiders(`insider_transactions.${name}`)),
    );
    const quarters = labelsOf(earnings.output);
    const quarter = { periodEnd: "2026-03-31", epsActual: 1.2, epsEstimate: 1.18, surprisePercent: -1.7 };
    const next = { from: "2026-12-29", to: "2027-01-04", epsEstimate: 1.3 };
    const frame = await draw("get_earnings", { symbol: "X", next, history: [quarter] });
    expect(await frame.locator("thead th").allTextContents()).toEqual(
      ["periodEnd", "epsActual", "surprisePercent", "revenueActual"].map((name) => quarters(`history.${name}`)),
    );
    expect(lines(await frame.locator("tbody td").first().innerText())).toEqual(["1.20", "est. 1.18"]);
    expect(await frame.locator("p.key").innerText()).toContain("expected EPS 1.30");
  });

  const PENCE = { symbol: "X.L", currency: "GBp" };
  const STATISTICS = {
    ...PENCE,
    reportingCurrency: "EUR",
    valuation: { marketCap: 27.1e9, trailingPE: 12 },
    profit: { ebitda: 5e9, netMargin: 0.1 },
    price: { average50: 388.4 },
  };
  const FUND = { ...PENCE, name: "Fund", assets: 3e10, nav: 9000, expenseRatio: 0.001 };
  const STATISTICS_LABELS = ["Market cap (GBP)", "P/E (TTM)", "EBITDA (EUR)", "Net margin", "50-day average"];
  const FUND_LABELS = ["Assets (GBP)", "Net asset value", "Expense ratio"];
  it.each([
    ["statistics", "get_key_statistics", STATISTICS, "GBp; marketCap=GBP; ebitda=EUR", STATISTICS_LABELS],
    ["statistics without their currencies in _meta", "get_key_statistics", STATISTICS, undefined, STATISTICS_LABELS],
    ["a fund", "get_fund", FUND, "GBp; assets=GBP", FUND_LABELS],
    ["a fund without its currencies in _meta", "get_fund", FUND, undefined, FUND_LABELS],
    ["a fund in dollars", "get_fund", { ...FUND, currency: "USD" }, "USD", ["Assets", ...FUND_LABELS.slice(1)]],
  ])("name the currency of amounts that are not in that of the prices: %s", async (_of, tool, body, line, labels) => {
    const currency = line === undefined ? {} : { "market-data/currency": line };
    const frame = await draw(tool, body, { "market-data/cache": { provider: "provider-b" }, ...currency });
    expect(await frame.locator("dt").allTextContents()).toEqual(labels);
  });

  it.each([
    ["next", { exDate: "2026-12-01", payDate: null }, "Next ex-date"],
    ["latest", null, "exDate"],
  ])("name the facts and columns of dividends with the %s ex-date", async (_which, next, exDate) => {
    const labelOf = labelsOf(dividends.output);
    const facts = { yield: 0.0353, annualRate: 0.137, payoutRatio: 0.5, fiveYearAverageYield: 3.1 };
    const days = { exDate: "2026-12-01", payDate: "2026-12-15" };
    const body = { ...PENCE, ...facts, ...days, next, dividends: [{ ...days, amount: 9.45, currency: "GBp" }] };
    // The source does not say whether the rate is in pence or in pounds.
    const frame = await draw("get_dividends", body, { "market-data/currency": "GBp" });
    expect(lines(await frame.locator(".facts").innerText())).toEqual(
      [
        [labelOf("yield"), "3.53 %"],
        [labelOf("annualRate"), "0.137"],
        [labelOf("payoutRatio"), "50.00 %"],
        [labelOf("fiveYearAverageYield"), "3.10 %"],
        [next ? exDate : labelOf(exDate), "Dec 1, 2026"],
        [labelOf("payDate"), "Dec 15, 2026"],
      ].flat(),
    );
    expect(await frame.locator("thead th").allTextContents()).toEqual([
      labelOf("dividends.exDate"),
      `${labelOf("dividends.amount")} (GBp)`,
      labelOf("dividends.payDate"),
    ]);
  });

  it("name the bars and rows of statements; growth has its sign", async () => {
    const record = { revenue: 100, operatingIncome: 20, netIncome: -5, grossProfit: 45, epsdiluted: -0.2 };
    const data = [
      { ...record, date: "2025-12-31", reportedCurrency: "USD" },
      { ...record, date: "2024-12-31", reportedCurrency: "USD", revenue: 125 },
    ];
    const frame = await draw("provider_a_get_financial_statements", { symbol: "X", statement_type: "income", data });
    expect(await frame.locator(".legend button").allTextContents()).toEqual([
      "Revenue",
      "Operating income",
      "Net income",
    ]);
    const rows = await frame
      .locator("tbody tr")
      .evaluateAll((all) =>
        all.map((row) => [row.firstElementChild!, row.lastElementChild!].map((cell) => cell.textContent)),
      );
    expect(rows.map((row) => row.map((text) => plain(text!)))).toEqual([
      ["Revenue", "100"],
      ["Operating income", "20"],
      ["Net income", "−5"],
      ["Gross profit", "45"],
      ["Diluted EPS", "−0.20"],
      ["Revenue growth, 1 year", "▼−20.00 %"],
      ["Gross margin", "45.00 %"],
      ["Operating margin", "20.00 %"],
      ["Net margin", "−5.00 %"],
    ]);
  });

  it("say that a calendar lists nothing", async () => {
    const frame = await draw(CALENDAR, { kind: "splits", from: "2026-11-23", to: "2026-11-30", total: 0, items: [] });
    expect(await frame.locator(".sentence").textContent()).toBe("Nothing is listed for these days.");
  });
});

describe.skipIf(!hasBrowser)("on a narrow page", () => {
  it.each([-18.66, 116.78, 12_345.678])("a return of %d percent is whole in its tile", async (value) => {
    const returns = { "1d": value, "5d": value, "1mo": value, "1y": 0.5 };
    const frame = await draw("get_technical_indicators", { symbol: "X", close: 10, returns });
    const cut = await frame
      .locator(".tiles dd")
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent));
    expect(cut).toEqual([]);
  });

  it("a usual name is whole, on two lines if necessary", async () => {
    const names = ["Advanced Micro Devices, Inc.", "Communication Services", "Berkshire Hathaway Inc."];
    const active = names.map((name, index) => ({
      symbol: `S${index}`,
      name,
      price: 1,
      changesPercentage: "1",
      volume: 1e9,
    }));
    const frame = await draw("provider_a_get_most_active", { active_stocks: active });
    const cut = await frame
      .locator("th .clipped")
      .evaluateAll((all) =>
        all
          .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
          .map((each) => each.textContent),
      );
    expect(cut).toEqual([]);
  });

  it("sectors are tiles of one width, also in the last row", async () => {
    const sectors = ["Energy", "Financials", "Real Estate", "Utilities"].map((name) => ({ name, changePercent: -1 }));
    const frame = await draw("get_market_summary", { sectors });
    const widths = await frame
      .locator(".heat > div")
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)));
    expect(widths).toHaveLength(4);
    expect(new Set(widths).size).toBe(1);
  });

  it.each(["a", "b"])("weights of provider %s are ratios, which people read as percent", async (letter) => {
    const holdings = [{ symbol: "AAPL", name: "Apple Inc.", weight: 0.05 }];
    const body = { symbol: "QQQ", holdings, sectors: [{ sector: "Technology", weight: 0.319 }] };
    const frame = await draw("get_fund", body, { "market-data/cache": { provider: `provider-${letter}` } });
    const figures = frame.locator(".share-name > span:last-child");
    expect((await figures.allTextContents()).map(plain)).toEqual(["5.00 %", "31.90 %"]);
    expect(await figures.last().getAttribute("title")).toBe("0.319");
  });

  it("a fund with all its holdings has the days and sums of the report, and bonds of one issuer by their titles", async () => {
    const rows = [
      "symbol,name,title,cusip,value,percent",
      ",Treasury,Bond of 2031,912810AA1,8470000,5",
      ",Treasury,Bond of 2044,912810AA2,7120000,4.2",
      ",Acme,Acme Corp.,037833100,6610000,3.9",
      ...many(40, (index) => `,Issuer ${index},Issuer ${index},,1000,0.01`),
      ",Short,Short,,-50000,-0.03",
    ];
    const report = { reportDate: "2026-06-30", filed: "2026-08-28", total: 1.68e11, netAssets: 1.69e11 };
    const frame = await draw("get_fund", {
      symbol: "AGG",
      currency: "USD",
      holdings_total: 44,
      report,
      csv: rows.join("\n"),
    });
    expect(await frame.locator(".shares .clipped").allTextContents()).toEqual(
      expect.arrayContaining(["Bond of 2031", "Bond of 2044", "Acme", "Short"]),
    );
    expect((await frame.locator(".share-name > span:last-child").allTextContents()).map(plain).slice(0, 3)).toEqual([
      "5.00 %",
      "4.20 %",
      "3.90 %",
    ]);
    expect(await frame.locator(".share-bar").first().getAttribute("style")).toBe("width: 50%");
    expect(await frame.locator(".shares li:visible").count()).toBe(6);
    expect((await frame.locator(".facts dt").allTextContents()).map(plain)).toEqual(
      expect.arrayContaining(["Holdings", "Report date", "Filed", "Total", "Net assets"]),
    );
  });

  it("two classes of one company have their symbols in a fund", async () => {
    const holdings = [
      { symbol: "GOOG", name: "Alphabet Inc.", weight: 0.05 },
      { symbol: "GOOGL", name: "Alphabet Inc.", weight: 0.04 },
      { symbol: "AAPL", name: "Apple Inc.", weight: 0.03 },
    ];
    const frame = await draw("get_fund", { symbol: "QQQ", name: "Trust", holdings });
    expect(await frame.locator(".shares .clipped").allTextContents()).toEqual([
      "Alphabet Inc. (GOOG)",
      "Alphabet Inc. (GOOGL)",
      "Apple Inc.",
    ]);
  });

  it("many dividends are thin lines, because touching dots look like a bar", async () => {
    const dayOf = (index: number) => new Date(Date.UTC(2006, index, 1)).toISOString().slice(0, 10);
    const frame = await draw("get_price_history", {
      symbol: "X",
      interval: "1mo",
      timezone: "America/New_York",
      adjustment: "splits",
      lastBarComplete: true,
      bars: many(240, (index) => ({
        date: dayOf(239 - index),
        open: 50,
        high: 60,
        low: 40,
        close: 50 + (index % 7),
        volume: 1,
      })),
      total_bars: 240,
      summary: { first: 50, last: 51 },
      dividends: many(80, (index) => ({ date: dayOf(index * 3), amount: 0.5, currency: "USD" })),
    });
    await frame.waitForSelector(".time-chart svg");
    expect(await frame.locator("line.event.dividend").count()).toBe(80);
    expect(await frame.locator("circle.event").count()).toBe(0);
  });

  it("economic series say that the newest value is preliminary, in rows of CSV, too", async () => {
    const frame = await draw("get_economic_series", {
      series: [{ name: "payrolls", title: "Employees", unit: "thousands of persons", changes: "difference" }],
      total_values: 2,
      csv: "date,value,change,yearChange,preliminary\n2026-07-01,160000,100,1200,true\n2026-06-01,159900,,,false\n",
    });
    await frame.waitForSelector(".time-chart svg");
    expect(plain(await frame.locator(".readout strong").innerText())).toBe("Jul 2026 preliminary");
  });
});
