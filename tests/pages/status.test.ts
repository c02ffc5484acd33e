/** The state of the server on `/`, in a real browser. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StatusReport } from "../../src/status/report.js";
import { expectAccessible, hasBrowser, useBrowser } from "../support/browser.js";
import { hasFakeClock } from "../support/fake-clock.js";
import { PROGRAM, startHttpProgram } from "../support/program.js";
import { TROUBLED } from "../status/reports.js";
import { startBusyServer } from "./busy-server.js";

const UNTOLD = "/path/to/market-data-mcp/dist/index.js";
/** The page updates itself at least this often. */
const UPDATE_MS = 5_000;
const MOST_BYTES = 150_000;

describe.skipIf(!hasBrowser || !hasFakeClock)("the status page", { timeout: 90_000 }, () => {
  const { open } = useBrowser();
  let server: Awaited<ReturnType<typeof startBusyServer>>;
  beforeAll(async () => {
    server = await startBusyServer();
  }, 120_000);
  afterAll(() => server?.close());

  const report = async () => (await (await fetch(`${server.url}/status.json`)).json()) as StatusReport;

  /** Opens the page, scrolls to its charts and waits for them; `shows` replaces the server's report. */
  async function visit(options: BrowserContextOptions = {}, shows?: StatusReport) {
    const watched = await open(options);
    const { page } = watched;
    await page.clock.install();
    if (shows) await page.route("**/status.json", (route) => route.fulfill({ json: shows }));
    await page.goto(server.url);
    await page.locator("#chart-times").scrollIntoViewIfNeeded();
    await page.locator("#chart-times canvas").waitFor();
    return watched;
  }

  const widthOf = (page: Page) => page.evaluate<number>("document.documentElement.scrollWidth");

  it("requests no other host, violates no content policy, and is small", async () => {
    const { page, asked, errors } = await open();
    await page.goto(server.url, { waitUntil: "networkidle" });
    const atFirst = new Set(asked);
    await page.locator("#chart-times").scrollIntoViewIfNeeded();
    await page.locator("#chart-times canvas").waitFor();
    expect(errors).toEqual([]);
    expect(asked.filter((address) => !address.startsWith(`${server.url}/`))).toEqual([]);
    const bodies = await Promise.all([...atFirst].map(async (address) => (await fetch(address)).arrayBuffer()));
    expect(bodies.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(MOST_BYTES);
    const html = await page.content();
    expect(html).not.toMatch(/<script(?![^>]+src=)|\son\w+=/);
  });

  it.each(["#chart-requests", "#endpoints"])(
    "loads the script of its charts only when one is in the window, and once: %s",
    async (place) => {
      const { page, asked } = await open({ viewport: { width: 390, height: 600 } });
      const loads = () => asked.filter((address) => address.includes("/web/charts.js")).length;
      await page.clock.install();
      await page.goto(server.url, { waitUntil: "networkidle" });
      await page.locator(".charts").waitFor();
      expect(loads()).toBe(0);
      await page.evaluate(`document.querySelector("${place}").scrollIntoView()`);
      await page.locator("#chart-times canvas").waitFor();
      await page.locator("#endpoints canvas").first().waitFor();
      await page.clock.fastForward(UPDATE_MS);
      await page.evaluate("scrollTo(0, 0)");
      expect(loads()).toBe(1);
    },
  );

  it("draws its charts with the next update if their script could not be loaded", async () => {
    const { page } = await open();
    await page.clock.install();
    await page.route("**/web/charts.js*", (route) => route.abort(), { times: 1 });
    await page.goto(server.url);
    const isLost = page.waitForEvent("requestfailed");
    await page.locator("#chart-times").scrollIntoViewIfNeeded();
    expect((await isLost).url()).toContain("/web/charts.js");
    await page.clock.fastForward(UPDATE_MS);
    await page.locator("#chart-times canvas").waitFor();
  });

  it("shows the server's report", async () => {
    const { page } = await visit();
    const { providers, traffic, cache } = await report();
    expect(await page.locator("#verdict h2").innerText()).toBe("All is well");
    const limited = providers.filter(({ quota_limit: limit }) => limit !== null);
    expect(limited.length).toBeGreaterThan(1);
    for (const { vendor, quota_limit: limit, quota_used: used } of limited) {
      const name = `Calls left of ${vendor}`;
      expect(await page.getByRole("meter", { name }).getAttribute("value")).toBe(String(limit! - used!));
    }
    const row = page.getByRole("row", { name: /^Stock quote \// });
    const { requests, p50_ms: p50 } = traffic.endpoints["quote"]!;
    expect(await row.getByRole("cell").first().innerText()).toBe(String(requests));
    expect(await row.getByRole("cell").nth(1).innerText()).toBe(`≤ ${p50} ms`);
    expect(await row.locator("canvas").count()).toBe(1);
    expect(await page.locator("#cache").innerText()).toContain(`${Math.round(cache.hit_ratio! * 100)}%`);
  });

  it("says what a bar stands for, by pointer and by keyboard", async () => {
    const { page } = await visit();
    const chart = page.locator("#chart-requests");
    const said = page.locator("figure").filter({ has: chart }).locator(".readout");
    await chart.hover();
    await expect
      .poll(() => said.innerText())
      .toMatch(/^About \d\d:\d\d:\d\d UTC: \d+ requests, \d+ refused, \d+ failed$/);
    await page.locator("#chart-times").focus();
    for (const key of ["ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
    const times = page
      .locator("figure")
      .filter({ has: page.locator("#chart-times") })
      .locator(".readout");
    await expect.poll(() => times.innerText()).toMatch(/^About .* UTC: p50 (≤ .*s|–), p99 (≤ .*s|–)$/);
  });

  it("hides no figure on a phone, and is still a table", async () => {
    const { page } = await visit({ viewport: { width: 390, height: 900 } }, TROUBLED);
    const row = page.getByRole("row", { name: /^Stock quote \// });
    await expect
      .poll(async () => (await row.getByRole("cell").allInnerTexts()).slice(0, 5))
      .toEqual(["1,234", "≤ 0.82 ms", "≤ 8 s", "13", "56"]);
    for (const cell of await row.getByRole("cell").all()) expect(await cell.isVisible()).toBe(true);
    const columns = (await page.getByRole("columnheader").allInnerTexts()).slice(1, 6);
    const labels = `[...document.querySelector("tbody tr").querySelectorAll("td:not(.spark)")].map((cell) => getComputedStyle(cell, "::before").content)`;
    expect(await page.evaluate(labels)).toEqual(columns.map((name) => JSON.stringify(name)));
    expect(await page.locator("#refused").innerText()).toContain("Unknown symbol 12");
  });

  it.each([320, 390])("lets no figure run into the next one, %i wide", async (width) => {
    const { page } = await visit({ viewport: { width, height: 900 } }, TROUBLED);
    const tooWide = `[...document.querySelectorAll("td:not(.spark)")].filter((cell) => cell.scrollWidth > cell.clientWidth).length`;
    expect(await page.evaluate(tooWide)).toBe(0);
  });

  it("links to the state from the top", async () => {
    const { page } = await visit({ viewport: { width: 390, height: 600 } });
    const heading = page.getByRole("heading", { name: "All is well" });
    await page.getByRole("link", { name: "Server: All is well" }).click();
    await expect.poll(async () => (await heading.boundingBox())!.y).toBeLessThan(100);
  });

  it("is complete without scripts", async () => {
    const { page } = await open({ javaScriptEnabled: false });
    await page.goto(server.url);
    expect(await page.locator("#verdict h2").innerText()).toBe("All is well");
    expect(await page.getByRole("meter", { name: /^Calls left of/ }).count()).toBe(3);
    expect(await page.getByRole("row").count()).toBeGreaterThan(10);
    expect(await page.getByRole("button", { name: /Copy/ }).count()).toBe(0);
    await page.getByText("VS Code", { exact: true }).click();
    expect(await page.getByLabel("For VS Code").innerText()).toContain(`${server.url}/mcp`);
  });

  it("updates itself, and reports when the server does not answer", async () => {
    const { page } = await visit();
    const row = page.getByRole("row", { name: /^Service status \// }).getByRole("cell");
    const before = Number(await row.first().innerText());
    await fetch(`${server.url}/api/v1/status`);
    await page.clock.fastForward(UPDATE_MS);
    await expect.poll(async () => Number(await row.first().innerText()), { timeout: 30_000 }).toBe(before + 1);
    await page.route("**/status.json", (route) => route.abort());
    const [said, top] = [page.locator("#verdict"), page.locator("#headline")];
    await page.clock.fastForward(UPDATE_MS);
    await expect.poll(() => said.innerText(), { timeout: 30_000 }).toMatch(/^Not answering/);
    expect(await said.innerText()).toMatch(/last figures, of \d\d:\d\d UTC, under 1 min ago/);
    expect(await top.innerText()).toMatch(/^Server: Not answering since \d\d:\d\d UTC$/);
    expect(await page.title()).toMatch(/^Not answering since \d\d:\d\d UTC · market-data-mcp/);
    const asOf = `getComputedStyle(document.querySelector("#h-providers"), "::after").content`;
    expect(await page.evaluate(asOf)).toMatch(/^"· as of \d\d:\d\d UTC"$/);
    expect(await page.locator("#facts").innerText()).toMatch(/Started\s+\d\d:\d\d UTC/);
    for (const id of ["#verdict .good", "#headline .good"]) expect(await page.locator(id).count()).toBe(0);
    const opacity = `getComputedStyle(document.querySelector("#providers")).opacity`;
    expect(Number(await page.evaluate(opacity))).toBeLessThan(1);
    await page.unroute("**/status.json");
    await page.clock.fastForward(UPDATE_MS);
    await expect.poll(() => said.innerText(), { timeout: 30_000 }).toMatch(/^All is well/);
    expect(Number(await page.evaluate(opacity))).toBe(1);
    expect(await page.title()).toMatch(/^market-data-mcp/);
  });

  it("says that it cannot show an answer, instead of that the server does not answer", async () => {
    const { page, errors } = await visit();
    await page.route("**/status.json", (route) => route.fulfill({ json: { ...TROUBLED, providers: null } }));
    const said = page.locator("#connection");
    await page.clock.fastForward(UPDATE_MS);
    await expect
      .poll(() => said.innerText(), { timeout: 30_000 })
      .toBe("The server's newest figures cannot be shown. Reload this page.");
    // The error is in the console, too; there are more of them if the machine is slow.
    await expect.poll(() => errors[0]).toMatch(/^TypeError/);
    await page.unroute("**/status.json");
    await page.clock.fastForward(UPDATE_MS);
    await expect.poll(() => said.innerText(), { timeout: 30_000 }).toBe("");
  });

  it("describes problems in words, and never executes text from the report", async () => {
    const { page, errors } = await visit({}, TROUBLED);
    const main = page.getByRole("main");
    await expect
      .poll(() => main.locator("#verdict h2").innerText())
      .toBe(
        "Not working: Financial Modeling Prep has no calls left in our daily quota, " +
          "Yahoo Finance does not answer in time, and Alpha Vantage is limiting our requests",
      );
    const said = await main.innerText();
    for (const words of ["Used up", "Failing", "Paused", "some again in 3 h 12 min", "3 in line"]) {
      expect(said).toContain(words);
    }
    expect(said).toContain("3 min old, because provider-a: quota used up");
    expect(said).toContain("<img src=x onerror=alert(1)>");
    expect(said).toContain("opens Fri 14:30 UTC (9:30 AM EST)");
    expect(errors).toEqual([]);
  });

  it("copies configuration texts, by keyboard too", async () => {
    const { page } = await visit({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("radio", { name: "Claude Code" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: "Copy for Cursor" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("#copied").innerText()).toBe("Copied.");
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(JSON.parse(copied)).toEqual({ mcpServers: { "market-data": { url: `${server.url}/mcp` } } });
  });

  it("shows the address under which it was opened", async () => {
    const { page } = await open();
    const other = server.url.replace("127.0.0.1", "localhost");
    await page.goto(other);
    expect(await page.getByLabel("For Claude Code").innerText()).toContain(`${other}/mcp`);
  });

  it.each([
    { colorScheme: "light", width: 1280, shows: undefined, says: "Company overview" },
    { colorScheme: "dark", width: 1280, shows: TROUBLED, says: "Failed" },
    { colorScheme: "light", width: 390, shows: TROUBLED, says: "Failed" },
    { colorScheme: "dark", width: 390, shows: undefined, says: "Company overview" },
  ] as const)("is accessible: $colorScheme, $width wide", async ({ colorScheme, width, shows, says }) => {
    const { page } = await visit({ colorScheme, viewport: { width, height: 900 } }, shows);
    await expectAccessible(page);
    expect(await widthOf(page)).toBe(width);
    expect(await page.getByRole("table").innerText()).toContain(says);
  });

  it.each([
    { colorScheme: "light", width: 1280 },
    { colorScheme: "dark", width: 720 },
    { colorScheme: "light", width: 320 },
  ] as const)("can be read while the server is silent: $colorScheme, $width wide", async ({ colorScheme, width }) => {
    const { page } = await visit({ colorScheme, viewport: { width, height: 900 } });
    await page.route("**/status.json", (route) => route.abort());
    await page.clock.fastForward(UPDATE_MS);
    await page.locator("body.silent").waitFor();
    await expectAccessible(page);
    expect(await widthOf(page)).toBe(width);
  });

  it("shows no command below its button, at any width", async () => {
    const { page } = await visit();
    const [code, button] = [page.locator(".paste:visible pre"), page.locator(".paste:visible .copy")];
    for (const width of [320, 640, 700]) {
      await page.setViewportSize({ width, height: 900 });
      const [text, copy] = [(await code.boundingBox())!, (await button.boundingBox())!];
      expect(copy.y).toBeGreaterThanOrEqual(text.y + text.height);
    }
  });
});

describe.skipIf(!hasFakeClock)("/status.json", () => {
  it("lists what was served stale, and why", { timeout: 60_000 }, async () => {
    const { url, clock, simulator, close } = await startBusyServer(1);
    const ask = (path: string) => fetch(url + path, { headers: { connection: "close" } });
    await ask("/api/v1/crypto?limit=3");
    await simulator.close();
    clock.pass(120);
    expect((await ask("/api/v1/crypto?limit=3")).headers.get("x-data-stale")).toBeTruthy();
    const { stale } = (await (await ask("/status.json")).json()) as StatusReport;
    expect(stale).toMatchObject([{ title: "Cryptocurrency prices", count: 1, reason: /unreachable|circuit open/ }]);
    await close();
  });
});

describe("the path of the program", () => {
  it.each([
    { who: "who sits at the machine of an open server", args: [], env: {}, path: PROGRAM },
    { who: "nobody else", args: ["--host", "0.0.0.0"], env: { ALLOW_OPEN: "1" }, path: UNTOLD },
  ])("is shown to $who", async ({ args, env, path }) => {
    const program = await startHttpProgram(["--demo", ...args], env);
    const page = await (await fetch(program.url.replace("0.0.0.0", "127.0.0.1"))).text();
    expect(page.includes(path)).toBe(true);
    await program.stop();
  });
});
