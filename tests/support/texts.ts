/** Sentences of a result as texts, for tests of wording. */
import { toPlainText, type Sentence } from "../../src/contract/sentence.js";
import { isObject } from "../../src/lib/is-object.js";

/** Returns a value with the text of each sentence in it, at any depth. */
export function texts(value: unknown): unknown {
  if (typeof value === "string") return toPlainText(value as unknown as Sentence);
  if (Array.isArray(value)) return value.map(texts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, texts(each)]));
}
