/** The orders of a screen. */

export const SORT_KEYS = ["market_cap", "pe", "dividend_yield", "change", "volume", "price"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** An order: ascending, unless the text begins with `-`. */
export interface Sort {
  key: SortKey;
  descending: boolean;
}

export const SORT_ALLOWED = `${SORT_KEYS.join(", ")}, or one of them with - in front for descending, e.g. -market_cap`;

/** Returns the order that a text such as `-pe` names; `undefined` for any other text. */
export function sortOf(text: string): Sort | undefined {
  const [, sign, name] = /^(-?)(\w+)$/.exec(text.toLowerCase()) ?? [];
  const key = SORT_KEYS.find((each) => each === name);
  return key && { key, descending: sign === "-" };
}

/** Returns the items in an order; items without the value come last. */
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
