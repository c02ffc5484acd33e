/** Charts as a person sees them: the built page in a browser, behind the extension's own bridge. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { expectAccessible, hasBrowser } from "../support/browser.js";
import { createGate } from "../support/gate.js";
import { SHOWN } from "./shown.js";
import { useStage } from "./stage.js";
import type { Frame } from "playwright-core";

const QUOTE = "provider_a_get_stock_quote";
const TARGETS = "provider_a_get_price_targets";
const STATEMENTS = "provider_a_get_financial_statements";
const ACTIVE = "provider_a_get_most_active";
const HISTORY = "get_price_history";
const INDICATORS = "get_technical_indicators";
const INSIDERS = "get_insider_transactions";
const EARNINGS = "get_earnings";
const DIVIDENDS = "get_dividends";
const STATISTICS = "get_key_statistics";
const VALUE = "provider_a_get_dcf_valuation";
const COMPARISON = "compare_stocks";
const SCREENER = "provider_a_screen_stocks";

const structured = (result: CallToolResult) => result.structuredContent as Record<string, number>;

const stage = useStage();

/** Returns the texts that are wider than their element. Tables scroll, and their names end in an ellipsis. */
function cutTexts(): string[] {
  return [...document.querySelectorAll("main *:not(svg, svg *)")]
    .filter((each) => !each.closest(".scrolling, .clipped, .unseen, [hidden]"))
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .map(({ className, textContent }) => `${className}: ${textContent}`);
}

describe.skipIf(!hasBrowser)("every chart", () => {
  it("belongs to a tool, and this test draws every chart", () => {
    const having = CATALOGUE.flatMap(({ capability: { tool } }) => (tool.picture ? [tool.name] : []));
    expect(new Set(SHOWN.map(([tool]) => tool))).toEqual(new Set(having));
  });

  it.each(SHOWN)("%s %j shows its subject, source and age, is accessible, in light and dark", async (...row) => {
    const [tool, input, heading] = row;
    const context = { theme: "light" } as const;
    const scene = { context, reuse: true };
    const { frame, heights, resize, settle, setContext, expectQuiet } = await stage.show(tool, input, scene);
    await settle();
    expect(await frame.locator("h1").textContent()).toBe(heading);
    expect(await frame.locator(".badge").allTextContents()).toEqual(["Simulated"]);
    expect(await frame.locator("footer > p").textContent()).toMatch(
      /^[\w ]+(?:, [\w ]+)? · (?:fetched )?\w+ \d+, \d{4}, .* (?:UTC|E[SD]T)(?: · (?:market|outside) [a-z -]+)?$/,
    );
    // All else about the data opens on demand.
    expect(await frame.locator("footer details").getAttribute("open")).toBeNull();
    expect(await frame.locator("footer details p").textContent()).toMatch(
      /(?:^|\. )Simulated data, no real market figure\.(?: .*\.)?$/,
    );
    // It also fits a narrow column, and reports its height.
    await resize(320);
    await expect.poll(() => frame.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await settle();
    expect(await frame.evaluate(cutTexts)).toEqual([]);
    const height = () => frame.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
    await expect.poll(async () => (await heights()).at(-1)! - (await height())).toBe(0);
    expectQuiet();
    await resize(600);
    await expectAccessible(frame);
    await setContext({ theme: "dark" });
    await frame.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === "dark");
    // Contrast takes nearly all of the time, so the other rules are free.
    await expectAccessible(frame);
  });

  it.each([...SHOWN, [QUOTE, { symbol: "TSCO.L" }, "TSCO.L"] as (typeof SHOWN)[number]])(
    "%s %j has the same figures and badge, and no note, where the host passes only the object, or only its text",
    async (tool, input, heading) => {
      const { frame, tell, settle, result } = await stage.show(tool, input, { mayCall: false, reuse: true });
      const drawn = async () => {
        await settle();
        expect(await frame.locator("h1").textContent()).toBe(heading);
        const figures = frame.locator("main > :not(footer) [title]");
        return figures.evaluateAll((all) => all.map((one) => one.getAttribute("title")!));
      };
      const whole = await drawn();
      for (const part of [{ content: [], structuredContent: result.structuredContent }, { content: result.content }]) {
        await tell({ isError: true, content: [{ type: "text", text: "Between two answers" }] });
        await frame.getByText("Between two answers").waitFor();
        await tell(part as CallToolResult);
        const left = await drawn();
        expect(left.filter((figure) => !whole.includes(figure))).toEqual([]);
        expect(left).toHaveLength(whole.length);
        expect(await frame.locator("main").textContent()).not.toMatch(/undefined|null|NaN|\[object/);
        expect(await frame.locator("footer").textContent()).toMatch(
          /^(?:Financial Modeling Prep|Yahoo Finance|SEC EDGAR|Source not given)(?: · (?:fetched )?[^·]* (?:UTC|E[SD]T))?(?:About this data.*)?$/,
        );
        expect(await frame.locator(".badge").allTextContents()).toEqual(["Simulated"]);
      }
    },
  );

  it.each(SHOWN)("%s %j is marked as old, also where the host removes _meta", async (tool, input) => {
    const { frame, tell, settle } = await stage.open(tool, { mayCall: false, reuse: true });
    const { structuredContent } = await stage.call(tool, input);
    await tell({ content: [], structuredContent: { ...structuredContent, stale: true } });
    await settle();
    expect(await frame.locator(".badge").allTextContents()).toEqual(["Simulated", "Stale"]);
  });

  it("is one small page", async () => {
    const { resources } = await stage.client.listResources();
    const pictures = resources.filter(({ uri }) => uri.startsWith("ui:"));
    const pages = await Promise.all(pictures.map(({ uri }) => stage.client.readResource({ uri })));
    const texts = pages.map(({ contents }) => (contents[0] as { text: string }).text);
    expect(new Set(texts.map((text) => text.replace(/data-picture="\w+"/, ""))).size).toBe(1);
    // All pictures share the page; the limit was 7,000 characters for each of the first ten.
    expect(texts[0]!.length).toBeLessThan(6_600 * pictures.length);
    expect(texts[0]).not.toMatch(/\b(?:src|href)=|@import|url\(|\bfetch\(|XMLHttpRequest|innerHTML/);
  });
});

describe.skipIf(!hasBrowser)("the footer", () => {
  const footerOf = async (more: Partial<CallToolResult>) => {
    const { frame, tell } = await stage.open(QUOTE, { mayCall: false });
    await tell({ content: [], structuredContent: { symbol: "X", price: 1.5 }, ...more });
    await frame.waitForSelector("footer");
    return frame.locator("footer p").allTextContents();
  };
  const vendors = ["Financial Modeling Prep", "Yahoo Finance"];
  const names = "Financial Modeling Prep, Yahoo Finance";
  const completed = "Financial Modeling Prep, completed by Yahoo Finance";
  const cache = { provider: "provider-a", vendors, fetchedAt: "2026-03-08T10:24:00Z", ageSeconds: 0 };

  it('has sources and time of the data in one line, with "fetched" where only that time is known', async () => {
    const metaOf = (asOf: string | null) => ({ _meta: { "market-data/cache": { ...cache, asOf } } });
    expect([await footerOf(metaOf("2026-03-06T21:00:00Z")), await footerOf(metaOf(null))]).toEqual([
      [`${names} · Mar 6, 2026, 4:00 PM EST`, `Source: ${completed}. Fetched Mar 8, 2026, 10:24 AM UTC.`],
      [`${names} · fetched Mar 8, 2026, 10:24 AM UTC`, `Source: ${completed}.`],
    ]);
  });

  it.each([
    ["AAPL", undefined, "Mar 6, 2026, 4:00 PM EST"],
    ["BTC-USD", undefined, "Mar 6, 2026, 9:00 PM UTC"],
    ["7203.T", "Asia/Tokyo", "Mar 7, 2026, 6:00 AM GMT+9"],
    ["TSCO.L", undefined, "Mar 6, 2026, 10:00 PM GMT+1"],
  ])(
    "has the times of %s in the zone of its listing, else of the reader, and that of fetching in the reader's",
    async (symbol, timezone, at) => {
      const { frame, tell } = await stage.open(STATISTICS, { mayCall: false, context: { timeZone: "Europe/Berlin" } });
      const _meta = {
        "market-data/cache": { ...cache, asOf: "2026-03-06T21:00:00Z" },
      };
      await tell({ content: [], structuredContent: { symbol, timezone, growth: { revenue: 0.1 } }, _meta });
      await frame.waitForSelector("footer");
      expect(await frame.locator("footer > p").textContent()).toBe(`${names} · ${at}`);
      expect(await frame.locator("footer details").textContent()).toContain("Fetched Mar 8, 2026, 11:24 AM GMT+1.");
    },
  );

  it("says the state of the market", async () => {
    const meta = { "market-data/cache": { ...cache, asOf: null, ageSeconds: 7200 }, "market-data/us-market": "closed" };
    expect(await footerOf({ _meta: meta })).toEqual([
      `${names} · fetched Mar 8, 2026, 10:24 AM UTC · market closed`,
      `Source: ${completed}.`,
    ]);
  });

  it("has the remarks of _meta, and nothing of the note, which is for models", async () => {
    const structuredContent = {
      note: "Price in GBp (pence), from Yahoo Finance (provider B).",
      symbol: "X",
      price: 1.5,
    };
    const remarks = ["Price in GBp (pence).", "Market cap in GBP."];
    const _meta = { "market-data/remarks": remarks };
    expect([await footerOf({ structuredContent, _meta }), await footerOf({ structuredContent })]).toEqual([
      ["Source not given", "Price in GBp (pence). Market cap in GBP."],
      ["Source not given"],
    ]);
  });
});

describe.skipIf(!hasBrowser)("the quote card", () => {
  it("has rounded figures with exact titles, and shows the position of the price in its range", async () => {
    const { frame, result } = await stage.show(QUOTE, { symbol: "AAPL" });
    await frame.waitForSelector("footer");
    const { price, change, dayLow, dayHigh, yearLow, yearHigh, pe, marketCap } = structured(result);
    const titles = await frame
      .locator("main [title]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("title")));
    for (const figure of [price, change, dayLow, dayHigh, yearLow, yearHigh, pe, marketCap])
      expect(titles.map((title) => title!.replaceAll(",", "").replace("−", "-"))).toContain(`${figure}`);
    expect(await frame.locator(".price strong").textContent()).toMatch(/^[\d,]+\.\d\d$/);
    expect(await frame.locator(".price .change").textContent()).toMatch(/^[▲▼][+−][\d,.]+ \([+−]\d+\.\d\d\u00a0%\)$/);
    expect(await frame.locator(".price .session").textContent()).toMatch(/^Market (?:open|closed|in \S+ trading)$/);
    expect(await frame.getByText("Market cap").locator("xpath=following-sibling::dd").textContent()).toMatch(
      /^[\d.]{4}\u00a0[MBT]$/,
    );
    const drawings = frame.getByRole("img");
    // The line of the session, the day's range and the year's.
    await expect.poll(() => drawings.count()).toBe(3);
    expect(await drawings.nth(1).locator("desc").textContent()).toBe(`Low ${dayLow}, high ${dayHigh}, price ${price}`);
  });

  it("has yield and beta of a company, for which it asks the host, and none of an index", async () => {
    const { frame, asked } = await stage.show(QUOTE, { symbol: "AAPL" });
    await expect.poll(() => frame.locator("dt").allTextContents()).toContain("Dividend yield");
    expect(await frame.locator("dt").allTextContents()).toContain("Beta (5 years, monthly)");
    expect(asked.map(([tool]) => tool).toSorted()).toEqual(["get_company_overview", HISTORY]);
    const index = await stage.show(QUOTE, { symbol: "^GSPC" });
    await index.frame.locator(".time-chart").waitFor();
    expect(index.asked.map(([tool]) => tool)).toEqual([HISTORY]);
  });

  it("leaves out missing figures, and shows a figure of 0", async () => {
    const { frame, tell } = await stage.open(QUOTE, { mayCall: false });
    await tell({ content: [], structuredContent: { symbol: "X", price: 1.5, dayLow: null, volume: 0 } });
    await frame.waitForSelector("footer");
    expect(await frame.locator("dt").allTextContents()).toEqual(["Volume"]);
    expect(await frame.locator("dd").allTextContents()).toEqual(["0"]);
    expect(await frame.getByRole("img").count()).toBe(0);
    expect(await frame.locator("footer").textContent()).toBe("Source not given");
  });

  it("states the currency of the price, and of the market cap if it differs", async () => {
    const { frame, tell } = await stage.open(QUOTE);
    const body = { symbol: "TSCO.L", price: 388.4, marketCap: 25_000_000_000 };
    await tell({ content: [], structuredContent: body, _meta: { "market-data/currency": "GBp; marketCap=GBP" } });
    await frame.waitForSelector("footer");
    expect(await frame.locator(".unit").textContent()).toBe("GBp");
    expect(await frame.locator("dt").allTextContents()).toContain("Market cap (GBP)");
  });

  it.each([
    ["open", "Market open"],
    ["closed", "Market closed"],
    ["within regular hours", "Market open"],
  ])("states whether a market outside the United States is %s", async (state, text) => {
    const { frame, tell } = await stage.open(QUOTE);
    const body = { symbol: "TSCO.L", price: 388.4 };
    await tell({ content: [], structuredContent: body, _meta: { "market-data/market": state } });
    await frame.waitForSelector("footer");
    expect(await frame.locator(".price .session").textContent()).toBe(text);
  });

  it("formats numbers and times in the reader's language", async () => {
    const context = { locale: "de-DE", timeZone: "Europe/Berlin" };
    const { frame, result, setContext } = await stage.show(QUOTE, { symbol: "AAPL" }, { context });
    await frame.waitForSelector("footer");
    const { price } = structured(result);
    expect(await frame.locator(".price strong").textContent()).toBe(price!.toFixed(2).replace(".", ","));
    // The zone of the line above, in the reader's language.
    await expect.poll(() => frame.locator("footer").textContent()).toMatch(/\d{4}, \d\d:\d\d GMT-[45]/);
    await setContext({ locale: "no such language", timeZone: "Nowhere" });
    await expect.poll(() => frame.locator(".price strong").textContent()).toBe(price!.toFixed(2));
  });
});

describe.skipIf(!hasBrowser)("the company's name", () => {
  const nameOf = async (symbol: string, mayCall: boolean) => {
    const { frame, asked, tell, settle } = await stage.open(STATISTICS, { mayCall });
    await tell({ content: [], structuredContent: { symbol, growth: { revenue: 0.1 } } });
    await settle(asked.length);
    return { name: await frame.locator(".company").allTextContents(), asked };
  };

  it("stands beside the symbol, for a well-known one without a call", async () => {
    expect(await nameOf("KO", true)).toEqual({ name: ["Coca-Cola"], asked: [] });
  });

  it("is asked of the host otherwise, where it lets pictures call tools", async () => {
    const { frame, asked, tell } = await stage.open(STATISTICS);
    await tell({ content: [], structuredContent: { symbol: "TSCO.L", growth: { revenue: 0.1 } } });
    await expect.poll(() => frame.locator(".company").textContent()).toBe("Tesco PLC");
    expect(asked).toEqual([["get_company_overview", { symbol: "TSCO.L" }]]);
    expect(await nameOf("TSCO.L", false)).toEqual({ name: [], asked: [] });
  });

  it("is not asked for an index or a coin", async () => {
    for (const symbol of ["^FTSE", "ADA-USD", "HG=F"])
      expect(await nameOf(symbol, true)).toEqual({ name: [], asked: [] });
  });
});

describe.skipIf(!hasBrowser)("price targets", () => {
  it("have the value by discounted cash flows on the same axis, if it is in the same currency", async () => {
    const { frame, result } = await stage.show(TARGETS, { symbol: "AAPL" });
    await frame
      .getByText(/Against the price .* E[SD]T\. DCF value: a model's estimate .*, from Financial Modeling Prep\.$/)
      .waitFor({ state: "attached" });
    const description = await frame.getByRole("img").first().locator("desc").textContent();
    expect(description).toMatch(
      new RegExp(
        `Low ${structured(result)["priceTargetLow"]}, .*; DCF value [\\d.]+, [+−][\\d.]+\\s% against the price$`,
      ),
    );
    // A source that states no currency: the price beside the value tells that it is another one.
    const inYen = { content: [], structuredContent: { symbol: "AAPL", dcf: 15_000, stock_price: 17_250 } };
    const hold = async (_: object, tool: string) => (tool === VALUE ? inYen : undefined);
    const other = await stage.show(TARGETS, { symbol: "AAPL" }, { hold });
    await expect.poll(() => other.asked.at(-1)?.[0]).toBe(VALUE);
    await other.settle(other.asked.length);
    expect(await other.frame.getByText("DCF value").count()).toBe(0);
  });

  it("are compared with the price, which the chart requests through the host", async () => {
    const { frame, asked, result } = await stage.show(TARGETS, { symbol: "AAPL" });
    await frame.getByText(/Against the price/).waitFor({ state: "attached" });
    expect(asked[0]).toEqual(["provider_b_get_stock_quote", { symbol: "AAPL" }]);
    const { priceTargetHigh, priceTargetAverage, priceTargetMedian, priceTargetLow } = structured(result);
    const descriptions = async () => (await frame.locator("desc").allTextContents()).join("\n");
    const part = (label: string, value: number | undefined) =>
      `${label} ${value}, [+−]?\\d+\\.\\d\\d\\s% against the price`;
    // The chart is drawn once more with the value by discounted cash flows.
    await expect
      .poll(descriptions)
      .toMatch(
        new RegExp(
          [
            "Price [\\d.]+",
            part("High", priceTargetHigh),
            part("Mean", priceTargetAverage),
            part("Median", priceTargetMedian),
            part("Low", priceTargetLow),
          ].join("; "),
        ),
      );
  });

  it("have round numbers at their axis on a narrow page, too", async () => {
    const { frame, tell } = await stage.open(TARGETS, { width: 390, mayCall: false });
    const structuredContent = { symbol: "X", priceTargetHigh: 186, priceTargetAverage: 133, priceTargetLow: 105.35 };
    await tell({ content: [], structuredContent });
    await frame.locator("text.tick").first().waitFor();
    const ticks = (await frame.locator("text.tick").allTextContents()).map(Number);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.filter((tick) => tick % 5 !== 0)).toEqual([]);
  });

  it("are shown without a price if the host allows no tool calls", async () => {
    const { frame, expectQuiet } = await stage.show(TARGETS, { symbol: "AAPL" }, { mayCall: false });
    await frame
      .getByText("This host does not let pictures request a price, so the targets are shown without it.")
      .waitFor();
    expect(await frame.getByRole("img").first().locator("desc").textContent()).toMatch(/^High [\d.]+; Mean/);
    expectQuiet();
  });

  it("say that the price could not be fetched if the host's call fails", async () => {
    const hold = () => Promise.reject(new Error("no connection"));
    const { frame } = await stage.show(TARGETS, { symbol: "AAPL" }, { hold });
    await expect
      .poll(() => frame.getByRole("status").first().textContent())
      .toBe("The price could not be fetched, so the targets are shown without it.");
  });

  it("of a past day are not compared with today's price", async () => {
    const day = "2026-09-01";
    const { frame, asked } = await stage.show(TARGETS, { symbol: "AAPL", as_of: day });
    await frame.waitForSelector("footer");
    expect(await frame.getByText("Latest changes").count()).toBe(1);
    expect(asked).toEqual([]);
  });

  it("are not compared with a price in another currency", async () => {
    const { frame, tell } = await stage.open(TARGETS);
    const body = { symbol: "AAPL", priceTargetHigh: 9, priceTargetLow: 5 };
    await tell({ content: [], structuredContent: body, _meta: { "market-data/currency": "GBP" } });
    const said = "The price is in USD, the targets in GBP; they are not compared.";
    await expect.poll(() => frame.getByText(said).count()).toBe(1);
  });

  it("are dots without lines, whose lengths would say something, if there is no price", async () => {
    const { frame } = await stage.show(TARGETS, { symbol: "AAPL" }, { mayCall: false });
    await frame.waitForSelector("svg circle.dot");
    expect(await frame.locator("svg line.stem").count()).toBe(0);
  });

  it("are not compared with a price in pence if the host removes their own currency: they may be in pounds", async () => {
    const bare = async (input: Record<string, unknown>, tool: string): Promise<CallToolResult> => ({
      content: [],
      structuredContent: (await stage.call(tool, input)).structuredContent,
    });
    const { frame, tell } = await stage.open(TARGETS, { hold: bare });
    await tell({ content: [], structuredContent: { symbol: "TSCO.L", priceTargetHigh: 9, priceTargetLow: 5 } });
    const said = "The currency of the targets is not known, so they are shown without the price.";
    await expect.poll(() => frame.getByText(said).count()).toBe(1);
  });
});

describe.skipIf(!hasBrowser)("statements", () => {
  it("are bars and a table from the oldest period on, whose newest is in view", async () => {
    const { frame, result } = await stage.show(STATEMENTS, { symbol: "AAPL", limit: 4 });
    await frame.waitForSelector("svg");
    const { data: answered } = result.structuredContent as { data: { date: string; revenue: number }[] };
    const data = answered.toReversed();
    expect(await frame.locator("svg rect").count()).toBe(3 * 4);
    const years = data.map(({ date }) => date.slice(0, 4));
    expect((await frame.locator("thead th").allTextContents()).map((text) => text.slice(-4))).toEqual(years);
    const revenue = frame.getByRole("row", { name: /^Revenue \d/ }).locator("td");
    const exact = await revenue.locator("span").evaluateAll((all) => all.map((one) => one.getAttribute("title")));
    expect(exact).toEqual(data.map((each) => each.revenue.toLocaleString("en")));
    for (const text of await revenue.allTextContents()) expect(text).toMatch(/^[\d.]{3,4}\u00a0[MBT]$/);
    const first = frame.locator("svg rect.series-1 title").first();
    expect(await first.textContent()).toBe(`Revenue, Dec ${years[0]}: ${data[0]!.revenue.toLocaleString("en")}`);
    const [box, newest] = await frame.evaluate(() =>
      [document.querySelector(".scrolling")!, document.querySelector("thead th:last-child")!].map(
        (each) => each.getBoundingClientRect().right,
      ),
    );
    expect(newest).toBeLessThanOrEqual(box! + 1);
  });

  it("show growth over the year before, if that year is given, and margins", async () => {
    const { frame, tell } = await stage.open(STATEMENTS);
    const row = (date: string, revenue: number, netIncome: number) => ({
      date,
      reportedCurrency: "USD",
      revenue,
      netIncome,
    });
    const tableOf = async (period: string, data: object[]) => {
      await tell({ content: [], structuredContent: { symbol: "X", statement_type: "income", period, data } });
      await frame.waitForSelector("table");
      const lines = await frame.locator("tbody tr").allInnerTexts();
      return Object.fromEntries(
        lines.map((line) => line.replaceAll("\u00a0", " ").split("\t")).map(([name, ...rest]) => [name, rest]),
      );
    };
    const years = [row("2025-09-27", 120, 30), row("2024-09-28", 100, 20), row("2022-09-24", 80, -8)];
    expect(await tableOf("annual", years)).toMatchObject({
      "Revenue growth, 1 year": [
        expect.stringContaining("not given"),
        expect.stringContaining("not given"),
        "▲+20.00 %",
      ],
      "Net margin": ["−10.00 %", "20.00 %", "25.00 %"],
    });
    const quarters = ["2025-12-27", "2025-09-27", "2025-06-28", "2025-03-29", "2024-12-28"];
    const byQuarter = await tableOf(
      "quarter",
      quarters.map((date, index) => row(date, 200 - 20 * index, 5)),
    );
    expect(byQuarter["Revenue growth, 1 year"]!.at(-1)).toBe("▲+66.67 %");
    const [newest, ...older] = years;
    const restated = await tableOf("annual", [{ ...newest!, acrossRestatement: ["revenueGrowth"] }, ...older]);
    expect(restated).not.toHaveProperty("Revenue growth, 1 year");
    const unknown = years.map((each) => ({ ...each, reportedCurrency: null }));
    expect(await tableOf("annual", unknown)).not.toHaveProperty("Revenue growth, 1 year");
  });

  it("says that its columns are twelve months", async () => {
    const { frame } = await stage.show(STATEMENTS, { symbol: "AAPL", ttm: true, limit: 2 });
    await expect.poll(() => frame.locator(".subheading").textContent()).toBe("twelve months · USD");
  });

  it("show growth of quarters whose year before is not among the shown ones", async () => {
    const { frame } = await stage.show(STATEMENTS, { symbol: "AAPL", period: "quarter", limit: 5 });
    const growth = frame.getByRole("row", { name: /^Revenue growth/ }).locator("td");
    await expect.poll(async () => (await growth.allTextContents()).filter((text) => /\d/.test(text)).length).toBe(5);
  });

  it("have a button to hide and show each series except the last visible one", async () => {
    const { frame } = await stage.show(STATEMENTS, { symbol: "AAPL", limit: 2 });
    await frame.waitForSelector("svg");
    const bars = frame.locator("svg rect");
    const press = async (name: string) => {
      await frame.getByRole("button", { name }).focus();
      await frame.page().keyboard.press("Enter");
    };
    await press("Revenue");
    await expect.poll(() => bars.count()).toBe(4);
    await press("Net income");
    await press("Operating income");
    await expect.poll(() => bars.count()).toBe(2);
    const pressed = await frame.locator("[aria-pressed]").evaluateAll((all) => all.map((one) => one.ariaPressed));
    expect(pressed).toEqual(["false", "true", "false"]);
    await press("Revenue");
    await expect.poll(() => bars.count()).toBe(4);
  });
});

describe.skipIf(!hasBrowser)("a comparison", () => {
  const stock = (symbol: string, more: object) => ({ symbol, companyName: `${symbol} Inc.`, ...more });
  const show = async (...stocks: object[]) => {
    const { frame, tell, settle } = await stage.open(COMPARISON);
    await tell({ content: [], structuredContent: { stocks, errors: [{ symbol: "ZZZ", error: "ZZZ is not known." }] } });
    await settle();
    // A star stands for the bold of the best figure.
    const rows = await frame
      .locator("table.figures tr")
      .evaluateAll((all) =>
        all.map((one) =>
          [...one.children].map((cell) =>
            `${cell.querySelector("b") ? "*" : ""}${cell.textContent}`.replaceAll("\u00a0", " "),
          ),
        ),
      );
    return { frame, rows };
  };

  it("between two days has the returns, the portfolio, and a map of correlations", async () => {
    const { frame, tell, settle } = await stage.open(COMPARISON);
    const range = { currency: "USD", startDate: "2026-01-02", endDate: "2026-06-30", startClose: 10, endClose: 12 };
    const stocks = [
      { symbol: "AA", ...range, priceReturnPercent: 20, totalReturnPercent: 30, weightPercent: 60, value: 7800 },
      { symbol: "BB", ...range, priceReturnPercent: -10, totalReturnPercent: null, weightPercent: 40, value: 3600 },
    ];
    const portfolio = {
      currency: "USD",
      from: "2026-01-02",
      to: "2026-06-30",
      days: 123,
      invested: 10_000,
      value: 11_400,
      totalReturnPercent: 14,
      volatility: 21.5,
      maxDrawdown: { percent: -7.5, peak: "2026-02-02", trough: "2026-03-02" },
      best: "AA",
      worst: "BB",
    };
    const matrix = [
      [1, -0.5],
      [-0.5, null],
    ];
    const correlation = { from: "2026-01-02", to: "2026-06-30", days: 123, symbols: ["AA", "BB"], matrix };
    const body = { stocks, errors: [], portfolio, correlation, notes: [] };
    await tell({ content: [], structuredContent: body });
    await settle();
    const cells = await frame
      .locator(".heat td")
      .evaluateAll((all) =>
        all.map((one) => [one.textContent!, /\d+(?=%)/.exec((one as HTMLElement).getAttribute("style")!)?.[0]]),
      );
    expect(cells).toEqual([
      ["1.00", "45"],
      ["−0.50", "23"],
      ["−0.50", "23"],
      ["–not given", undefined],
    ]);
    const text = await frame.locator("body").innerText();
    for (const part of ["Portfolio (USD)", "11,400", "21.50 %", "Worst", "123 common days", "Weight at the start"])
      expect(text.replaceAll("\u00a0", " ")).toContain(part);
    // The best of each return is bold, where several have one.
    expect(await frame.locator("td b").allTextContents()).toEqual(["▲+20.00\u00a0%"]);
    // No dash stands for a name that these rows do not have.
    expect(await frame.locator(".companies").count()).toBe(0);
  });

  it("between two days has the risk of each, of which no volatility is the best", async () => {
    const { rows } = await show(
      {
        symbol: "AA",
        startDate: "2026-01-02",
        annualReturnPercent: 10.5,
        volatility: 20,
        maxDrawdown: -12,
        sharpe: 0.5,
      },
      { symbol: "BB", startDate: "2026-01-02", annualReturnPercent: 8, volatility: 30, maxDrawdown: -25, sharpe: 0.25 },
    );
    expect(rows).toEqual([
      ["Figure", "AA", "BB"],
      ["Total return (annualised)", "*▲+10.50 %", "▲+8.00 %"],
      ["Volatility (annualised)", "20.00 %", "30.00 %"],
      ["Max drawdown", "*▼−12.00 %", "▼−25.00 %"],
      ["Sharpe ratio", "*0.50", "0.25"],
    ]);
  });

  type Dated = { date: string };
  it("has a line of the price return of each over the same days, which it asks of the host", async () => {
    const { frame, asked, result } = await stage.show(COMPARISON, { symbols: "AAPL,MSFT" });
    await frame.locator(".time-chart path.curve.series-2").waitFor();
    expect(await frame.locator(".time-chart path.curve").count()).toBe(2);
    // The first day is that of the close from which the returns count.
    const history = await stage.call(HISTORY, {
      symbol: "AAPL",
      range: "1y",
      interval: "1d",
      format: "json",
      limit: 1,
    });
    const { bars, summary } = history.structuredContent as { bars: Dated[]; summary: { base: Dated } };
    const format = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });
    const days = [summary.base, bars[0]!].map(({ date }) => new Date(date)) as [Date, Date];
    // Some versions have thin spaces around the dash.
    const spaced = (text: string | null) => text?.replaceAll(/\s/g, " ");
    const heading = spaced(await frame.locator("h2").first().textContent());
    expect(heading).toBe(spaced(`Price return, ${format.formatRange(...days)}`));
    const { stocks } = result.structuredContent as { stocks: { symbol: string; return1y: number }[] };
    expect(asked.map(([tool, { symbol }]) => [tool, symbol])).toEqual(stocks.map(({ symbol }) => [HISTORY, symbol]));
    // The lines end at the figures of the table.
    const ends = (await frame.locator(".readout > span").allTextContents()).map((text) =>
      text.replaceAll("\u00a0", " "),
    );
    expect(ends).toEqual(
      stocks.map(({ symbol, return1y }) => `${symbol} ${return1y < 0 ? "−" : "+"}${Math.abs(return1y).toFixed(2)} %`),
    );
    const silent = await stage.show(COMPARISON, { symbols: "AAPL,MSFT" }, { mayCall: false });
    await silent.frame.waitForSelector("footer");
    expect(await silent.frame.locator(".time-chart").count()).toBe(0);
  });

  it("has a row for each figure that one has, with its declared label and unit, and the best in bold", async () => {
    const { frame, rows } = await show(
      stock("AA", {
        netMargin: 0.3,
        peRatio: 30.54,
        marketCap: 2e12,
        marketCapCurrency: "USD",
        sector: "Energy",
        recommendationKey: "strong_buy",
      }),
      stock("BB", { netMargin: -0.1, marketCap: 1e12, marketCapCurrency: "USD", peRatio: 23.6 }),
    );
    expect(rows).toEqual([
      ["Figure", "AA", "BB"],
      // No size is the best one; of valuations it is the lowest.
      ["Market cap (USD)", "2.00 T", "1.00 T"],
      ["P/E", "30.54", "*23.60"],
      ["Net margin", "*30.00 %", "−10.00 %"],
    ]);
    expect(await frame.locator(".companies li").allTextContents()).toEqual([
      "AAAA Inc.Energy · analysts: strong buy",
      "BBBB Inc.",
    ]);
    expect(await frame.getByText("ZZZ is not known.").count()).toBe(1);
  });

  it("has no best of ratios below 0, which a loss or negative equity has, and none of how much a share moves", async () => {
    const { rows } = await show(
      stock("AA", { forwardPE: -3, debtToEquity: -1.5, volatility20: 20, netDebt: -5, reportingCurrency: "USD" }),
      stock("BB", { forwardPE: 14.5, debtToEquity: 0.25, volatility20: 30, netDebt: 5, reportingCurrency: "USD" }),
    );
    expect(Object.fromEntries(rows.map(([label, ...values]) => [label, values]))).toEqual({
      Figure: ["AA", "BB"],
      "Forward P/E": ["−3.00", "*14.50"],
      "Debt / equity": ["−150.00 %", "*25.00 %"],
      "Volatility (20 days, annualised)": ["20.00 %", "30.00 %"],
      "Net debt (USD)": ["*−5", "5"],
    });
  });

  it("has no best of amounts in several currencies, which stand beside them", async () => {
    const { rows } = await show(
      stock("AA", { marketCap: 2e12, marketCapCurrency: "USD", targetMeanPrice: 5, targetCurrency: "USD", netDebt: 9 }),
      stock("BB", { marketCap: 1e12, marketCapCurrency: "JPY", targetMeanPrice: 7, targetCurrency: "USD" }),
      stock("CC", { currency: "GBp", reportingCurrency: "GBP", netDebt: -108e6 }),
    );
    const none = expect.stringContaining("–") as string;
    expect(rows).toEqual([
      ["Figure", "AA", "BB", "CC"],
      ["Market cap", "2.00 TUSD", "1.00 TJPY", none],
      ["Mean target (USD)", "5.00", "7.00", none],
      // Debt is in the currency of the accounts: pounds, although the share is quoted in pence.
      ["Net debt", "9?", none, "−108 MGBP"],
    ]);
  });
});

describe.skipIf(!hasBrowser)("a screener", () => {
  it("shows filters, stocks with sector and country, and the columns that have figures", async () => {
    const { frame, tell, settle } = await stage.open(SCREENER);
    const row = { symbol: "ACME", name: "Acme Corp", sector: "Energy", country: "CA", price: 12.5, marketCap: 3e9 };
    const filters_applied = { market_cap_min: 1e9, beta_max: 1.5, sector: "Energy", limit: 20 };
    const results = [{ ...row, volume: null, pe: null }];
    await tell({ content: [], structuredContent: { results, filters_applied, total_results: 7 } });
    await settle();
    const plain = (texts: string[]) => texts.map((text) => text.replaceAll("\u00a0", " "));
    expect(await frame.locator(".subheading").textContent()).toBe("1 of 7 stocks · market cap in USD");
    expect(plain(await frame.locator(".filters li").allTextContents())).toEqual([
      "Market cap ≥ 1.00 B",
      "Beta ≤ 1.5",
      "Sector: Energy",
    ]);
    expect(await frame.locator("thead th").allTextContents()).toEqual(["Company⇅", "Market cap⇅", "Price⇅"]);
    expect(plain(await frame.locator("tbody tr > *").allTextContents())).toEqual([
      "ACMEAcme CorpEnergy · CA",
      "3.00 B",
      "12.50",
    ]);
    await frame.getByRole("button", { name: "Price" }).click();
    expect(await frame.getByRole("columnheader", { name: "Price" }).getAttribute("aria-sort")).toBe("descending");
  });

  it("has first the column of the order, then those of the filters, because a phone shows two", async () => {
    const { frame, tell, settle } = await stage.open(SCREENER, { width: 360 });
    const row = { symbol: "ACME", name: "Acme Corp", price: 12.5, marketCap: 3e9, volume: 2e6, beta: 1.2, pe: 18.25 };
    const results = [{ ...row, changesPercentage: 1.25, yearLow: 11.5 }];
    const filters_applied = { near_low_max: 10, pe_max: 30, sector: "Energy", sort: "-change" };
    await tell({ content: [], structuredContent: { results, filters_applied, total_results: 1 } });
    await settle();
    const heads = await frame.locator("thead th").allTextContents();
    expect(heads.slice(0, 5)).toEqual(["Company⇅", "Change %⇅", "52-week low⇅", "P/E⇅", "Price⇅"]);
    const shown = (title: string) => frame.locator(`tbody td:not(.cut) [title="${title}"]`).isVisible();
    expect([await shown("1.25"), await shown("11.5")]).toEqual([true, true]);
  });
});

describe.skipIf(!hasBrowser)("a picture in forced colours", () => {
  const forced = async (tool: string, input: Record<string, unknown>) => {
    const { frame, page, settle } = await stage.show(tool, input);
    await page.emulateMedia({ forcedColors: "active" });
    onTestFinished(() => page.emulateMedia({ forcedColors: null }));
    await settle();
    const backgrounds = (selector: string) =>
      frame.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    return { frame, backgrounds };
  };

  it.each([
    [COMPARISON, { symbols: "AAPL,TSCO.L,F" }, 3],
    [STATEMENTS, { symbol: "AAPL", limit: 2 }, 3],
  ])("has legends that tell series apart: %s", async (tool, input, count) => {
    const { frame, backgrounds } = await forced(tool, input);
    await frame
      .locator(".swatch")
      .nth(count - 1)
      .waitFor();
    expect(new Set(await backgrounds(".swatch")).size).toBe(count);
  });

  it("has the bars of holders", async () => {
    const { frame, backgrounds } = await forced("get_holders", { symbol: "AAPL" });
    await frame.locator(".share-bar").first().waitFor();
    expect(await backgrounds(".share-bar")).not.toContain(
      await frame.locator("html").evaluate((one) => getComputedStyle(one).backgroundColor),
    );
  });

  it("has frames around options that are in the money", async () => {
    const { frame } = await forced("get_options_chain", { symbol: "NVDA" });
    const styles = await frame
      .locator(".in")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle));
    expect(new Set(styles)).toEqual(new Set(["solid"]));
  });
});

describe.skipIf(!hasBrowser)("economic series", () => {
  const draw = async (series: Record<string, unknown>, values: Record<string, unknown>[]) => {
    const { frame, tell, settle } = await stage.open("get_economic_series", { mayCall: false });
    await tell({ content: [], structuredContent: { series: [series], values, total_values: values.length } });
    await settle();
    const textOf = async (place: string) => (await frame.locator(place).innerText()).replaceAll("\u00a0", " ");
    return { frame, textOf };
  };
  const month = (date: string, value: number, change: number, yearChange: number | null) => ({
    date: `${date}-01`,
    period: `M${date.slice(5)}`,
    value,
    change,
    yearChange,
  });

  it("of a price index begin with the change on the year, also in the line; the level is below and in the table", async () => {
    const { frame, textOf } = await draw(
      {
        name: "cpi",
        title: "Consumer prices",
        unit: "index, 1982-84 = 100",
        changes: "percent",
        seasonallyAdjusted: true,
      },
      [month("2026-10", 328.42, 0.2, 2.92), month("2026-09", 327.76, 0.3, 3.01), month("2026-08", 327.1, 0.1, null)],
    );
    expect((await textOf(".price")).split("\n")).toEqual(["Inflation", "2.92 %", "Oct 2026"]);
    expect(await textOf("section > .quiet")).toBe("Level: 328.42, index, 1982-84 = 100, seasonally adjusted");
    expect(await textOf(".readout")).toMatch(/^Oct 2026\s*Inflation 2\.92 %\s*Value 328\.42\s*Change ▲\s*\+0\.20 %$/);
    // The oldest value has no change on the year.
    expect((await frame.locator("path.curve").getAttribute("d"))!.match(/[ML]/g)).toHaveLength(2);
    await frame.locator("summary", { hasText: "Figures of" }).click();
    expect(await frame.locator("thead th").allTextContents()).toEqual(["Period", "Value", "Change", "Change on year"]);
  });

  it.each([
    [
      "other price indices",
      { name: "ppi", unit: "index, November 2009 = 100" },
      ["Change on year", "2.92 %", "Oct 2026"],
    ],
    ["ids of price indices", { name: "CUUR0000SEHA", unit: null }, ["Change on year", "2.92 %", "Oct 2026"]],
    [
      "wages",
      { name: "average_hourly_earnings", unit: "US dollars an hour" },
      ["328.42", "Oct 2026, US dollars an hour"],
    ],
  ])("of %s begin with what people ask for", async (_what, series, line) => {
    const { textOf } = await draw({ title: "X", changes: "percent", ...series }, [month("2026-10", 328.42, 0.2, 2.92)]);
    expect((await textOf(".price")).split("\n")).toEqual(line);
  });

  it.each([
    ["unemployment_rate", "percent", "difference", 4.3, "4.3 %", "+0.10 pp", "−0.20 pp"],
    ["productivity", "percent change on the quarter before, annual rate", "none", 0.4, "0.4 %", "", ""],
    ["payrolls", "thousands of persons", "difference", 4.3, "4.3", "+0.10", "−0.20"],
  ])("of %s have the unit of the answer", async (name, unit, changes, value, text, change, yearChange) => {
    const given = (figure: number) => (changes === "none" ? null : figure);
    const row = { ...month("2026-10", value, 0, 0), change: given(0.1), yearChange: given(-0.2) };
    const { frame, textOf } = await draw({ name, title: "X", unit, changes }, [row, month("2026-09", 3.6, 0, 0)]);
    expect((await textOf(".price")).split("\n")[0]).toBe(text);
    const readout = await textOf(".readout");
    for (const part of [`Value ${text}`, change, yearChange]) expect(readout).toContain(part);
    const percent = text.includes("%");
    const ticks = await frame.locator("text.tick").allTextContents();
    expect(ticks.filter((each) => /^[\d.]+/.test(each)).every((each) => each.endsWith("%") === percent)).toBe(true);
    await frame.locator("summary", { hasText: "Figures of" }).click();
    expect((await frame.locator("tbody tr").first().innerText()).replaceAll("\u00a0", " ")).toContain(text);
  });

  it.each([
    [0.4, 3.6],
    [-0.9, 3.9],
    [1.2, 1.3],
    [-4, 11],
  ])("have at least two ticks for values from %f to %f", async (low, high) => {
    const series = { name: "productivity", title: "X", unit: "percent", changes: "none" };
    const { frame } = await draw(series, [month("2026-10", high, 0, 0), month("2026-09", low, 0, 0)]);
    expect(await frame.locator("text.tick").filter({ hasText: "%" }).count()).toBeGreaterThan(1);
  });

  it("have no colour for a change, because a rise of unemployment is no gain", async () => {
    const series = { name: "unemployment_rate", title: "Unemployed", unit: "percent", changes: "difference" };
    const { frame, textOf } = await draw(series, [month("2026-10", 4.3, 0.1, -0.2)]);
    expect(await textOf(".readout")).toMatch(/▲\s*\+0\.10 pp\s*Change on year ▼\s*−0\.20 pp$/);
    const colours = await frame
      .locator(".readout :is(strong, .up, .down)")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
    expect([colours.length, new Set(colours).size]).toEqual([3, 1]);
  });
});

describe.skipIf(!hasBrowser)("movers", () => {
  it("can be sorted by each column, in both directions and by keyboard; missing values come last", async () => {
    const { frame, tell } = await stage.open(ACTIVE);
    const row = (symbol: string, price: number, volume: number | null) => ({ symbol, name: null, price, volume });
    const active_stocks = [row("BB", 20, 5), row("AA", 100, null), row("CC", 3, 7)];
    await tell({ content: [], structuredContent: { active_stocks } });
    const symbols = () => frame.locator("tbody th span:first-child").allTextContents();
    const head = (name: string) => frame.getByRole("columnheader", { name });
    const sort = async (name: string) => {
      await head(name).getByRole("button").focus();
      await frame.page().keyboard.press("Enter");
    };
    await frame.waitForSelector("table");
    expect(await symbols()).toEqual(["BB", "AA", "CC"]);
    await sort("Price");
    expect(await symbols()).toEqual(["AA", "BB", "CC"]);
    expect(await head("Price").getAttribute("aria-sort")).toBe("descending");
    await sort("Price");
    expect(await symbols()).toEqual(["CC", "BB", "AA"]);
    expect(await head("Price").getAttribute("aria-sort")).toBe("ascending");
    await sort("Volume");
    expect(await symbols()).toEqual(["CC", "BB", "AA"]);
    await sort("Volume");
    expect(await symbols()).toEqual(["BB", "CC", "AA"]);
    expect(await head("Price").getAttribute("aria-sort")).toBeNull();
    await sort("Company");
    expect(await symbols()).toEqual(["AA", "BB", "CC"]);
  });

  it.each([
    ["provider_a_get_market_gainers", "descending"],
    ["provider_a_get_market_losers", "ascending"],
  ])("name the column by which the source has sorted: %s", async (tool, direction) => {
    const { frame } = await stage.show(tool, {});
    await frame.waitForSelector("table");
    const sorted = frame.locator("th[aria-sort]");
    expect(await sorted.count()).toBe(1);
    expect(await sorted.textContent()).toContain("Change %");
    expect(await sorted.getAttribute("aria-sort")).toBe(direction);
  });

  it("show ten rows and a button for more, and report their height to the host", async () => {
    const { frame, heights } = await stage.show(ACTIVE, { random_string: "x" });
    const more = frame.getByRole("button", { name: "Show all 20 rows" });
    await more.waitFor();
    expect(await frame.locator("tbody tr:visible").count()).toBe(10);
    await expect.poll(async () => (await heights()).at(-1)).toBeGreaterThan(400);
    const before = (await heights()).at(-1)!;
    await more.click();
    expect(await frame.locator("tbody tr:visible").count()).toBe(20);
    expect(await frame.getByRole("button", { name: "Show fewer" }).getAttribute("aria-expanded")).toBe("true");
    await expect.poll(async () => (await heights()).at(-1)).toBeGreaterThan(before + 300);
  });
});

describe.skipIf(!hasBrowser)("insider transactions", () => {
  it("are on a time line: bought above it, sold below it, all other kinds on it", async () => {
    const { frame, tell } = await stage.open(INSIDERS);
    const row = (date: string, transaction: string | null, shares: number) => ({ date, transaction, shares });
    const insider_transactions = [
      row("2026-03-04", "Stock Award(Grant)", 5),
      row("2026-03-03", "Sale", 900),
      row("2026-03-02", "Purchase", 50),
      row("2026-03-01", null, 7),
    ];
    const totals = {
      bought: { transactions: 1, shares: 50, value: null, withoutValue: 1 },
      sold: { transactions: 1, shares: 900, value: null, withoutValue: 1 },
    };
    const structuredContent = { symbol: "AAPL", insider_transactions, total_transactions: 9, totals };
    await tell({ content: [], structuredContent });
    await frame.waitForSelector("svg");
    expect(await frame.locator("desc").textContent()).toBe(
      "bought: Mar 2, 2026, not given, Purchase, 50 shares. sold: Mar 3, 2026, not given, Sale, 900 shares. " +
        "other or not said: Mar 4, 2026, not given, Stock Award(Grant), 5 shares; " +
        "Mar 1, 2026, not given, transaction not given, 7 shares",
    );
    const [bought, sold, line] = await frame.evaluate(() =>
      [".head.bought", ".head.sold", "line.zero"].map((one) => document.querySelector(one)!.getBoundingClientRect().y),
    );
    expect(bought).toBeLessThan(line!);
    expect(sold).toBeGreaterThan(line!);
    expect(await frame.locator(".subheading").textContent()).toBe("4 of 9");
    expect(await frame.locator("p.key").first().innerText()).toBe("▲1 bought: 50 shares▼1 sold: 900 shares");
  });

  it("have the answer's totals, with the number of values that are not given", async () => {
    const { frame, tell } = await stage.open(INSIDERS);
    const insider_transactions = [{ date: "2026-03-03", transaction: "Sale", shares: 900, value: 5000 }];
    const totals = {
      bought: { transactions: 1, shares: null, value: null, withoutValue: 1 },
      sold: { transactions: 3, shares: 1000, value: 5000, withoutValue: 2 },
    };
    await tell({ content: [], structuredContent: { symbol: "X", insider_transactions, totals } });
    await expect
      .poll(() => frame.locator("p.key > span").allInnerTexts())
      .toEqual(["▲1 bought: shares not given", "▼3 sold: 1,000 shares worth 5,000 (2 not given)"]);
  });

  it("are replaced by a sentence when there are none", async () => {
    const { frame, tell } = await stage.open(INSIDERS);
    const said = "No insider transactions found for AAPL";
    await tell({ content: [], structuredContent: { symbol: "AAPL", insider_transactions: said } });
    await expect.poll(() => frame.getByText(said).count()).toBe(1);
  });
});

describe.skipIf(!hasBrowser)("price history", () => {
  const bar = (date: string, close: number, more: Record<string, unknown> = {}) => ({
    date,
    open: close - 1,
    high: close + 2,
    low: close - 2,
    close,
    adjClose: close,
    volume: 1000,
    ...more,
  });
  const BODY = {
    symbol: "ACME",
    currency: "GBp",
    interval: "1d",
    range: { from: "2026-03-02", to: "2026-03-05" },
    adjustment: "splits",
    timezone: "Europe/London",
    bars: [
      bar("2026-03-05", 129.25, { volume: 2500 }),
      bar("2026-03-04", 120),
      bar("2026-03-03", 110),
      bar("2026-03-02", 100),
    ],
    lastBarComplete: false,
    total_bars: 4,
    dividends: [{ date: "2026-03-03", amount: 0.5, currency: "GBP" }],
    splits: [{ date: "2026-03-04", numerator: 4, denominator: 1 }],
    summary: { first: 100, last: 129.25, change: 29.25, changePercent: 29.25, high: 131.25, highDate: "2026-03-05" },
  };
  const told = (body: object) => ({ content: [], structuredContent: body as Record<string, unknown> });

  it("is a line with volume, marks dividends and splits, and says what is unfinished", async () => {
    const { frame, tell, expectQuiet } = await stage.open(HISTORY);
    await tell(told(BODY));
    await frame.waitForSelector(".time-chart svg");
    expect(await frame.locator(".subheading").textContent()).toBe("GBp · adjusted for splits");
    expect(await frame.locator(".price").innerText()).toMatch(
      /129\.25\sGBp\s+▲\+29\.25 \(\+29\.25\s%\)\s+Mar 2 – 5, 2026/,
    );
    expect(await frame.locator(".time-chart desc").textContent()).toBe(
      "4 prices; first close 100, last close 129.25, high 131.25, low not given; " +
        "Dividend Mar 3, 2026: 0.5 GBP; Split Mar 4, 2026: 4 for 1",
    );
    expect(await frame.locator(".legend").innerText()).toMatch(
      /D\s*Dividend Mar 3, 2026: 0\.5 GBP\s*S\s*Split Mar 4, 2026: 4 for 1\s*session not over/,
    );
    expect(await frame.locator(".curve.unfinished").count()).toBe(1);
    expectQuiet();
  });

  it("has the last price at the axis, and on one day the previous close beside its dashed line", async () => {
    const { frame, tell, expectQuiet } = await stage.open(HISTORY, { width: 390 });
    await tell(told(BODY));
    await frame.waitForSelector(".time-chart svg");
    expect(await frame.locator("text.tag").allTextContents()).toEqual(["129.25"]);
    expect(await frame.locator("line.level").count()).toBe(0);
    const range = { from: "2026-03-05", to: "2026-03-05" };
    const bars = [bar("2026-03-05T09:35:00+00:00", 129.25), bar("2026-03-05T09:30:00+00:00", 127)];
    const summary = { last: 129.25, base: { date: "2026-03-04", close: 120 } };
    await tell(told({ ...BODY, interval: "5m", range, bars, total_bars: 2, dividends: [], splits: [], summary }));
    await frame.locator("text.exact").waitFor();
    expect(await frame.locator("text.exact").allTextContents()).toEqual(["120.00"]);
    expect(await frame.locator(".legend").innerText()).toContain("previous close 120.00");
    const [label, line] = await Promise.all(
      ["text.exact", "line.level"].map(async (name) => (await frame.locator(name).boundingBox())!),
    );
    expect(Math.abs(label!.y + label!.height / 2 - line!.y)).toBeLessThan(4);
    expectQuiet();
  });

  it("says nothing of splits and dividends for a pair of currencies, and whose volume an average is", async () => {
    const pair = await stage.show(HISTORY, { symbol: "EURUSD=X", range: "1y" });
    await pair.frame.waitForSelector(".time-chart svg");
    expect(await pair.frame.locator(".subheading").textContent()).toBe("USD");
    expect(await pair.frame.locator("dt").allTextContents()).not.toContain("Total return");
    expect(await pair.frame.locator("text.tick").first().textContent()).toMatch(/^\d\.\d{4}$/);
    const years = await stage.show(HISTORY, { symbol: "AAPL", range: "5y" });
    await years.frame.getByText("Average volume a day").waitFor();
    const day = await stage.show(HISTORY, { symbol: "AAPL", range: "1d" });
    await day.frame.getByText("Average volume, a bar of 5 minutes").waitFor();
  });

  it("gives the figures of the bar under the crosshair, by pointer and by keyboard", async () => {
    const { frame, page, tell } = await stage.open(HISTORY);
    await tell(told(BODY));
    await frame.waitForSelector(".time-chart svg");
    const readout = frame.locator(".readout");
    expect(await readout.innerText()).toContain("Mar 5, 2026 so far");
    const exact = await readout.locator("[title]").evaluateAll((all) => all.map((one) => one.getAttribute("title")));
    expect(exact.slice(0, 5)).toEqual(["128.25", "131.25", "127.25", "129.25", "2,500"]);
    expect(await readout.innerText()).toMatch(/Change ▲\s*\+7\.71\s%/);
    const slider = frame.getByRole("slider");
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/^Mar 5, 2026: open 128\.25, .* volume 2,500, so far$/);
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/^Mar 4, 2026: open 119, high 122, low 118, close 120/);
    await page.keyboard.press("Home");
    expect(await readout.innerText()).toContain("Mar 2, 2026");
    await frame.locator(".time-chart").hover({ position: { x: 200, y: 40 } });
    expect(await readout.innerText()).toContain("Mar 3, 2026");
    expect(await frame.locator(".crosshair").getAttribute("visibility")).toBe("visible");
  });

  it("has no change in the readout of a bar where the answer withholds that over the range", async () => {
    const { frame, tell } = await stage.open(HISTORY);
    const splits = [{ date: "2026-03-06", numerator: 1, denominator: 4 }];
    const bars = [bar("2026-03-05", 440), bar("2026-03-04", 110), bar("2026-03-03", 100)];
    const body = { ...BODY, bars, total_bars: 3, splits, dividends: [] };
    await tell(told({ ...body, summary: { changePercent: null } }));
    await frame.waitForSelector(".time-chart svg");
    expect(await frame.locator(".readout").innerText()).not.toContain("Change");
    await tell(told({ ...body, splits: [], summary: { changePercent: 340 } }));
    await expect.poll(() => frame.locator(".readout").innerText()).toMatch(/Change ▲\s*\+300\.00\s%/);
  });

  it("moves a visible crosshair with its bar when the width changes", async () => {
    const { frame, page, tell, resize } = await stage.open(HISTORY);
    await tell(told(BODY));
    await frame.waitForSelector(".time-chart svg");
    await frame.getByRole("slider").focus();
    await page.keyboard.press("Home");
    const x = async () => Number(await frame.locator(".crosshair").getAttribute("x1"));
    const before = await x();
    await resize(340);
    await expect.poll(x).toBeLessThan(before - 10);
    expect(await frame.locator(".crosshair").getAttribute("visibility")).toBe("visible");
  });

  it("has candles by a button, rising ones hollow, the unfinished one marked, and all bars in a table", async () => {
    const { frame, tell } = await stage.open(HISTORY);
    await tell(told(BODY));
    await frame.getByRole("button", { name: "Candles" }).click();
    await frame.waitForSelector(".candle");
    expect(await frame.getByRole("button", { name: "Candles" }).getAttribute("aria-pressed")).toBe("true");
    expect(await frame.locator("path.candle.up:not(.unfinished)").getAttribute("d")).toMatch(
      /^(?:M[\d. ]+h[\d.]+v[\d.]+h-[\d.]+zM[^M]+M[^M]+){3}$/,
    );
    expect(await frame.locator("path.candle.unfinished.up").count()).toBe(1);
    await frame.getByText("Show the data").click();
    await frame.waitForSelector("table");
    expect(await frame.locator("tbody th").allTextContents()).toEqual([
      "Mar 5, 2026",
      "Mar 4, 2026",
      "Mar 3, 2026",
      "Mar 2, 2026",
    ]);
  });

  it("asks the host for another range, and keeps focus and style", async () => {
    const { frame, asked, expectQuiet } = await stage.show(HISTORY, { symbol: "AAPL", adjusted: "all" });
    await frame.waitForSelector(".time-chart svg");
    expect(await frame.getByRole("button", { name: "1Y" }).getAttribute("aria-pressed")).toBe("true");
    await frame.getByRole("button", { name: "5Y" }).click();
    await expect.poll(() => frame.locator(".subheading").textContent()).toContain("adjusted for splits and dividends");
    await expect.poll(() => frame.getByRole("button", { name: "5Y" }).getAttribute("aria-pressed")).toBe("true");
    // The first call, if any, asked for the bars that the default answer leaves out.
    expect(asked.slice(-1)).toEqual([
      [HISTORY, { symbol: "AAPL", range: "5y", adjusted: "all", limit: 10_000, format: "csv", fields: ["*"] }],
    ]);
    const button = frame.getByRole("button", { name: "5Y" });
    expect(await button.getAttribute("aria-pressed")).toBe("true");
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
    expectQuiet();
  });

  it("draws the range that was chosen last, also when an earlier one arrives after it", async () => {
    const gate = createGate();
    const hold = async ({ range }: Record<string, unknown>) => (range === "1mo" ? gate.passed : undefined);
    const { frame, asked, settle } = await stage.show(HISTORY, { symbol: "AAPL" }, { hold });
    await frame.getByRole("button", { name: "1M" }).click();
    await frame.getByRole("button", { name: "5Y" }).click();
    const isPressed = () => frame.getByRole("button", { name: "5Y" }).getAttribute("aria-pressed");
    await expect.poll(isPressed).toBe("true");
    gate.open();
    await settle(asked.length);
    expect(await isPressed()).toBe("true");
  });

  it("shows no failure of a range after another one was chosen", async () => {
    const [first, second] = [createGate(), createGate()];
    const hold = ({ range }: Record<string, unknown>) => (range === "1mo" ? first : second).passed;
    const { frame, asked, settle } = await stage.show(HISTORY, { symbol: "AAPL" }, { hold });
    await frame.getByRole("button", { name: "1M" }).click();
    await frame.getByRole("button", { name: "5Y" }).click();
    await expect.poll(() => asked.at(-1)?.[1]).toMatchObject({ range: "5y" });
    first.fail(new Error("no connection"));
    await settle(1);
    expect(await frame.getByRole("status").allTextContents()).toEqual(["Asking for another range …"]);
    second.open();
  });

  it("draws all bars of a range of which the answer has only the newest", async () => {
    const { frame, result } = await stage.show(HISTORY, { symbol: "AAPL", range: "6mo" });
    const { csv, total_bars: total } = result.structuredContent as { csv: string; total_bars: number };
    expect(total).toBeGreaterThan(csv.trimEnd().split("\n").length - 1);
    await expect.poll(() => frame.getByRole("slider").getAttribute("aria-valuemax")).toBe(`${total}`);
  });

  it("draws a year by days although the answer has weeks, with its best day, deepest fall and total return", async () => {
    const { frame, asked, result } = await stage.show(HISTORY, { symbol: "AAPL" });
    expect(result.structuredContent).toMatchObject({ interval: "1wk" });
    await expect
      .poll(async () => Number(await frame.getByRole("slider").getAttribute("aria-valuemax")))
      .toBeGreaterThan(240);
    expect(asked.at(-1)?.[1]).toMatchObject({ symbol: "AAPL", interval: "1d" });
    const labels = (await frame.locator(".facts dt").allTextContents()).map((label) => label.replace(/, .*/, ""));
    expect(labels).toEqual(["High", "Low", "Best day", "Worst day", "Max drawdown", "Total return", "Average volume"]);
    const ranges = frame.getByRole("group", { name: "Range" }).getByRole("button");
    expect(await ranges.allTextContents()).toEqual([
      "1D",
      "5D",
      "1M",
      "3M",
      "6M",
      "YTD",
      "1Y",
      "2Y",
      "3Y",
      "5Y",
      "10Y",
      "Max",
    ]);
  });

  it("has no buttons that ask where the host lets pictures call nothing, and says how many bars it draws", async () => {
    const { frame, result, expectQuiet } = await stage.show(
      HISTORY,
      { symbol: "AAPL", range: "6mo" },
      { mayCall: false },
    );
    const { csv, total_bars: total } = result.structuredContent as { csv: string; total_bars: number };
    const shown = csv.trimEnd().split("\n").length - 1;
    await frame.getByText(`The newest ${shown} of ${total} prices are drawn.`).waitFor();
    expect(await frame.getByRole("group", { name: "Range" }).count()).toBe(0);
    expect(await frame.getByRole("button", { name: "Candles" }).count()).toBe(1);
    expectQuiet();
  });

  it("shows times of the exchange, whatever the reader's zone", async () => {
    const { frame, tell } = await stage.open(HISTORY, { context: { locale: "de-DE", timeZone: "Asia/Tokyo" } });
    const bars = ["10:00", "09:30"].map((time) => bar(`2026-03-05T${time}:00-05:00`, 1_234.5));
    await tell(
      told({ ...BODY, bars, total_bars: 2, interval: "5m", timezone: "America/New_York", dividends: [], splits: [] }),
    );
    await frame.waitForSelector(".time-chart svg");
    expect(await frame.locator(".readout").innerText()).toContain("05.03.2026, 10:00");
    expect(await frame.locator(".readout").innerText()).toContain("1.234,50");
    expect(await frame.locator(".subheading").textContent()).toContain("times of America/New York");
  });

  it("of a range without bars says so, and still has the buttons", async () => {
    const { frame, tell } = await stage.open(HISTORY);
    await tell(told({ ...BODY, bars: [], total_bars: 0, summary: {} }));
    await frame.getByText("No prices in this range.").waitFor();
    expect(await frame.getByRole("button", { name: "5D" }).count()).toBe(1);
  });
});

describe.skipIf(!hasBrowser)("technical indicators", () => {
  it("are drawn from the values over time that the host is asked for", async () => {
    const { frame, asked, result } = await stage.show(INDICATORS, { symbol: "AAPL" });
    await frame.waitForSelector(".time-chart svg");
    expect(asked).toEqual([
      [
        INDICATORS,
        { symbol: "AAPL", interval: "1d", series: "all", limit: 130, format: "csv", fields: ["*"], levels: true },
      ],
    ]);
    const { close, rsi14, sma } = result.structuredContent as {
      close: number;
      rsi14: number;
      sma: Record<string, number>;
    };
    const exact = await frame
      .locator(".readout [title]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("title")));
    expect(exact.slice(0, 5)).toEqual([close, sma["20"], sma["50"], sma["200"], rsi14].map(String));
    expect(await frame.locator(".time-chart desc").textContent()).toContain(`Close ${close}, SMA 20 ${sma["20"]}`);
    expect(await frame.locator(".histogram").count()).toBe(2);
    // The limits of RSI and stochastic oscillator.
    const ticks = await frame.locator("text.tick").allTextContents();
    expect(ticks).toEqual(expect.arrayContaining(["30", "70", "20", "80"]));
    expect(await frame.locator("rect.middle").count()).toBe(2);
  });

  it("show levels: lines of those near the price, and all in a list, nearest first", async () => {
    const { frame, tell } = await stage.open(INDICATORS, { mayCall: false });
    const series = Array.from({ length: 30 }, (_, at) => ({
      date: `2026-03-${String(30 - at).padStart(2, "0")}`,
      close: 100 + (at % 5),
    }));
    const levels = {
      pivot: 101.5,
      r1: 102.25,
      support: [
        { date: "2026-03-10", price: 99.95 },
        { date: "2025-07-01", price: 40 },
      ],
      resistance: [
        { date: "2026-02-02", price: 103.5 },
        { date: "2026-03-12", price: 104.1 },
      ],
    };
    const body = { symbol: "NEW", currency: "USD", interval: "1d", date: "2026-03-30", close: 100, returns: {} };
    await tell({ content: [], structuredContent: { ...body, levels, series } });
    await frame.waitForSelector(".time-chart svg");
    expect(await frame.locator("line.level").count()).toBe(3);
    expect(await frame.locator("text.exact").allTextContents()).toEqual(["R 103.50", "S 99.95", "R 104.10"]);
    expect(await frame.locator("dl.facts dt").allTextContents()).toEqual([
      "Resistance, Feb 2, 2026",
      "Resistance, Mar 12, 2026",
      "Support, Mar 10, 2026",
      "Support, Jul 1, 2025",
      "Pivot R1",
      "Pivot",
    ]);
    await frame.getByText("Price, averages, bands; dashed: support, resistance").waitFor();
  });

  it("have no returns of days beside the values of hours", async () => {
    const { frame } = await stage.show(INDICATORS, { symbol: "AAPL", interval: "1h" });
    await frame.waitForSelector("footer");
    expect(await frame.locator("dl.tiles").count()).toBe(1);
    expect(await frame.locator("dl.tiles dt").first().textContent()).toBe("RSI 14");
    expect(await frame.locator(".none:visible").count()).toBe(0);
  });

  it("keep the past day of the question for the values over time", async () => {
    const { frame, asked } = await stage.show(INDICATORS, { symbol: "AAPL", as_of: "2025-11-07" });
    await frame.waitForSelector(".time-chart svg");
    expect(asked[0]![1]).toMatchObject({ as_of: "2025-11-07", interval: "1d" });
  });

  it("can be those of hours, by a button", async () => {
    const { frame } = await stage.show(INDICATORS, { symbol: "AAPL" });
    await frame.getByRole("button", { name: "Hourly" }).click();
    await expect.poll(() => frame.locator(".subheading").textContent()).toContain("hourly closes");
    await frame.waitForSelector(".time-chart svg");
  });

  it("can be those of weeks, by a button", async () => {
    const { frame, asked } = await stage.show(INDICATORS, { symbol: "AAPL" });
    await frame.getByRole("button", { name: "Weekly" }).click();
    await expect.poll(() => frame.locator(".subheading").textContent()).toContain("weekly closes");
    expect(asked.at(-1)![1]).toMatchObject({ interval: "1wk", series: "all" });
    expect(await frame.getByRole("button", { name: "Weekly" }).getAttribute("aria-pressed")).toBe("true");
  });

  it("are the latest values alone where the host lets pictures call nothing", async () => {
    const { frame, expectQuiet } = await stage.show(INDICATORS, { symbol: "AAPL" }, { mayCall: false });
    await frame
      .getByText("This host does not let pictures request the values over time; only the latest values are shown.")
      .waitFor();
    expect(await frame.getByRole("button").count()).toBe(0);
    expect(await frame.getByText("52-week high", { exact: true }).count()).toBe(1);
    expectQuiet();
  });

  it("leave out what is not given", async () => {
    const { frame, tell } = await stage.open(INDICATORS, { mayCall: false });
    const body = {
      symbol: "NEW",
      currency: "USD",
      interval: "1d",
      date: "2026-03-05",
      close: 12.5,
      returns: {},
      rsi14: null,
      atr14: 0.5,
    };
    await tell({ content: [], structuredContent: body });
    await frame.waitForSelector("footer");
    expect(await frame.locator("dl.facts dt").allTextContents()).toEqual(["ATR 14"]);
  });
});

describe.skipIf(!hasBrowser)("earnings", () => {
  const quarter = (periodEnd: string, epsActual: number | null, epsEstimate: number | null) => ({
    periodEnd,
    announced: null,
    epsActual,
    epsEstimate,
    surprisePercent: null,
    revenueActual: 124_300_000_000,
    revenueEstimate: null,
  });
  const next = { date: null, from: "2025-04-30", to: "2025-05-05", estimated: true, epsEstimate: 1.6, epsLow: 1.5 };
  const BODY = {
    symbol: "SPOT",
    currency: "USD",
    reportingCurrency: "EUR",
    next: { ...next, epsHigh: 1.67, revenueEstimate: 94_076_168_920 },
    history: [quarter("2024-12-31", 2.4, 2.34102), quarter("2024-09-30", -0.2, 0.1), quarter("2024-06-30", 1.4, null)],
    timestamp: "2025-02-24T09:35:00.000000",
  };
  const show = async (change: object = {}, now = "2025-02-24T12:00:00Z", context = {}) => {
    const { frame, tell } = await stage.open(EARNINGS, { width: 390, now, context });
    await tell({ content: [], structuredContent: { ...BODY, ...change } });
    await frame.waitForSelector("footer");
    return frame;
  };

  it("are dots of each quarter against its estimate, oldest first, and the range of the next", async () => {
    const frame = await show();
    await frame.waitForSelector("svg");
    expect(await frame.locator("desc").last().textContent()).toBe(
      "Jun 2024, actual 1.4, no estimate; Sep 2024, actual −0.2, estimate 0.1; " +
        "Dec 2024, actual 2.4, estimate 2.34102; next, estimate 1.6 (1.5 to 1.67)",
    );
    const tones = await frame.locator("circle.dot").evaluateAll((dots) => dots.map((dot) => dot.classList[1]));
    expect(tones).toEqual(["plain", "down", "up"]);
    expect(await frame.locator("circle.ring").count()).toBe(3);
    expect(await frame.locator(".subheading").textContent()).toBe("amounts in EUR · price in USD");
    expect(await frame.locator('[title="124,300,000,000"]').first().textContent()).toBe("124\u00a0B");
  });

  it("say when the next announcement is and whether that is certain, with a bar as wide as its window", async () => {
    const widthOf = async (frame: Awaited<ReturnType<typeof show>>) => {
      await frame.waitForSelector("rect");
      return frame.locator("rect").evaluate((bar) => bar.getBoundingClientRect().width);
    };
    const estimated = await show();
    const wide = await widthOf(estimated);
    expect(await estimated.locator("h2").first().textContent()).toBe("Next announcement: Apr 30 – May 5, 2025");
    expect(await estimated.locator("p.key").textContent()).toBe(
      "estimated, in 65 daysexpected EPS 1.60expected revenue 94.1\u00a0B",
    );
    const day = { ...BODY.next, date: "2025-02-25", from: "2025-02-25", to: "2025-02-25", estimated: false };
    const confirmed = await show({ next: day });
    expect(await confirmed.locator("p.key").textContent()).toMatch(/^confirmed, tomorrow/);
    expect(await confirmed.locator("rect.sure").count()).toBe(1);
    expect(await widthOf(confirmed)).toBeLessThan(wide);
  });

  it.each([
    ["the day before", "2025-02-24T23:30:00Z", "UTC", "tomorrow"],
    ["the day before, which has begun in the reader's zone", "2025-02-24T23:30:00Z", "Asia/Tokyo", "today"],
    ["days later", "2025-03-05T12:00:00Z", "UTC", "day has passed"],
  ])("state the distance from the reader's day: %s", async (_when, now, timeZone, distance) => {
    const day = { ...BODY.next, from: "2025-02-25", to: "2025-02-25" };
    const frame = await show({ next: day }, now, { timeZone });
    expect(await frame.locator("p.key > span").first().textContent()).toBe(`estimated, ${distance}`);
  });

  it("state that the window of the next announcement has begun", async () => {
    const frame = await show({}, "2025-05-05T12:00:00Z");
    expect(await frame.locator("p.key > span").first().textContent()).toBe("estimated, begun");
  });

  it("say that no next announcement and no quarter is known", async () => {
    const frame = await show({ next: null, history: [] });
    expect(await frame.locator("main p").allTextContents()).toContain("The next announcement is not known.");
    expect(await frame.getByRole("img").count()).toBe(0);
  });
});

/** The bars of the payments, below those of the years. */
const paymentBars = (frame: Frame) => frame.locator("svg").last().locator("rect");

describe.skipIf(!hasBrowser)("dividends", () => {
  const paid = (exDate: string, amount: number, more: object = {}) => ({ exDate, amount, currency: "GBp", ...more });
  const BODY = {
    symbol: "ACME.L",
    currency: "GBp",
    yield: 0.0353,
    annualRate: 0.137,
    payoutRatio: null,
    exDate: "2026-05-14",
    payDate: "2026-06-26",
    next: { exDate: "2026-05-14", payDate: "2026-06-26" },
    frequency: "semi-annual",
    dividends: [
      paid("2025-10-09", 4.8, { payDate: "2025-11-21" }),
      paid("2025-05-15", 9.45),
      paid("2024-10-10", 0.0425, { currency: "GBP" }),
      paid("2024-05-16", 8.25),
    ],
    total: 4,
    splits: [
      { date: "2025-01-15", numerator: 15, denominator: 19 },
      { date: "2001-01-15", numerator: 2, denominator: 1 },
    ],
  };

  it("are bars with the splits between them, facts, and a table; amounts in another currency stand in the table only", async () => {
    const { frame, tell, expectQuiet } = await stage.open(DIVIDENDS);
    const meta = { "market-data/currency": "GBp; annualRate=GBP" };
    await tell({ content: [], structuredContent: BODY, _meta: meta });
    await frame.waitForSelector("svg");
    expect(await frame.locator(".subheading").textContent()).toBe("GBp · semi-annual");
    expect(await frame.locator(".facts > div").allInnerTexts()).toEqual(
      [
        ["Yield", "3.53\u00a0%"],
        ["Annual dividend (GBP)", "0.137"],
        ["Next ex-date", "May 14, 2026"],
        ["Payment date", "Jun 26, 2026"],
        ["Latest split", "15:19, Jan 15, 2025"],
      ].map((fact) => fact.join("\n")),
    );
    expect(await frame.getByText("3.53").getAttribute("title")).toBe("0.0353");
    expect(await frame.locator("svg desc").textContent()).toBe(
      "Oct 9, 2025: 4.8 GBp; May 15, 2025: 9.45 GBp; May 16, 2024: 8.25 GBp; Split Jan 15, 2025: 15:19",
    );
    expect(await frame.locator("svg rect").count()).toBe(3);
    expect(await frame.locator("svg .now").count()).toBe(1);
    expect((await frame.locator("tbody tr").allInnerTexts()).map((line) => line.split("\t").slice(0, 2))).toEqual([
      ["Oct 9, 2025", "4.80"],
      ["May 15, 2025", "9.45"],
      ["Oct 10, 2024", "0.0425 GBP"],
      ["May 16, 2024", "8.25"],
    ]);
    expectQuiet();
  });

  it("of less than two years have the first and the last month at their axis", async () => {
    const { frame, tell } = await stage.open(DIVIDENDS, { mayCall: false });
    const dividends = ["2026-08-10", "2026-02-09", "2025-08-11"].map((exDate) => ({
      exDate,
      amount: 0.5,
      currency: "USD",
    }));
    await tell({ content: [], structuredContent: { symbol: "X", currency: "USD", dividends, total: 3 } });
    await frame.locator("text.tick").first().waitFor();
    const labels = (await frame.locator("text.tick").allTextContents()).filter((text) => /20/.test(text));
    expect(labels.toSorted()).toEqual(["2026", "Aug 2025", "Aug 2026"]);
  });

  it("has the sum of twelve months", async () => {
    const { frame } = await stage.show(DIVIDENDS, { symbol: "AAPL" });
    await expect.poll(() => frame.locator("body").textContent()).toMatch(/Paid in twelve months.*Payments/s);
  });

  it("of all years are asked through the host", async () => {
    const { frame, asked } = await stage.show(DIVIDENDS, { symbol: "AAPL" });
    await frame.waitForSelector("svg");
    expect(await paymentBars(frame).count()).toBe(8);
    await frame.getByRole("button", { name: /^All \d+$/ }).click();
    await expect.poll(() => paymentBars(frame).count()).toBeGreaterThan(60);
    expect(asked).toEqual([[DIVIDENDS, { symbol: "AAPL", limit: 400, format: "csv", fields: ["*"] }]]);
    expect(
      await frame.getByRole("group", { name: "Payments" }).locator("[aria-pressed=true]").allTextContents(),
    ).toEqual([expect.stringMatching(/^All/)]);
    await frame.getByRole("button", { name: "Newest 8" }).click();
    // The chart is drawn when the browser has laid out its place.
    await expect.poll(() => paymentBars(frame).count()).toBe(8);
  });

  it("state how many are drawn where the tool does not return all", async () => {
    const { frame, tell } = await stage.open(DIVIDENDS);
    await tell({ content: [], structuredContent: { ...BODY, total: 612 } });
    await frame.waitForSelector("svg");
    expect(await frame.getByRole("group").getByRole("button").allTextContents()).toEqual([
      "Newest 4",
      "Newest 400 of 612",
    ]);
  });

  it("stay the newest for a reader who goes back to them before all have arrived", async () => {
    const gate = createGate();
    const { frame, asked, settle } = await stage.show(DIVIDENDS, { symbol: "AAPL" }, { hold: () => gate.passed });
    await frame.getByRole("button", { name: /^All \d+$/ }).click();
    await frame.getByRole("button", { name: "Newest 8" }).click();
    gate.open();
    await settle(asked.length);
    expect(
      await frame.getByRole("group", { name: "Payments" }).locator("[aria-pressed=true]").allTextContents(),
    ).toEqual(["Newest 8"]);
    expect(await paymentBars(frame).count()).toBe(8);
  });

  it("show no failure of all payments to a reader who went back to the newest", async () => {
    const gate = createGate();
    const { frame, asked, settle } = await stage.show(DIVIDENDS, { symbol: "AAPL" }, { hold: () => gate.passed });
    await frame.getByRole("button", { name: /^All \d+$/ }).click();
    await frame.getByRole("button", { name: "Newest 8" }).click();
    gate.fail(new Error("no connection"));
    await settle(asked.length);
    expect(await frame.locator("[role=status]").allTextContents()).toEqual([""]);
  });

  it("are those of the answer, without a choice, where the host lets pictures call nothing", async () => {
    const { frame } = await stage.show(DIVIDENDS, { symbol: "AAPL" }, { mayCall: false });
    await frame.waitForSelector("svg");
    expect(await paymentBars(frame).count()).toBe(8);
    expect(await frame.getByRole("group", { name: "Payments" }).count()).toBe(0);
    expect(await frame.getByRole("status").textContent()).toMatch(/^The newest 8 of \d+ payments are drawn\.$/);
  });
});

describe.skipIf(!hasBrowser)("key statistics", () => {
  it("begin with the ten figures that matter first; all others are one click away", async () => {
    const { frame } = await stage.show(STATISTICS, { symbol: "AAPL" });
    await frame.waitForSelector("details");
    expect(await frame.locator("dt:visible").allTextContents()).toEqual([
      "Market cap",
      "P/E (TTM)",
      "Forward P/E",
      "EV / EBITDA",
      "Revenue growth, latest quarter",
      "Net margin, TTM",
      "Return on equity, TTM",
      "Free cash flow, TTM",
      "Debt / equity",
      "Short interest, % of float",
    ]);
    await frame.getByText(/^All \d+ figures$/).click();
    expect(await frame.locator("dt:visible").count()).toBeGreaterThan(40);
  });

  it("are groups of what is given, accounts with their currency where it is another one", async () => {
    const { frame, tell } = await stage.open(STATISTICS);
    const body = {
      symbol: "BABA",
      currency: "USD",
      reportingCurrency: "CNY",
      valuation: { marketCap: 341542830080, enterpriseValue: null, forwardPE: 14.564337 },
      growth: { revenue: 0.076, earnings: null },
      profit: { ebitda: 179009994752 },
      balance: { debtToEquity: 0.24142 },
      fiscal: { lastYearEnd: "2024-03-31" },
    };
    const cache = { provider: "provider-b" };
    await tell({ content: [], structuredContent: body, _meta: { "market-data/cache": cache } });
    await frame.waitForSelector("dl");
    expect(await frame.locator(".subheading").textContent()).toBe("USD · accounts in CNY");
    const sections = (await frame.locator("section").allInnerTexts()).map((text) => text.split(/\n+/));
    expect(sections).toEqual([
      ["Valuation", "Market cap", "342\u00a0B", "Forward P/E", "14.56"],
      ["Growth, latest quarter on the year before", "Revenue", "▲+7.60\u00a0%"],
      ["Profit, twelve months", "EBITDA (CNY)", "179\u00a0B"],
      ["Balance sheet", "Debt / equity", "24.14\u00a0%"],
      ["Fiscal year", "Last year ended", "Mar 31, 2024"],
    ]);
    expect(await frame.getByText("342").getAttribute("title")).toBe("341,542,830,080");
  });

  it.each([
    ["PROVIDER_B", 0.24142, "24.14\u00a0%"],
    ["PROVIDER_A", 0.24142, "24.14\u00a0%"],
  ])(
    "show the debt of %s as percent, also where the host passes only the text",
    async (source, debtToEquity, shown) => {
      const { frame, tell } = await stage.open(STATISTICS);
      await tell({ content: [], structuredContent: { balance: { debtToEquity }, source } });
      await frame.waitForSelector("dl");
      expect(await frame.locator("dd").allInnerTexts()).toEqual([shown]);
    },
  );
});
