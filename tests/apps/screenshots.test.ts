/**
 * Takes the screenshots of the charts in docs/pictures.md (`npm run renew:screenshots`).
 *
 * A plain run checks the files alone, because people look at them, and other tests draw every chart.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { SCREENSHOTS } from "../../packaging/manifests.js";
import { hasBrowser } from "../support/browser.js";
import { renews } from "../support/generated-file.js";
import { toSmallPng } from "./small-png.js";
import { useStage, type Scene } from "./stage.js";

const FOLDER = fileURLToPath(new URL("../../packaging/screenshots/", import.meta.url));
const LIMIT = 55_000;
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
  ["app-comparison", "dark", "compare_stocks", { symbols: "AAPL,MSFT,TSCO.L" }],
  [
    "app-screener",
    "light",
    "provider_a_screen_stocks",
    { sector: "Technology", market_cap_min: 1_000_000_000, limit: 8 },
  ],
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

/**
 * Pictures for the lists of bundles: as a conversation shows them, in a light theme, and with two pixels for one, because
 * lists demand 1,000 pixels in width.
 */
const LISTED: [name: string, tool: string, input: Record<string, unknown>][] = [
  ["listing-quote", "provider_a_get_stock_quote", { symbol: "AAPL" }],
  ["listing-history", "get_price_history", { symbol: "AAPL" }],
  ["listing-comparison", "compare_stocks", { symbols: "AAPL,MSFT,TSCO.L" }],
  ["listing-earnings", "get_earnings", { symbol: "AAPL" }],
];
const LISTED_WIDTH = 540;
const LISTED_SCALE = 2;
const LISTED_LIMIT = 120_000;

const CONVERSATION = "conversation";
const QUESTION = "How is Apple doing today?";

const fileOf = (name: string) => `${FOLDER}${name}.png`;

describe.skipIf(!hasBrowser || !renews("screenshots"))("a screenshot", () => {
  const stage = useStage();

  it.each(ALL)("is taken: %s, %s", async (name, theme, tool, input, width) => {
    // Higher than any picture, because a browser does not paint what is far outside of its window.
    const height = 1_600;
    const scene = { width, height, context: { theme }, reuse: true };
    const { frame, page, settle } = await stage.show(tool, input, scene);
    await settle();
    if (/history|indicators|quote|comparison/.test(name)) await frame.locator(".time-chart svg").waitFor();
    if (name === "app-targets") await frame.getByText("DCF value", { exact: true }).waitFor();
    await settle();
    const taken = await toSmallPng(page, await page.locator("iframe").screenshot());
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(fileOf(name), taken);
    expect(taken.byteLength).toBeLessThan(LIMIT);
  });

  it.each(LISTED)("is taken for lists: %s", async (name, tool, input) => {
    const scene: Scene = { width: LISTED_WIDTH, context: { theme: "light", displayMode: "inline" } };
    const { frame, page, settle } = await stage.show(tool, input, scene);
    await settle();
    if (tool !== "get_earnings") await frame.locator(".time-chart svg").waitFor();
    await settle();
    const session = await page.context().newCDPSession(page);
    const box = (await page.locator("iframe").boundingBox())!;
    const clip = { ...box, scale: LISTED_SCALE };
    const { data } = await session.send("Page.captureScreenshot", { format: "png", clip });
    const taken = await toSmallPng(page, Buffer.from(data, "base64"));
    await session.detach();
    writeFileSync(fileOf(name), taken);
    expect(taken.byteLength).toBeLessThan(LISTED_LIMIT);
  });

  it("is taken of a conversation: the question, the tool's picture, and an answer", async () => {
    const input = { symbol: "AAPL" };
    const scene = { width: 480, context: { theme: "light" } } as const;
    const { page, result, settle } = await stage.show("provider_a_get_stock_quote", input, scene);
    await settle();
    const { price, changesPercentage } = result.structuredContent as { price: number; changesPercentage: number };
    const direction = changesPercentage < 0 ? "below" : "above";
    const change = Math.abs(changesPercentage).toFixed(2);
    const answer = `Apple trades at ${price.toFixed(2)} USD, ${change} % ${direction} the previous close. These are simulated figures.`;
    await page.evaluate(
      ([question, said]) => {
        const sheet = document.createElement("style");
        sheet.textContent =
          "body { font: 15px/1.5 sans-serif; width: 500px; padding: 6px; background: #fff } p { margin: 10px 4px }" +
          ".asked { margin-left: auto; width: max-content; padding: 8px 14px; border-radius: 16px; background: #eceff4 }" +
          ".tool { color: #565e6c; font-size: 13px } iframe { border: 1px solid #d9dee6 !important; border-radius: 12px }";
        const say = (text: string, name: string) =>
          Object.assign(document.createElement("p"), { textContent: text, className: name });
        document.head.append(sheet);
        document.body.prepend(say(question, "asked"), say("✓ market-data: provider_a_get_stock_quote", "tool"));
        document.body.append(say(said, "answer"));
      },
      [QUESTION, answer] as const,
    );
    const taken = await toSmallPng(page, await page.locator("body").screenshot());
    writeFileSync(fileOf(CONVERSATION), taken);
    expect(taken.byteLength).toBeLessThan(LIMIT);
  });
});

describe("a picture for lists of bundles", () => {
  it.each(LISTED.map(([name]) => name))("is at least 1,000 pixels wide, and of the picture alone: %s", (name) => {
    const png = readFileSync(fileOf(name));
    expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(1_000);
    expect(png.readUInt32BE(20)).toBeLessThanOrEqual(500 * LISTED_SCALE);
    expect(png.byteLength).toBeLessThan(LISTED_LIMIT);
    expect(SCREENSHOTS).toContain(`screenshots/${name}.png`);
  });
});

describe("a picture of each app", () => {
  it.each([...ALL.map(([name]) => name), CONVERSATION])("is in docs/pictures.md as a small screenshot: %s", (name) => {
    expect(statSync(fileOf(name)).size).toBeLessThan(LIMIT);
    expect(DOCUMENTS.some((text) => text.includes(`packaging/screenshots/${name}.png"`))).toBe(true);
  });
});
