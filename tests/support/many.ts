/** Returns what `make` returns for each index from 0 to `count` - 1. */
export const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
