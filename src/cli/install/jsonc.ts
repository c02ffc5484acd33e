/**
 * Changes one entry of a JSON file with comments (JSONC). A comment behind the last entry of a list moves to the entry that
 * is added behind it, and comments directly before a removed entry go with it. The library would format whole lines, with
 * entries of others on them, so the added text is formatted here.
 */
import {
  findNodeAtLocation,
  getNodeValue,
  modify,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser";
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";
import { lineEndOf, UnsafeFileError, type Edit, type Editor, type HostEntry } from "./edit.js";

/** Editor of JSONC; an empty file counts as an empty object. */
export const jsonc: Editor = {
  read(text, section) {
    const servers = findNodeAtLocation(toTree(text), [section]);
    if (servers === undefined) return {};
    const value = toValue(servers);
    if (!isObject(value)) throw new UnsafeFileError(`"${section}" is not an object`);
    return value;
  },
  parse(text) {
    // The tree of a file takes ten times as long, and most files have no comments.
    const value = parseJson(text);
    return isObject(value) ? value : toValue(toTree(text));
  },
  set(text, section, name, entry, dropped) {
    if (text.trim() === "") {
      return [
        { offset: 0, length: text.length, text: `${JSON.stringify({ [section]: { [name]: entry } }, null, 2)}\n` },
      ];
    }
    const tree = toTree(text);
    if (findNodeAtLocation(tree, [section]) === undefined) return change(text, [section], { [name]: entry });
    const old = findNodeAtLocation(tree, [section, name]);
    if (old?.type !== "object") return change(text, [section, name], entry);
    const fields = toValue(old) as HostEntry;
    const isSame = (field: string) => JSON.stringify(fields[field]) === JSON.stringify(entry[field]);
    const changed = Object.keys(entry).filter((field) => !isSame(field));
    if (changed.every((field) => field in fields) && !dropped.some((field) => field in fields)) {
      return changed.flatMap((field) => change(text, [section, name, field], entry[field]));
    }
    const kept = Object.fromEntries(Object.entries(fields).filter(([field]) => !dropped.includes(field)));
    return change(text, [section, name], { ...kept, ...entry });
  },
  remove(text, section, name) {
    const servers = findNodeAtLocation(toTree(text), [section]);
    const entry = servers && findNodeAtLocation(servers, [name])?.parent;
    if (!entry) return [];
    const entries = servers.children!;
    const at = entries.indexOf(entry);
    const [before, after] = [entries[at - 1], entries[at + 1]];
    // The comma behind an only entry would stay.
    if (!before && !after && text.slice(endOf(entry), endOf(servers)).includes(",")) {
      return [{ offset: servers.offset, length: servers.length, text: "{}" }];
    }
    const from = before ? endOf(before) : servers.offset + 1;
    return [{ offset: from, length: (before || !after ? endOf(entry) : after.offset) - from, text: "" }];
  },
};

const endOf = ({ offset, length }: Node) => offset + length;

/** Returns the edits that set the value at a path, indented as the file is. */
function change(text: string, path: string[], value: unknown): Edit[] {
  const [, step = "  "] = /^([ \t]+)\S/m.exec(text) ?? [];
  const eol = lineEndOf(text);
  const name = `${JSON.stringify(path.at(-1))}: `;
  const json = JSON.stringify(value);
  const formatted = JSON.stringify(value, null, step)?.replaceAll("\n", eol + step.repeat(path.length));
  return modify(text, path, value, {}).map(({ offset, length, content }) => {
    if (!content.includes(name)) return { offset, length, text: content.replace(json, () => formatted) };
    const onNewLine = content.replace(name + json, () => `${eol}${step.repeat(path.length)}${name}${formatted}`);
    const closes = /^[ \t]*\}/.test(text.slice(offset + length));
    return { offset, length, text: closes ? `${onNewLine}${eol}${step.repeat(path.length - 1)}` : onNewLine };
  });
}

/** The last text with its tree, which a change needs several times: that of 4 MB takes half a second. */
let last: { text: string; tree: Node } | undefined;

function toTree(text: string): Node {
  if (last?.text === text) return last.tree;
  const errors: ParseError[] = [];
  const tree = text.trim() === "" ? parseTree("{}") : parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split("\n").length;
    throw new UnsafeFileError(`line ${line} is not valid JSON (${printParseErrorCode(first.error)})`);
  }
  if (tree?.type !== "object") throw new UnsafeFileError("it is not a JSON object");
  last = { text, tree };
  return tree;
}

/** The value as `JSON.parse` returns it; the library's objects have no prototype. */
function toValue(node: Node): unknown {
  return JSON.parse(JSON.stringify(getNodeValue(node)));
}
