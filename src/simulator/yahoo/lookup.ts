/** Shared by all calls of provider B: symbol look-up and error body. */
import type { Security } from "../market/security.js";
import type { World } from "../world.js";

/** Finds a security by provider B's spelling. */
export function findB({ market }: World, symbol: string): Security | undefined {
  const security = market.find(symbol);
  return security?.symbolB === symbol.toUpperCase() ? security : undefined;
}

/** Returns the content of an error reply. */
export function errorBody(code: string, description: string) {
  return { result: null, error: { code, description } };
}
