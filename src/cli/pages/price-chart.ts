/** A chart of prices over several rows at a terminal: a line of braille dots, prices at the right, days below. */
import { pad, widthOf } from "./printed-text.js";

/** The close of a bar, and how low and high its price was. */
export interface Span {
  date: string;
  low: number;
  close: number;
  high: number;
}

interface ChartParts {
  /** Characters of a line. */
  width: number;
  price(value: number): string;
  /** Returns the day or the time of a bar as the axis names it. */
  day(date: string): string;
  /** Returns the line in its colour. */
  paint(line: string): string;
}

const ROWS = 8;
/** A character has two columns of four dots; these are their bits, from the top. */
const DOTS = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
] as const;
const DEEP = DOTS[0].length;
const BLANK = 0x2800;
/** The narrowest chart. */
const LEAST_WIDTH = 20;
/** Characters of the axis for each of its days, at least. */
const DAY_ROOM = 20;

/** Returns the lines of the chart of these bars, oldest first; none for fewer than two, and where there is no room. */
export function toPriceChart(bars: readonly Span[], { width, price, day, paint }: ChartParts): string[] {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last || first === last) return [];
  const [least, most] = [Math.min(...bars.map(({ low }) => low)), Math.max(...bars.map(({ high }) => high))];
  // Without a move the line is in the middle.
  const [from, span] = most === least ? [least - 1, 2] : [least, most - least];
  const top = ROWS * DEEP - 1;
  const rowOf = (value: number) => top - Math.round(((value - from) / span) * top);
  const labels = toLabels([most, "high"], [least, "low"], [last.close, "last"], (value) =>
    Math.floor(rowOf(value) / DEEP),
  );
  const digits = Math.max(...labels.flat().map(([value]) => widthOf(price(value))));
  const texts = labels.map(([label]) => label && ` ${pad(price(label[0]), digits, true)} ${label[1]}`);
  const room = width - Math.max(...texts.map((text) => widthOf(text ?? "")));
  if (room < LEAST_WIDTH) return [];
  const columns = toColumns(bars, room * 2).map(([low, high]) => [rowOf(high), rowOf(low)] as const);
  const lines = Array.from({ length: ROWS }, (_, row) => {
    const line = Array.from({ length: room }, (__, at) => {
      const bits = DOTS.flatMap((side, half) => {
        const [high, low] = columns[at * 2 + half]!;
        return side.filter((___, dot) => row * DEEP + dot >= high && row * DEEP + dot <= low);
      });
      return String.fromCharCode(BLANK + bits.reduce((sum, bit) => sum + bit, 0));
    }).join("");
    const plain = line.replaceAll("\u2800", " ");
    return texts[row] === undefined ? paint(plain.trimEnd()) : paint(plain) + texts[row];
  });
  return [...lines, toDays(bars, room, day)];
}

/** A price on the axis, and what it is. */
type Label = readonly [value: number, name: string];

/** Returns the labels of each row; a last price beside the high or low that is another one moves towards the middle. */
function toLabels(high: Label, low: Label, last: Label, rowOf: (value: number) => number): Label[][] {
  const rows: Label[][] = Array.from({ length: ROWS }, () => []);
  if (low[0] !== high[0]) {
    rows[0]!.push(high);
    rows[ROWS - 1]!.push(low);
  }
  const row = rowOf(last[0]);
  const own = rows[row]![0];
  const isFree = own === undefined || own[0] === last[0];
  rows[isFree ? row : row === 0 ? 1 : row - 1]!.push(last);
  return rows.map((labels) => (labels.length > 1 ? [[last[0], labels.map(([, name]) => name).join(", ")]] : labels));
}

/**
 * Returns the lowest and highest price of each column of dots; each begins where the one before ended. Of more bars than
 * columns it takes the closes alone, because the days' lows and highs would fill the chart.
 */
function toColumns(bars: readonly Span[], count: number): [low: number, high: number][] {
  const columns = Array.from({ length: count }, (): number[] => []);
  const placeOf = (at: number) => Math.round((at * (count - 1)) / (bars.length - 1));
  for (const [at, { low, close, high }] of bars.entries()) {
    columns[placeOf(at)]!.push(...(bars.length > count ? [close] : [low, high]));
    const next = bars[at + 1];
    if (!next) continue;
    const [start, end] = [placeOf(at), placeOf(at + 1)];
    for (let place = start; place < end; place++) {
      const parts = [place, place + 1].map((each) => (each - start) / (end - start));
      columns[place]!.push(...parts.map((part) => close + (next.close - close) * part));
    }
  }
  return columns.map((prices) => [Math.min(...prices), Math.max(...prices)]);
}

/** Returns the line of days, the first and the last at the ends. */
function toDays(bars: readonly Span[], room: number, day: (date: string) => string): string {
  const most = Math.max(2, Math.floor(room / DAY_ROOM) + 1);
  const places = Array.from({ length: most }, (_, at) => Math.round((at * (bars.length - 1)) / (most - 1)));
  const texts = [...new Set(places)].map((place) => [place, day(bars[place]!.date)] as const);
  const end = texts.at(-1)!;
  let line = "";
  for (const [place, text] of texts.slice(0, -1)) {
    const middle = Math.round((place * (room - 1)) / (bars.length - 1));
    const start = Math.max(0, middle - Math.floor(widthOf(text) / 2));
    const isClear = place === 0 || (start >= widthOf(line) + 2 && start + widthOf(text) + 2 <= room - widthOf(end[1]));
    if (isClear && !line.endsWith(text)) line = pad(line, start) + text;
  }
  return line.endsWith(end[1]) ? line : pad(line, room - widthOf(end[1])) + end[1];
}
