/** Names of 80 letters, as brokers and insiders have, must not hide the figures next to them. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hasBrowser } from "../support/browser.js";
import { useStage } from "./stage.js";

const NAME = "Kreditanstalt für Wiederaufbau und Entwicklung Landesgirozentrale Zweigniederlas";
const INSIDERS = "get_insider_transactions";
const TARGETS = "provider_a_get_price_targets";
const ACTIVE = "provider_a_get_most_active";
const WIDTHS = [320, 390, 480, 600];

const BODIES: Record<string, Record<string, unknown>> = {
  [INSIDERS]: {
    symbol: "AAPL",
    company_name: NAME,
    total_transactions: 1,
    insider_transactions: [
      {
        insider: NAME,
        relation: `Officer: ${NAME}`,
        transaction: `Sale at price 150.00 - 155.00 per share, ${NAME}`,
        date: "2026-03-03",
        shares: 1_250,
        cost: 152.25,
        value: 190_312.5,
      },
    ],
  },
  [TARGETS]: {
    symbol: "AAPL",
    recentChanges: [
      {
        analystName: NAME,
        date: "2026-03-03",
        previousTarget: 240,
        newTarget: 251.5,
        rating: NAME,
        ratingChange: NAME,
      },
    ],
  },
  [ACTIVE]: {
    active_stocks: [{ symbol: "AAPL", name: NAME, price: 151.5, changesPercentage: 1.25, volume: 5_000_000 }],
  },
};

const stage = useStage();

describe.skipIf(!hasBrowser)("a name of 80 letters", () => {
  it.each(Object.keys(BODIES).flatMap((tool) => WIDTHS.map((width) => [tool, width] as const)))(
    "leaves room for the other columns of %s at %i px, and is whole in its title",
    async (tool, width) => {
      const scene = { width, mayCall: false, reuse: true };
      const { frame, page, tell, settle, expectQuiet } = await stage.open(tool, scene);
      await tell({ content: [], structuredContent: BODIES[tool]! } as CallToolResult);
      await settle();
      const folder = process.env["PICTURES"];
      if (folder) {
        mkdirSync(folder, { recursive: true });
        await page.locator("iframe").screenshot({ path: `${folder}/${tool}-${width}.png` });
      }
      expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const cells = await frame.locator("tbody tr > *").evaluateAll((all) =>
        all.map((cell) => ({
          ...cell.getBoundingClientRect().toJSON(),
          box: cell.closest(".scrolling")!.clientWidth,
        })),
      );
      const [first, second] = cells as { width: number; left: number; right: number; box: number }[];
      expect(first!.width).toBeLessThanOrEqual(first!.box * 0.5);
      expect(second!.left).toBeLessThanOrEqual(first!.box * 0.6);
      const titles = await frame
        .locator("tbody [title]")
        .evaluateAll((all) => all.map((one) => (one as HTMLElement).title));
      expect(titles.some((title) => title.includes(NAME))).toBe(true);
      // The name stays in view after scrolling to the last figure, and leaves room for it.
      const last = cells.at(-1)!;
      await frame
        .locator(".scrolling")
        .last()
        .evaluate((box) => box.scrollTo({ left: 10_000 }));
      const [stuck, seen] = await frame
        .locator("tbody tr")
        .last()
        .evaluate((row) => [
          row.firstElementChild!.getBoundingClientRect().right,
          row.lastElementChild!.getBoundingClientRect().left,
        ]);
      expect(stuck).toBeGreaterThan(0);
      expect(seen).toBeGreaterThanOrEqual(stuck! - 1);
      expect(last.width).toBeGreaterThan(0);
      expectQuiet();
    },
  );
});
