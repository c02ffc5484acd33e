/**
 * Changes one entry of a JSON file with comments (JSONC), without touching its other bytes.
 *
 * The library's own `modify` moves a comment behind the last property to the new one, and removes it together with the
 * property; the two functions at the end therefore place properties themselves.
 */
import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser";
import { isObject } from "../../lib/is-object.js";
import { lineEndOf, UnsafeFileError, type Edit, type Editor } from "./edit.js";

/** Editor of JSONC; an empty file counts as an empty object. */
export const jsonc: Editor = {
  read(text, section) {
    const servers = findNodeAtLocation(toTree(text), [section]);
    if (servers === undefined) return {};
    const value = toValue(servers);
    if (!isObject(value)) throw new UnsafeFileError(`"${section}" is not an object`);
    return value;
  },
  parse: (text) => toValue(toTree(text)),
  set(text, section, name, entry, dropped) {
    if (text.trim() === "")
      return [
        { offset: 0, length: text.length, text: `${toJson({ [section]: { [name]: entry } }, "", "  ", "\n")}\n` },
      ];
    const tree = toTree(text);
    const servers = findNodeAtLocation(tree, [section]);
    if (servers === undefined) return add(text, tree, section, { [name]: entry });
    const server = findNodeAtLocation(tree, [section, name]);
    if (server === undefined) return add(text, servers, name, entry);
    if (server.type !== "object") return [replace(text, server, entry)];
    const edits = Object.entries(entry).flatMap(([field, value]) => {
      const node = findNodeAtLocation(server, [field]);
      if (node === undefined) return [];
      return JSON.stringify(getNodeValue(node)) === JSON.stringify(value) ? [] : [replace(text, node, value)];
    });
    const present = (field: string) => findNodeAtLocation(server, [field]) !== undefined;
    const missing = Object.entries(entry).filter(([field]) => !present(field));
    const unwanted = dropped.filter(present);
    // Added and removed properties share commas, so such an entry is written as a whole.
    if (missing.length + unwanted.length === 0) return edits;
    const kept = Object.entries(getNodeValue(server) as object).filter(([field]) => !dropped.includes(field));
    return [replace(text, server, { ...Object.fromEntries(kept), ...entry })];
  },
  remove(text, section, name) {
    const node = findNodeAtLocation(toTree(text), [section, name]);
    return node ? removeProperty(text, node.parent!) : [];
  },
};

function toTree(text: string): Node {
  const errors: ParseError[] = [];
  const tree = text.trim() === "" ? parseTree("{}") : parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split("\n").length;
    throw new UnsafeFileError(`line ${line} is not valid JSON (${printParseErrorCode(first.error)})`);
  }
  if (tree?.type !== "object") throw new UnsafeFileError("it is not a JSON object");
  return tree;
}

/** The value as `JSON.parse` returns it; the library's objects have no prototype. */
function toValue(node: Node): unknown {
  return JSON.parse(JSON.stringify(getNodeValue(node)));
}

/** JSON text for a place in the file, whose first line is already indented. */
function toJson(value: unknown, indent: string, step: string, eol: string): string {
  return JSON.stringify(value, null, step).replaceAll("\n", `${eol}${indent}`);
}

/** The file's indentation by one level. */
function stepOf(text: string): string {
  return /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
}

function indentOf(text: string, offset: number): string {
  return /[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))![0];
}

function replace(text: string, node: Node, value: unknown): Edit {
  const json = toJson(value, indentOf(text, node.offset), stepOf(text), lineEndOf(text));
  return { offset: node.offset, length: node.length, text: json };
}

/** Adds a property as the last one of an object. */
function add(text: string, object: Node, name: string, value: unknown): Edit[] {
  const eol = lineEndOf(text);
  const outer = indentOf(text, object.offset);
  const close = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  const indent = last && startsLine(text, last.offset) ? indentOf(text, last.offset) : outer + stepOf(text);
  const lines = `${eol}${indent}${JSON.stringify(name)}: ${toJson(value, indent, stepOf(text), eol)}`;
  if (last === undefined) {
    // Comments inside the empty object stay behind the new property.
    const end = text.slice(object.offset, close).includes("\n") ? "" : `${eol}${outer}`;
    return [{ offset: object.offset + 1, length: 0, text: lines + end }];
  }
  const lastEnd = last.offset + last.length;
  const { comma, lineEnd } = behind(text, lastEnd, close);
  const end = text.slice(lineEnd, close).includes("\n") ? "" : `${eol}${outer}`;
  const added = { offset: lineEnd, length: 0, text: `${lines}${comma === undefined ? "" : ","}${end}` };
  // Two edits at one place would have no order.
  if (comma === undefined && lineEnd === lastEnd) return [{ ...added, text: `,${added.text}` }];
  return comma === undefined ? [{ offset: lastEnd, length: 0, text: "," }, added] : [added];
}

/** Removes a property with its line, and the comma that it no longer needs. */
function removeProperty(text: string, property: Node): Edit[] {
  const object = property.parent!;
  const close = object.offset + object.length - 1;
  const propertyEnd = property.offset + property.length;
  const at = object.children!.indexOf(property);
  const previous = object.children![at - 1];
  const { comma, lineEnd } = behind(text, propertyEnd, close);
  const isLast = at === object.children!.length - 1;
  const start = text.slice(0, property.offset).trimEnd().length;
  const onOwnLine = text.slice(start, property.offset).includes("\n");
  const lineStart = onOwnLine ? text.lastIndexOf("\n", property.offset - 1) : property.offset;
  const from = onOwnLine && text[lineStart - 1] === "\r" ? lineStart - 1 : lineStart;
  const until = onOwnLine ? lineEnd : comma === undefined ? propertyEnd : comma + 1;
  const removed = { offset: from, length: until - from, text: "" };
  if (!isLast || comma !== undefined || previous === undefined) return [removed];
  const before = behind(text, previous.offset + previous.length, property.offset).comma!;
  return [{ offset: before, length: 1, text: "" }, removed];
}

/** The comma behind a property, and the end of its line: before the line break, behind a comment on the same line. */
function behind(text: string, from: number, until: number): { comma: number | undefined; lineEnd: number } {
  const next = createScanner(text, true);
  next.setPosition(from);
  const isComma = next.scan() === COMMA && next.getTokenOffset() < until;
  const comma = isComma ? next.getTokenOffset() : undefined;
  let lineEnd = comma === undefined ? from : comma + 1;
  const scanner = createScanner(text);
  scanner.setPosition(lineEnd);
  for (let token = scanner.scan(); SAME_LINE.has(token); token = scanner.scan())
    if (token !== BLANKS) lineEnd = scanner.getTokenOffset() + scanner.getTokenLength();
  return { comma, lineEnd };
}

// Values of the library's enumeration `SyntaxKind`, which exists for its own compiler only.
const COMMA = 5;
const BLANKS = 15;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const SAME_LINE = new Set<number>([BLANKS, LINE_COMMENT, BLOCK_COMMENT]);

function startsLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).trim() === "";
}
