/** Finds the lettered parts of an item of 20-F. */
import { PAGE_AT_END, type Item } from "./filing-item-titles.js";
import type { Block } from "./filing-raw-blocks.js";

const LETTERED = /^(?:item\s*)?(?<number>\d{1,2})?\s*\.?\s*(?<letter>[A-K])[.):]\s*(?<title>[\p{L}\d"“([].{2,120})$/u;

/** Long reports have a few hundred; bounds the work for a damaged one. */
const MAX_LINES = 2_000;

/** A line such as "D. Risk factors" or "3.D. Risk factors". */
interface Lettered {
  block: number;
  number: string | undefined;
  letter: string;
  title: string;
}

/** The lettered lines of a document, read once: items that share a heading have the same ones. */
export function findLettered(blocks: readonly Block[]): Lettered[] {
  const lines: Lettered[] = [];
  for (const [block, { kind, text }] of blocks.entries()) {
    if (lines.length >= MAX_LINES) break;
    if (kind === "table" || text.length > 130 || PAGE_AT_END.test(text)) continue;
    const groups = LETTERED.exec(text)?.groups;
    if (groups) lines.push({ block, number: groups.number, letter: groups.letter!, title: groups.title! });
  }
  return lines;
}

/** The lettered parts of an item of 20-F: "D. Risk factors" is Item 3.D. */
export function partsOf({ id, title, from, to }: Item, lettered: readonly Lettered[]): Item[] {
  const number = id.replace("Item ", "");
  const parts: Item[] = [];
  const first = /^([A-K])[.):]\s*(\S.*)$/.exec(title);
  if (first) parts.push({ id: `${id}.${first[1]}`, title: first[2]!, from, to });
  for (const line of lettered) {
    if (line.block <= from || line.block >= to || (line.number && line.number !== number)) continue;
    // Letters go up by one; a list within a part begins with "A" again.
    const due = String.fromCharCode(65 + parts.length);
    if (line.letter !== due && !(line.letter > due && line.number)) continue;
    if (parts.length > 0) parts.at(-1)!.to = line.block;
    parts.push({ id: `${id}.${line.letter}`, title: line.title, from: line.block, to });
  }
  return parts;
}
