/** Tables at every width of a phone: what is hidden can be scrolled to, and an arrow says so. */
import { describe, expect, it } from "vitest";
import { hasBrowser } from "../support/browser.js";
import { SHOWN } from "./shown.js";
import { useStage } from "./stage.js";

const stage = useStage();
const [LEAST, MOST] = [320, 500];

describe.skipIf(!hasBrowser)(`a table from ${LEAST} to ${MOST} px`, () => {
  it.each(SHOWN)("has an arrow over every hidden cell of %s %o", async (tool, input) => {
    // The host's page can read the frame, so that all widths take one call and no redrawing.
    const scene = { width: MOST, sandbox: "allow-scripts allow-same-origin" };
    const { page, frame, settle } = await stage.show(tool, input, scene);
    await settle();
    // A list that opens creates its table then.
    await frame.evaluate(() => document.querySelectorAll("details").forEach((each) => (each.open = true)));
    await settle();
    if ((await frame.locator(".scroller").count()) === 0) return;
    const { widths, faults } = await page.evaluate(lookAtWidths, [LEAST, MOST] as const);
    expect(faults).toEqual([]);
    expect(widths).toEqual(Array.from({ length: MOST - LEAST + 1 }, (_, index) => MOST - index));
  });
});

/** Returns the widths of the frame, and at each the hidden cells that no arrow covers; runs in the host's page. */
function lookAtWidths([least, most]: readonly [number, number]) {
  const frame = document.querySelector("iframe")!;
  const { document: own } = frame.contentWindow!;
  const widths: number[] = [];
  const faults: string[] = [];
  for (let width = most; width >= least; width--) {
    frame.style.width = `${width}px`;
    widths.push(own.documentElement.clientWidth);
    for (const scroller of own.querySelectorAll(".scroller")) {
      const box = scroller.querySelector(".scrolling")!;
      // The table looks at its columns at once, and not only with the next frame.
      box.dispatchEvent(new Event("scroll"));
      const edges = [...scroller.querySelectorAll<HTMLElement>(".edge:not([hidden])")].map((edge) =>
        edge.getBoundingClientRect(),
      );
      for (const cell of scroller.querySelectorAll("td.cut")) {
        const { left, right, width: shown } = cell.getBoundingClientRect();
        const isCovered = edges.some((edge) => edge.left < right && edge.right > left);
        // A row that is not shown yet has no width.
        if (shown > 0 && !isCovered) faults.push(`${width}: ${box.getAttribute("aria-label")}, ${cell.textContent}`);
      }
    }
  }
  return { widths, faults };
}
