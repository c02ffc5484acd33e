/** The state of the US market as one sentence, for the top of a page. */
import { isObject } from "../../lib/is-object.js";
import { isOpen, toSessionWords } from "../../contract/envelope.js";
import type { Row } from "./cells.js";
import type { Reader } from "./reader.js";

/** Returns `The US market is closed (Thanksgiving Day); it opens 27 Nov, 14:30 UTC.`; `undefined` where no state is known. */
export function toSessionLine({ session, market = session }: Row, reader: Reader): string | undefined {
  if (!isObject(market) || typeof market["state"] !== "string") return undefined;
  const { state, holiday, closes, next_open, nextOpen = next_open } = market;
  const day = typeof holiday === "string" ? ` (${holiday})` : "";
  const next = isOpen(state) ? closes : nextOpen;
  const turns = isOpen(state) ? "closes" : "opens";
  const then = typeof next === "string" ? `; it ${turns} ${reader.time(new Date(next))}` : "";
  return `The US market is ${toSessionWords(state)}${day}${then}.`;
}
