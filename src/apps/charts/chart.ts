/** A chart that fills the available width. */
import { html, svg } from "../parts/elements.js";

/** Texts of a chart for screen readers. */
interface ChartTexts {
  title: string;
  description: string;
}

let lastId = 0;

/** Returns a chart as wide as its container; it calls `draw` whenever the width changes. */
export function chart(texts: ChartTexts, height: number, draw: (width: number) => SVGElement[]): HTMLElement {
  lastId++;
  const ids = [`title-${lastId}`, `description-${lastId}`] as const;
  const box = html("div", { class: "chart" });
  let drawn = 0;

  function redraw(): void {
    const width = Math.floor(box.clientWidth);
    if (width === 0 || width === drawn) return;
    drawn = width;
    box.replaceChildren(
      svg(
        "svg",
        { role: "img", "aria-labelledby": ids.join(" "), viewBox: `0 0 ${width} ${height}`, width, height },
        svg("title", { id: ids[0] }, texts.title),
        svg("desc", { id: ids[1] }, texts.description),
        ...draw(width),
      ),
    );
  }

  new ResizeObserver(redraw).observe(box);
  return box;
}
