/** Pictures between the messages of a conversation, where hosts give them at most 500 pixels and no scroll bar. */
import { expect, it, describe } from "vitest";
import { expectAccessible, hasBrowser } from "../support/browser.js";
import { SHOWN } from "./shown.js";
import { useStage, type Scene } from "./stage.js";

const MOST = 500;
const stage = useStage();
const INLINE: Scene = { width: 480, context: { displayMode: "inline" }, reuse: true };
const HISTORY = "get_price_history";

describe.skipIf(!hasBrowser)("a picture in a conversation", () => {
  it.each(SHOWN)(
    "%s %j has at most 500 pixels, with heading, source and time, and is whole on demand",
    async (...row) => {
      const [tool, input, heading] = row;
      const { frame, heights, settle, expectQuiet } = await stage.show(tool, input, INLINE);
      await settle();
      expect(await frame.locator("h1").textContent()).toBe(heading);
      await expect.poll(async () => (await heights()).at(-1)).toBeLessThanOrEqual(MOST);
      const bottomOf = async (name: string) => {
        const { y, height } = (await frame.locator(name).boundingBox())!;
        const { y: top } = (await (await frame.frameElement()).boundingBox())!;
        return y + height - top;
      };
      expect(await bottomOf("footer > p")).toBeLessThanOrEqual(MOST);
      const button = frame.locator("button.whole");
      const isFolded = await button.isVisible();
      expect(isFolded ? await bottomOf("button.whole") : 0).toBeLessThanOrEqual(MOST);
      if (isFolded) await button.click();
      await expect.poll(async () => (await heights()).at(-1)! > MOST).toBe(isFolded);
      expect(await button.isVisible()).toBe(false);
      expectQuiet();
    },
  );

  /** Returns the lowest place of some elements above the end of what is shown, the fading part of which is 32 pixels. */
  async function roomBelow(width: number, tool: string, input: Record<string, unknown>, selector: string) {
    const { frame, settle } = await stage.show(tool, input, { ...INLINE, width });
    await settle();
    await expect.poll(() => frame.locator("button.whole").isVisible()).toBe(true);
    const room = await frame.evaluate((name) => {
      const endOf = (each: Element) => each.getBoundingClientRect().bottom;
      const ends = [...document.querySelectorAll(name)].map(endOf);
      return endOf(document.querySelector(".content")!) - 32 - Math.max(...ends);
    }, selector);
    return { frame, room };
  }

  it.each([360, 480, 640, 760])("shows the years of statements and the newest figures at %i px", async (width) => {
    const tool = "provider_a_get_financial_statements";
    const { frame, room } = await roomBelow(width, tool, { symbol: "AAPL" }, ".readout, svg text");
    expect(room).toBeGreaterThanOrEqual(0);
    const said = (await frame.locator(".readout").innerText()).replaceAll("\u00a0", " ");
    expect(said).toMatch(/^\w{3} \d{4}\s*Revenue [\d.]+ B\s*Operating income [\d.]+ B\s*Net income [\d.]+ B$/);
    expect(await frame.locator("svg text", { hasText: /^\w{3} \d{4}$/ }).count()).toBeGreaterThan(1);
  });

  it.each([360, 760])("shows the prices of a call and a put at the money at %i px", async (width) => {
    const { frame, room } = await roomBelow(
      width,
      "get_options_chain",
      { symbol: "NVDA" },
      ".facts > div:nth-child(-n + 2)",
    );
    expect(room).toBeGreaterThanOrEqual(0);
    const facts = (await frame.locator(".facts").innerText()).replaceAll("\u00a0", " ");
    expect(facts).toMatch(/^Call [\d.]+, bid – ask\s+[\d.]+ – [\d.]+\s+Put [\d.]+, bid – ask\s+[\d.]+ – [\d.]+\s/);
  });

  it("is accessible while a part is folded away, and whole once the focus moves into that part", async () => {
    const { page, frame, heights, settle } = await stage.show(HISTORY, { symbol: "AAPL" }, INLINE);
    await settle();
    await expect.poll(() => frame.locator("button.whole").isVisible()).toBe(true);
    await expectAccessible(page);
    await frame.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(".content button, .content [tabindex]")].at(-1)?.focus(),
    );
    await expect.poll(async () => (await heights()).at(-1)).toBeGreaterThan(MOST);
  });

  it("is whole where the host gives it the window", async () => {
    const { frame, heights, settle, setContext } = await stage.show(HISTORY, { symbol: "AAPL" }, INLINE);
    await settle();
    await setContext({ displayMode: "fullscreen" });
    await expect.poll(async () => (await heights()).at(-1)).toBeGreaterThan(MOST);
    expect(await frame.locator("button.whole").isVisible()).toBe(false);
  });
});
