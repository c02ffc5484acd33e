/** Finds the sections of a filing without numbered items by its headings. */
import { CONTINUED, PAGE_AT_END, sectionHeadings, type Item } from "./filing-item-titles.js";
import type { Block } from "./filing-raw-blocks.js";

/** The sections of a document without numbered items, by its headings. One in capitals holds those below it. */
export function findSections(blocks: readonly Block[], form: string): Item[] {
  const known = sectionHeadings(form);
  const sections: Item[] = [];
  const titles = new Set<string>();
  let outer: Item | undefined;
  let inner: Item | undefined;
  for (const [from, { kind, text }] of blocks.entries()) {
    if (kind !== "heading" || PAGE_AT_END.test(text) || (known && !known.test(text))) continue;
    const title = text.replace(CONTINUED, "").trim();
    // A page's header repeats the title of the section that goes on.
    if (title !== text && titles.has(title)) continue;
    titles.add(title);
    const section = { id: title, title, from, to: blocks.length };
    if (inner) inner.to = from;
    if (!known && isInCapitals(title)) {
      if (outer) outer.to = from;
      outer = section;
      inner = undefined;
    } else inner = section;
    sections.push(section);
  }
  return sections.filter(({ from, to }) => to - from > 1);
}

const isInCapitals = (title: string): boolean => title === title.toUpperCase() && /[A-Z]{3}/.test(title);
