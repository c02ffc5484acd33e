/** The reasons of requests without an answer in words: refused by a fault of the caller, or failed by ours. */
import { html, type Html } from "./html.js";
import type { StatusReport } from "./report.js";
import { countOf, toCount } from "./format.js";

/** The reason in words, by the kind of the refusal or failure. */
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
  not_configured: "No source is configured",
  upstream_unavailable: "No source could answer",
  upstream_limited: "Limit of the sources reached",
  overloaded: "Too many requests at once",
  internal: "Our error",
};

type ByKind = Readonly<Record<string, number>>;

export const sumOf = (refused: ByKind): number => Object.values(refused).reduce((sum, count) => sum + count, 0);

/** Returns the reasons in words with their counts, the most frequent first. */
const listed = (refused: ByKind) =>
  Object.entries(refused)
    .sort(([, one], [, other]) => other - one)
    .map(([kind, count]) => [WORDS[kind] ?? kind, count] as const);

/** Returns the reasons in a line: `Unknown symbol 3, Wrong parameters 1`; empty without any. */
export const reasonsOf = (refused: ByKind): string =>
  listed(refused)
    .map(([word, count]) => `${word} ${toCount(count)}`)
    .join(", ");

/** Says how many requests were refused, and why, and which requests the table above does not count. */
export function refusedLine({ traffic: { refused, endpoints } }: StatusReport): Html {
  const all = sumOf(refused);
  const left = html`<p class="soft">Pages and MCP messages that call no tool are not counted.</p>`;
  if (all === 0)
    return html`<p class="soft">No request was refused by a fault of its caller.</p>
      ${left}`;
  const elsewhere = all - Object.values(endpoints).reduce((sum, each) => sum + sumOf(each.refused ?? {}), 0);
  const place =
    elsewhere > 0
      ? html`, ${elsewhere === all ? "all" : html`<strong>${countOf(elsewhere)}</strong>`} of them at none of these
        endpoints`
      : "";
  const reasons = listed(refused).map(([word, count]) => html`<li>${word} <strong>${countOf(count)}</strong></li>`);
  return html`<p><strong>${countOf(all)}</strong> refused by a fault of the caller${place}:</p>
    <ul>
      ${reasons}
    </ul>
    ${left}`;
}
