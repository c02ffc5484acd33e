/** How long an answer that is made of several may be sent again. */
import type { Served } from "../contract/envelope.js";

/** Returns the answer so that it is not sent again: it is of this caller, or a later question may get a better one. */
export function onlyOnce({ key: _key, ...served }: Served): Served {
  return { ...served, freshForSeconds: 0 };
}

/** Returns the answer, fresh no longer than the `other` one that it depends on. */
export function asFreshAs(other: Served, answer: Served): Served {
  return {
    ...answer,
    freshForSeconds: Math.min(answer.freshForSeconds, other.freshForSeconds),
    freshUntil: Math.min(answer.freshUntil ?? 0, other.freshUntil ?? 0),
  };
}
