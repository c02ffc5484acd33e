/** The units of an answer in words: a bare 0.24 is read as 0.24 %. */
import { type Sentence, say } from "../contract/sentence.js";
import { joinWithAnd } from "../lib/join-words.js";
import type { Capability } from "../contract/capability.js";
import { isPercentage, type Field } from "../contract/field-facts.js";
import { fieldsOf } from "../contract/field.js";
import type { RowsSpec } from "../contract/rows-spec.js";
import { z } from "../contract/schema.js";
import { isObject } from "../lib/is-object.js";
import { oncePer } from "../lib/once-per.js";
import { inSpellingOf, ofAnswer } from "./rows.js";

/** More ratios than this are not named one by one: each answer costs tokens. */
const MOST_NAMED = 2;
/** More percentages than this are not named, where an answer has no ratios: a yield curve alone has fourteen. */
const MOST_PERCENTAGES = 12;

/** The sentences by capability; without them a cached quote takes 4 % longer. A caller chooses columns, so few are kept. */
const MOST_KEPT = 100;
const sentences = new WeakMap<Capability, Map<string, Sentence | undefined>>();

/**
 * Returns, for example, `Units: yield and payoutRatio are ratios (0.24 is 24 %), fiveYearAverageYield is in percent.`;
 * `undefined` for an answer without ratios in which each percentage has its unit in its name. `provider` is the one that
 * answered. Where answers have columns on request, only fields that `body` has count; of its list only those among `fields`,
 * if a caller named some, and where only `columns` of the list are shown, only these.
 */
export function toUnitSentence(
  capability: Capability,
  provider: string,
  body: Readonly<Record<string, unknown>>,
  columns?: readonly string[],
  fields?: readonly string[],
): Sentence | undefined {
  const absent = [
    ...absentIn(capability, body),
    ...(fields ? notNamed(fields, capability, body) : []),
    ...(columns ? notAmong(columns, capability) : []),
  ];
  const known = sentences.get(capability) ?? new Map<string, Sentence | undefined>();
  sentences.set(capability, known);
  const key = [provider, ...absent].join();
  if (!known.has(key)) {
    if (known.size >= MOST_KEPT) known.clear();
    known.set(key, write(capability, provider, absent));
  }
  return known.get(key);
}

/** Returns the paths of the fields that this answer does not have, for capabilities whose answers differ in theirs. */
function absentIn({ tool: { rows }, output }: Capability, body: Readonly<Record<string, unknown>>): string[] {
  if (!rows?.onRequest) {
    return [
      ...optionalPaths(output).flatMap(({ name, paths }) => (name in body ? [] : paths)),
      ...(rows ? withoutColumn(rows, body) : []),
    ];
  }
  const { columns = {} } = rows;
  const lists = [rows.list, ...(rows.joined?.lists ?? [])];
  const firsts = new Map(
    lists.map((name) => [name, Array.isArray(body[name]) ? (body[name][0] as unknown) : undefined]),
  );
  const hasColumn = (list: string, name: string) => {
    const first = firsts.get(list);
    return isObject(first) ? Object.hasOwn(first, name) : !Object.hasOwn(columns, name);
  };
  return [...fieldsOf(output).keys()].filter((path) => {
    const [top, name] = path.split(".");
    if (name === undefined) return body[top!] === undefined;
    return lists.includes(top!) ? !hasColumn(top!, name) : (body[top!] ?? null) === null;
  });
}

/** Returns the paths of the columns that only some questions have, and this answer's list does not. */
function withoutColumn({ list, columns = {} }: RowsSpec, body: Readonly<Record<string, unknown>>): string[] {
  const [first] = Array.isArray(body[list]) ? (body[list] as unknown[]) : [];
  const lacking = Object.keys(columns).filter((name) => !isObject(first) || !Object.hasOwn(first, name));
  return lacking.map((name) => `${list}.${name}`);
}

/** Returns the paths of the fields that are no column of a list, by these columns. */
function notAmong(columns: readonly string[], { output }: Capability): string[] {
  return [...fieldsOf(output).keys()].filter((path) => {
    const [, ...inner] = path.split(".");
    return !columns.includes(inner[0] ?? "") && !columns.includes(inner.join("."));
  });
}

/** Returns the paths of the fields of the answer's list that a caller did not name. */
function notNamed(fields: readonly string[], { output, tool }: Capability, body: Readonly<Record<string, unknown>>) {
  const list = ofAnswer(tool.rows, body)?.list;
  const inList = [...fieldsOf(output).keys()].filter((path) => path.startsWith(`${list}.`));
  const nameOf = (path: string) => path.split(".")[1]!;
  const named = inSpellingOf(inList.map(nameOf), fields);
  return inList.filter((path) => !named.includes(nameOf(path)));
}

/** Returns the optional fields of a body, each with the paths of the fields in it. */
const optionalPaths = oncePer((output: z.AnyZodObject) => {
  const names = Object.entries(output.shape).flatMap(([name, type]) => (type instanceof z.ZodOptional ? [name] : []));
  const all = [...fieldsOf(output).keys()];
  return names.map((name) => ({ name, paths: all.filter((path) => path.split(".")[0] === name) }));
});

function write({ output }: Capability, provider: string, absent: readonly string[]): Sentence | undefined {
  const all = fieldsOf(output);
  const fields = absent.length === 0 ? all : new Map([...all].filter(([path]) => !absent.includes(path)));
  const ratios = namesOf(fields, (field) => field.kind === "ratio" && !isPercentage(field, provider));
  // Beside "other rates are ratios", the bare name of a column alone is read as one more of them.
  const saysUnit = (name: string) => /percent/i.test(name) && !(name === "percent" && ratios.length > MOST_NAMED);
  const isUnnamed = (field: Field, name: string) => isPercentage(field, provider) && !saysUnit(name);
  const percentages = namesOf(fields, (field, name) => isUnnamed(field, name) && !field.isAYear);
  const aYear = namesOf(fields, (field, name) => isUnnamed(field, name) && field.isAYear === true);
  const points = namesOf(fields, (field) => field.isInPoints === true);
  const areMany = percentages.length > MOST_PERCENTAGES && ratios.length === 0;
  const subject = areMany ? "all rates are" : toSubject(percentages);
  const inPercent = [
    ...(percentages.length === 0 ? [] : [`${subject} in percent`]),
    ...(aYear.length === 0 ? [] : [`${toSubject(aYear)} in percent a year`]),
    ...(points.length === 0 ? [] : [`${toSubject(points)} in percentage points`]),
  ];
  const asRatios = ratios.length === 0 ? [] : [`${toRatios(ratios, inPercent.length > 0)} (0.24 is 24 %)`];
  const parts = ratios.length > MOST_NAMED ? [...inPercent, ...asRatios] : [...asRatios, ...inPercent];
  return parts.length === 0 ? undefined : say`Units: ${parts.join(", ")}.`;
}

/** Says that these fields are ratios. Of many it names only those whose names say the opposite, such as `percentHeld`. */
function toRatios(names: readonly string[], afterOthers: boolean): string {
  const isMany = names.length > MOST_NAMED;
  const named = isMany ? names.filter((name) => /percent/i.test(name)) : names;
  if (named.length === 0) return `${afterOthers ? "other " : ""}rates are ratios`;
  const subjects = isMany ? [...named, "other rates"] : named;
  return `${toSubject(subjects)} ${isOne(subjects) ? "a ratio" : "ratios"}`;
}

const toSubject = (names: readonly string[]) => `${joinWithAnd(names)} ${isOne(names) ? "is" : "are"}`;

/** Whether one figure has these names: `returns` are several. */
const isOne = (names: readonly string[]) => names.length === 1 && !PLURAL.test(names[0]!);
const PLURAL = /returns$/i;

/** Returns the names of the fields; one name stands for a group in which all figures are meant. */
function namesOf(fields: ReadonlyMap<string, Field>, isMeant: (field: Field, name: string) => boolean): string[] {
  const all = [...fields].filter(([, { kind }]) => kind !== "group");
  const meant = (path: string, field: Field) => isMeant(field, path.split(".").at(-1)!);
  const names = all.flatMap(([path, field]) => {
    if (!meant(path, field)) return [];
    const parent = path.split(".").slice(0, -1).join(".");
    const siblings = all.filter(([other]) => parent !== "" && other.startsWith(`${parent}.`));
    const isWhole = fields.get(parent)?.kind === "group" && siblings.every(([other, each]) => meant(other, each));
    return [(isWhole ? parent : path).split(".").at(-1)!];
  });
  return [...new Set(names)];
}
