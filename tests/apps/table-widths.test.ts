/** Tables at every width of a phone: what is hidden can be scrolled to, and an arrow says so. */
import { describe, expect, it } from "vitest";
import { hasBrowser } from "../support/browser.js";
import { SHOWN } from "./shown.js";
import { useStage } from "./stage.js";

const stage = useStage();
const [LEAST, MOST] = [320, 500];

describe.skipIf(!hasBrowser)(`a table from ${LEAST} to ${MOST} px`, () => {
  it.each(SHOWN)("has an arrow over every hidden cell of %s %o", { timeout: 240_000 }, async (tool, input) => {
    const { page, frame, settle } = await stage.show(tool, input, { width: MOST + 1 });
    await settle();
    // A list that opens creates its table then.
    await frame.evaluate(() => document.querySelectorAll("details").forEach((each) => (each.open = true)));
    await settle();
    if ((await frame.locator(".scroller").count()) === 0) return;
    await frame.evaluate(watch);
    await page.evaluate(stepThrough, [LEAST, MOST] as const);
    await settle();
    const { widths, faults } = await frame.evaluate(() => window.seen);
    expect(faults).toEqual([]);
    // A new height of the frame is a resize as well.
    expect([...new Set(widths)]).toEqual(Array.from({ length: MOST - LEAST + 1 }, (_, index) => MOST - index));
  });
});

declare global {
  interface Window {
    seen: { widths: number[]; faults: string[] };
  }
}

/** Notes at each new width the hidden cells that no arrow covers; runs in the frame, as does what it contains. */
function watch(): void {
  const seen: Window["seen"] = { widths: [], faults: [] };
  window.seen = seen;
  addEventListener("resize", () => {
    seen.widths.push(innerWidth);
    for (const scroller of document.querySelectorAll(".scroller")) {
      const box = scroller.querySelector(".scrolling")!;
      // The table looks at its columns at once, and not only with the next frame.
      box.dispatchEvent(new Event("scroll"));
      const edges = [...scroller.querySelectorAll<HTMLElement>(".edge:not([hidden])")].map((edge) =>
        edge.getBoundingClientRect(),
      );
      for (const cell of scroller.querySelectorAll("td.cut")) {
        const { left, right, width } = cell.getBoundingClientRect();
        const isCovered = edges.some((edge) => edge.left < right && edge.right > left);
        // A row that is not shown yet has no width.
        if (width > 0 && !isCovered)
          seen.faults.push(`${innerWidth}: ${box.getAttribute("aria-label")}, ${cell.textContent}`);
      }
    }
    parent.postMessage({ seen: innerWidth }, "*");
  });
}

/** Makes the frame narrower by a pixel each time it has been looked at; runs in the host's page. */
async function stepThrough([least, most]: readonly [number, number]): Promise<void> {
  for (let width = most; width >= least; width--) {
    const isSeen = new Promise<void>((resolve) => {
      const listen = ({ data }: MessageEvent<{ seen?: number }>) => {
        if (data.seen !== width) return;
        removeEventListener("message", listen);
        resolve();
      };
      addEventListener("message", listen);
    });
    window.host.resize(width);
    await isSeen;
  }
}
