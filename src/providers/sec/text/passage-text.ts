/** The part of a block that a passage shows: sentences, rows of a table, and the text that a heading or a colon announces. */
import { BULLET, type Block } from "./raw-blocks.js";
import { hasFigure, pointsOfRow, scoreOf, shareOf } from "./passage-points.js";
import { ALIKE, beginningOf, toShown } from "./passage-sentences.js";
import { countOf, termsIn, type Term } from "./search-words.js";
import { isContents, rowsOf, type TableRow } from "./table-rows.js";
import { PAGE_AT_END } from "./form-items.js";
import { toComparable } from "./words.js";

/** A part of a block, or all of it, with the points of what answers best in it. */
export interface Part {
  text: string;
  score: number;
  /** Further blocks that it shows, and its text without them. */
  shows: readonly number[];
  own: string;
}

type Asked = readonly Term[];

/** Characters of a table, or of a list, that a heading or a colon announces. */
const MAX_FOLLOWING = 900;
const MAX_ROWS = 8;
/** Headings below each other, and points of a list, that one passage shows. */
const MAX_HEADINGS = 2;
const MAX_POINTS = 8;
/** A longer line without a full stop is no heading. */
const MAX_LINE = 60;
/** A longer paragraph is no title of the table below it. */
const MAX_TITLE = 160;
const AMOUNT_WORD = /\b(?:thousands|millions|billions|dollars)\b/i;
const POINTS_OF_FOLLOWING_FIGURE = 2;
/** For a heading that has no other words: what follows is about them. */
const POINTS_OF_NAME = 2;
const POINTS_OF_CONTENTS = -10;
const ANNOUNCES = /[:：]["”’)]*$/;
/** A paragraph whose words say that the table below belongs to it. */
const NAMES_TABLE = /\b(?:as follows|following table|table below)\b/i;

/** The part of a block that answers best; its score is below zero if no one would look there. */
export function partOf(blocks: readonly Block[], at: number, asked: Asked): Part {
  const { kind, text } = blocks[at]!;
  if (kind === "table") return tablePart(blocks, at, asked);
  return isHeading(blocks[at]!) ? headingPart(blocks, at, asked) : paragraphPart(blocks, at, text, asked);
}

/** A heading, or a line that is one and is not printed so. */
const isHeading = ({ kind, text }: Block): boolean =>
  kind === "heading" || (kind === "paragraph" && text.length <= MAX_LINE && /[\p{L}\p{N})]$/u.test(text));

function paragraphPart(blocks: readonly Block[], at: number, text: string, asked: Asked): Part {
  const { text: own, best, last } = toShown(text, asked);
  const isAnnounced =
    last !== null && (ANNOUNCES.test(last) || (blocks[at + 1]?.kind === "table" && NAMES_TABLE.test(last)));
  if (!isAnnounced) return { text: own, score: best.score, shows: [], own };
  const { text: more, shows, figure } = following(blocks, at, asked);
  const points = hasFigure(toComparable(best.text)) ? 0 : figure;
  return { text: own + more, score: best.score + points, shows, own };
}

function headingPart(blocks: readonly Block[], at: number, asked: Asked): Part {
  const { text } = blocks[at]!;
  const comparable = toComparable(text);
  const bits = termsIn(comparable, asked);
  const { text: more, shows, figure } = following(blocks, at, asked);
  const contents = PAGE_AT_END.test(text) || more === "" ? POINTS_OF_CONTENTS : 0;
  const named = POINTS_OF_NAME * shareOf(comparable, asked);
  const score = scoreOf(comparable, bits, comparable, figure + named, asked) + contents;
  return { text: text + more, score, shows, own: "" };
}

interface Following {
  text: string;
  shows: readonly number[];
  figure: number;
}

/** The text that a heading or a colon announces: a table, or a paragraph, or the points of a list. */
function following(blocks: readonly Block[], at: number, asked: Asked): Following {
  let text = "";
  const shows: number[] = [];
  let next = at + 1;
  for (; isHeading(blocks[at]!) && blocks[next]?.kind === "heading" && next <= at + MAX_HEADINGS; next++) {
    text += `\n\n${blocks[next]!.text}`;
    shows.push(next);
  }
  for (const first = next; next < first + MAX_POINTS; next++) {
    const block = blocks[next];
    if (!block || block.kind === "heading") break;
    if (block.kind === "table") {
      const shown = cutTable(block.text, asked);
      if (shown === block.text) shows.push(next);
      text += `\n\n${shown}`;
      break;
    }
    const isPoint = BULLET.test(block.text.split(" ", 1)[0]!);
    if (next > first && !isPoint && !ANNOUNCES.test(blocks[next - 1]!.text)) break;
    if (next > first && text.length + block.text.length > MAX_FOLLOWING) break;
    const begun = isHeading(blocks[at]!) ? beginningOf(block.text) : toShown(block.text, asked).text;
    text += `\n\n${begun}`;
    if (begun === block.text) shows.push(next);
    if (!isPoint && !ANNOUNCES.test(block.text)) break;
  }
  return { text, shows, figure: hasFigure(toComparable(text)) ? POINTS_OF_FOLLOWING_FIGURE : 0 };
}

/** A table within the length: as it is, else its rows with terms, else its first rows. */
function cutTable(text: string, asked: Asked): string {
  if (text.length <= MAX_FOLLOWING) return text;
  const rows = rowsOf(text);
  const found = matchingRows(rows, asked, 0);
  if (found.rows.length > 0) return `${linesOf(rows, found.rows).join("\n")}\n…`;
  const lines: string[] = [];
  for (let size = 0, at = 0; at < rows.length; at++) {
    size += rows[at]!.line.length + 1;
    if (size > MAX_FOLLOWING && lines.length > 0) break;
    lines.push(rows[at]!.line);
  }
  return `${lines.join("\n")}\n…`;
}

interface MatchingRows {
  rows: readonly number[];
  score: number;
}

/** The rows with the most of the terms; words of their group, of their columns and of the table's title count, too. */
function matchingRows(rows: readonly TableRow[], asked: Asked, title: number): MatchingRows {
  const comparable = rows.map(({ line }) => toComparable(line));
  const own = comparable.map((text) => termsIn(text, asked));
  const found = rows.flatMap(({ kind, label, heads, groups, hasFigure: figure }, at) => {
    if (kind === "heads" || own[at] === 0) return [];
    const bits = [...heads, ...groups].reduce((all, each) => all | own[each]!, own[at]! | title);
    const name = toComparable(label);
    const points = figure ? pointsOfRow(name, asked) : kind === "group" ? POINTS_OF_FOLLOWING_FIGURE : 0;
    return [{ at, bits, score: scoreOf(comparable[at]!, bits, name, points, asked) }];
  });
  const most = found.reduce((greatest, { bits }) => Math.max(greatest, countOf(bits)), 0);
  const best = found.filter(({ bits }) => countOf(bits) === most).toSorted((a, b) => b.score - a.score || a.at - b.at);
  const alike = best.filter(({ score }) => score >= best[0]!.score - ALIKE);
  const chosen = alike.slice(0, MAX_ROWS).flatMap(({ at }) => (rows[at]!.kind === "group" ? groupOf(rows, at) : [at]));
  return {
    rows: [...new Set(chosen)].toSorted((a, b) => a - b),
    score: best[0]?.score ?? 0,
  };
}

/** A heading of a group with its rows. */
function groupOf(rows: readonly TableRow[], at: number): number[] {
  let end = at + 1;
  while (end < rows.length && end <= at + MAX_ROWS && rows[end]!.groups.includes(at)) end++;
  return Array.from({ length: end - at }, (_, index) => at + index);
}

/** The lines of rows, each below the names of its columns and the headings of its group. */
function linesOf(rows: readonly TableRow[], chosen: readonly number[]): string[] {
  const shown = new Set<number>();
  const lines: string[] = [];
  let groups: readonly number[] = [];
  for (const at of chosen) {
    const row = rows[at]!;
    const isOtherGroup = row.groups.some((each) => !groups.includes(each));
    for (const each of [...row.heads, ...row.groups, at]) {
      const isAgain = row.groups.includes(each) && isOtherGroup && !groups.includes(each);
      if (shown.has(each) && !isAgain) continue;
      shown.add(each);
      lines.push(rows[each]!.line);
    }
    groups = row.kind === "group" ? [...row.groups, at] : row.groups;
  }
  return lines;
}

/** Whether a block is the title of the table below it, and no sentence of its own. */
function isTitleOfTable({ kind, text }: Block): boolean {
  if (kind === "table" || text.length > MAX_TITLE) return false;
  return kind === "heading" || !/[.;]$/.test(text) || NAMES_TABLE.test(text) || AMOUNT_WORD.test(text);
}

function tablePart(blocks: readonly Block[], at: number, asked: Asked): Part {
  const { text } = blocks[at]!;
  const rows = rowsOf(text);
  const above = blocks[at - 1];
  const isTitle = above !== undefined && isTitleOfTable(above);
  const title = isTitle ? termsIn(toComparable(above.text), asked) : 0;
  const found = matchingRows(rows, asked, title);
  const contents = isContents(rows) ? POINTS_OF_CONTENTS : 0;
  if (found.rows.length === 0) {
    const shown = cutTable(text, asked);
    return { text: shown, score: contents, shows: [], own: shown };
  }
  const isNamed = isTitle && (title !== 0 || AMOUNT_WORD.test(above.text));
  const lines = linesOf(rows, found.rows).join("\n");
  return {
    text: isNamed ? `${above.text}\n\n${lines}` : lines,
    score: found.score + contents,
    shows: isNamed ? [at - 1] : [],
    own: lines,
  };
}
