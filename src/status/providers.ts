/** Providers on the status page: state and remaining quota. */
import { html, type Html } from "./html.js";
import type { ProviderReport, StatusReport } from "./report.js";
import { toneIcon, type Tone } from "./tone.js";
import { countOf, toMoment, toSpanUntil } from "./format.js";
import { leftOf, toState } from "./provider-state.js";

/** Below this share of its quota a provider's bar shows a warning. */
const SCARCE = 0.2;

/** Returns a card for each provider. */
export function providerCards({ providers, at, simulated }: StatusReport): Html {
  return html`<ul class="providers">
    ${providers.map((provider) => card(provider, at, simulated))}
  </ul>`;
}

function card(report: ProviderReport, at: string, simulated: boolean): Html {
  const { tone, word, why, unknown } = toState(report, at);
  const { title, vendor, waiting, rate_per_minute: rate, configured } = report;
  const line = waiting ? html` <strong>${countOf(waiting)}</strong> in line.` : "";
  const hasMost = rate !== null && !simulated && unknown === undefined;
  const most = hasMost ? html` <span class="soft">At most ${countOf(rate)} a minute.</span>` : "";
  return html`<li class="card ${tone}">
    <h3>${vendor}</h3>
    <div class="top">
      <span class="soft">${title}</span>
      <span class="pill ${tone}">${toneIcon(tone)}${word}</span>
    </div>
    ${configured ? quota(report, at, simulated) : ""}
    <p class="why">${tone === "good" ? html`<span class="soft">${why}</span>` : why}${line}${most}</p>
    ${report.unset_options.map(({ variable, enables }) => html`<p class="soft">${variable} enables ${enables}.</p>`)}
    ${driftList(report, at)}
  </li>`;
}

/** Drifts shown on a card; `/status.json` has all. */
const MAX_DRIFTS = 5;

/** Returns a sentence for each field that the provider no longer sends. */
function driftList({ vendor, drifts }: ProviderReport, at: string): Html {
  if (drifts.length === 0) return html``;
  const items = drifts.slice(0, MAX_DRIFTS).map(({ source, field, since }) => {
    const what = field === null ? "answers that can be read" : field;
    return html`<li>
      ${toneIcon("mind")}<span
        >${vendor} has sent no <strong>${what}</strong> since
        <time datetime="${since}" title="${since}">${toMoment(since, at)}</time> (${source})</span
      >
    </li>`;
  });
  const more = drifts.length - items.length;
  return html`<ul class="drifts">
    ${items}${more > 0 ? html`<li><span>and ${countOf(more)} more</span></li>` : ""}
  </ul>`;
}

function quota(report: ProviderReport, at: string, simulated: boolean): Html {
  const { vendor, quota_used: used, quota_limit: limit, quota_resets_at: resetsAt } = report;
  const left = leftOf(report);
  if (left === null || limit === null) {
    return html`<p class="figure">
        <strong>${countOf(used ?? 0)}</strong> ${used === 1 ? "call" : "calls"} in 24 hours
      </p>
      ${simulated ? "" : html`<p class="soft">No quota is set.</p>`}`;
  }
  const share = left / limit;
  const tone: Tone = share === 0 ? "bad" : share < SCARCE ? "mind" : "good";
  const again = resetsAt === null ? html`` : html`, some again in ${toSpanUntil(at, resetsAt)}`;
  return html`<p class="figure"><strong>${countOf(left)}</strong> of ${countOf(limit)} calls left</p>
    <meter class="${tone}" min="0" max="${limit}" value="${left}" aria-label="Calls left of ${vendor}">
      ${left} of ${limit}
    </meter>
    <p class="soft">${countOf(used ?? 0)} used in 24 hours${again}</p>`;
}
