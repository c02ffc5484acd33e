/** Stand-in. */
import type { Block } from "./filing-blocks.js";
import type { Item } from "./filing-items.js";
export interface Passage {
  item: string | null;
  text: string;
  block: number;
}
export function findPassages(blocks: readonly Block[], items: readonly Item[], phrase: string, most = 8): Passage[] {
  const asked = phrase.toLowerCase();
  return blocks
    .flatMap(({ text }, block) => {
      const item = items.find(({ from, to }) => from <= block && block < to)?.id ?? null;
      return text.toLowerCase().includes(asked) ? [{ item, text, block }] : [];
    })
    .slice(0, most);
}
