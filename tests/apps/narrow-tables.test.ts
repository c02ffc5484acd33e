/** Tables on the page of a phone: all figures that matter are in view, and what is not can be scrolled to. */
import { describe, expect, it } from "vitest";
import { hasBrowser } from "../support/browser.js";
import { useStage } from "./stage.js";

const stage = useStage();
const WHOLE: [tool: string, input: Record<string, unknown>][] = [
  ["provider_a_get_financial_statements", { symbol: "AAPL" }],
  ["provider_a_get_price_targets", { symbol: "AAPL" }],
  ["get_market_calendar", { kind: "earnings" }],
  ["get_insider_transactions", { symbol: "AAPL" }],
  ["get_options_chain", { symbol: "NVDA" }],
  ["get_earnings", { symbol: "AAPL" }],
];

describe.skipIf(!hasBrowser)("a table at 390 px", () => {
  it.each(WHOLE)("shows all columns of %s %o without scrolling, and nothing covers them", async (tool, input) => {
    const { frame, settle } = await stage.show(tool, input, { width: 390 });
    await settle();
    const [box, edges] = await frame
      .locator(".scroller")
      .first()
      .evaluate((one) => {
        const { scrollWidth, clientWidth } = one.querySelector(".scrolling")!;
        return [scrollWidth - clientWidth, [...one.querySelectorAll<HTMLElement>(".edge")].map(({ hidden }) => hidden)];
      });
    expect(box).toBeLessThanOrEqual(1);
    expect(edges).toEqual([true, true]);
  });

  it("shows the volatility and the volume of options below their neighbours, which wide pages have as columns", async () => {
    const { frame, settle, resize } = await stage.show("get_options_chain", { symbol: "NVDA" }, { width: 390 });
    await settle();
    const columns = () =>
      frame
        .locator("thead th")
        .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => (one as HTMLElement).innerText));
    expect((await columns()).map((text) => text.split("\n"))).toEqual([
      ["Strike"],
      ["Call, bid – ask", "Implied vol."],
      ["Open interest", "Volume"],
      ["Put, bid – ask", "Implied vol."],
      ["Open interest", "Volume"],
    ]);
    const first = await frame.locator("tbody tr").first().innerText();
    expect(first.match(/%/g)).toHaveLength(2);
    await resize(1100);
    await settle();
    const side = ["bid – ask", "Implied vol.", "Volume", "Open interest"];
    expect(await columns()).toEqual([
      "Strike",
      ...["Call", "Put"].flatMap((kind) => [`${kind}, ${side[0]}`, ...side.slice(1)]),
    ]);
  });

  it("hides the figures of a column that does not fit whole, and has a sign in the row of the heads that there are more", async () => {
    const { frame, tell, settle } = await stage.open("provider_a_get_most_active", { width: 390 });
    const figures = { price: 39.76, changesPercentage: -3.61, change: -1.49, volume: 173e6, avgVolume: 212e6 };
    const stock = {
      symbol: "BRK-B",
      name: "Berkshire Hathaway Inc.",
      ...figures,
      marketCap: 878e9,
      pe: 26.51,
      eps: 1.5,
    };
    await tell({ content: [], structuredContent: { active_stocks: [stock] } });
    await settle();
    const [left, right] = [frame.locator(".more-left"), frame.locator(".more-right")];
    expect(await left.isHidden()).toBe(true);
    expect(await right.isVisible()).toBe(true);
    const edge = (await right.boundingBox())!;
    const heads = await frame
      .locator("thead th")
      .evaluateAll((all) =>
        all.map((head) => ({ right: head.getBoundingClientRect().right, text: head.textContent ?? "" })),
      );
    const inView = heads.filter((head) => head.right <= edge.x - 10 + 1).map(({ text }) => text.replace("⇅", ""));
    expect(inView.slice(0, 4)).toEqual(["Company", "Price", "Change %", "Change"]);
    // No part of the head is left beside the arrow.
    expect(await right.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe("rgb(255, 255, 255)");
    expect(edge.height - (await frame.locator("thead").boundingBox())!.height).toBeLessThan(1);
    const [line] = await frame
      .locator("td.cut")
      .evaluateAll((all) =>
        all.map((one) => [getComputedStyle(one).visibility, getComputedStyle(one.children[0]!).opacity]),
      );
    expect(line).toEqual(["visible", "0"]);
    await frame.locator(".scrolling").evaluate((box) => box.scrollTo({ left: 10_000 }));
    await settle();
    expect(await right.isHidden()).toBe(true);
    expect(await left.isVisible()).toBe(true);
  });
});
