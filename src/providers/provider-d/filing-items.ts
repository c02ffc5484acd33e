/** Stand-in. */
import type { Block } from "./filing-blocks.js";
export interface Item {
  id: string;
  title: string;
  from: number;
  to: number;
}
export function findItems(blocks: readonly Block[], _form: string): Item[] {
  const starts = blocks.flatMap(({ kind, text }, from) => {
    const [, id, title] = kind === "heading" ? (/^Item (\d+[A-C]?|\d\.\d\d)\.?\s+(.*)/i.exec(text) ?? []) : [];
    return id === undefined ? [] : [{ id, title: title!, from }];
  });
  return starts.map((item, at) => ({ ...item, to: starts[at + 1]?.from ?? blocks.length }));
}
export function findItem(items: readonly Item[], _form: string, section: string): Item | undefined {
  const asked = section.replace(/^item /i, "").toLowerCase();
  return items.find(({ id, title }) => id.toLowerCase() === asked || title.toLowerCase().includes(asked));
}
