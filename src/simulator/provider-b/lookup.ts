/** What all calls of provider B share: how it finds a symbol and how it says no. */
import type { Security } from "../market/securities.js";
import type { World } from "../world.js";

/** A security by provider B's own spelling. */
export function findB({ market }: World, symbol: string): Security | undefined {
  const security = market.find(symbol);
  return security?.symbolB === symbol.toUpperCase() ? security : undefined;
}

/** The envelope of an error. */
export function refused(code: string, description: string) {
  return { result: null, error: { code, description } };
}
