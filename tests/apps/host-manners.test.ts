/** The chart page's behaviour towards its host: waiting, failing, theme, hostile text. */
import { describe, expect, it } from "vitest";
import { hasBrowser } from "../support/browser.js";
import { createGate } from "../support/gate.js";
import { useStage } from "./stage.js";

const QUOTE = "provider_a_get_stock_quote";
const INSIDERS = "get_insider_transactions";

describe.skipIf(!hasBrowser)("a chart in its host", () => {
  const stage = useStage();

  it("shows what it waits for", async () => {
    const { frame } = await stage.open(QUOTE, { input: { symbol: "AAPL" } });
    await expect.poll(() => frame.getByRole("status").textContent()).toBe("Waiting for AAPL …");
  });

  it.each([
    ["get_earnings", { symbol: "AAPL" }],
    ["compare_stocks", { symbols: "AAPL,TSCO.L,F" }],
    ["get_options_chain", { symbol: "NVDA" }],
  ])("has text as large as the reader wants it, but in drawings: %s", async (tool, input) => {
    const { frame, settle } = await stage.show(tool, input, { width: 360 });
    await settle();
    const { grown, low, overflow } = await frame.evaluate(() => {
      const root = document.documentElement;
      const texts = [...document.body.querySelectorAll<HTMLElement>(":not(svg, svg *)")];
      const sizes = () => texts.map((each) => parseFloat(getComputedStyle(each).fontSize));
      const before = sizes();
      root.style.fontSize = "200%";
      const after = sizes();
      return {
        grown: [...new Set(after.map((size, at) => (size / before[at]!).toFixed(2)))],
        // Lines that are lower than their text lie on each other.
        low: texts.flatMap((each) => {
          const { fontSize, lineHeight } = getComputedStyle(each);
          return parseFloat(lineHeight) < parseFloat(fontSize) ? [`${each.localName}.${each.className}`] : [];
        }),
        overflow: root.scrollWidth - root.clientWidth,
      };
    });
    expect(grown).toEqual(["2.00"]);
    expect([...new Set(low)]).toEqual([]);
    expect(overflow).toBe(0);
  });

  it("shows the message of a failed call", async () => {
    const { frame, result, expectQuiet } = await stage.show(QUOTE, { symbol: "NOSUCHX" });
    expect(result.isError).toBe(true);
    const [said] = result.content as { text: string }[];
    // Advice for models and operators is left out.
    expect(said!.text).toMatch(/--demo.*search_symbols/);
    await expect
      .poll(() => frame.getByRole("status").textContent())
      .toMatch(/^Stock quote of NOSUCHX: .* do not know this symbol\.(?! Start)(?!.*search_symbols)/);
    expectQuiet();
  });

  it("shows that a call was cancelled, with the host's reason if there is one", async () => {
    const { frame, cancel } = await stage.open(QUOTE);
    await cancel("timeout");
    await frame.getByRole("status").getByText("The call was cancelled.").waitFor();
    expect(await frame.locator("pre").textContent()).toBe("timeout");
  });

  it("still shows that a call was cancelled when the answer to an earlier button arrives", async () => {
    const gate = createGate();
    const { frame, cancel, settle, asked } = await stage.show(
      "get_price_history",
      { symbol: "AAPL" },
      { hold: ({ range }) => (range === "5y" ? gate.passed : Promise.resolve()) },
    );
    await frame.getByRole("button", { name: "5Y" }).click();
    await cancel();
    await frame.getByText("The call was cancelled.").waitFor();
    gate.open();
    await settle(asked.length);
    expect(await frame.getByText("The call was cancelled.").count()).toBe(1);
  });

  it("draws an answer when the host passes only its text", async () => {
    const { frame, tell } = await stage.open(QUOTE);
    await tell({ content: [{ type: "text", text: '{"symbol":"AAPL","price":187.5}' }] });
    await expect.poll(() => frame.locator(".price strong").textContent()).toBe("187.50");
  });

  it("shows the text of an answer that it cannot parse", async () => {
    const { frame, tell } = await stage.open("provider_a_get_market_losers");
    await tell({ content: [{ type: "text", text: "symbol,price\nAAPL,187.5" }] });
    await expect.poll(() => frame.locator("pre").textContent()).toBe("symbol,price\nAAPL,187.5");
  });

  it.each([
    ["nothing", {}],
    ["another shape", { price: "much", insider_transactions: 7 }],
  ])("still works after an answer of %s", async (_what, structuredContent) => {
    for (const tool of [QUOTE, INSIDERS, "provider_a_get_price_targets", "provider_a_get_financial_statements"]) {
      const { frame, tell, expectQuiet } = await stage.open(tool);
      await tell({ content: [], structuredContent });
      await frame.getByText("The answer has nothing to draw.").waitFor();
      expectQuiet();
    }
  });

  it("shows markup from a source as plain text", async () => {
    const evil = `<img src=x onerror="parent.postMessage('owned','*')"><script>parent.postMessage('owned','*')</script>`;
    const { frame, page, tell, expectQuiet } = await stage.open(INSIDERS);
    await page.evaluate(() => {
      addEventListener("message", ({ data }) => data === "owned" && document.body.setAttribute("class", "owned"));
    });
    const insider_transactions = [{ insider: evil, relation: evil, transaction: evil, date: "2026-03-01", shares: 1 }];
    const structuredContent = { symbol: evil, company_name: evil, insider_transactions, source: evil };
    await tell({
      content: [
        { type: "text", text: evil },
        { type: "text", text: evil },
      ],
      structuredContent,
    });
    await frame.waitForSelector("footer");
    expect(await frame.locator("h1").textContent()).toBe(`${evil} insiders`);
    expect(await frame.locator("img, main script").count()).toBe(0);
    expect(await page.locator("body.owned").count()).toBe(0);
    expectQuiet();
  });

  it("uses the theme and colours of the host, also after a change", async () => {
    const variables = { "--color-background-primary": "rgb(1, 2, 3)", "--color-text-primary": "url(http://x.test/)" };
    const { frame, setContext, expectQuiet } = await stage.show(
      QUOTE,
      { symbol: "AAPL" },
      { context: { theme: "dark", styles: { variables } } },
    );
    await frame.waitForSelector("footer");
    const look = () =>
      frame.evaluate(() => {
        const { colorScheme, backgroundColor, color } = getComputedStyle(document.documentElement);
        return [colorScheme, backgroundColor, color];
      });
    expect(await look()).toEqual(["dark", "rgb(1, 2, 3)", "rgb(238, 240, 244)"]);
    await setContext({ theme: "light", styles: { variables: { "--color-text-primary": "rgb(4, 5, 6)" } } });
    await expect.poll(look).toEqual(["light", "rgb(1, 2, 3)", "rgb(4, 5, 6)"]);
    expectQuiet();
  });

  it.each([
    ["get_price_history", { symbol: "AAPL", range: "6mo" }, /^Best day, /],
    ["get_technical_indicators", { symbol: "AAPL" }, "SMA 20"],
    ["provider_a_get_price_targets", { symbol: "AAPL" }, /^DCF value$/],
  ])("%s calls no tool again when the reader's language changes", async (tool, input, drawn) => {
    const { frame, asked, setContext, expectQuiet } = await stage.show(tool, input);
    await frame.getByText(drawn).first().waitFor();
    const before = asked.length;
    await setContext({ locale: "de-DE" });
    const decimals = frame.locator("[title]").filter({ hasText: /\d,\d\d$/ });
    await decimals.first().waitFor();
    await frame.getByText(drawn).first().waitFor();
    expect(asked).toHaveLength(before);
    expectQuiet();
  });

  it.each([
    [
      "get_technical_indicators",
      { symbol: "AAPL" },
      "The values over time could not be fetched; only the latest values are shown.",
      "",
    ],
    [
      "provider_a_get_price_targets",
      { symbol: "AAPL" },
      "The price could not be fetched, so the targets are shown without it.",
      "",
    ],
    ["get_price_history", { symbol: "AAPL", range: "6mo" }, /^The newest \d\d of 12\d prices are drawn\.$/, ""],
  ])("%s waits 30 s for the host's answer, then offers to try again", async (tool, input, failed, end) => {
    let calls = 0;
    const hold = () => (++calls === 1 ? new Promise<void>(() => {}) : Promise.resolve());
    const { frame, page, asked } = await stage.show(tool, input, { hold, now: "2026-03-05T12:00:00Z" });
    const status = frame.locator("[role=status]");
    const again = frame.getByRole("button", { name: "Try again" });
    await expect.poll(() => calls).toBe(1);
    await page.clock.fastForward(28_000);
    expect(await again.count()).toBe(0);
    await page.clock.fastForward(3_000);
    await again.waitFor();
    expect(await status.textContent()).toMatch(failed);
    await again.click();
    await expect.poll(() => status.textContent()).toMatch(end === "" ? /^$/ : end);
    expect(await again.count()).toBe(0);
    expect(asked.filter(([name]) => name === asked[0]![0])).toHaveLength(2);
  });

  it("can be closed at once", async () => {
    const { page } = await stage.open(QUOTE);
    expect(await page.evaluate(() => window.host.teardown())).toEqual({});
  });

  it("accepts messages only from the surrounding frame", async () => {
    const { frame } = await stage.open(QUOTE);
    await frame.evaluate(() => {
      const params = { content: [], structuredContent: { symbol: "FAKE", price: 1 } };
      window.postMessage({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params }, "*");
      return new Promise((resolve) => requestAnimationFrame(resolve));
    });
    expect(await frame.getByRole("status").textContent()).toBe("Waiting for the answer …");
  });
});
