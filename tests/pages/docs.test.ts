/** The API reference, rendered from the OpenAPI document with the package's own files, can send requests. */
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeKeys } from "../system/inbound-keys.js";
import { expectAccessible, hasBrowser, useBrowser, type WatchedPage } from "../support/browser.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";

const KEY = "a key of one test, long enough to be one";
const CRYPTO = "#/Market/provider_a_get_crypto_prices";

describe.skipIf(!hasBrowser)("/docs", { timeout: 60_000 }, () => {
  const { open } = useBrowser();
  const folder = temporaryFolder();
  let program: Awaited<ReturnType<typeof startHttpProgram>>;
  // The tests share this page, opened by the address of an endpoint: a browser takes seconds to list the endpoints.
  let watched: WatchedPage;
  let operation: Locator;

  beforeAll(async () => {
    const keysFile = join(folder.path, "keys.json");
    writeKeys(keysFile, [{ id: "alice", key: KEY, plan: "starter" }]);
    program = await startHttpProgram(["--demo"], { API_KEYS_FILE: keysFile });
    watched = await open({ colorScheme: "light" }, true);
    await watched.page.goto(`${program.url}/docs${CRYPTO}`);
    operation = operationOf(watched.page, "provider_a_get_crypto_prices");
    await operation.getByRole("button", { name: "Execute" }).waitFor();
  });
  afterAll(async () => {
    await program.stop();
    folder.remove();
  });

  const operationOf = (page: Page, name: string) => page.locator(`.opblock[id$="-${name}"]`);

  async function authorize(page: Page, key: string): Promise<void> {
    await page.getByRole("button", { name: "Authorize" }).first().click();
    const dialog = page.locator(".dialog-ux");
    await dialog.getByLabel("auth-api-key-value").or(dialog.locator("input")).first().fill(key);
    await dialog.getByRole("button", { name: "Authorize" }).first().click();
    await dialog.getByRole("button", { name: "Close" }).last().click();
  }

  async function execute(endpoint: Locator): Promise<{ status: string; body: string }> {
    await endpoint.getByRole("button", { name: "Execute" }).click();
    const answer = endpoint.locator(".live-responses-table");
    await answer.waitFor();
    const status = await answer.locator("tbody .response-col_status").first().innerText();
    return { status: status.trim(), body: await answer.locator("pre.microlight").first().innerText() };
  }

  function expectNothingWrong({ asked, errors }: WatchedPage, url: string): void {
    // Swagger UI replaces the underscores of our names by blanks.
    expect(errors.filter((error) => !error.startsWith("Deprecated: escaping deep link whitespace"))).toEqual([]);
    expect(asked.filter((address) => !address.startsWith(`${url}/`))).toEqual([]);
    expect(asked).toContain(`${url}/openapi.json`);
  }

  async function expectEveryEndpoint(shown: WatchedPage, url: string): Promise<void> {
    await operationOf(shown.page, "get_service_status").waitFor();
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object };
    expect(await shown.page.locator(".opblock").count()).toBe(Object.keys(document.paths).length);
    expectNothingWrong(shown, url);
  }

  it("shows every endpoint, requests no other host and violates no content policy", () =>
    expectEveryEndpoint(watched, program.url));

  it("names the types of an answer", async () => {
    const answers = operation.locator(".responses-inner");
    await answers.getByRole("tab", { name: "Schema" }).first().click();
    const names = await answers.locator(".json-schema-2020-12__title").allInnerTexts();
    expect(names[0]).toBe("Crypto");
    await answers.getByRole("tab", { name: "Example Value" }).first().click();
  });

  it("has padlocks, but none on a server without keys", async () => {
    expect(await watched.page.locator(".authorization__btn:visible").count()).toBeGreaterThan(20);
    const openProgram = await startHttpProgram(["--demo"]);
    try {
      const shown = await open();
      await shown.page.goto(`${openProgram.url}/docs`);
      await expectEveryEndpoint(shown, openProgram.url);
      expect(await shown.page.locator(".authorization__btn:visible, .btn.authorize:visible").count()).toBe(0);
    } finally {
      await openProgram.stop();
    }
  });

  it("is accessible, light and dark", async () => {
    const { page } = watched;
    await execute(operation);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.locator("html.dark-mode").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Authorize" }).first().click();
    const dialog = page.locator(".dialog-ux");
    await dialog.waitFor();
    // The page behind the dialog was judged in both themes.
    await expectAccessible(page, ".dialog-ux");
    await page.emulateMedia({ colorScheme: "light" });
    await page.locator("html:not(.dark-mode)").waitFor();
    await expectAccessible(page, ".dialog-ux");
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await operation.getByRole("button", { name: "Clear" }).click();
  });

  it("shows the error without a key, and the answer with one", async () => {
    const { page } = watched;
    const refused = await execute(operation);
    expect(refused.status).toMatch(/^401/);
    expect(JSON.parse(refused.body)).toMatchObject({ error: "Unauthorized" });
    expect(watched.errors.splice(0)).toContainEqual(expect.stringContaining("401"));
    await operation.getByRole("button", { name: "Clear" }).click();
    await authorize(page, KEY);
    const { status, body } = await execute(operation);
    expect(status).toBe("200");
    expect(JSON.parse(body)).toMatchObject({ cryptocurrencies: [{ rank: 1 }, { rank: 2 }] });
    expectNothingWrong(watched, program.url);
  });

  it("opens another one by keyboard, and changes the address", async () => {
    const { page } = watched;
    const quote = operationOf(page, "provider_a_get_stock_quote");
    await quote.getByRole("button", { expanded: false }).first().focus();
    await page.keyboard.press("Enter");
    await quote.getByRole("button", { name: "Execute" }).waitFor();
    expect(page.url()).toMatch(/provider_a_get_stock_quote$/);
  });
});
