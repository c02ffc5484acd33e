/** Countries and currencies by their English names, where a parameter takes their codes: `Germany` for DE, `euros` for EUR. */
import type { z } from "../contract/schema.js";
import { MAX_SPELLING } from "./from-text.js";

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

const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
/** The codes that a parameter takes, by their names in lower case. */
const known = new Map<string, ReadonlyMap<string, string>>();

/** Returns the code that a name means, if the parameter takes that code; otherwise the unchanged text. */
export function toCode(name: string, field: z.ZodTypeAny, text: string): string {
  if (!isCoded(name) || text.length > MAX_SPELLING || field.safeParse(text).success) return text;
  const names = known.get(name) ?? listNames(name, field);
  known.set(name, names);
  const plain = text.trim().toLowerCase().replace(/^the /, "");
  return names.get(plain) ?? names.get(plain.replace(/s$/, "")) ?? text;
}

const isCoded = (name: string): name is keyof typeof CODED => Object.hasOwn(CODED, name);

/**
 * Returns the codes that `field` takes, by their names; made at the first use, because it takes a millisecond. `Intl` also
 * names withdrawn codes as the country of today: both FR and FX are France, and only the first is taken.
 */
function listNames(name: keyof typeof CODED, field: z.ZodTypeAny): ReadonlyMap<string, string> {
  const { type, others } = CODED[name];
  const names = new Intl.DisplayNames("en", { type, fallback: "none" });
  const codes =
    type === "currency"
      ? Intl.supportedValuesOf("currency")
      : LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const named = codes.flatMap((code) => {
    const own = names.of(code)?.toLowerCase();
    return own !== undefined && field.safeParse(code).success ? [[own, code] as const] : [];
  });
  return new Map([...named, ...Object.entries(others)]);
}
