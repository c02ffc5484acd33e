/** Reads filed XML of any size as a stream: the repeated records one by one, and what stands around them. */
import { Parser } from "htmlparser2";
import { createDecoder } from "./document-encoding.js";
import { DocumentTooLarge } from "./raw-blocks.js";

/** An element by its local name, because filers choose prefixes as they like. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** The text of this element alone, without blanks around it. */
  text: string;
  children: XmlElement[];
}

/** The document declares a type, whose entities could grow without limit, or is no XML at all, or ends too early. */
export class NoXml extends Error {}

/** Depth of the forms that are read here: at most 12. */
const MAX_DEPTH = 40;
/** Size of one record, and of all that stands around the records, in characters of names, attributes and text. */
const MAX_RECORD = 500_000;
const MAX_AROUND = 2_000_000;
const MAX_RECORDS = 200_000;
/** The size of an element without text, in characters. */
const ELEMENT_SIZE = 100;

/**
 * Returns the root of a document without its records, the elements whose local name is `record`; each record goes to
 * `onRecord` and is forgotten. `onRecord` returns false to end the reading.
 *
 * @throws {NoXml} for a document that is no XML, ends too early, or declares a type.
 * @throws {DocumentTooLarge} for one that is nested too deeply, or has a record that is too large.
 */
export function readXml(
  pieces: Iterable<Uint8Array>,
  record: string,
  onRecord: (element: XmlElement) => boolean | void,
): XmlElement {
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  /** The depth of the record that is being read. */
  let recordDepth: number | undefined;
  let [recordSize, aroundSize, records] = [0, 0, 0];
  let isDone = false;

  const grow = (by: number): void => {
    if (recordDepth === undefined) aroundSize += by;
    else recordSize += by;
    if (recordSize > MAX_RECORD || aroundSize > MAX_AROUND) throw new DocumentTooLarge();
  };
  const parser = new Parser(
    {
      onopentag(qualified, attributes) {
        const name = toLocal(qualified);
        const element: XmlElement = { name, attributes: toLocalNames(attributes), text: "", children: [] };
        if (open.length >= MAX_DEPTH) throw new DocumentTooLarge();
        if (recordDepth === undefined && name === record) [recordDepth, recordSize] = [open.length, 0];
        else open.at(-1)?.children.push(element);
        root ??= element;
        grow(ELEMENT_SIZE + JSON.stringify(attributes).length);
        open.push(element);
      },
      ontext(text) {
        const element = open.at(-1);
        if (!element) return;
        grow(text.length);
        element.text += text;
      },
      onclosetag() {
        const element = open.pop()!;
        element.text = element.text.trim();
        if (open.length !== recordDepth) return;
        recordDepth = undefined;
        if (isDone) return;
        if (++records > MAX_RECORDS) throw new DocumentTooLarge();
        isDone = onRecord(element) === false;
      },
      onprocessinginstruction(name) {
        if (/^!(?:doctype|entity)$/i.test(name)) throw new NoXml();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  const decoder = createDecoder();
  for (const piece of pieces) {
    if (isDone) break;
    parser.write(decoder.write(piece));
  }
  if (!isDone) {
    parser.write(decoder.end());
    // The parser would close what is still open, and a part of the records would pass for all of them.
    if (open.length > 0) throw new NoXml();
    parser.end();
  }
  if (!root) throw new NoXml();
  return root;
}

/** Returns a name without its prefix. */
export const toLocal = (qualified: string): string => qualified.slice(qualified.indexOf(":") + 1);
/** Returns the prefix of a name; empty where it has none. */
export const toPrefix = (qualified: string): string => qualified.slice(0, Math.max(0, qualified.indexOf(":")));

function toLocalNames(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [toLocal(name), value]));
}

/** Returns the first element along a path of local names below an element. */
export function childAt(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (from, name) => from?.children.find((child) => child.name === name),
    element,
  );
}

/** Returns the text of the first element along a path; empty where there is none. */
export const textAt = (element: XmlElement | undefined, ...path: readonly string[]): string =>
  childAt(element, ...path)?.text ?? "";
