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
