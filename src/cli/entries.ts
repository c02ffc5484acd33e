/** Rows with an address, such as news and filings: a heading, what belongs to it, and the address, which is never cut. */
import type { Cell } from "./figures.js";
import type { Column } from "./grid.js";
import { pad, widthOf, wrapped } from "./table.js";

type Named = Column & { name: string };

const ADDRESS = /(?:^|\.)(?:url|link)$/;
const WHEN = /^(?:date|published|filed)$/;
/** A text of this length has a paragraph of its own. */
const LONG = 80;

/** Returns the rows of the columns one below the other. */
export function toEntries(columns: readonly Named[], width = 100): string[] {
  const count = columns[0]?.cells.length ?? 0;
  const when = columns.find(({ name }) => WHEN.test(name));
  const title = columns.find(({ name }) => name === "title") ?? columns.find((each) => each !== when)!;
  const indent = Math.max(0, ...(when?.cells ?? []).map((cell) => widthOf(cell?.text ?? ""))) + (when ? 2 : 0);
  return Array.from({ length: count }, (_, at) => {
    const own = columns.filter((each) => each !== when && each !== title);
    const textsOf = (chosen: (column: Named, text: string) => boolean) =>
      own.flatMap((each) => {
        const cell: Cell | undefined = each.cells[at];
        return cell && chosen(each, cell.text) ? [cell.text] : [];
      });
    const addresses = textsOf(({ name }) => ADDRESS.test(name));
    const long = textsOf(({ name }, text) => !ADDRESS.test(name) && text.length > LONG);
    const short = textsOf(({ name }, text) => !ADDRESS.test(name) && text.length <= LONG);
    const room = Math.max(20, width - indent);
    const [name, rest] = [title.cells[at]?.text ?? "", short.join(" · ")];
    const isOneLine = widthOf(name) + widthOf(rest) + 3 <= room;
    const first = isOneLine ? [[name, rest].filter(Boolean).join(" · ")] : [name, rest];
    const lines = [...first, ...long].filter((text) => text !== "").flatMap((text) => wrapped(text, room));
    // A long address begins at the margin, so that as much as possible of it is on one line.
    const links = addresses.map((text) => " ".repeat(widthOf(text) <= room ? indent : 0) + text);
    return [
      ...lines.map((line, index) => pad(index === 0 ? (when?.cells[at]?.text ?? "") : "", indent) + line),
      ...links,
    ];
  }).flat();
}
