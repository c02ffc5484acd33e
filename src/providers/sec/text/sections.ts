/** Finds the sections of a filing without numbered items by its headings. */
import { CONTINUED, PAGE_AT_END, sectionHeadings, toItemTitle, type Item } from "./form-items.js";
import type { Block } from "./raw-blocks.js";

/** The title of a proposal to be voted on, which some proxy statements do not print in bold. */
const PROPOSAL = /^(?:proposal|item) \d{1,2}\b/;
const MAX_LINE = 120;
/** Headings that end the last proposal, or a list of proposals. */
const AFTER_PROPOSALS =
  /^(?:other (?:matters|business)|general information|questions and answers|information about|(?:share|stock)holder proposals|annex|appendix)\b/i;
/** The first line of a title that goes on in further lines has at least as many characters. */
const MIN_FIRST_LINE = 15;

/**
 * The sections of a document without numbered items, by its headings. One in capitals holds those below it, and so does a
 * proposal of a proxy statement.
 */
export function findSections(blocks: readonly Block[], form: string): Item[] {
  const known = sectionHeadings(form);
  const sections: Item[] = [];
  const titles = new Set<string>();
  let outer: Item | undefined;
  let inner: Item | undefined;
  for (const [at, { kind, text }] of blocks.entries()) {
    const isProposal = known !== null && text.length <= MAX_LINE && PROPOSAL.test(toItemTitle(text));
    const isLine = isProposal && kind === "paragraph" && !/[.,:;]$/.test(text);
    if ((kind !== "heading" && !isLine) || PAGE_AT_END.test(text)) continue;
    if (outer && known && AFTER_PROPOSALS.test(text)) {
      outer.to = at;
      outer = undefined;
    }
    if (known && !known.test(text)) continue;
    const title = text.replace(CONTINUED, "").trim();
    // A page's header repeats the title of the section that goes on.
    if (title !== text && titles.has(title)) continue;
    titles.add(title);
    const from = title === text ? at : firstLineOf(blocks, title, at, sections.at(-1)?.from ?? 0);
    const section: Item = { id: title, title, from, to: blocks.length, foundBy: isLine ? "uncertain" : "heading" };
    if (inner) inner.to = from;
    if (isProposal || (!known && isInCapitals(title))) {
      if (outer) outer.to = from;
      outer = section;
      inner = undefined;
    } else inner = section;
    sections.push(section);
  }
  return sections.filter(({ from, to }) => to - from > 1);
}

/** Where a section begins whose only heading is that of a later page: its title above is not printed as one. */
function firstLineOf(blocks: readonly Block[], title: string, at: number, since: number): number {
  for (let before = at - 1; before > since; before--) {
    const { kind, text } = blocks[before]!;
    if (kind !== "table" && text.length >= MIN_FIRST_LINE && title.startsWith(text)) return before;
  }
  return at;
}

const isInCapitals = (title: string): boolean => title === title.toUpperCase() && /[A-Z]{3}/.test(title);
