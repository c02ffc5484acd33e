/** Countries and currencies by their English names, where a parameter takes their codes: `Germany` for DE, `euros` for EUR. */
import type { z } from "../contract/schema.js";

/** Parameters with codes, and further names that mean one code only, in lower case. */
const CODED = {
  country: {
    type: "region",
    others: {
      usa: "US",
      "u.s.": "US",
      "united states of america": "US",
      uk: "GB",
      "great britain": "GB",
      "hong kong": "HK",
    },
  },
  convert: {
    type: "currency",
    others: { yen: "JPY", "pound sterling": "GBP", sterling: "GBP", "€": "EUR", "£": "GBP" },
  },
} as const satisfies Readonly<
  Record<string, { type: "region" | "currency"; others: Readonly<Record<string, string>> }>
>;

/** Longer texts are no name. */
const MAX_NAME = 64;
const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
const byName = new Map<string, ReadonlyMap<string, string>>();

/** Returns the code that a name means, if the parameter takes that code; otherwise the unchanged text. */
export function toCode(name: string, field: z.ZodTypeAny, text: string): string {
  if (!isCoded(name) || text.length > MAX_NAME || field.safeParse(text).success) return text;
  const plain = text.trim().toLowerCase().replace(/^the /, "");
  const names = namesOf(name);
  const code = names.get(plain) ?? names.get(plain.replace(/s$/, "")) ?? text;
  return field.safeParse(code).success ? code : text;
}

const isCoded = (name: string): name is keyof typeof CODED => Object.hasOwn(CODED, name);

/** Returns the codes by their names in lower case, made at the first use: asking for all names takes a millisecond. */
function namesOf(name: keyof typeof CODED): ReadonlyMap<string, string> {
  const known = byName.get(name);
  if (known) return known;
  const { type, others } = CODED[name];
  const names = new Intl.DisplayNames("en", { type, fallback: "none" });
  const codes =
    type === "currency"
      ? Intl.supportedValuesOf("currency")
      : LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const made = new Map(codes.map((code) => [names.of(code)?.toLowerCase() ?? "", code]));
  for (const [other, code] of Object.entries(others)) made.set(other, code);
  byName.set(name, made);
  return made;
}
