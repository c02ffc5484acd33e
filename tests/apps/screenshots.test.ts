/**
 * Takes the screenshots of the charts in docs/pictures.md (`npm run renew:screenshots`).
 *
 * A plain run checks the files alone, because people look at them, and other tests draw every chart.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { hasBrowser } from "../support/browser.js";
import { renews } from "../support/generated-file.js";
import { toSmallPng } from "./small-png.js";
import { useStage } from "./stage.js";

const FOLDER = fileURLToPath(new URL("../../packaging/screenshots/", import.meta.url));
const LIMIT = 45_000;
const DOCUMENTS = ["README.md", "docs/pictures.md"].map((path) =>
  readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"),
);

/** Pictures that are taken in both themes, narrow and wide. */
const EVERYWHERE: [name: string, tool: string, input: Record<string, unknown>][] = [
  ["app-history", "get_price_history", { symbol: "AAPL" }],
  ["app-indicators", "get_technical_indicators", { symbol: "AAPL" }],
  ["app-earnings", "get_earnings", { symbol: "AAPL" }],
  ["app-dividends", "get_dividends", { symbol: "AAPL", limit: 40 }],
  ["app-statistics", "get_key_statistics", { symbol: "AAPL" }],
];

const TAKEN: [name: string, theme: "light" | "dark", tool: string, input: Record<string, unknown>][] = [
  ["app-quote", "light", "provider_a_get_stock_quote", { symbol: "AAPL" }],
  ["app-targets", "dark", "provider_a_get_price_targets", { symbol: "AAPL" }],
  ["app-statements", "light", "provider_a_get_financial_statements", { symbol: "AAPL" }],
  ["app-movers", "dark", "provider_a_get_market_gainers", { random_string: "x", limit: 8 }],
  ["app-insiders", "light", "get_insider_transactions", { symbol: "AAPL" }],
];

const ALL = [
  ...TAKEN.map((each) => [...each, 480] as const),
  ...EVERYWHERE.flatMap(([name, ...rest]) =>
    (["light", "dark"] as const).flatMap((theme) =>
      [390, 720].map((width) => [`${name}-${width}-${theme}`, theme, ...rest, width] as const),
    ),
  ),
];

const fileOf = (name: string) => `${FOLDER}${name}.png`;

describe.skipIf(!hasBrowser || !renews("screenshots"))("a screenshot", () => {
  const stage = useStage();

  it.each(ALL)("is taken: %s, %s", async (name, theme, tool, input, width) => {
    // Higher than any picture, because a browser does not paint what is far outside of its window.
    const height = 1_600;
    const scene = { width, height, context: { theme }, reuse: true };
    const { frame, page, settle } = await stage.show(tool, input, scene);
    await settle();
    if (/history|indicators/.test(name)) await frame.locator(".time-chart svg").waitFor();
    if (name === "app-targets") await frame.getByText(/^Against the price/).waitFor();
    await settle();
    const taken = await toSmallPng(page, await page.locator("iframe").screenshot());
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(fileOf(name), taken);
    expect(taken.byteLength).toBeLessThan(LIMIT);
  });
});

describe("a picture of each app", () => {
  it.each(ALL)("is in docs/pictures.md as a small screenshot: %s", (name) => {
    expect(statSync(fileOf(name)).size).toBeLessThan(LIMIT);
    expect(DOCUMENTS.some((text) => text.includes(`packaging/screenshots/${name}.png"`))).toBe(true);
  });
});
