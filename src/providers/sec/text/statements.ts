/** Finds the financial statements of reports whose own item only refers to them. */
import { PAGE_AT_END, type Item } from "./form-items.js";
import type { Block } from "./raw-blocks.js";

/** An item of fewer characters only refers to the statements: those of 14 real reports have 66 to 996, others 24,000 and more. */
const SHORT = 1_500;
/** Blocks between a statement's title and its table: the company, the unit, the days. */
const MAX_BETWEEN = 5;
const MAX_TITLE = 150;
const MAX_WORDS_OF_COMPANY = 8;

/** The title of a statement, which the name of a company may precede. */
const STATEMENT =
  /(?:^| )(?:(?:unaudited|audited|interim|condensed|consolidated|combined) ){0,4}(?:balance sheets?|income statements?|cash flow statements?|profit and loss accounts?|statements? of (?:(?:condensed|consolidated|combined) ){0,2}(?:operations?|income|earnings|loss|profit|financial (?:position|condition)|cash flows?|(?:net )?assets|comprehensive|(?:changes in )?(?:share|stock)holders|changes in equity))\b/i;
/** The same words above a part of the statements only. */
const NO_STATEMENT = /\b(?:data|information|highlights|pages?|notes?|report)\b|[.:;]$/i;
/** Titles of the index and of the auditor's report, which precede the first statement. */
const BEGINS =
  /^(?:reports? of (?:the )?independent|independent auditor|auditor['’]?s['’]? report|index to (?:the )?(?:consolidated )?financial statements)/i;
const ENDS = /^(?:signatures?|exhibit index|index to exhibits|list of exhibits)$/i;
/** A table with amounts. */
const AMOUNT = /[,\n]"?-?[$€£¥]?\d/;

type Found = Pick<Item, "from" | "to">;

export const isShort = (blocks: readonly Block[], { from, to }: Found): boolean => {
  let characters = 0;
  for (let at = from; at < to && characters < SHORT; at++) characters += blocks[at]!.text.length;
  return characters < SHORT;
};

/** Where the statements stand of a report whose item of them is short, or is missing; `undefined` if it has none elsewhere. */
export function findStatements(blocks: readonly Block[], items: readonly Item[]): Found | undefined {
  const own = items.filter(({ title }) => /^(?:[a-z]+ ){0,4}financial statements/i.test(title));
  if (own.some((item) => !isShort(blocks, item))) return undefined;
  const since = Math.max(0, ...own.map(({ to }) => to));
  for (let first = since; first < blocks.length; first++) {
    if (!isStatement(blocks, first)) continue;
    const around = items.find(({ from, to }) => from < first && first < to);
    // Without an item of the statements, those of another subject only speak of them.
    if (own.length === 0 && around && !/exhibit|schedule/i.test(around.title)) continue;
    const [from, to] = around ? [around.from + 1, around.to] : gapAround(blocks, items, first);
    const begin = blocks.slice(from, first).findIndex(({ text }) => BEGINS.test(text) && text.length <= MAX_TITLE);
    const end = blocks.slice(first, to).findIndex(({ text }) => ENDS.test(text));
    return { from: begin < 0 ? first : from + begin, to: end < 0 ? to : first + end };
  }
  return undefined;
}

/** Where the statements stand before the first item, with the headings above them. */
export function findBeforeItems(blocks: readonly Block[], items: readonly Item[]): Found | undefined {
  const to = items[0]?.from ?? 0;
  let from = blocks.slice(0, to).findIndex((_, at) => isStatement(blocks, at));
  if (from < 0) return undefined;
  while (blocks[from - 1]?.kind === "heading") from -= 1;
  return { from, to };
}

/** Whether a block is the title of a statement, whose table follows it, or a table that begins with its title. */
function isStatement(blocks: readonly Block[], at: number): boolean {
  const { kind, text } = blocks[at]!;
  if (!isTitle(firstLine(blocks[at]!))) return false;
  if (kind === "table") return AMOUNT.test(text);
  for (const below of blocks.slice(at + 1, at + 2 + MAX_BETWEEN)) {
    if (below.kind === "table") return AMOUNT.test(below.text);
    if (below.text.length > MAX_TITLE) return false;
  }
  return false;
}

/** The text of a block; of a table, the words of its first row. */
export const firstLine = ({ kind, text }: Block): string =>
  kind === "table" ? text.split("\n", 1)[0]!.replace(/[",]+/g, " ").trim() : text;

function isTitle(text: string): boolean {
  const found = text.length > MAX_TITLE ? null : STATEMENT.exec(text);
  if (!found || NO_STATEMENT.test(text) || PAGE_AT_END.test(text)) return false;
  // A sentence about a statement has words without a capital before it.
  const company = text.slice(0, found.index).split(" ");
  return company.length <= MAX_WORDS_OF_COMPANY && !company.some((word) => /^(?!and$|of$|the$)\p{Ll}/u.test(word));
}

/** The blocks around one that are in no item. */
function gapAround(blocks: readonly Block[], items: readonly Item[], at: number): [from: number, to: number] {
  const before = items.filter(({ to }) => to <= at).map(({ to }) => to);
  const after = items.filter(({ from }) => from > at).map(({ from }) => from);
  return [Math.max(0, ...before), Math.min(blocks.length, ...after)];
}
