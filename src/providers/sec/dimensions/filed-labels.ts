/** The labels of a filing's names, and the tables of its report in which they stand, from its `MetaLinks.json`. */
import { toText } from "../../../contract/values.js";
import { parseJson } from "../../../lib/parse-json.js";
import { isObject } from "../../../lib/is-object.js";
import { JsonWeight, type JsonLimits } from "../../../lib/json-weight.js";

/** The label of a name in a filing, and the numbers of the tables that have it. */
export interface FiledName {
  label: string | null;
  tables: readonly number[];
}

/** The part of `MetaLinks.json` that is about one of the documents. */
interface FiledNames {
  /** By name, such as `us-gaap:ProductMember`. */
  names: ReadonlyMap<string, FiledName>;
  /** The documents with facts, which share their contexts. */
  documents: readonly string[];
}

const MAX_LABEL = 200;
const MAX_TABLES = 500;
const MAX_NAMES = 50_000;
/** Limits of the file; its names are the shapes. No limit of time ends a parser within 12 MB of open brackets, for 40 seconds. */
const LIMITS: JsonLimits = { values: 2_000_000, depth: 64, shapes: 2 * MAX_NAMES };
/** The best label first. */
const ROLES = ["terseLabel", "label", "verboseLabel"];

/** Returns the labels and tables of the names that `isNeeded`; none where the file is damaged, too heavy or of another kind. */
export function readFiledNames(text: string, document: string, isNeeded: (name: string) => boolean): FiledNames {
  const instance = toInstance(text, document);
  const names = new Map<string, FiledName>();
  if (!instance) return { names, documents: [] };
  const tables = new Map<unknown, number>();
  const tags = isObject(instance["tag"]) ? Object.entries(instance["tag"]) : [];
  for (const [key, tag] of tags.slice(0, MAX_NAMES)) {
    const name = key.replace("_", ":");
    if (!isObject(tag) || !isNeeded(name)) continue;
    const roles = Array.isArray(tag["presentation"]) ? tag["presentation"].slice(0, MAX_TABLES) : [];
    const own = roles.map((role) => {
      if (!tables.has(role)) tables.set(role, tables.size);
      return tables.get(role)!;
    });
    names.set(name, { label: toLabel(tag["lang"]), tables: own });
  }
  return { names, documents: toDocuments(instance) };
}

function toInstance(text: string, document: string): Record<string, unknown> | undefined {
  const isLight = new JsonWeight(LIMITS).add(Buffer.from(text));
  const file = isLight ? parseJson(text) : undefined;
  const instances = isObject(file) && isObject(file["instance"]) ? Object.entries(file["instance"]) : [];
  // The name of several documents that share their contexts has blanks between theirs.
  const [, own] = instances.find(([key]) => key.split(" ").includes(document)) ?? instances[0] ?? [];
  return isObject(own) ? own : undefined;
}

function toDocuments({ dts }: Record<string, unknown>): string[] {
  const inline = isObject(dts) ? dts["inline"] : undefined;
  const local = isObject(inline) && Array.isArray(inline["local"]) ? inline["local"] : [];
  return local.filter((name): name is string => typeof name === "string" && /^[\w.-]{1,100}\.html?$/.test(name));
}

function toLabel(languages: unknown): string | null {
  if (!isObject(languages)) return null;
  const key = Object.keys(languages).find((language) => /^en/i.test(language));
  const language = key === undefined ? undefined : languages[key];
  const labels = isObject(language) && isObject(language["role"]) ? language["role"] : {};
  const text = ROLES.map((role) => toText(labels[role], MAX_LABEL)).find((label) => label !== null) ?? null;
  return text === null ? null : toText(text.replace(/ \[(?:Member|Axis|Domain)\]$/i, ""));
}
