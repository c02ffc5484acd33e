/** Requests that were refused by a fault of the caller, apart from our failures. */
import { html, type Html } from "./html.js";
import type { StatusReport } from "./report.js";
import { countOf, toCount } from "./format.js";

/** The fault of the caller in words, by the kind of the refusal. */
const WORDS: Readonly<Record<string, string>> = {
  invalid_input: "Wrong parameters",
  unauthorized: "No valid key",
  not_found: "Unknown symbol",
  no_coverage: "No such data for the symbol",
  insufficient_history: "Too little history of the symbol",
  rate_limited: "Limit of the plan reached",
  cancelled: "Left before the answer",
  unknown_address: "Unknown address",
  forbidden: "Host or origin not allowed",
  malformed: "Malformed request",
};

type Refused = Readonly<Record<string, number>>;

export const sumOf = (refused: Refused): number => Object.values(refused).reduce((sum, count) => sum + count, 0);

/** Returns the reasons in words with their counts, the most frequent first. */
const listed = (refused: Refused) =>
  Object.entries(refused)
    .sort(([, one], [, other]) => other - one)
    .map(([kind, count]) => [WORDS[kind] ?? kind, count] as const);

/** Returns the reasons in a line: `Unknown symbol 3, Wrong parameters 1`; empty without any. */
export const reasonsOf = (refused: Refused): string =>
  listed(refused)
    .map(([word, count]) => `${word} ${toCount(count)}`)
    .join(", ");

/** Says in a line how many requests were refused, and why. */
export function refusedLine({ traffic: { refused } }: StatusReport): Html {
  const all = sumOf(refused);
  if (all === 0) return html`<p class="soft">No request was refused by a fault of its caller.</p>`;
  const reasons = listed(refused).map(([word, count]) => html`<li>${word} <strong>${countOf(count)}</strong></li>`);
  return html`<p><strong>${countOf(all)}</strong> refused by a fault of the caller:</p>
    <ul>
      ${reasons}
    </ul>`;
}
