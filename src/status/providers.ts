/** Providers on the status page: state, remaining quota and latest calls. */
import { html, type Html } from "./html.js";
import type { ProviderReport, StatusReport } from "./report.js";
import { nameRows } from "./rows.js";
import { toneIcon, type Tone } from "./tone.js";
import { agoOf, atMost, countOf, sinceOf, toMoment, toSpanUntil } from "./format.js";
import { FAILED, leftOf, toState } from "./provider-state.js";

/** Below this share of its quota a provider's bar shows a warning. */
const SCARCE = 0.2;

/** Returns a card for each provider; of a silent server, `isPast`, with times of day instead of ages, which would stand still. */
export function providerCards({ providers, at, simulated }: StatusReport, isPast = false): Html {
  return html`<ul class="providers">
    ${providers.map((provider) => card(provider, at, simulated, isPast))}
  </ul>`;
}

function card(report: ProviderReport, at: string, simulated: boolean, isPast: boolean): Html {
  const { tone, word, why, since } = toState(report);
  const when = since === undefined ? "" : html`<strong>Failing ${sinceOf(since, at)}.</strong> `;
  const { title, vendor, waiting, configured } = report;
  const line = waiting ? html` <strong>${countOf(waiting)}</strong> in line.` : "";
  return html`<li class="card ${tone}">
    <h3>${vendor}</h3>
    <div class="top">
      <span class="soft">${title}</span>
      <span class="pill ${tone}">${toneIcon(tone)}${word}</span>
    </div>
    ${why === "" && line === "" ? "" : html`<p class="why">${when}${why}${line}</p>`}
    ${report.unset_options.map(({ variable, enables }) => html`<p class="soft">${variable} enables ${enables}.</p>`)}
    ${configured ? html`${quota(report, at, simulated)}${calls(report, at, simulated, isPast)}` : ""}
    ${driftList(report, at)}
  </li>`;
}

/** Returns how it answered of late: when, how often and how fast. */
function calls(report: ProviderReport, at: string, simulated: boolean, isPast: boolean): Html {
  const { last_answer: answer, last_failure: failure, calls: latest, rate_per_minute: rate } = report;
  if (answer === null && failure === null) return html``;
  const rows: [string, string | Html][] = [
    ["Last answer", answer === null ? "none yet" : momentOf(answer, at, isPast)],
    [
      "Last failure",
      failure === null ? "none" : html`${momentOf(failure.at, at, isPast)}, it ${FAILED[failure.outcome].says}`,
    ],
  ];
  if (latest === null) rows.push(["Last 15 min", "no calls"]);
  else {
    const { requests, failed, p50_ms: p50, p99_ms: p99 } = latest;
    const failures = failed > 0 ? html`, <strong class="failed">${countOf(failed)} failed</strong>` : "";
    const times = html`<br />p50 ${atMost(p50)}<br />p99 ${atMost(p99)}`;
    rows.push(["Last 15 min", html`${countOf(requests)} ${requests === 1 ? "call" : "calls"}${failures}${times}`]);
  }
  if (rate !== null && !simulated) rows.push(["Own limit", html`${countOf(rate)} calls a minute`]);
  return nameRows(rows);
}

/** Returns how long ago a moment was, or its time of day. */
function momentOf(moment: string, at: string, isPast: boolean): Html {
  const seconds = (Date.parse(at) - Date.parse(moment)) / 1000;
  return html`<time datetime="${moment}" title="${moment}">${isPast ? toMoment(moment, at) : agoOf(seconds)}</time>`;
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
      <p class="soft">${simulated ? "Simulated, without a quota." : "No quota is set."}</p>`;
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
