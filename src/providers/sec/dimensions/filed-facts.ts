/**
 * Reads the numbers of a filing with their contexts and units, from its inline page or from its instance in XBRL, as a stream.
 * Pages have up to 15 MB and 20,000 facts. Worst input: all of 32 MiB is facts, contexts, or open elements; each has a limit.
 */
import { Parser } from "htmlparser2";
import { isDay } from "../../../contract/values.js";
import { createDecoder } from "../text/document-encoding.js";
import { DocumentTooLarge } from "../text/raw-blocks.js";
import { toLocal, toPrefix } from "../text/xml-records.js";
import { MAX_NUMBER_TEXT, toExactNumber, toFiledNumber } from "./filed-number.js";

/** A dimension: the axis, and its member or the text of a typed one. */
export type Dimension = readonly [axis: string, member: string];

/** A number of a filing. Names are those of the taxonomy, such as `us-gaap:Revenues`, whatever prefixes the document has. */
export interface FiledFact {
  concept: string;
  /** First day; empty for a balance. */
  start: string;
  end: string;
  unit: string;
  /** `null` for a fact that is filed as nil. */
  value: number | null;
  /** Digits behind the point that are exact, negative before it: `EXACT` for all of them, `UNSTATED` for unknown ones. */
  decimals: number;
  /** In the order of their axes. */
  dimensions: readonly Dimension[];
  /** Its place on the page; empty where it has none. */
  anchor: string;
}

export const EXACT = 99;
export const UNSTATED = -99;

const MAX_FACTS = 50_000;
const MAX_CONTEXTS = 20_000;
const MAX_UNITS = 2_000;
/** Axes of one context; real ones have at most four. */
const MAX_DIMENSIONS = 20;
/** The time of the parser grows with the square of the depth; pages have about 30. */
const MAX_DEPTH = 2_000;
/** Facts around a text, each of which gets it; pages have at most a few. 140 kB within 1,900 of them took 6 seconds. */
const MAX_OPEN = 50;
/** Text of a date, a measure or a member. */
const MAX_TEXT = 300;

const INLINE = /^http:\/\/www\.xbrl\.org\/\d{4}\/inlineXBRL$/;
/** Namespaces whose names begin with the same prefix everywhere; the year of a taxonomy stands in the address. */
const TAXONOMIES = [
  /^http:\/\/fasb\.org\/(us-gaap|srt)\//,
  /^http:\/\/xbrl\.sec\.gov\/([a-z]+)\//,
  /^https?:\/\/xbrl\.ifrs\.org\/taxonomy\/[\d-]+\/(ifrs-full)$/,
];

interface Context {
  start: string;
  end: string;
  dimensions: Dimension[];
  isRead: boolean;
}

interface OpenFact {
  depth: number;
  attributes: Readonly<Record<string, string>>;
  isInline: boolean;
  isHidden: boolean;
  text: string;
  /** The number of elements left out that were open when the fact began. */
  excluded: number;
}

/** Returns the numbers of a document, each once; none for a document of another kind. @throws {DocumentTooLarge} */
export function readFiledFacts(pieces: Iterable<Uint8Array>): FiledFact[] {
  const reader = new FactsReader();
  const decoder = createDecoder();
  try {
    for (const piece of pieces) reader.write(decoder.write(piece));
    reader.write(decoder.end());
  } catch (error) {
    // Old pages leave thousands of elements open, and have no facts.
    if (error instanceof DocumentTooLarge && !reader.hasFacts) return [];
    throw error;
  }
  return reader.end();
}

class FactsReader {
  readonly #namespaces = new Map<string, string>();
  readonly #contexts = new Map<string, Context>();
  readonly #units = new Map<string, string>();
  readonly #read: { fact: OpenFact; text: string }[] = [];
  readonly #open: OpenFact[] = [];
  #depth = 0;
  #hidden = 0;
  #excluded = 0;
  #context: Context | undefined;
  #axis: string | undefined;
  #unit: { id: string; above: string[]; below: string[]; isBelow: boolean } | undefined;
  /** Text of the innermost element of a context or a unit. */
  #text = "";
  readonly #parser = new Parser(
    {
      onopentag: (name, attributes) => this.#begin(name, attributes),
      ontext: (text) => this.#add(text),
      onclosetag: (name) => this.#finish(name),
    },
    { xmlMode: true, decodeEntities: true },
  );

  get hasFacts(): boolean {
    return this.#read.length + this.#open.length + this.#contexts.size > 0;
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  end(): FiledFact[] {
    this.#parser.end();
    return eachOnce(this.#read.flatMap((read) => this.#toFact(read)));
  }

  #begin(qualified: string, attributes: Readonly<Record<string, string>>): void {
    if (++this.#depth > MAX_DEPTH) throw new DocumentTooLarge();
    for (const name of Object.keys(attributes)) {
      if (name.startsWith("xmlns:")) this.#namespaces.set(name.slice("xmlns:".length), attributes[name]!);
    }
    const local = toLocal(qualified);
    if (this.#context || this.#unit) return this.#beginWithin(local, attributes);
    const isInline = this.#isInline(qualified);
    if (isInline && local === "hidden") this.#hidden++;
    else if (isInline && local === "exclude") this.#excluded++;
    else if (local === "context" && attributes["id"] !== undefined) this.#beginContext(attributes["id"]);
    else if (local === "unit" && attributes["id"] !== undefined) {
      if (this.#units.size >= MAX_UNITS) throw new DocumentTooLarge();
      this.#unit = { id: attributes["id"], above: [], below: [], isBelow: false };
    } else if (attributes["contextRef"] !== undefined && attributes["unitRef"] !== undefined) {
      // A fact of another target belongs to another report.
      if (isInline && (local !== "nonFraction" || attributes["target"] !== undefined)) return;
      if (this.#open.length >= MAX_OPEN) throw new DocumentTooLarge();
      const named = isInline ? attributes : { ...attributes, name: qualified };
      const fact = { depth: this.#depth, attributes: named, isInline, isHidden: this.#hidden > 0, text: "" };
      this.#open.push({ ...fact, excluded: this.#excluded });
    }
  }

  #beginContext(id: string): void {
    if (this.#contexts.size >= MAX_CONTEXTS) throw new DocumentTooLarge();
    this.#context = { start: "", end: "", dimensions: [], isRead: true };
    this.#contexts.set(id, this.#context);
  }

  #beginWithin(local: string, attributes: Readonly<Record<string, string>>): void {
    this.#text = "";
    if (local === "explicitMember" || local === "typedMember") this.#axis = attributes["dimension"] ?? "";
    if (local === "forever" && this.#context) this.#context.isRead = false;
    if (local === "unitDenominator" && this.#unit) this.#unit.isBelow = true;
  }

  #add(text: string): void {
    if (this.#context || this.#unit) {
      if (this.#text.length <= MAX_TEXT) this.#text += text;
      return;
    }
    for (const fact of this.#open) {
      if (fact.excluded === this.#excluded && fact.text.length <= MAX_NUMBER_TEXT) fact.text += text;
    }
  }

  #finish(qualified: string): void {
    const local = toLocal(qualified);
    const fact = this.#open.at(-1);
    if (fact?.depth === this.#depth) {
      this.#open.pop();
      if (this.#read.length >= MAX_FACTS) throw new DocumentTooLarge();
      this.#read.push({ fact, text: fact.text });
    } else if (this.#context) this.#finishWithinContext(local, this.#context);
    else if (this.#unit) this.#finishWithinUnit(local);
    else if (this.#isInline(qualified) && local === "hidden") this.#hidden--;
    else if (this.#isInline(qualified) && local === "exclude") this.#excluded--;
    this.#depth--;
  }

  #finishWithinContext(local: string, context: Context): void {
    const text = this.#text.trim();
    if (local === "instant" || local === "endDate") context.end = text;
    else if (local === "startDate") context.start = text;
    else if (local === "explicitMember" || local === "typedMember") {
      const member = local === "explicitMember" ? this.#toName(text) : text;
      if (text.length > MAX_TEXT || context.dimensions.length >= MAX_DIMENSIONS) context.isRead = false;
      else context.dimensions.push([this.#toName(this.#axis ?? ""), member]);
    } else if (local === "context") this.#context = undefined;
    // The text of a typed member is that of the element in it.
    const isWithinMember = this.#axis !== undefined && local !== "explicitMember" && local !== "typedMember";
    if (!isWithinMember) [this.#text, this.#axis] = ["", undefined];
  }

  #finishWithinUnit(local: string): void {
    const unit = this.#unit!;
    if (local === "measure") (unit.isBelow ? unit.below : unit.above).push(toMeasure(this.#text.trim()));
    else if (local === "unitDenominator") unit.isBelow = false;
    else if (local === "unit") {
      const below = unit.below.length > 0 ? `/${unit.below.join("·")}` : "";
      const name = `${unit.above.join("·")}${below}`;
      if (unit.above.length > 0 && name.length <= MAX_TEXT) this.#units.set(unit.id, name);
      this.#unit = undefined;
    }
    this.#text = "";
  }

  #toFact({ fact, text }: { fact: OpenFact; text: string }): FiledFact[] {
    const { attributes, isInline, isHidden } = fact;
    const context = this.#contexts.get(attributes["contextRef"]!);
    const unit = this.#units.get(attributes["unitRef"]!);
    if (!context?.isRead || unit === undefined || !isDay(context.end)) return [];
    if (context.start !== "" && !isDay(context.start)) return [];
    const value = isNil(attributes) ? null : isInline ? this.#toInlineNumber(fact, text) : toExactNumber(text.trim());
    if (value === undefined) return [];
    const { start, end, dimensions } = context;
    return [
      {
        concept: this.#toName(attributes["name"] ?? ""),
        start,
        end,
        unit,
        value,
        decimals: toDecimals(attributes["decimals"]),
        // Contexts of one document name their axes in different orders.
        dimensions: dimensions.toSorted(([one], [other]) => (one < other ? -1 : 1)),
        anchor: isHidden || !isInline ? "" : (attributes["id"] ?? ""),
      },
    ];
  }

  #toInlineNumber({ attributes }: OpenFact, text: string): number | undefined {
    const format = attributes["format"];
    const namespace = format === undefined ? undefined : this.#namespaces.get(toPrefix(format));
    return toFiledNumber(text, {
      format: format === undefined ? undefined : { namespace, name: toLocal(format) },
      scale: attributes["scale"],
      isNegative: attributes["sign"] === "-",
    });
  }

  #isInline(qualified: string): boolean {
    return qualified.includes(":") && INLINE.test(this.#namespaces.get(toPrefix(qualified)) ?? "");
  }

  /** Returns a name with the usual prefix of its taxonomy; companies choose the one of their own. */
  #toName(qualified: string): string {
    const prefix = toPrefix(qualified);
    const namespace = this.#namespaces.get(prefix) ?? "";
    const usual =
      TAXONOMIES.map((pattern) => pattern.exec(namespace)?.[1]).find((found) => found !== undefined) ?? prefix;
    return usual === "" ? toLocal(qualified) : `${usual}:${toLocal(qualified)}`;
  }
}

const toMeasure = (measure: string): string => toLocal(measure).slice(0, MAX_TEXT);

/** Some programs write the attribute with another prefix than `xsi`. */
function isNil(attributes: Readonly<Record<string, string>>): boolean {
  return Object.entries(attributes).some(([name, value]) => toLocal(name) === "nil" && /^(?:true|1)$/.test(value));
}

function toDecimals(decimals: string | undefined): number {
  if (decimals === "INF") return EXACT;
  return decimals !== undefined && /^[+-]?\d{1,2}$/.test(decimals) ? Number(decimals) : UNSTATED;
}

/** Returns the text that tells facts apart. */
const toFactKey = ({ concept, start, end, unit, dimensions }: FiledFact): string =>
  JSON.stringify([concept, start, end, unit, dimensions]);

/** A page tags the same fact in several places, some of them rounded: the finest is taken, first one with a place. */
function eachOnce(facts: readonly FiledFact[]): FiledFact[] {
  const finest = new Map<string, FiledFact>();
  /** Facts that are stated with two values, none of them finer. */
  const unclear = new Set<string>();
  for (const fact of facts) {
    const key = toFactKey(fact);
    const known = finest.get(key);
    if (!known) finest.set(key, fact);
    else if (fact.decimals > known.decimals) {
      unclear.delete(key);
      finest.set(key, fact);
    } else if (fact.decimals === known.decimals) {
      if (fact.value !== known.value) unclear.add(key);
      else if (known.anchor === "" && fact.anchor !== "") finest.set(key, fact);
    }
  }
  return [...finest].flatMap(([key, fact]) => (unclear.has(key) ? [] : [fact]));
}
