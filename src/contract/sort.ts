/** The parameter `sort`: rows in the order of one figure. */
import { allowing } from "./fields.js";
import { z } from "./schema.js";

/** An order: ascending, unless the text begins with `-`. */
export interface Sort<Key extends string> {
  key: Key;
  descending: boolean;
}

/**
 * A text such as `volume` or `-volume`, in lower case; the error names all keys. `isDescending` says of the rows without it.
 */
export function sortBy(keys: readonly string[], isDescending = false) {
  const allowed = `${keys.join(", ")}, or one of them with - in front for descending, e.g. -${keys[0]}`;
  const order = z.string(allowing(allowed));
  return new z.ZodString({ ...order._def, keys, isDescending } as z.ZodStringDef)
    .refine((text) => toSort(text, keys) !== undefined, allowed)
    .transform((text) => text.toLowerCase())
    .optional()
    .describe(`${keys.join(", ")}; -: descending`);
}

/** Returns the keys of a parameter made by `sortBy` and the order without it; no keys of any other. */
export function sortFactsOf({ _def }: z.ZodTypeAny): { keys: readonly string[]; isDescending: boolean } {
  return { keys: [], isDescending: false, ...(_def as object) };
}

/** Returns the order that a text such as `-pe` names; `undefined` for any other text. */
export function toSort<Key extends string>(text: string, keys: readonly Key[]): Sort<Key> | undefined {
  const [, sign, name] = /^(-?)(\w+)$/.exec(text.toLowerCase()) ?? [];
  const key = keys.find((each) => each === name);
  return key && { key, descending: sign === "-" };
}

/** Returns the items in an order; items without the value come last, and those with the same one stay in their order. */
export function sorted<Item>(
  items: readonly Item[],
  descending: boolean,
  valueOf: (item: Item) => number | null,
): Item[] {
  const last = descending ? -Infinity : Infinity;
  const of = (item: Item) => valueOf(item) ?? last;
  return items.toSorted((one, other) => {
    const [left, right] = [of(one), of(other)];
    if (left === right) return 0;
    return left < right === descending ? 1 : -1;
  });
}
