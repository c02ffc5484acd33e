/** Lays out labelled values for a person: facts in columns, tables that fit the width, and tables turned by 90 degrees. */
import { painted, type Cell } from "./cells.js";
import { pad, widthOf, wrapped } from "./printed-text.js";

/** Facts under one title; a line that belongs to no label has an empty one. */
export interface Block {
  title?: string | undefined;
  facts: readonly (readonly [label: string, cell: Cell])[];
}

/** A column of a table; a turned table has a line for it. */
export interface Column {
  label: string;
  cells: readonly (Cell | undefined)[];
  /** Whether it says what a row is about, so that figures do not take its place. */
  isKey?: boolean;
}

const GAP = 2;
const COLUMN_GAP = 4;
/** The most columns of facts; more are hard to read from top to bottom. */
const MOST_COLUMNS = 4;
/** The narrowest texts of a table, in the order in which they are tried before a column is left out. */
const GRID_TEXTS = [48, 40, 32, 24, 16, 12, 10];
/** The longest word that has its line to itself, as long as other texts can be narrower. */
const WHOLE_WORD = 16;
/** The narrowest column of texts beside their labels. */
const LEAST_TEXT = 16;
/** The part of the width that the labels of a turned table may take. */
const LABEL_SHARE = 0.45;
/** The widest texts of a turned table, in the order in which they are tried; figures are never broken. */
const TURNED_TEXTS = [22, 16, 12];
/** The lines that a text of a turned table takes if it can: the day, the time below it. */
const TURNED_LINES = 2;

/** Returns the blocks in columns. Values of a block stand below each other, numbers at the right. */
export function toFacts(blocks: readonly Block[], width: number, colour = false): string[] {
  const filled = blocks.filter(({ facts }) => facts.length > 0);
  return inColumns(
    filled.map((block) => toFactLines(block, width, colour)),
    width,
  );
}

/** Returns the width of a column where two are side by side. */
export const toHalf = (width: number): number => Math.floor((width - COLUMN_GAP) / 2);

/**
 * Returns blocks of lines in as many columns as fit, as a newspaper sets them: each is read to its end, then the next. They
 * are of the least height with which they fit.
 */
export function inColumns(all: readonly (readonly string[])[], width: number): string[] {
  const total = sum(all.map((lines) => lines.length + 1)) - 1;
  const most = Math.min(MOST_COLUMNS, Math.ceil(total / 4));
  for (let height = 1; height < total; height++) {
    const columns = toColumns(all, height);
    const widths = columns.map((lines) => Math.max(...lines.map(widthOf)));
    const isWithin = columns.length <= most && columns.every((lines) => lines.length <= height);
    if (!isWithin || sum(widths) + COLUMN_GAP * (widths.length - 1) > width) continue;
    return sideBySide(
      columns.map((lines, at) => ({ lines, width: widths[at]! })),
      COLUMN_GAP,
    );
  }
  return joined(all);
}

/** Lines beside others, at the left or the right of their width. */
interface Part {
  lines: readonly string[];
  width: number;
  right?: boolean;
}

/** Returns parts beside each other, as high as the highest. */
function sideBySide(parts: readonly Part[], gap = GAP): string[] {
  return Array.from({ length: Math.max(...parts.map(({ lines }) => lines.length)) }, (_, at) =>
    parts
      .map(({ lines, width, right }) => pad(lines[at] ?? "", width, right))
      .join(" ".repeat(gap))
      .trimEnd(),
  );
}

/** Returns a block as lines of this width. */
export function toFactLines({ title, facts }: Block, width: number, colour: boolean): string[] {
  const label = Math.max(...facts.map(([text]) => widthOf(text)));
  const room = Math.max(LEAST_TEXT, width - label - GAP);
  const isFigure = ({ isNumber, isSpan }: Cell) => isNumber === true && !isSpan;
  const figures = Math.max(0, ...facts.map(([, cell]) => (isFigure(cell) ? widthOf(cell.text) : 0)));
  const lines = facts.flatMap(([name, cell]) => {
    const { text, reading } = cell;
    // A long address begins at the margin, so that as much as possible of it is on one line.
    if (/^https?:\S+$/.test(text) && widthOf(text) > room) return [name, text];
    const shown = pad(colour ? painted(cell) : text, figures, true);
    const read = reading === undefined ? shown : shown + " ".repeat(GAP) + reading;
    const [first, ...rest] = isFigure(cell) ? [read] : wrapped(text, room, room);
    return [`${pad(name, label + GAP)}${first}`, ...rest.map((line) => " ".repeat(label + GAP) + line)];
  });
  return title === undefined ? lines : [title, ...lines];
}

/** Returns the blocks in columns of this height; a column is higher where one block is. An only block is broken anywhere. */
function toColumns(blocks: readonly (readonly string[])[], height: number): string[][] {
  const whole = blocks.length === 1 ? blocks[0]!.map((line) => [line]) : blocks;
  const gap = blocks.length === 1 ? 0 : 1;
  const columns: string[][] = [[]];
  for (const lines of whole) {
    const last = columns.at(-1)!;
    const space = last.length === 0 ? [] : Array.from({ length: gap }, () => "");
    if (last.length + space.length + lines.length <= height || last.length === 0) last.push(...space, ...lines);
    else columns.push([...lines]);
  }
  return columns;
}

/** Returns the blocks below each other, with an empty line between them. */
export function joined(blocks: readonly (readonly string[])[]): string[] {
  return blocks.flatMap((lines, at) => (at === 0 ? lines : ["", ...lines]));
}

/** A table as lines, and the labels of the columns that did not fit. */
export interface Table {
  lines: string[];
  left: readonly string[];
}

/**
 * Returns the columns as a table of at most this width, and where each begins. Labels are broken at blanks, then long texts
 * take several lines, then columns are left out: the last one, then the words that would take most lines, then from the end.
 * `rule` is the sign of the line below the labels.
 */
export function toGrid(columns: readonly Column[], width: number | undefined, colour = false, rule = "─") {
  const room = width ?? Number.POSITIVE_INFINITY;
  let kept = columns;
  for (;;) {
    const shown = kept.map((column) => toDrawn(column, width === undefined));
    const tooWide = () => sum(shown.map((each) => each.width)) + GAP * (shown.length - 1) - room;
    for (const least of GRID_TEXTS) {
      for (const each of shown.toSorted((one, other) => other.width - one.width)) {
        const whole = least > GRID_TEXTS.at(-1)! ? Math.min(each.word, WHOLE_WORD) : 0;
        const narrow = Math.min(each.width, Math.max(least, whole));
        if (tooWide() > 0 && each.isText) each.width = Math.max(narrow, each.width - tooWide());
      }
    }
    if (tooWide() <= 0 || kept.length === 1) {
      return {
        lines: drawn(shown, colour, rule),
        starts: shown.map((_, at) => sum(shown.slice(0, at).map((each) => each.width + GAP))),
        left: columns.flatMap((each) => (kept.includes(each) ? [] : [each.label])),
      };
    }
    const lost = kept === columns ? -1 : mostBroken(kept, shown);
    kept = kept.filter((_, at) => at !== (lost < 0 ? kept.length - 1 : lost));
  }
}

/** The part of a text that its first line may lack before its column is left out. */
const MOST_LOST = 1 / 3;

/** Returns the place of the column of words of which the first line lacks most; -1 where none lacks much. */
function mostBroken(columns: readonly Column[], shown: readonly Drawn[]): number {
  const losses = columns.map(({ isKey, cells }, at) => {
    const own = Math.max(1, ...cells.map((cell) => widthOf(cell?.text ?? "")));
    return isKey || !shown[at]!.isText ? 0 : 1 - shown[at]!.width / own;
  });
  const most = Math.max(...losses);
  return most > MOST_LOST ? losses.indexOf(most) : -1;
}

interface Drawn {
  head: readonly string[];
  cells: readonly (Cell | undefined)[];
  right: boolean;
  /** Whether its texts may be broken: half a number or half a time is a wrong one. */
  isText: boolean;
  /** The length of its longest word. */
  word: number;
  width: number;
}

const TIME = /^\d{4}-\d{2}-\d{2}/;

function toDrawn({ label, cells }: Column, isWide: boolean): Drawn {
  const body = Math.max(1, ...cells.map((cell) => widthOf(cell?.text ?? "")));
  const longest = (texts: readonly string[]) => Math.max(...texts.flatMap((text) => text.split(" ").map(widthOf)));
  const head = isWide ? [label] : wrapped(label, Math.max(body, longest([label]), Math.min(8, widthOf(label))));
  const right = cells.some((cell) => cell?.isNumber) && cells.every((cell) => cell === undefined || cell.isNumber);
  const isText = !right && !cells.some((cell) => TIME.test(cell?.text ?? ""));
  const word = longest([label, ...cells.map((cell) => cell?.text ?? "")]);
  return { head, cells, right, isText, word, width: Math.max(body, ...head.map(widthOf)) };
}

function drawn(columns: readonly Drawn[], colour: boolean, rule: string): string[] {
  const heads = columns.map(({ head, width }) => head.flatMap((text) => broken(text, width)));
  const height = Math.max(...heads.map((lines) => lines.length));
  const line = (linesOf: (column: Drawn, at: number) => readonly string[]) =>
    sideBySide(columns.map((column, at) => ({ ...column, lines: linesOf(column, at) })));
  return [
    // The last lines of labels stand directly above the values.
    ...line((_column, at) => [...Array.from({ length: height - heads[at]!.length }, () => ""), ...heads[at]!]),
    ...line(({ width }) => [rule.repeat(width)]),
    ...columns[0]!.cells.flatMap((_, row) =>
      line(({ cells, width }) => inLines(cells[row], broken(cells[row]?.text ?? "-", width), colour)),
    ),
  ];
}

/** Returns the lines of a cell, those of a gain in green and of a loss in red. */
function inLines(cell: Cell | undefined, lines: readonly string[], colour: boolean): readonly string[] {
  return colour ? lines.map((text) => painted({ gain: cell?.gain, text })) : lines;
}

/**
 * Returns the columns as lines and the rows as columns, in as many bands as the width takes; `undefined` if these are more
 * than `mostBands`. The first column has the headings.
 */
export function toTurned(
  [heading, ...columns]: readonly Column[],
  width: number | undefined,
  mostBands: number,
  colour = false,
): string[] | undefined {
  const most = width === undefined ? Number.POSITIVE_INFINITY : Math.max(LEAST_TEXT, Math.floor(width * LABEL_SHARE));
  const label = Math.min(most, Math.max(...[heading!, ...columns].map((each) => widthOf(each.label))));
  const room = (width ?? Number.POSITIVE_INFINITY) - label;
  const widthsFor = (text: number) =>
    heading!.cells.map((first, at) => {
      const cells = [first, ...columns.map((each) => each.cells[at])];
      return Math.max(...cells.flatMap((cell) => brokenIn(cell, text).map(widthOf)));
    });
  const tries = TURNED_TEXTS.map(widthsFor).map((widths) => ({ widths, bands: toBands(widths, room) }));
  const fewest = Math.min(...tries.map(({ bands }) => bands.length));
  const { widths, bands } = tries.find((each) => each.bands.length === fewest)!;
  if (bands.length > mostBands || widths.some((each) => each + GAP > room)) return undefined;
  const linesFor = (band: readonly number[], { label: name, cells }: Column, isPainted: boolean) =>
    sideBySide([
      { lines: broken(name, label), width: label },
      ...band.map((at) => ({
        lines: inLines(cells[at], brokenIn(cells[at], widths[at]!), isPainted),
        width: widths[at]!,
        right: true,
      })),
    ]);
  return joined(
    bands.map((band) => [
      ...linesFor(band, heading!, false),
      [label, ...band.map((at) => widths[at]!)].map((each) => "─".repeat(each)).join(" ".repeat(GAP)),
      // A line without a value in any column of a band says nothing there.
      ...columns
        .filter(({ cells }) => band.some((at) => cells[at] !== undefined))
        .flatMap((column) => linesFor(band, column, colour)),
    ]),
  );
}

/** Returns the text of a turned table's cell in lines of about one length. */
function brokenIn(cell: Cell | undefined, width: number): string[] {
  if (cell === undefined) return ["-"];
  if (cell.isNumber || widthOf(cell.text) <= width) return [cell.text];
  const widths = Array.from({ length: width }, (_, at) => at + 1);
  const even = widths.find((each) => wrapped(cell.text, each).length <= TURNED_LINES);
  return wrapped(cell.text, even ?? width).flatMap((line) => broken(line, width));
}

/** Returns the columns of each band, as many as its width takes. */
function toBands(widths: readonly number[], room: number): number[][] {
  const bands: number[][] = [[]];
  let used = 0;
  for (const [at, each] of widths.entries()) {
    if (used + each + GAP > room && bands.at(-1)!.length > 0) {
      bands.push([]);
      used = 0;
    }
    bands.at(-1)!.push(at);
    used += each + GAP;
  }
  return bands;
}

/** Returns the text in lines of this width; a longer word goes on in the next line, if it can at one of its capitals. */
function broken(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  return wrapped(text, width, width).flatMap((line) => {
    const pieces = line
      .split(/(?<=[a-z:])(?=[A-Z])|(?<=_)/)
      .flatMap((piece) => (widthOf(piece) > width ? [...piece] : [piece]));
    const parts = [""];
    for (const piece of pieces) {
      if (widthOf(parts.at(-1)! + piece) > width && parts.at(-1) !== "") parts.push("");
      parts[parts.length - 1] += piece;
    }
    return parts;
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
