/** Finds the lettered parts of an item of 20-F. */
import { PAGE_AT_END, type Item } from "./filing-item-titles.js";
import type { Block } from "./filing-raw-blocks.js";

const LETTERED = /^(?:item\s*)?(?<number>\d{1,2})?\s*\.?\s*(?<letter>[A-K])[.):]\s*(?<title>[\p{L}\d"“([].{2,120})$/u;

/** The lettered parts of an item of 20-F: "D. Risk factors" is Item 3.D. */
export function partsOf(item: Item, blocks: readonly Block[]): Item[] {
  const number = item.id.replace("Item ", "");
  const parts: Item[] = [];
  const first = /^([A-K])[.):]\s*(\S.*)$/.exec(item.title);
  if (first) parts.push({ id: `${item.id}.${first[1]}`, title: first[2]!, from: item.from, to: item.to });
  for (let block = item.from + 1; block < item.to; block++) {
    const { kind, text } = blocks[block]!;
    const groups =
      kind === "table" || text.length > 130 || PAGE_AT_END.test(text) ? undefined : LETTERED.exec(text)?.groups;
    if (!groups || (groups.number && groups.number !== number)) continue;
    // Letters go up by one; a list within a part begins with "A" again.
    const due = String.fromCharCode(65 + parts.length);
    if (groups.letter! !== due && !(groups.letter! > due && groups.number)) continue;
    if (parts.length > 0) parts.at(-1)!.to = block;
    parts.push({ id: `Item ${number}.${groups.letter}`, title: groups.title!, from: block, to: item.to });
  }
  return parts;
}
