/** An answer as a page for a person: labels instead of names of fields, and nothing that is empty. */
import type { Capability, ToolSpec } from "../../contract/capability.js";
import { fieldsOf } from "../../contract/field.js";
import { toFieldLabel, type Field } from "../../contract/field-facts.js";
import { uncapital } from "../../lib/capital.js";
import { isObject } from "../../lib/is-object.js";
import { toPrintableLine } from "../../lib/printable.js";
import { wellKnownName } from "../../contract/symbols/well-known-symbols.js";
import { flatten, isRows, painted, toEven, type Cell, type CellOf, type Row } from "./cells.js";
import { inColumns, joined, toFacts, toHalf, type Block, type Table } from "./layout.js";
import { toListTable, type NamedColumn } from "./list-table.js";
import { bold, isProse, toProseLines, USUAL_WIDTH } from "./printed-text.js";
import type { Reader } from "./reader.js";

/** The surroundings in which an answer is shown. */
interface PageParts {
  cellOf: CellOf;
  reader: Reader;
  /** Returns the vendor of `PROVIDER_A`. */
  vendorOf(label: string): string;
  /** The currency of the prices, where the source states it. */
  currency: string | null;
  width: number | undefined;
  colour: boolean;
}

/** The names of lists of figures: a number of bars, a currency. */
const CODE = /^(?:\d.*|[A-Z]{3})$/;
const WORDS = /^[a-z][a-z ]*$/;
/** The width whose half has room for a name and its figures. */
const WIDE = 120;

/** Lines in place of some fields: a chart, or a table of its own. */
export interface Instead {
  /** A line below the name of the company. */
  headline?: string | undefined;
  lines: readonly string[];
  /** The columns of these lines that did not fit. */
  left?: readonly string[];
  fields: readonly string[];
  /** Whether they stand below the other facts. */
  isBelow?: boolean;
  lists?: Row;
  /** Titles of lists that are not their labels. */
  titles?: Readonly<Record<string, string>>;
}

/** Returns the page of a body, and the labels of columns that did not fit; `currency` is that of its prices, if the body does not state it. */
export function toPage(
  { input, output, tool }: Capability,
  body: Row,
  parts: PageParts,
  instead: Instead = { lines: [], fields: [] },
): Table {
  const fields = fieldsOf(output);
  const writer = new AnswerWriter(fields, parts, tool, "symbols" in input.shape);
  const heading = writer.heading(body);
  const said = new Set([...heading.said, ...instead.fields, tool.rows?.total]);
  const isSaid = (name: string) => said.has(name) || fields.get(name)?.inRemarks === "always";
  const rest = Object.entries(body).filter(([name]) => !isSaid(name));
  const single = rest.flatMap(([name, value]) => writer.fact(name, value, body));
  const isRead = ([, { reading }]: (typeof single)[number]) => reading !== undefined;
  const found: Found = {
    // Facts with a reading are wide, so that others in their column would leave no room for a second one.
    groups: [{ facts: single.filter((each) => !isRead(each)) }, { facts: single.filter(isRead) }],
    lists: [],
    prose: rest.flatMap(([, value]) => (isProse(value) ? [value] : [])),
  };
  for (const [name, value] of rest) writer.collect(name, value, found);
  for (const [name, rows] of Object.entries(instead.lists ?? {})) found.lists.push([name, rows as Row[]]);
  const [own] = found.groups;
  // A few words, such as the kind of a statement, belong to the heading.
  if (heading.lines.length === 1 && own!.facts.length <= 2 && own!.facts.every(([, { text }]) => WORDS.test(text))) {
    heading.lines[0] = [heading.lines[0], ...own!.facts.map(([, { text }]) => text)].join(", ");
    found.groups.shift();
  }
  const facts = toFacts(found.groups, parts.width ?? USUAL_WIDTH, parts.colour);
  const filled = found.lists.filter(([, rows]) => rows.length > 0);
  const isOther = tool.rows !== undefined && filled[0]?.[0] !== tool.rows.list;
  const isTitled = filled.length > 1 || (filled.length > 0 && (facts.length > 0 || isOther));
  const tablesIn = (width: number | undefined) =>
    filled.map(([name, rows, title]) => {
      const { lines, left } = writer.list(name, rows, width);
      return {
        lines: [...(isTitled ? [title ?? instead.titles?.[name] ?? writer.labelOf(name)] : []), ...lines],
        left,
      };
    });
  // An answer about no security in particular is read for its lists; long names take two lines where two then fit side by side.
  const isOverview = heading.lines.length === 0 && tool.rows === undefined;
  const halves = isOverview && (parts.width ?? 0) >= WIDE ? tablesIn(toHalf(parts.width!)) : [];
  const areWhole = halves.length > 1 && halves.every(({ left }) => left.length === 0);
  const tables = areWhole ? halves : tablesIn(parts.width);
  // An answer that is a list says so when nothing is in it.
  const main = tool.rows && body[tool.rows.list];
  const none = Array.isArray(main) && main.length === 0 ? [`No ${tool.rows!.noun ?? tool.rows!.list}.`] : [];
  const prose = found.prose.map((text) => toProseLines(text, parts.width));
  const listed = tables.map(({ lines }) => lines);
  // Tables stand side by side where they fit.
  const lists = listed.length > 1 && parts.width !== undefined ? [inColumns(listed, parts.width)] : listed;
  // A list inside a group, such as coming holidays, belongs to the facts of the group.
  const areFirst = isOverview && !filled[0]?.[0].includes(".");
  const middle = instead.isBelow ? [facts, instead.lines] : [instead.lines, facts];
  const sections = [
    [...heading.lines, ...(instead.headline ? [instead.headline] : [])],
    ...(areFirst ? [...lists, ...middle] : [...middle, none, ...lists]),
    ...prose,
  ];
  const shown = sections.filter((lines) => lines.length > 0);
  return {
    lines: joined(shown),
    left: [...new Set([...(instead.left ?? []), ...tables.flatMap(({ left }) => left)])],
  };
}

/** The parts of an answer; a list may have a title that is not its label. */
interface Found {
  groups: Block[];
  lists: [path: string, rows: readonly Row[], title?: string][];
  prose: string[];
}

class AnswerWriter {
  constructor(
    private readonly fields: ReadonlyMap<string, Field>,
    private readonly parts: PageParts,
    private readonly tool: Pick<ToolSpec, "leading" | "notOnPage">,
    private readonly isNamed: boolean,
  ) {}

  labelOf(path: string): string {
    return toPageLabel(path, this.fields.get(path), this.parts.vendorOf);
  }

  /** Returns the lines with the company, and with the price where the answer is about one, and the fields in them. */
  heading(body: Row): { lines: string[]; said: readonly string[] } {
    const { symbol } = body;
    if (typeof symbol !== "string") return { lines: [], said: [] };
    const known = wellKnownName(symbol);
    const leading = this.tool.leading?.filter((each) => this.fields.has(each)) ?? [];
    const figures = leading.filter((each) => this.fields.get(each)!.kind !== "text");
    const name = leading.map((each) => body[each]).find((each) => typeof each === "string") ?? known;
    const currency = symbol.startsWith("^") ? undefined : (body["currency"] ?? this.parts.currency);
    const accounts = body["reportingCurrency"];
    const isOther = typeof accounts === "string" && accounts !== currency;
    const title = name === undefined ? symbol : `${name} (${symbol})`;
    const about = [title, body["exchange"], currency, isOther ? `accounts in ${accounts}` : undefined].filter(
      (each) => typeof each === "string",
    );
    const lines = [toPrintableLine(about.join(", "))];
    const cells = figures.flatMap((each) => this.parts.cellOf(each, body[each], body) ?? []);
    const hasPrice = cells.length > 0 && cells.length === figures.length;
    const shown = cells.map((cell) => (this.parts.colour ? painted(cell) : cell.text));
    if (hasPrice) lines.push([this.parts.colour ? bold(shown[0]!) : shown[0], ...shown.slice(1)].join("  "));
    return {
      lines,
      said: [
        "symbol",
        "currency",
        "reportingCurrency",
        "exchange",
        ...leading.filter((each) => hasPrice || !figures.includes(each)),
      ],
    };
  }

  /** Returns the fact of a single value; none for a value that is empty or has a place of its own. */
  fact(path: string, value: unknown, row: Row): [string, Cell][] {
    if (isProse(value)) return [];
    const cell = this.parts.cellOf(path, value, row);
    return cell ? [[this.labelOf(path), cell]] : [];
  }

  /** Sorts the parts of an answer into groups of facts and lists. */
  collect(path: string, value: unknown, found: Found): void {
    if (isRows(value)) found.lists.push([path, value]);
    if (!isObject(value) || isEmpty(value)) return;
    const parts = Object.entries(value);
    const groups = parts.filter((each): each is [string, Row] => isObject(each[1]));
    const facts = parts.flatMap(([name, each]) => this.fact(`${path}.${name}`, each, value));
    if (groups.length > 1 && haveSameFields(groups.map(([, each]) => each))) {
      // Groups with the same figures are the lines of one table.
      const rows = groups
        .filter(([, each]) => !isEmpty(each))
        .map(([name, each]) => ({ "": toFieldLabel(name), ...each }));
      const said = facts.map(([label, { text }]) => `${uncapital(label)} ${text}`).join(" ");
      found.lists.push([`${path}.${groups[0]![0]}`, rows, [this.labelOf(path), said].filter(Boolean).join(", ")]);
      return;
    }
    const block = { title: this.labelOf(path), facts };
    found.groups.push(block);
    for (const [name, each] of parts) {
      const inner = `${path}.${name}`;
      if (isObject(each) && !isEmpty(each) && Object.keys(each).every((own) => CODE.test(own))) {
        // Figures by currency are what the group is about.
        block.title = this.labelOf(inner);
        facts.push(...Object.entries(each).flatMap(([own, figure]) => this.fact(`${inner}.${own}`, figure, each)));
      } else if (typeof each === "object") this.collect(inner, each, found);
    }
  }

  /** Returns a list with its inner lists below it, and the labels of the columns that did not fit. */
  list(path: string, rows: readonly Row[], width: number | undefined): Table {
    const { colour, reader } = this.parts;
    const flat = rows.map((row) => flatten(row));
    const { leading = ["date"], notOnPage = [] } = this.tool;
    const isOff = (name: string) => notOnPage.some((group) => `${path}.${name}`.startsWith(`${group}.`));
    const names = [...new Set(flat.flatMap((row) => Object.keys(row)))].filter((name) => !isOff(name));
    const all = names.flatMap((name): NamedColumn[] => {
      const cells = flat.map((row) => (isIndexCurrency(name, row) ? undefined : this.cell(path, name, row)));
      const [first] = cells;
      const isOne = cells.every((cell) => cell?.text === first?.text);
      const when = this.fields.get(`${path}.${name}`)?.inRemarks;
      const isStated = when === "always" || (when === "once" && rows.length > 1);
      if (isOne && (first === undefined || flat[0]![name] === false || isStated)) return [];
      return [{ name, label: this.columnLabel(path, name), cells: toEven(cells, reader) }];
    });
    const columns = [
      ...leading.flatMap((name) => all.filter((each) => each.name === name)),
      ...all.filter(({ name }) => !leading.includes(name)),
    ].map((each, at) => ({ ...each, isKey: at < 2 || leading.includes(each.name) }));
    const inner = flat.flatMap((row, at) =>
      names
        .filter((name) => isRows(row[name]) && row[name].length > 0)
        .flatMap((name) => {
          const table = this.list(`${path}.${name}`, row[name] as Row[], width);
          const key = rows.length > 1 ? `, ${columns[0]?.cells[at]?.text ?? ""}` : "";
          return ["", `${this.labelOf(`${path}.${name}`)}${key}`, ...table.lines];
        }),
    );
    const { isWithInner, ...table } = toListTable(columns, rows.length, width, colour, this.isNamed);
    return isWithInner ? { ...table, lines: [...table.lines, ...inner] } : table;
  }

  private cell(path: string, name: string, row: Row): Cell | undefined {
    return name === "" ? { text: String(row[name]) } : this.parts.cellOf(`${path}.${name}`, row[name], row);
  }

  private columnLabel(path: string, name: string): string {
    const parts = name.split(".");
    if (name === "" || parts.length === 1) return name && this.labelOf(`${path}.${name}`);
    const labels = parts.map((_, at) => this.labelOf(`${path}.${parts.slice(0, at + 1).join(".")}`));
    return labels.map((label, at) => (at === 0 ? label : uncapital(label))).join(" ");
  }
}

/** Returns the label of a field of an answer, or of a group or list of it. */
export function toPageLabel(path: string, declared: Field | undefined, vendorOf: PageParts["vendorOf"]): string {
  const [name = ""] = path.split(".").slice(-1);
  if (declared?.label !== undefined) return declared.label;
  if (CODE.test(name)) return toPrintableLine(name);
  if (/^provider_[a-z]$/.test(name)) return vendorOf(name.toUpperCase());
  // The unit stands behind the figure.
  return toPrintableLine(toFieldLabel(name.replace(/(?:_p|P)ercent$|(?:_s|S)econds$/, "")));
}

/** The level of an index is no money, even if a source names a currency. */
function isIndexCurrency(name: string, { symbol }: Row): boolean {
  return /currency$/i.test(name) && typeof symbol === "string" && symbol.startsWith("^");
}

/** Whether a group has nothing to say: no value, or only zeros. */
function isEmpty(value: unknown): boolean {
  if (isObject(value)) return Object.values(value).every(isEmpty);
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === undefined || value === 0 || value === "";
}

function haveSameFields(groups: readonly Row[]): boolean {
  const [first, ...others] = groups.map((group) => Object.keys(group).join());
  return (
    first !== undefined &&
    others.every((each) => each === first) &&
    !groups.some((g) => Object.values(g).some(isObject))
  );
}
