/** Tables that are looked up by a word from outside: `constructor` and other names that every object inherits are none of theirs. */

/** Returns the value of a table's own name; `undefined` for any other. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
