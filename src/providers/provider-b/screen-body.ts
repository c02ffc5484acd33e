/** The body of provider B's custom screener, used for screens and for movers from a market cap on. */

interface Screening {
  size: number;
  sortField: string;
  sortType: "ASC" | "DESC";
  /** All must hold; bounds are inclusive with GTE and LTE. */
  conditions: readonly Readonly<{ operator: string; operands: readonly unknown[] }>[];
}

/** Returns the body that asks for the first `size` stocks that meet all conditions. */
export function toScreenBody({ size, sortField, sortType, conditions }: Screening): Readonly<Record<string, unknown>> {
  return {
    offset: 0,
    size,
    sortField,
    sortType,
    quoteType: "EQUITY",
    userId: "",
    userIdType: "guid",
    query: { operator: "AND", operands: conditions },
  };
}
