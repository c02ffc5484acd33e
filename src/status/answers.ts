/** The cards on cache hits and stale answers. */
import { html, type Html } from "./html.js";
import type { StatusReport } from "./report.js";
import { nameRows } from "./rows.js";
import { toneIcon } from "./tone.js";
import { countOf, toShare, toSpan } from "./format.js";

/** Shows the share of answers without an upstream call, and the number of each kind. */
export function cacheCard({ cache }: StatusReport): Html {
  const { hits, misses, stale, failures, hit_ratio: ratio } = cache;
  const rows = [
    ["From the cache", hits],
    ["Fetched", misses],
    ["Served stale", stale],
    ["Failed", failures],
  ] as const;
  return html`<p class="figure">
      <strong>${ratio === null ? "–" : toShare(ratio)}</strong>
      ${ratio !== null ? "from the cache" : failures > 0 ? "nothing answered yet" : "nothing asked yet"}
    </p>
    <meter class="plain" min="0" max="1" value="${ratio ?? 0}" aria-label="Share of answers from the cache">
      ${ratio ?? 0}
    </meter>
    ${nameRows(rows.map(([name, count]) => [name, countOf(count)]))}`;
}

/** Lists the capabilities recently served stale, with the reason. */
export function staleList({ stale }: StatusReport): Html {
  if (stale.length === 0) {
    return html`<p class="quiet">No stale answer was served in the last 15 minutes.</p>`;
  }
  const items = stale.map(
    ({ title, count, reason, age_seconds: age, seconds_ago: ago }) =>
      html`<li>
        ${toneIcon("mind")}
        <div>
          <strong>${title}${count === 1 ? "" : `, ${count} different ones`}</strong><br /><span
            >${toSpan(age)} old, because ${reason}</span
          ><br /><span class="soft">asked ${toSpan(ago)} ago</span>
        </div>
      </li>`,
  );
  return html`<ul class="stale">
    ${items}
  </ul>`;
}
