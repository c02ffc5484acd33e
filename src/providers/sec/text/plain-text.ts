/** Reads the ASCII documents of before about 2001, whose tables are made of blanks. */
import { ITEM_BEGINS, isHeadingText, type RawBlock, type RawReader } from "./filing-raw-blocks.js";
import { toTableBlocks, type Cell } from "./filing-tables.js";
import { isNumber, squeeze } from "./filing-words.js";

/** Tags of the SEC's old notation, which stand in the text without being a part of it. */
const TAGS = /<\/?(?:S|C|FN|F\d+|CAPTION|TEXT|HTML|HEAD|BODY|DIV|PRE|PDF|ARTICLE|MULTIPLIER|LEGEND)>/gi;
const RULER = /^[\s\-=_–—.*]*$/;
/** Blanks between two columns. */
const GAP = / {2,}|\t+|\.{4,}\s*/g;
/** A first line of at most this many characters is shorter than the text's width. */
const SHORT_LINE = 62;
/** Labels are indented by fewer blanks; a first word further right stands above a column. */
const LABEL_INDENT = 12;
// Limits of a table or paragraph of a damaged document, and of a line; what exceeds one goes on as the next.
const MAX_LINES = 5_000;
const MAX_LINE = 20_000;
const MAX_CHARACTERS = 500_000;

/** Reads text by lines: blank lines end paragraphs, runs of blanks part columns. */
export function createPlainTextReader(): RawReader {
  const blocks: RawBlock[] = [];
  let rest = "";
  let lines: string[] = [];
  let characters = 0;
  let inTable = false;

  /** Ends the paragraph or, within `<TABLE>`, the table. */
  function flush(): void {
    const group = lines.filter((line) => line.trim() !== "");
    lines = [];
    characters = 0;
    if (group.length === 0) return;
    if (inTable || isTable(group)) blocks.push(...readTable(group));
    else blocks.push(...readProse(group));
  }

  function readLine(line: string): void {
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
    }
    const ends = /<\/TABLE>/i.test(line);
    const shown = line
      .replace(/<\/?TABLE>/gi, "")
      .replace(TAGS, (tag) => " ".repeat(tag.length))
      .trimEnd();
    if (shown.trim() === "") {
      if (!inTable) flush();
    } else {
      lines.push(shown);
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
      return joinTables(blocks);
    },
  };
}

/** Whether lines without a table's tags are rows: most end in a column of numbers. */
function isTable(group: readonly string[]): boolean {
  const rows = group.filter((line) => !RULER.test(line));
  const numeric = rows.filter((line) => {
    const cells = line.trim().split(GAP);
    return cells.length > 1 && isNumber(cells.at(-1)!.trim());
  });
  return (
    numeric.length > 0 &&
    numeric.length >= rows.length / 2 &&
    !rows.some((line) => ITEM_BEGINS.test(line.trim()) && rows.length < 3)
  );
}

function readTable(group: readonly string[]): RawBlock[] {
  const rows = group.filter((line) => !RULER.test(line)).map(toCells);
  const numeric = rows.some((row) => row.slice(1).some(({ parts }) => isNumber(parts[0]!)));
  return numeric ? toTableBlocks(rows, false) : readProse(group);
}

/** The cells of a line, by the blanks between them. */
function toCells(line: string): Cell[] {
  const cells: Cell[] = [];
  let from = 0;
  const push = (text: string, at: number) => {
    const words = text.trim();
    if (words === "" || (RULER.test(words) && words.length > 2)) return;
    const begin = at + text.length - text.trimStart().length;
    cells.push({
      parts: [words],
      from: begin < LABEL_INDENT ? 0 : begin,
      to: begin + words.length,
      rows: 1,
      emphasis: false,
    });
  };
  for (const gap of line.matchAll(GAP)) {
    push(line.slice(from, gap.index), from);
    from = gap.index + gap[0].length;
  }
  push(line.slice(from), from);
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
