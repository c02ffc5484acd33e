/** Reads HTML and inline XBRL as paragraphs and tables, without building a tree. */
import { Parser } from "htmlparser2";
import { createPlainTextReader } from "./plain-text.js";
import { DocumentTooLarge, ITEM_BEGINS, isHeadingText, MAX_COLUMNS, RawBlocks, type RawReader } from "./raw-blocks.js";
import { hasText, toTableBlocks, type TextCell } from "./tables.js";
import { PAGE_LOOK, toLook, type Look } from "./visibility.js";
import { RAISED_BEGINS, RAISED_ENDS, resolveRaised, squeeze } from "./words.js";

const BLOCK_TAGS = new Set(
  "address article aside blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);
const EMPHASIS_TAGS = new Set(["b", "strong", "u", "th", "h1", "h2", "h3", "h4", "h5", "h6"]);
const EMPHASIS_STYLE = /font-weight\s*:\s*(?:bold|[6-9]00)|text-decoration\s*:[^;]{0,40}underline/i;
const NORMAL_STYLE = /font-weight\s*:\s*(?:normal|[1-5]00)/i;
const RAISED_STYLE = /vertical-align\s*:\s*super|(?<![\w-])top\s*:\s*-[\d.]/i;
const BREAK_BEFORE = /(?:page-)?break-before\s*:\s*(?:always|page)/i;
const BREAK_AFTER = /(?:page-)?break-after\s*:\s*(?:always|page)/i;
/** A cell or paragraph is emphasised if so much of its characters is bold. */
const BOLD_SHARE = 0.8;
/** Tables of a page have at most a few columns; a larger span is a slip of the filer. */
const MAX_SPAN = 60;
/** The time of the parser grows with the square of the depth; old filings leave some thousand elements open. */
const MAX_DEPTH = 5_000;
// Limits of what is put together in one step: damaged filings have a single table, cell or paragraph of megabytes, and other
// callers would wait for it. What exceeds one goes on as the next row, table or paragraph.
const MAX_CELLS = 10_000;
const MAX_LINES = 1_000;
const MAX_CHARACTERS = 500_000;

interface Element {
  look: Look;
  emphasis: boolean;
  breaksAfter: boolean;
}

interface Table {
  rows: TextCell[][];
  row: TextCell[] | null;
  cell: TextCell | null;
  /** The cells that are not emitted yet; many lines of one count like cells. */
  size: number;
  column: number;
  /** The number of rows that have begun. */
  begun: number;
  /** Columns that cells of earlier rows cover, with the number of the last such row. */
  covered: Map<number, number>;
}

/** Reads HTML; elements that a page does not show are dropped, inline XBRL's facts are text like any other. */
export function createMarkupReader(): RawReader {
  const blocks = new RawBlocks();
  const elements: Element[] = [];
  const tables: Table[] = [];
  let text = "";
  /** Characters of `text` in bold or underlined, and the length of its emphasised beginning. */
  let emphasised = 0;
  let emphasisedBeginning = 0;
  /** The text of a raised element, null outside of one, and the depth of that element. */
  let raised: string | null = null;
  let raisedDepth = 0;
  let plain: RawReader | null = null;

  const current = () => elements.at(-1);
  const table = () => tables.at(-1);

  function pushParagraph(words: string, isEmphasised: boolean): void {
    const shown = resolveRaised(squeeze(words));
    if (shown !== "") blocks.push({ kind: isHeadingText(shown, isEmphasised) ? "heading" : "paragraph", text: shown });
  }

  /** Ends the paragraph, or the line of a cell. */
  function flush(): void {
    // A raised element that is left open is no mark.
    const words = text + (raised ?? "");
    if (raised !== null) raised = "";
    const bold = emphasised;
    const boldBeginning = emphasisedBeginning;
    text = "";
    emphasised = emphasisedBeginning = 0;
    const within = table();
    // A blank line of a cell keeps the place of those below it.
    if (words.trim() === "" && !(within?.cell && /[\u00a0\n]/.test(words))) return;
    if (within) {
      const cell = within.cell;
      if (cell) {
        const lines = words.replace(/\n$/, "").split("\n");
        cell.parts.push(lines.map(squeeze).join("\n"));
        within.size += lines.length - 1;
        cell.emphasis &&= bold >= words.trim().length * BOLD_SHARE;
        if (cell.parts.length >= MAX_LINES) {
          within.size += MAX_LINES;
          openRow();
          openCell({});
        }
      } else if (!within.row) pushParagraph(words, false);
      return;
    }
    const runIn = squeeze(words.slice(0, boldBeginning));
    if (boldBeginning < words.length && ITEM_BEGINS.test(runIn) && runIn.length > 8) {
      pushParagraph(runIn, true);
      pushParagraph(words.slice(boldBeginning), false);
      return;
    }
    for (const part of words.split(/\n[^\S\n]*\n\s*/)) pushParagraph(part, bold >= words.trim().length * BOLD_SHARE);
  }

  function append(words: string, isEmphasised: boolean): void {
    const beginning = emphasisedBeginning === text.length;
    text += words;
    if (isEmphasised || (beginning && words.trim() === "")) {
      emphasised += words.length;
      if (beginning) emphasisedBeginning = text.length;
    }
  }

  function closeCell(): void {
    const within = table();
    if (!within?.cell) return;
    flush();
    within.row?.push(within.cell);
    within.cell = null;
  }

  function closeRow(): void {
    const within = table();
    if (!within?.row) return;
    closeCell();
    for (const cell of within.row)
      if (cell.rows > 1)
        for (let column = cell.from; column < cell.to; column++)
          within.covered.set(column, within.begun + cell.rows - 1);
    if (within.row.some(hasText)) within.rows.push(within.row);
    within.row = null;
  }

  function closeTable(): void {
    closeRow();
    flush();
    const done = tables.pop();
    if (done) emitTable(done);
  }

  function emitTable(done: Table): void {
    blocks.push(...toTableBlocks(done.rows));
    done.rows = [];
    done.size = 0;
  }

  function openTable(): void {
    flush();
    const outer = table();
    if (outer) {
      // A table within a cell: the outer one only arranges the page, and what it has shown so far comes first.
      closeRow();
      emitTable(outer);
    }
    tables.push({ rows: [], row: null, cell: null, size: 0, column: 0, begun: 0, covered: new Map() });
  }

  function openCell(attributes: Record<string, string>): void {
    const within = table();
    if (!within) return;
    closeCell();
    if (!within.row || within.row.length >= MAX_COLUMNS) openRow();
    while ((within.covered.get(within.column) ?? 0) >= within.begun) within.column += 1;
    const columns = Math.min(Math.max(Number.parseInt(attributes.colspan ?? "1", 10) || 1, 1), MAX_SPAN);
    const rows = Math.min(Math.max(Number.parseInt(attributes.rowspan ?? "1", 10) || 1, 1), MAX_SPAN);
    const from = Math.min(within.column, MAX_COLUMNS);
    within.cell = { parts: [], from, to: from + columns, rows, emphasis: true };
    within.column += columns;
    within.size += 1;
  }

  function openRow(): void {
    const within = table();
    if (!within) return;
    closeRow();
    if (within.size >= MAX_CELLS) emitTable(within);
    within.row = [];
    within.begun += 1;
    within.column = 0;
  }

  const pushBreak = () => {
    if (tables.length === 0) blocks.push({ kind: "break", text: "" });
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (elements.length > MAX_DEPTH) throw new DocumentTooLarge();
        const outer = current();
        const style = attributes.style ?? "";
        const look = toLook(name, attributes, outer?.look ?? PAGE_LOOK);
        const emphasis =
          EMPHASIS_TAGS.has(name) ||
          EMPHASIS_STYLE.test(style) ||
          (outer?.emphasis === true && !NORMAL_STYLE.test(style));
        const isRaised = name === "sup" || RAISED_STYLE.test(style);
        elements.push({ look, emphasis, breaksAfter: BREAK_AFTER.test(style) });
        if (look.hidden) return;
        if (isRaised && raised === null) {
          raised = "";
          raisedDepth = elements.length;
        }
        if (name === "br") return text.length > MAX_CHARACTERS ? flush() : void (text += "\n");
        if (!BLOCK_TAGS.has(name)) return;
        if (name !== "td" && name !== "th") flush();
        if (name === "hr" || BREAK_BEFORE.test(style)) pushBreak();
        if (name === "table") openTable();
        else if (name === "tr") openRow();
        else if (name === "td" || name === "th") openCell(attributes);
        else if (name === "pre" && tables.length === 0) plain = createPlainTextReader();
      },
      ontext(words) {
        const { hidden, seen } = current()?.look ?? PAGE_LOOK;
        if (hidden || !seen) return;
        if (plain) plain.write(words);
        else if (raised !== null) raised += words;
        else append(words.replaceAll("\n", " "), current()?.emphasis === true);
        if (text.length + (raised?.length ?? 0) > 2 * MAX_CHARACTERS) flush();
      },
      onclosetag(name) {
        const element = elements.pop();
        if (!element || element.look.hidden) return;
        if (raised !== null && elements.length < raisedDepth) {
          const words = raised.trim();
          const [before, after] = words === "" ? ["", ""] : raised.split(words, 2);
          raised = null;
          append(words === "" ? "" : `${before}${RAISED_BEGINS}${words}${RAISED_ENDS}${after}`, element.emphasis);
        }
        if (!BLOCK_TAGS.has(name)) return;
        if (name === "td" || name === "th") closeCell();
        else if (name === "tr") closeRow();
        else if (name === "table") closeTable();
        else if (name === "pre" && plain) {
          blocks.push(...plain.end());
          plain = null;
        } else flush();
        if (element.breaksAfter) pushBreak();
      },
    },
    { decodeEntities: true, recognizeSelfClosing: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );

  return {
    write: (chunk) => parser.write(chunk),
    end() {
      parser.end();
      flush();
      return blocks.all;
    },
  };
}
