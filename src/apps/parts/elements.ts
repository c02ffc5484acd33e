/** Creates the page's elements. Data becomes text, never markup. */
import type { Formats } from "./format.js";

type Child = Node | string | null;
type Attributes = Readonly<Record<string, string | number>>;

const SVG = "http://www.w3.org/2000/svg";

/** Creates an HTML element. */
export function html<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  return filled(document.createElement(name), attributes, children);
}

/** Creates an SVG element. */
export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[Name] {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** Formats of a figure; `percent` is a percentage with its sign, `share` one without a plus sign, `rate` one of currencies. */
type Style = "number" | "price" | "rate" | "correlation" | "change" | "percent" | "share";

/** Returns a figure in a readable form with the exact value in its title; `null` is a dash, read as "not given". */
export function figure(formats: Formats, value: number | null, style: Style = "number"): HTMLElement {
  return value === null ? notGiven() : html("span", { title: formats.exact(value) }, formats[style](value));
}

/** Returns a day with its ISO form in the title, or the dash. */
export function day(formats: Formats, date: string | null): HTMLElement {
  return date === null ? notGiven() : html("span", { title: date }, formats.day(date));
}

/** Returns a text, or the dash. */
export function given(text: string | null): HTMLElement {
  return text === null ? notGiven() : html("span", {}, text);
}

/** Returns a text of any length, or the dash; a long one ends in an ellipsis and is complete in its title. */
export function clipped(text: string | null, tag: "span" | "small" = "span"): HTMLElement {
  return text === null ? notGiven() : html(tag, { class: "clipped", title: text }, text);
}

/** Returns a change with arrow, sign and colour, and the exact value in its title. */
export function change(formats: Formats, value: number | null, style: "change" | "percent" = "change"): HTMLElement {
  return value === null ? notGiven() : arrowed(value, formats[style](value), formats.exact(value));
}

/** Returns a text after the arrow and in the colour of a change; `exact` is its title. */
export function arrowed(value: number, text: string, exact: string): HTMLElement {
  return html("span", { class: toneOf(value), title: exact }, sign("arrow", arrowOf(value)), text);
}

/** Returns the class that colours a change. */
export function toneOf(value: number): "up" | "down" | "flat" {
  return value > 0 ? "up" : value < 0 ? "down" : "flat";
}

/** Returns the visible sign of a change. */
export function arrowOf(value: number): string {
  return value > 0 ? "▲" : value < 0 ? "▼" : "■";
}

/**
 * Puts a wide table into a box that can also be scrolled with the keyboard. The figures of a column that does not fit
 * whole are hidden until it is scrolled to, because half a number reads as another number, and so is its head; a sign
 * there says that there are more. `atEnd` shows the last columns first.
 */
export function scrolling(label: string, table: Node, atEnd = false): HTMLElement {
  const box = html("div", { class: "scrolling", role: "region", "aria-label": label, tabindex: 0 }, table);
  const [start, end] = [html("div", { class: "edge more-left" }), html("div", { class: "edge more-right" })];
  let isNew = atEnd;
  const place = () => {
    if (isNew && box.clientWidth > 0) {
      isNew = false;
      box.scrollLeft = box.scrollWidth;
    }
    hideCutColumns(box, start, end);
  };
  box.addEventListener("scroll", place, { passive: true });
  new ResizeObserver(place).observe(box);
  return html("div", { class: "scroller" }, box, start, end);
}

function hideCutColumns(box: HTMLElement, start: HTMLElement, end: HTMLElement): void {
  const { left, right } = box.getBoundingClientRect();
  const [first, ...columns] = [...(box.querySelector("tr")?.children ?? [])].map((cell) =>
    cell.getBoundingClientRect(),
  );
  const stuck = first?.right ?? left;
  const hasMore = box.scrollWidth - box.clientWidth - box.scrollLeft > 1;
  // By the same measure as the arrow: the rectangles have fractions of a pixel, by which nothing can be scrolled.
  const cut = hasMore ? columns.find((column) => column.left < right - 1 && column.right > right + 1) : undefined;
  // Wider than the page: such a column can only be read in parts.
  const hides = cut !== undefined && cut.left >= stuck - 1 && columns[0] !== cut;
  end.style.width = `${hides ? right - cut.left : 0}px`;
  end.hidden = !hasMore;
  const before = columns.find((column) => column.left < stuck - 1 && column.right > stuck + 1 && column.right < right);
  start.hidden = box.scrollLeft <= 1;
  start.style.left = `${stuck - left}px`;
  start.style.width = `${before ? before.right - stuck : 0}px`;
  const heads = box.querySelector("thead");
  for (const edge of [start, end]) {
    edge.style.top = `${heads?.offsetTop ?? 0}px`;
    // The line below the heads stays.
    edge.style.height = `${Math.max(0, (heads?.offsetHeight ?? 0) - 1)}px`;
  }
  const hidden = new Set(
    [before, hides ? cut : undefined].map((column) => (column ? columns.indexOf(column) + 1 : -1)),
  );
  for (const row of box.querySelectorAll("tbody > tr"))
    [...row.children].forEach((cell, at) => cell.classList.toggle("cut", hidden.has(at)));
}

/** Returns the parts that are given, in one line: `USD · daily`. */
export function dotted(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null).join(" · ");
}

/** Returns a sign or a swatch, which screen readers skip. */
export function sign(name: string, text: string | null = null): HTMLElement {
  return html("span", { class: name, "aria-hidden": "true" }, text);
}

/** Returns a text that only screen readers have. */
export function unseen(text: string): HTMLElement {
  return html("span", { class: "unseen" }, text);
}

/** Returns a part of the page below its heading. */
export function section(heading: string, ...children: Child[]): HTMLElement {
  return html("section", {}, html("h2", {}, heading), ...children);
}

/** Returns the dash that stands for a missing value. */
export function notGiven(): HTMLElement {
  return html(
    "span",
    { class: "none", title: "not given" },
    html("span", { "aria-hidden": "true" }, "–"),
    unseen("not given"),
  );
}

function filled<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children.filter((child) => child !== null));
  return element;
}
