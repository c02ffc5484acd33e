/** Reads the ASCII documents of before about 2001, whose tables are made of blanks. */
import { ITEM_BEGINS, isHeadingText, RawBlocks, type RawBlock, type RawReader } from "./raw-blocks.js";
import { toTableBlocks, type TextCell } from "./tables.js";
import { isNumber, isYear, squeeze } from "./words.js";

/** Tags of the SEC's old notation, which stand in the text without being a part of it. */
const TAGS = /<\/?(?:S|C|FN|F\d+|CAPTION|TEXT|HTML|HEAD|BODY|DIV|PRE|PDF|ARTICLE|MULTIPLIER|LEGEND)>/gi;
const RULER = /^[\s\-=_–—.*]*$/;
/** Blanks between two columns. */
const GAP = / {2,}|\t+|(?<!\.)(?:\.{4,}\s*|\.{2,3}\s+)|(?: \.){3,}\s*/g;
/** The blank between numbers of two columns where a sign ends the first or begins the second; "(1)" is a mark. */
const BETWEEN_NUMBERS = /(?<=\d[%)]{0,2}) (?=[$€£¥]|\([\d,.]{3})|(?<=\d[%)]{1,2}) (?=\d)/g;
/** A first line of at most this many characters is shorter than the text's width. */
const SHORT_LINE = 62;
/** Labels are indented by fewer blanks; a first word further right stands above a column. */
const LABEL_INDENT = 12;
// Limits of a table or paragraph of a damaged document, and of a line; what exceeds one goes on as the next.
const MAX_LINES = 5_000;
const MAX_LINE = 20_000;
const MAX_CHARACTERS = 500_000;
/** The SEC takes no wider line; where tabs would make one, each stands for one blank. */
const MAX_WIDTH = 132;
/** Columns that a table's tags name; real ones name up to 20. */
const MAX_COLUMNS = 100;

/** Reads text by lines: blank lines end paragraphs, runs of blanks part columns. */
export function createPlainTextReader(): RawReader {
  const blocks = new RawBlocks();
  let rest = "";
  let lines: string[] = [];
  let characters = 0;
  let inTable = false;
  /** Where the columns of the table stand, as its line `<S> <C> <C>` says. */
  let columns: readonly number[] = [];

  /** Ends the paragraph or, within `<TABLE>`, the table. */
  function flush(): void {
    const group = lines.filter((line) => line.trim() !== "");
    lines = [];
    characters = 0;
    if (group.length === 0) return;
    const [first, end] = inTable || isTable(group) ? [0, group.length] : rowsOf(group);
    if (first > 0) blocks.push(...readProse(group.slice(0, first)));
    if (end > first) blocks.push(...readTable(group.slice(first, end)));
    if (end < group.length) blocks.push(...readProse(group.slice(end)));
  }

  function readLine(typed: string): void {
    const line = withoutTabs(typed);
    if (/<PAGE>/i.test(line)) {
      if (!inTable) flush();
      blocks.push({ kind: "break", text: "" });
      const after = line.replace(/^.*<PAGE>/i, "").trim();
      if (after !== "" && !/^\d{1,3}$/.test(after)) lines.push(after);
      return;
    }
    const begins = /<TABLE>/i.test(line);
    if (begins && !inTable) {
      flush();
      inTable = true;
      columns = [];
    }
    if (inTable && /<C>/i.test(line))
      columns = Array.from(line.matchAll(/<[SC]>/gi), ({ index }) => index).slice(0, MAX_COLUMNS);
    const ends = /<\/TABLE>/i.test(line);
    const shown = line
      .replace(/<\/?TABLE>/gi, "")
      .replace(TAGS, (tag) => " ".repeat(tag.length))
      .trimEnd();
    if (shown.trim() === "") {
      if (!inTable) flush();
    } else {
      lines.push(inTable ? partColumns(shown, columns) : shown);
      characters += shown.length;
    }
    if (ends || lines.length > MAX_LINES || characters > MAX_CHARACTERS) {
      flush();
      inTable &&= !ends;
    }
  }

  /** Reads what exceeds a line's limit as lines of their own, and returns the rest. */
  function readLong(line: string): string {
    let left = line;
    while (left.length > MAX_LINE) {
      const end = left.lastIndexOf(" ", MAX_LINE - 1) + 1 || MAX_LINE;
      readLine(left.slice(0, end));
      left = left.slice(end);
    }
    return left;
  }

  return {
    write(chunk) {
      const all = (rest + chunk).split(/\r?\n/);
      rest = all.pop() ?? "";
      for (const line of all) readLine(readLong(line));
      rest = readLong(rest);
    },
    end() {
      readLine(rest);
      flush();
      return joinTables(blocks.all);
    },
  };
}

/** A line with blanks up to each eighth column in place of its tabs, of which one stays to part columns. */
function withoutTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let shown = "";
  for (const [at, part] of line.split("\t").entries()) {
    if (at > 0) shown += `${" ".repeat(7 - (shown.length % 8))}\t`;
    shown += part;
  }
  return shown.trimEnd().length > MAX_WIDTH ? line : shown;
}

/** Whether lines without a table's tags are rows: most end in a column of numbers. */
function isTable(group: readonly string[]): boolean {
  const rows = group.filter((line) => !RULER.test(line));
  const numeric = rows.filter(isRow);
  return (
    numeric.length > 0 &&
    numeric.length >= rows.length / 2 &&
    !rows.some((line) => ITEM_BEGINS.test(line.trim()) && rows.length < 3)
  );
}

/** Whether a line has cells, of which the last one is a number. */
function isRow(line: string): boolean {
  const cells = line.trim().split(GAP);
  return cells.length > 1 && isNumber(lastOf(cells));
}

const lastOf = (cells: readonly string[]): string => cells.findLast((cell) => !/^[%) ]*$/.test(cell))?.trim() ?? "";

/** The lines of a text that are rows of a table, with their headings and labels: a note may stand right below. */
function rowsOf(group: readonly string[]): [first: number, end: number] {
  // Two lines of justified text can end with years.
  const isSure = (line: string) => isRow(line) && !isYear(lastOf(line.trim().split(GAP)));
  let first = group.findIndex(isSure);
  const end = group.findLastIndex(isSure) + 1;
  const isMost = group.slice(first, end).filter(isSure).length >= (end - first) / 2;
  if (end - first < 2 || !isMost) return [0, 0];
  const [, number] = toCells(group[first]!);
  const isAbove = (line: string) => line.trim().split(GAP).length > 1 || line.length <= number!.from;
  while (first > 0 && isAbove(group[first - 1]!)) first -= 1;
  return [first, end];
}

function readTable(group: readonly string[]): RawBlock[] {
  const rows = group.filter((line) => !RULER.test(line)).map(toCells);
  const numeric = rows.some((row) => row.slice(1).some(({ parts }) => isNumber(parts[0]!)));
  return numeric ? toTableBlocks(rows, false) : readProse(group);
}

/** A word of a line, or a number with its sign of a currency. */
const WORD = /(?:[$€£¥] +)?[^\s]+/g;

/** Makes a tab of the single blank between two numbers of different columns, or before one that covers its column. */
function partColumns(line: string, columns: readonly number[]): string {
  if (columns.length < 2) return line;
  const parts: string[] = [];
  let [column, end, isNumberBefore] = [0, 0, false];
  for (const { 0: word, index } of line.matchAll(WORD)) {
    const before = column;
    const middle = index + word.length / 2;
    while (column + 1 < columns.length && columns[column + 1]! - middle <= middle - columns[column]!) column++;
    // "31," is a part of a day.
    const isOwn = !word.endsWith(",") && isNumber(squeeze(word));
    const isCovering = index <= columns[column]! && columns[column]! <= index + word.length;
    const isApart = index === end + 1 && isOwn && column > before && (isNumberBefore || isCovering);
    parts.push(isApart ? "\t" : line.slice(end, index), word);
    end = index + word.length;
    isNumberBefore = isOwn;
  }
  return parts.join("");
}

/** The cells of a line, by the blanks between them. */
function toCells(line: string): TextCell[] {
  const cells: TextCell[] = [];
  const push = (text: string, at: number) => {
    const words = text.trim();
    if (words === "" || (RULER.test(words) && words.length > 2)) return;
    const begin = at + text.length - text.trimStart().length;
    cells.push({
      parts: [words],
      from: cells.length === 0 && begin < LABEL_INDENT ? 0 : begin,
      to: begin + words.length,
      rows: 1,
      emphasis: false,
    });
  };
  const wordsEnd = line.search(/[a-z]{2}[^a-z]*$/i);
  const pushParts = (text: string, at: number) => {
    let from = 0;
    for (const { index } of text.matchAll(BETWEEN_NUMBERS)) {
      if (at + index < wordsEnd && /[a-z]{2}/i.test(text)) continue;
      push(text.slice(from, index), at + from);
      from = index + 1;
    }
    push(text.slice(from), at + from);
  };
  let from = 0;
  for (const gap of line.matchAll(GAP)) {
    pushParts(line.slice(from, gap.index), from);
    from = gap.index + gap[0].length;
  }
  pushParts(line.slice(from), from);
  return cells;
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Paragraphs of lines without a blank line between them: a heading on a line of its own, and indented beginnings. */
function readProse(group: readonly string[]): RawBlock[] {
  const paragraphs: string[][] = [[]];
  for (const [index, line] of group.entries()) {
    if (RULER.test(line)) continue;
    const before = group[index - 1];
    const begins =
      before !== undefined &&
      (ITEM_BEGINS.test(line.trim()) ||
        (ITEM_BEGINS.test(before.trim()) && before.trim().length < SHORT_LINE && isNewSentence(before, line)) ||
        isBelowTitle(paragraphs, line.trim()) ||
        (indentOf(line) >= indentOf(before) + 3 && /[.:?!"]$/.test(before)));
    if (begins) paragraphs.push([]);
    paragraphs.at(-1)!.push(line.trim());
  }
  return paragraphs
    .map(joinLines)
    .filter((text) => text !== "")
    .map((text) => ({ kind: isHeadingText(text, false) ? ("heading" as const) : ("paragraph" as const), text }));
}

/** A title goes on in its own style; a text below it begins with an indented or ordinary sentence. */
function isNewSentence(title: string, line: string): boolean {
  if (/^\s*\(/.test(line)) return true;
  const isCaps = title === title.toUpperCase();
  return isCaps ? line !== line.toUpperCase() : /[.]$/.test(title.trim()) || line.trim().length > SHORT_LINE;
}

/** A word that titles write with a capital. */
const ORDINARY = /(?<![\w’'])(?!(?:about|from|into|under|upon|with)\b)[a-z]{4,}/;
const ANSWER = /^(?:none|not applicable|n\/a)\b/i;

/** Whether a line is an answer or a sentence below the title of an item, which may have several lines. */
function isBelowTitle(paragraphs: readonly (readonly string[])[], line: string): boolean {
  const [before, title] = [paragraphs.at(-2)?.at(-1), paragraphs.at(-1)!];
  // A sentence that goes on with "Item 13" at the beginning of a line.
  if (before !== undefined && !/[.:!?)"]$/.test(before)) return false;
  if (!ITEM_BEGINS.test(title[0] ?? "") || title.some((each) => ORDINARY.test(each))) return false;
  return ANSWER.test(line) || (/^["“]?[A-Z]/.test(line) && ORDINARY.test(line));
}

/** A hyphen at the end of a line is the word's own: these texts break no words. */
const joinLines = (lines: readonly string[]): string =>
  squeeze(lines.map((line) => (/\w-$/.test(line) ? line : `${line} `)).join(""));

/** Tables that only blank lines parted are one. */
function joinTables(blocks: readonly RawBlock[]): RawBlock[] {
  const joined: RawBlock[] = [];
  let columns = 0;
  for (const block of blocks) {
    const last = joined.at(-1);
    const own = block.text.split("\n", 1)[0]!.split(",").length;
    const isSame = block.kind === "table" && last?.kind === "table" && own === columns;
    if (isSame && last.text.length < MAX_CHARACTERS) last.text += `\n${block.text}`;
    else {
      joined.push({ ...block });
      columns = own;
    }
  }
  return joined;
}
