/** The state of the US market as one sentence, for the top of a page. */
import { isObject } from "../../lib/is-object.js";
import { isOpen, toSessionWords } from "../../contract/envelope.js";
import type { Row } from "./cells.js";
import type { Reader } from "./reader.js";

/** Returns `The US market is closed (Thanksgiving Day); it opens 27 Nov, 14:30 UTC.`; `undefined` where no state is known. */
export function toSessionLine({ session }: Row, reader: Reader): string | undefined {
  if (!isObject(session) || typeof session["state"] !== "string") return undefined;
  const { state, holiday, nextOpen } = session;
  const day = typeof holiday === "string" ? ` (${holiday})` : "";
  const opens = isOpen(state) || typeof nextOpen !== "string" ? "" : `; it opens ${reader.time(new Date(nextOpen))}`;
  return `The US market is ${toSessionWords(state)}${day}${opens}.`;
}
