/**
 * Takes the screenshots of the charts in docs/pictures.md (`npm run renew:screenshots`).
 *
 * Only their presence and size are checked, because people look at them.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { hasBrowser } from "../support/browser.js";
import { renews } from "../support/generated-file.js";
import { toSmallPng } from "./small-png.js";
import { useStage } from "./stage.js";

const FOLDER = fileURLToPath(new URL("../../packaging/screenshots/", import.meta.url));
const LIMIT = 45_000;

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

describe.skipIf(!hasBrowser)("a picture of each app", () => {
  const stage = useStage();

  it.each(ALL)("is a screenshot: %s, %s", async (name, theme, tool, input, width) => {
    // Higher than any picture, because a browser does not paint what is far outside of its window.
    const browser = { viewport: { width: width + 20, height: 1600 } };
    const { frame, page } = await stage.show(tool, input, { width, context: { theme }, browser });
    await frame.waitForSelector("footer");
    if (/history|indicators/.test(name)) await frame.locator(".time-chart svg").waitFor();
    if (name === "app-targets") await frame.getByText(/^Against the price/).waitFor();
    await frame.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    // A picture that is longer than the window would be cut.
    await page.setViewportSize({ width: width + 20, height: 1_600 });
    const taken = await toSmallPng(page, await page.locator("iframe").screenshot());
    expect(taken.byteLength).toBeLessThan(LIMIT);
    const path = `${FOLDER}${name}.png`;
    if (renews("screenshots")) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(path, taken);
    }
    expect(existsSync(path)).toBe(true);
  });
});
