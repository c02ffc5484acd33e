/** Symbols that the page keeps in the browser: those looked up last, and the reader's own list. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, hasBrowser, useBrowser } from "../support/browser.js";
import { startHttpProgram } from "../support/program.js";

const NAME = "market-data-symbols";

describe.skipIf(!hasBrowser)("symbols kept in the browser", { timeout: 60_000 }, () => {
  const { open } = useBrowser();
  let server: Awaited<ReturnType<typeof startHttpProgram>>;
  beforeAll(async () => {
    server = await startHttpProgram(["--demo"], { STORE_URL: "memory:" });
  }, 60_000);
  afterAll(() => server?.stop());

  /** Opens the page with symbols that the browser has kept. */
  async function visit(kept: object | string = {}, { width = 1280, hash = "" } = {}) {
    const watched = await open({ viewport: { width, height: 800 } });
    const { page } = watched;
    const calls: { name: string; arguments: Record<string, unknown> }[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/mcp"))
        calls.push((request.postDataJSON() as { params: (typeof calls)[number] }).params);
    });
    const text = typeof kept === "string" ? kept : JSON.stringify(kept);
    // Not again after a reload.
    const store = `localStorage.setItem("${NAME}", ${JSON.stringify(text)}); sessionStorage.setItem("begun", "yes");`;
    await page.addInitScript(`if (self === top && sessionStorage.getItem("begun") === null) { ${store} }`);
    await page.goto(`${server.url}/${hash}`);
    return { ...watched, calls };
  }
  const storedIn = (page: Page) => page.evaluate<string | null>(`localStorage.getItem("${NAME}")`);
  const recent = (page: Page) => page.getByRole("list", { name: "Looked up last" }).getByRole("link");
  const own = (page: Page) => page.locator("#own-list > li");
  const lookUp = async (page: Page, symbol: string) => {
    await page.getByRole("combobox").fill(symbol);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.title()).toMatch(new RegExp(`^${symbol} `));
  };

  it("are those looked up last, the newest first, each once, and can be forgotten", async () => {
    const { page, errors } = await visit();
    expect(await page.locator("#recent").isVisible()).toBe(false);
    for (const symbol of ["AAPL", "MSFT", "AAPL"]) await lookUp(page, symbol);
    expect(await recent(page).allInnerTexts()).toEqual(["AAPL", "MSFT"]);
    await page.reload();
    await expect.poll(() => recent(page).allInnerTexts()).toEqual(["AAPL", "MSFT"]);
    await recent(page).nth(1).click();
    await expect.poll(() => recent(page).allInnerTexts()).toEqual(["MSFT", "AAPL"]);
    await page.getByRole("button", { name: "Forget these" }).click();
    expect(await page.locator("#recent").isVisible()).toBe(false);
    expect(await storedIn(page)).toBeNull();
    expect(errors).toEqual([]);
  });

  it("are never those that no source knows", async () => {
    const { page } = await visit();
    await page.getByRole("combobox").fill("ZZZZQ");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("#lookup-said").innerText()).toMatch(/^No source knows/);
    expect(await page.locator("#recent, #keep").filter({ visible: true }).count()).toBe(0);
  });

  it("are a list, to which the symbol on the page is added and from which it is removed, by keyboard", async () => {
    const { page, errors, calls } = await visit();
    await lookUp(page, "NVDA");
    const star = page.getByRole("button", { name: "NVDA in your list" });
    expect(await star.getAttribute("aria-pressed")).toBe("false");
    await star.focus();
    await page.keyboard.press("Enter");
    expect(await star.getAttribute("aria-pressed")).toBe("true");
    expect(JSON.parse((await storedIn(page))!)).toEqual({ recent: ["NVDA"], own: ["NVDA"] });
    // Its price is known from the look-up.
    expect(await own(page).first().innerText()).toMatch(/^NVDA\n[^]*\d USD\s*[▲▼]/);
    expect(calls.map(({ name }) => name)).not.toContain("get_quotes");
    await page.getByRole("button", { name: "Remove NVDA from your list" }).focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("#own").isVisible()).toBe(false);
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("☆ NVDA in your list");
    expect(errors).toEqual([]);
  });

  it("are none where the browser keeps nothing, which the page says", async () => {
    const { page, errors } = await visit();
    await page.evaluate("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }");
    await lookUp(page, "NVDA");
    const star = page.getByRole("button", { name: "NVDA in your list" });
    await star.click();
    expect(await star.getAttribute("aria-pressed")).toBe("false");
    expect(await page.getByText("This browser keeps nothing for this page").isVisible()).toBe(true);
    expect(errors).toEqual([]);
  });

  it("have their prices by one call, and a small line each when it is scrolled to", async () => {
    const symbols = ["AAPL", "EURUSD=X", "ZZZZQ", "^GSPC"];
    const { page, errors, calls } = await visit({ own: symbols });
    await expect.poll(() => page.locator("#own-list svg").count()).toBe(3);
    expect(calls.filter(({ name }) => name === "get_quotes").map((call) => call.arguments)).toEqual([{ symbols }]);
    expect(calls.slice(1).map((call) => [call.name, call.arguments["symbol"]])).toEqual(
      ["AAPL", "EURUSD=X", "^GSPC"].map((symbol) => ["get_price_history", symbol]),
    );
    const texts = (await own(page).allInnerTexts()).map((text) => text.replaceAll("\u00a0", " "));
    expect(texts[0]).toMatch(/^AAPL\nApple Inc\.\n[\d.]+ USD [▲▼] [+−][\d.]+ %/);
    // Rates have five significant digits.
    expect(texts[1]).toMatch(/\n1\.\d{4} USD/);
    expect(texts[2]).toMatch(/No price\./);
    expect(await page.getByRole("img", { name: /^Closes, .* to .*: [\d.,]+ to [\d.,]+$/ }).count()).toBe(3);
    expect(errors).toEqual([]);
  });

  it("have the time of each price, and new prices when the page is seen again after a minute", async () => {
    const { page, errors, calls } = await visit({ own: ["BTC-USD"] });
    const asked = () => calls.filter(({ name }) => name === "get_quotes").length;
    const seeAgain = () => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await expect.poll(() => own(page).first().innerText()).toMatch(/%\s+\w{3} \d{1,2}, \d{1,2}:\d\d\s[AP]M/);
    await seeAgain();
    await page.waitForTimeout(500);
    expect(asked()).toBe(1);
    await page.evaluate("{ const { now } = Date; Date.now = () => now() + 60_000; }");
    await seeAgain();
    await expect.poll(asked).toBe(2);
    await seeAgain();
    await page.waitForTimeout(500);
    expect([asked(), errors]).toEqual([2, []]);
  });

  it("are asked for nothing while a look-up is shown above them, until they are scrolled to", async () => {
    const { page, calls } = await visit({ own: ["MSFT"] }, { hash: "#AAPL" });
    await expect.poll(() => calls.length).toBeGreaterThanOrEqual(2);
    await page.waitForTimeout(1_000);
    expect(calls.map(({ name }) => name)).not.toContain("get_quotes");
    await page.locator("#own").scrollIntoViewIfNeeded();
    await expect.poll(() => own(page).first().innerText()).toMatch(/USD/);
  });

  it("are at most 20 in the list and eight looked up last, and anything else in the store is left out", async () => {
    const many = Array.from({ length: 30 }, (_, index) => `SYM${index}`);
    const { page } = await visit({ own: [7, null, "x".repeat(25), ...many], recent: ["", ...many, ...many] });
    expect([await own(page).count(), await recent(page).count()]).toEqual([20, 8]);
    await lookUp(page, "AAPL");
    await page.getByRole("button", { name: "AAPL in your list" }).click();
    await expect.poll(() => page.locator("#own-said").innerText()).toBe("Your list has 20 symbols. Remove one first.");
    const stored = JSON.parse((await storedIn(page))!) as { own: string[]; recent: string[] };
    expect([stored.own.length, stored.recent.length, stored.recent[0]]).toEqual([20, 8, "AAPL"]);
  });

  it.each(["no JSON", "[]", '{"own":{"0":"AAPL"},"recent":"AAPL"}'])(
    "are none where the browser has %s",
    async (text) => {
      const { page, errors } = await visit(text);
      // It is hidden until the script has run.
      await page.locator(".charts").waitFor();
      expect(await page.locator("#own, #recent").filter({ visible: true }).count()).toBe(0);
      expect(errors).toEqual([]);
    },
  );

  it("are a page without them where the browser stores nothing", async () => {
    const { page, errors } = await open();
    await page.addInitScript(
      'Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } })',
    );
    await page.goto(server.url);
    await lookUp(page, "AAPL");
    await page.getByRole("button", { name: "AAPL in your list" }).click();
    expect(await page.locator("#own").isVisible()).toBe(false);
    expect(errors).toEqual([]);
  });

  it("appear as soon as another tab has added one", async () => {
    const { page } = await visit();
    const other = await page.context().newPage();
    await other.goto(server.url);
    await other.evaluate(`localStorage.setItem("${NAME}", JSON.stringify({ recent: ["KO"], own: ["KO"] }))`);
    await expect.poll(() => recent(page).allInnerTexts()).toEqual(["KO"]);
  });

  it.each([
    { colorScheme: "light", width: 320 },
    { colorScheme: "dark", width: 1280 },
  ] as const)("are accessible and fit: $colorScheme, $width wide", async ({ colorScheme, width }) => {
    const { page } = await visit({ own: ["AAPL", "BTC-USD", "ZZZZQ"], recent: ["AAPL", "^GSPC"] }, { width });
    await page.emulateMedia({ colorScheme });
    await page.locator("#own").scrollIntoViewIfNeeded();
    await own(page).first().locator("svg").waitFor();
    await lookUp(page, "MSFT");
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  });
});
