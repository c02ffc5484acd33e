/** Stand-in. */
import type { Block } from "./filing-blocks.js";
export function toPage(blocks: readonly Block[], tokens: number, page: number) {
  const pages: string[] = [];
  for (const { text } of blocks) {
    const last = pages.at(-1);
    if (last !== undefined && last.length + text.length < tokens * 4) pages[pages.length - 1] = `${last}\n\n${text}`;
    else pages.push(text.slice(0, tokens * 4));
  }
  const left = pages.slice(page).reduce((sum, { length }) => sum + length, 0);
  return { text: pages[page - 1] ?? "", pages: pages.length, charactersLeft: left };
}
