/** Key statistics as groups of facts, without those that the answer does not have. */
import { toFieldLabel, toHumanFigure, type Field } from "../contract/field-facts.js";
import { isObject } from "../lib/is-object.js";
import { numberIn, textIn, type Answer, type Fields } from "./answer.js";
import { STATISTICS_FIELDS } from "./declared-fields.js";
import { arrowed, day, html } from "./elements.js";
import { factList, type Fact } from "./fact-list.js";
import type { Words } from "./format.js";
import type { PictureContext, Picture } from "./picture.js";

/** Draws the answer of key statistics. */
export function drawStatistics({ body, source }: Answer, { words }: PictureContext): Picture {
  const [currency, reporting] = [textIn(body, "currency"), textIn(body, "reportingCurrency")];
  const accounts = reporting !== null && reporting !== currency ? ` (${reporting})` : "";
  const provider = toProviderId(source);
  const sections = STATISTICS_FIELDS.filter(([, { kind }]) => kind === "group").flatMap(([group, { label = "" }]) => {
    const fields = body[group];
    if (!isObject(fields)) return [];
    const facts = STATISTICS_FIELDS.filter(([path]) => path.startsWith(`${group}.`)).flatMap(([path, field]) =>
      factOf(path.slice(group.length + 1), field, fields, { accounts, provider }, words),
    );
    const list = factList(facts);
    return list ? [html("section", {}, html("h2", {}, label), list)] : [];
  });
  return {
    heading: `${textIn(body, "symbol") ?? ""} key statistics`.trim(),
    subheading: [currency, reporting === currency ? null : reporting && `accounts in ${reporting}`]
      .filter((part) => part !== null)
      .join(" · "),
    content: sections,
  };
}

/** The text after labels of accounts that names their currency, and the provider that answered. */
interface Origin {
  accounts: string;
  provider: string | undefined;
}

function factOf(name: string, field: Field, fields: Fields, { accounts, provider }: Origin, words: Words): Fact[] {
  const label = toFieldLabel(name, field) + (field.owner === "accounts" ? accounts : "");
  if (field.kind === "day") {
    const date = textIn(fields, name);
    return date === null ? [] : [[label, day(words, date)]];
  }
  const value = numberIn(fields, name);
  if (value === null) return [];
  const text = toHumanFigure(field, value, words, provider);
  const exact = words.exact(value);
  return [[label, field.signed ? arrowed(value, text, exact) : html("span", { title: exact }, text)]];
}

/** Returns `provider-b` of `Yahoo Finance (provider B)`. */
function toProviderId(source: string | null): string | undefined {
  return /provider ([A-Z])/
    .exec(source ?? "")?.[0]
    .replace(" ", "-")
    .toLowerCase();
}
