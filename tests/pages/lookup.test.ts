/** The field for a symbol on `/`, in a real browser: it ends in the pictures of the MCP surface. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { SHOWN } from "../../src/status/lookup.js";
import { expectAccessible, hasBrowser, useBrowser } from "../support/browser.js";
import { renews } from "../support/generated-file.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";

const SCREENSHOT = new URL("../../packaging/screenshots/status.png", import.meta.url);
const MOST_BYTES = 150_000;
const KEY = "a-key-of-the-test";

/** Calls of tools by the page, in their order. */
const callsOf = (page: Page): { name: string; arguments: Record<string, unknown> }[] => {
  const calls: ReturnType<typeof callsOf> = [];
  page.on("request", (request) => {
    const { params } = (request.postDataJSON() ?? {}) as { params?: ReturnType<typeof callsOf>[number] };
    if (request.url().endsWith("/mcp") && params) calls.push(params);
  });
  return calls;
};

const field = (page: Page) => page.getByRole("combobox", { name: "Look up a symbol" });
const said = (page: Page) => page.locator("#lookup-said");
const picture = (page: Page, title: string) => page.frameLocator(`iframe[title="${title}"]`);
/** A frame outside the window is not drawn, so each is scrolled to. */
async function headingOf(page: Page, title: string): Promise<string> {
  await page.locator(`iframe[title="${title}"]`).scrollIntoViewIfNeeded();
  return picture(page, title).getByRole("heading", { level: 1 }).innerText();
}
/** Scrolls through the parts of a look-up, which are asked for when they are in the window. */
async function scrollThrough(page: Page): Promise<void> {
  for (const place of [...SHOWN.slice(1).map(({ name }) => `#picture-${name}`), ".news"]) {
    await page.locator(place).scrollIntoViewIfNeeded();
    await expect.poll(() => page.locator(`${place}:not(.waiting):not(:has(#news-list:empty))`).count()).toBe(1);
  }
}
const widthOf = (page: Page) => page.evaluate<number>("document.documentElement.scrollWidth");

it("shows pictures that their tools have, by the tools that the catalogue names", () => {
  for (const { name, tool } of SHOWN) {
    const found = CATALOGUE.find(({ capability }) => capability.tool.name === tool);
    expect(found?.capability.tool.picture).toBe(name);
  }
});

describe.skipIf(!hasBrowser)("looking up a symbol", { timeout: 60_000 }, () => {
  const { open } = useBrowser();
  let server: Awaited<ReturnType<typeof startHttpProgram>>;
  beforeAll(async () => {
    server = await startHttpProgram(["--demo"], { STORE_URL: "memory:" });
  }, 60_000);
  afterAll(() => server?.stop());

  async function visit(hash = "", options: BrowserContextOptions = {}) {
    const watched = await open(options);
    const calls = callsOf(watched.page);
    await watched.page.goto(`${server.url}/${hash}`);
    // It is hidden until the script has run.
    await watched.page.locator(".charts").waitFor();
    return { ...watched, calls };
  }

  it("shows quote, price history, indicators, statements and news after AAPL and Enter", async () => {
    const { page, asked, errors, calls } = await visit();
    expect(calls).toEqual([]);
    await page.keyboard.type("AAPL");
    await page.keyboard.press("Enter");
    await expect.poll(() => headingOf(page, "Quote")).toBe("AAPL");
    await expect.poll(() => headingOf(page, "Price history")).toBe("AAPL price history");
    await picture(page, "Price history").locator("svg, canvas").first().waitFor();
    await expect.poll(() => headingOf(page, "Technical indicators")).toBe("AAPL technical indicators");
    await expect.poll(() => headingOf(page, "Statements")).toBe("AAPL income statement");
    await page.locator(".news").scrollIntoViewIfNeeded();
    const news = page.getByRole("region", { name: "News" }).getByRole("link");
    await expect.poll(() => news.count()).toBe(6);
    expect(await news.first().getAttribute("rel")).toBe("noopener noreferrer");
    expect(await page.title()).toMatch(/^AAPL · /);
    expect(page.url()).toBe(`${server.url}/#AAPL`);
    const names = calls.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...SHOWN.map(({ tool }) => tool), "get_news"]));
    // The picture of the quote asks for the line of the day, the yield and beta, too.
    expect(names.length).toBeLessThanOrEqual(SHOWN.length + 1 + 3);
    expect(errors).toEqual([]);
    expect(asked.filter((address) => !address.startsWith(`${server.url}/`))).toEqual([]);
  });

  it.each([
    ["wide, where the price history stands beside the quote", 1280, 800],
    ["narrow, where the quote stands alone", 390, 800],
  ])(
    "shows the price with the line of the day, and asks for the rest when it is scrolled: %s",
    async (_what, width, height) => {
      const { page, calls, errors } = await visit("#AAPL", { viewport: { width, height } });
      await picture(page, "Quote").locator(".time-chart svg").waitFor();
      await page.waitForTimeout(1_500);
      const names = calls.map(({ name }) => name);
      expect(names[0]).toBe(SHOWN[0].tool);
      expect(names.filter((name) => /indicators|statements|news/.test(name))).toEqual([]);
      await scrollThrough(page);
      expect(calls.map(({ name }) => name)).toEqual(
        expect.arrayContaining([...SHOWN.map(({ tool }) => tool), "get_news"]),
      );
      expect(errors).toEqual([]);
    },
  );

  it("draws the pictures of the next symbol as clearly as those of the first, also where their height stays", async () => {
    const { page } = await visit("#AAPL");
    for (const symbol of ["MSFT", "NVDA"]) {
      await field(page).fill(symbol);
      await page.keyboard.press("Enter");
      await expect.poll(() => headingOf(page, "Quote")).toBe(symbol);
      const [quote, history] = SHOWN.map(({ name }) => `#picture-${name}.waiting`);
      await page.locator(history!.replace(".waiting", "")).scrollIntoViewIfNeeded();
      await expect.poll(() => page.locator(`${quote}, ${history}`).count()).toBe(0);
    }
  });

  it.each([360, 450, 1280])("says above the price how a symbol was read, at a width of %i", async (width) => {
    const { page } = await visit("", { viewport: { width, height: 800 } });
    await field(page).fill("btc");
    await page.keyboard.press("Enter");
    await expect.poll(() => headingOf(page, "Quote")).toBe("BTC");
    const quote = picture(page, "Quote");
    const topOf = async (text: string) => (await quote.getByText(text).first().boundingBox())!.y;
    const price = (await quote.locator(".price").first().boundingBox())!.y;
    expect(await topOf("the coin Bitcoin is BTC-USD")).toBeLessThan(price);
  });

  it("asks for what is below only when it is scrolled to, and for a new symbol again", async () => {
    const { page, calls } = await visit("#AAPL");
    const names = () => calls.map(({ name }) => name);
    await expect.poll(() => headingOf(page, "Price history")).toBe("AAPL price history");
    expect(names()).not.toContain("get_news");
    await scrollThrough(page);
    expect(names()).toEqual(expect.arrayContaining([...SHOWN.map(({ tool }) => tool), "get_news"]));
    calls.length = 0;
    await page.evaluate("scrollTo(0, 0)");
    await page.getByRole("list", { name: "Examples" }).getByRole("link", { name: "NVDA" }).click();
    await expect.poll(() => headingOf(page, "Quote")).toBe("NVDA");
    expect(await page.locator("#news-list").innerText()).toBe("");
    expect(names()).not.toContain("get_news");
  });

  it("lets pictures ask for more, in frames without an origin and without any other request", async () => {
    const { page, errors, calls } = await visit("#AAPL");
    const history = picture(page, "Price history");
    await history.getByRole("button", { name: /5Y|5 years/ }).click();
    await expect.poll(() => calls.at(-1)?.arguments).toMatchObject({ symbol: "AAPL", range: "5y" });
    const frame = page.frames().find((each) => each.url().includes("picture-history"))!;
    expect(await frame.evaluate("origin")).toBe("null");
    const reached = await frame.evaluate("fetch('/api/v1/stock/AAPL').then(() => 'answered', () => 'blocked')");
    expect(reached).toBe("blocked");
    // That attempt alone is in the console.
    expect(errors.filter((text) => !text.includes("Content Security Policy"))).toEqual([]);
  });

  it("goes to the symbol in the address, and back", async () => {
    const { page } = await visit("#MSFT");
    await expect.poll(() => headingOf(page, "Quote")).toBe("MSFT");
    await page.getByRole("link", { name: "NVDA" }).click();
    await expect.poll(() => headingOf(page, "Quote")).toBe("NVDA");
    await page.goBack();
    await expect.poll(() => headingOf(page, "Quote")).toBe("MSFT");
    expect(await field(page).inputValue()).toBe("MSFT");
  });

  it("has no symbol in the address while none is shown, and goes back to the last one", async () => {
    const { page } = await visit("#MSFT");
    await expect.poll(() => headingOf(page, "Quote")).toBe("MSFT");
    await field(page).fill("x<script>");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("#pictures").isVisible()).toBe(false);
    expect(page.url()).toBe(`${server.url}/`);
    await page.goBack();
    await expect.poll(() => headingOf(page, "Quote")).toBe("MSFT");
  });

  it("takes the symbol from a parameter of a link, and is empty again on the way back", async () => {
    const { page, calls } = await visit();
    await page.goto(`${server.url}/?symbol=brk-b`);
    await expect.poll(() => headingOf(page, "Quote")).toBe("BRK-B");
    expect(page.url()).toBe(`${server.url}/#brk-b`);
    await page.goto(`${server.url}/`);
    await field(page).fill("AAPL");
    await page.keyboard.press("Enter");
    await expect.poll(() => headingOf(page, "Quote")).toBe("AAPL");
    await page.locator("#headline a").click();
    const asked = calls.length;
    await page.goBack();
    expect(await picture(page, "Quote").getByRole("heading", { level: 1 }).innerText()).toBe("AAPL");
    expect(calls.length).toBe(asked);
    await page.goBack();
    await expect.poll(() => page.locator("#pictures").isVisible()).toBe(false);
    expect(await field(page).inputValue()).toBe("");
  });

  it.each([
    ["apple", "AAPL"],
    ["coca cola", "KO"],
    ["msft", "MSFT"],
    ["s&p 500 index", "^GSPC"],
    ["s&p 500", "^GSPC"],
    ["10 year treasury", "^TNX"],
    ["gold futures", "GC=F"],
  ])("takes %j for %s without a search", async (text, symbol) => {
    const { page, calls } = await visit();
    await field(page).fill(text);
    await page.keyboard.press("Enter");
    await expect.poll(() => headingOf(page, "Quote")).toBe(symbol);
    expect(calls.map(({ name }) => name)).not.toContain("search_symbols");
  });

  it.each([
    ["$AAPL", "AAPL", '"$AAPL" was read as AAPL.'],
    ["eur/usd", "EURUSD=X", '"eur/usd" was read as EURUSD=X.'],
    ["AAPL US Equity", "AAPL", '"AAPL US Equity" was read as AAPL.'],
    ["btc", "BTC", "BTC is the symbol of a listing; the coin Bitcoin is BTC-USD."],
  ])("shows %j as the server reads it, %s, with its sentence under the name", async (text, symbol, sentence) => {
    const { page, calls, errors } = await visit();
    await field(page).fill(text);
    await page.keyboard.press("Enter");
    await expect.poll(() => headingOf(page, "Quote")).toBe(symbol);
    await expect.poll(() => headingOf(page, "Price history")).toBe(`${symbol} price history`);
    expect(await picture(page, "Quote").locator("header + .content > p:first-child").innerText()).toBe(sentence);
    expect(await field(page).inputValue()).toBe(symbol);
    expect(page.url()).toBe(`${server.url}/#${encodeURIComponent(symbol)}`);
    expect(calls.map(({ name }) => name)).not.toContain("search_symbols");
    expect(errors).toEqual([]);
  });

  it("completes well-known symbols and names by keyboard, without a request", async () => {
    const { page, calls } = await visit();
    await page.keyboard.type("micro");
    const options = page.getByRole("listbox", { name: "Well-known symbols" }).getByRole("option");
    await expect.poll(() => options.allInnerTexts()).toEqual(expect.arrayContaining([expect.stringContaining("MSFT")]));
    await expectAccessible(page);
    expect(await field(page).getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("Escape");
    expect(await options.count()).toBe(0);
    expect(await field(page).inputValue()).toBe("micro");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    const active = page.locator(`#${await field(page).getAttribute("aria-activedescendant")}`);
    expect(await active.getAttribute("aria-selected")).toBe("true");
    expect(calls).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(() => headingOf(page, "Quote")).toBe("MSFT");
  });

  it("says that a symbol is unknown, and what the search finds for it", async () => {
    const { page, errors, calls } = await visit();
    await field(page).fill("ZZZZQ");
    await page.keyboard.press("Enter");
    await expect.poll(() => said(page).innerText()).toMatch(/^No source knows ZZZZQ\. The search finds nothing/);
    expect(await page.locator("iframe").count()).toBe(0);
    await field(page).fill("appl inc");
    await page.keyboard.press("Enter");
    await expect.poll(() => said(page).innerText()).toBe("Did you mean:");
    const both = [SHOWN[0].tool, "search_symbols"];
    expect(calls.map(({ name }) => name)).toEqual([...both, ...both]);
    await page.locator("#matches").getByRole("link", { name: /AAPL/ }).click();
    await expect.poll(() => headingOf(page, "Quote")).toBe("AAPL");
    expect(await page.locator("#matches").isVisible()).toBe(false);
    expect(errors).toEqual([]);
  });

  it("names what it suggests for a word that is no symbol", async () => {
    const { page } = await visit();
    await page.keyboard.type("euro");
    await page.keyboard.press("Enter");
    await expect.poll(() => said(page).innerText()).toBe("No source knows EURO. Did you mean:");
    await page.locator("#matches").getByRole("link", { name: "EURUSD=X" }).first().click();
    await expect.poll(() => headingOf(page, "Quote")).toBe("EURUSD=X");
  });

  it("says of what a symbol does not have that there is none", async () => {
    const { page, errors } = await visit("#^GSPC");
    const place = page.locator("#picture-statements");
    await page.locator("#pictures").waitFor();
    await place.scrollIntoViewIfNeeded();
    await expect.poll(() => place.innerText()).toBe("Statements: None for this symbol.");
    // The same place has a picture again for the next symbol.
    await page.getByRole("link", { name: "AAPL" }).click();
    await expect.poll(() => headingOf(page, "Statements")).toBe("AAPL income statement");
    expect(errors).toEqual([]);
  });

  it("never executes a text of third parties, and links to web pages only", async () => {
    const { page, errors } = await open();
    const items = [
      { title: "<img src=x onerror=alert(1)>", url: "https://news.example.test/1", publisher: "<b>", published: "x" },
      { title: "A script", url: "javascript:alert(1)", publisher: null, published: null },
    ];
    await page.route("**/mcp", async (route) => {
      if (!route.request().postData()!.includes("get_news")) return route.continue();
      return route.fulfill({ json: { jsonrpc: "2.0", id: 1, result: { structuredContent: { items } } } });
    });
    await page.goto(`${server.url}/#AAPL`);
    const news = page.getByRole("region", { name: "News" });
    await news.scrollIntoViewIfNeeded();
    await expect
      .poll(() => news.getByRole("listitem").allInnerTexts())
      .toEqual([`${items[0]!.title}\n<b>`, "A script"]);
    expect(await news.getByRole("link").count()).toBe(1);
    expect(errors).toEqual([]);
  });

  it("says that the server does not answer, and asks again once it does", async () => {
    const { page } = await visit();
    const isDown = (url: URL) => ["/mcp", "/status.json"].includes(url.pathname);
    await page.route(isDown, (route) => route.abort());
    await field(page).fill("AAPL");
    await page.keyboard.press("Enter");
    await expect.poll(() => said(page).innerText()).toBe("The server does not answer.");
    await page.unroute(isDown);
    await expect.poll(() => page.locator("#pictures").isVisible(), { timeout: 20_000 }).toBe(true);
    expect(await said(page).innerText()).toBe("");
  });

  it("looks up again by itself when the time that an error names is over, once", async () => {
    const { page, calls } = await visit();
    const failure = { kind: "unavailable", text: "Yahoo Finance did not answer.", retryAfter: 1 };
    const result = { isError: true, content: [], _meta: { "market-data/error": failure } };
    await page.route("**/mcp", (route) => route.fulfill({ json: { jsonrpc: "2.0", id: 1, result } }));
    await field(page).fill("AAPL");
    await page.keyboard.press("Enter");
    await expect.poll(() => calls.length, { timeout: 20_000 }).toBe(2);
    await page.waitForTimeout(8_000);
    expect(calls.length).toBe(2);
    await expect.poll(() => said(page).innerText()).toBe("Yahoo Finance did not answer. Try again now.");
    await field(page).fill("MSFT");
    await page.keyboard.press("Enter");
    await expect.poll(() => calls.length).toBe(3);
    await page.unroute("**/mcp");
    await expect.poll(() => page.locator("#pictures").isVisible(), { timeout: 20_000 }).toBe(true);
  });

  it("is a sentence without scripts; the state of the server is complete", async () => {
    const { page } = await open({ javaScriptEnabled: false });
    await page.goto(server.url);
    expect(await page.locator("#lookup").isVisible()).toBe(false);
    expect(await page.getByText("This needs JavaScript.").isVisible()).toBe(true);
    expect(await page.getByRole("heading", { name: /Working|All is well/ }).isVisible()).toBe(true);
  });

  it.each([
    { colorScheme: "light", width: 320 },
    { colorScheme: "dark", width: 320 },
    { colorScheme: "light", width: 1280 },
    { colorScheme: "dark", width: 1280 },
  ] as const)("is accessible and fits: $colorScheme, $width wide", async ({ colorScheme, width }) => {
    const { page, errors } = await visit("#AAPL", { colorScheme, viewport: { width, height: 900 } });
    for (const { title } of SHOWN) {
      await headingOf(page, title);
      const frame = page.locator(`iframe[title="${title}"]`);
      const root = frame.contentFrame().locator("html");
      const ground = await root.evaluate("getComputedStyle(document.documentElement).backgroundColor");
      // The picture has the colours of the card around it.
      expect(ground).toBe(colorScheme === "dark" ? "rgb(23, 28, 25)" : "rgb(255, 255, 255)");
      const drawn = Number(await root.evaluate("document.documentElement.scrollHeight"));
      await expect.poll(async () => (await frame.boundingBox())!.height).toBeGreaterThanOrEqual(drawn - 1);
    }
    await expectAccessible(page);
    expect(await widthOf(page)).toBe(width);
    expect(errors).toEqual([]);
  });

  it("has a screenshot in docs/http.md (npm run renew:screenshots takes it)", async () => {
    const { page } = await visit("#AAPL", { viewport: { width: 1280, height: 780 } });
    await expect.poll(() => headingOf(page, "Price history")).toBe("AAPL price history");
    await page.evaluate("scrollTo(0, 0)");
    await picture(page, "Price history").locator("svg, canvas").first().waitFor();
    await expect.poll(() => page.locator(":is(#picture-quote, #picture-history).waiting").count()).toBe(0);
    // They fade in.
    await page.waitForTimeout(500);
    if (renews("screenshots")) writeFileSync(SCREENSHOT, await page.screenshot());
    expect(readFileSync(SCREENSHOT).byteLength).toBeLessThan(MOST_BYTES);
    const guide = readFileSync(new URL("../../docs/http.md", import.meta.url), "utf8");
    expect(guide.includes("](../packaging/screenshots/status.png)")).toBe(true);
  });
});

describe.skipIf(!hasBrowser)("looking up a symbol on a server with keys", { timeout: 60_000 }, () => {
  const { open } = useBrowser();
  const folder = temporaryFolder();
  let server: Awaited<ReturnType<typeof startHttpProgram>>;
  beforeAll(async () => {
    const file = join(folder.path, "keys.json");
    const sha256 = createHash("sha256").update(KEY).digest("hex");
    writeFileSync(file, JSON.stringify([{ id: "jo", sha256, plan: "free" }]));
    server = await startHttpProgram(["--demo"], { STORE_URL: "memory:", API_KEYS_FILE: file });
  }, 60_000);
  afterAll(async () => {
    await server?.stop();
    folder.remove();
  });

  it("asks for the key, keeps it in the tab, sends it as a header, and says when its plan is used up", async () => {
    const { page, asked } = await open({ viewport: { width: 320, height: 900 } });
    const calls = callsOf(page);
    const keyField = page.getByLabel("Key", { exact: true });
    await page.goto(`${server.url}/#AAPL`);
    expect(await page.locator(".caller-key").innerText()).toContain("market-data-mcp keys list --usage");
    await expect.poll(() => said(page).innerText()).toBe("This server needs a key. Enter yours.");
    await expect.poll(() => keyField.evaluate("document.activeElement.id")).toBe("key");
    await page.keyboard.type("another-key");
    await page.keyboard.press("Enter");
    await expect.poll(() => said(page).innerText()).toBe("The server does not accept this key.");
    await expectAccessible(page);
    expect(await widthOf(page)).toBe(320);
    calls.length = 0;
    await keyField.fill(KEY);
    await page.keyboard.press("Enter");
    await expect.poll(() => headingOf(page, "Quote")).toBe("AAPL");
    await scrollThrough(page);
    await expect.poll(() => headingOf(page, "Statements")).toBe("AAPL income statement");
    // One call each: what a caller with the smallest plan has in a minute.
    expect(calls.map(({ name }) => name)).toEqual([...SHOWN.map(({ tool }) => tool), "get_news"]);
    await page.reload();
    // The free plan has five calls a minute, and the first symbol has used them.
    await expect.poll(() => said(page).innerText()).toMatch(/^The free plan allows 5 calls a minute, .* Try again in/);
    expect(await keyField.inputValue()).toBe(KEY);
    expect(asked.filter((address) => address.includes("key"))).toEqual([]);
    const other = await page.context().newPage();
    await other.goto(server.url);
    expect(await other.getByLabel("Key", { exact: true }).inputValue()).toBe("");
  });
});

describe("the page of a picture", () => {
  it("may be framed by this server only, runs its own script only, and has no origin", async () => {
    const server = await startHttpProgram(["--demo"], { STORE_URL: "memory:" });
    const reply = await fetch(`${server.url}/web/picture-quote.html`);
    const html = await reply.text();
    const script = /<script>([^]*)<\/script>/.exec(html)![1]!;
    const policy = reply.headers.get("content-security-policy")!.split("; ");
    expect(policy).toEqual(
      expect.arrayContaining([
        "sandbox allow-scripts",
        "default-src 'none'",
        "frame-ancestors 'self'",
        `script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`,
      ]),
    );
    expect(reply.headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect((await fetch(server.url)).headers.get("x-frame-options")).toBe("DENY");
    await server.stop();
  });
});
