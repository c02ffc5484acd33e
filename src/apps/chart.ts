/** A chart that fills the available width. */
import { html, svg } from "./elements.js";

/** The description of a chart for screen readers. */
export interface Said {
  title: string;
  description: string;
}

let lastId = 0;

/** Redraws whenever the width changes. */
export function chart(said: Said, height: number, draw: (width: number) => SVGElement[]): HTMLElement {
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
        svg("title", { id: ids[0] }, said.title),
        svg("desc", { id: ids[1] }, said.description),
        ...draw(width),
      ),
    );
  }

  new ResizeObserver(redraw).observe(box);
  return box;
}
