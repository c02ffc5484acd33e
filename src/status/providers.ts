/** Providers on the status page: state and remaining quota. */
import { capital } from "../lib/capital.js";
import { html, type Html } from "./html.js";
import type { ProviderReport, StatusReport } from "./report.js";
import { toneIcon, type Tone } from "./tone.js";
import { countOf, toMoment, toSpan, toSpanUntil } from "./format.js";

/** Below this share of its quota a provider's bar shows a warning. */
const SCARCE = 0.2;

export interface ProviderState {
  tone: Tone;
  /** One or two words. */
  word: string;
  /** The reason in a short sentence. */
  why: string;
  /** Whether some of its calls still succeed. */
  inPart?: boolean;
}

/** Returns the state of a provider at a time, ISO 8601; the most urgent one when several apply. */
export function toState(report: ProviderReport, at: string): ProviderState {
  const { configured, circuit, paused_for: pausedFor, pause_reason: reason, key_variable: variable } = report;
  const advice = report.advice === null ? "" : ` ${report.advice}`;
  if (!configured) return { tone: "calm", word: "No key", why: `Not asked; ${variable} sets one.` };
  if (leftOf(report) === 0) return { tone: "bad", word: "Used up", why: "No calls are left of its quota." };
  if (pausedFor !== null) {
    const tone = reason === "key refused" ? "bad" : "mind";
    const why = `${capital(reason ?? "unknown")}; asked again in ${toSpan(pausedFor)}.${advice}`;
    return { tone, word: "Paused", why };
  }
  const last = report.last_failure;
  const latest = last === null ? "" : ` Last failure, ${toMoment(last.at, at)}: it ${last.says}.`;
  if (circuit === "open") {
    const again = report.circuit_retry_in === null ? "soon" : `in ${toSpan(report.circuit_retry_in)}`;
    return { tone: "bad", word: "Failing", why: `It kept failing and is not called; tried again ${again}.${latest}` };
  }
  if (circuit === "half-open")
    return { tone: "mind", word: "Being tried", why: `It kept failing; one call at a time tries it.${latest}` };
  if (report.session_refused !== null) {
    const why = `${capital(report.session_refused)}: only its calls that need no session answer.${advice}`;
    return { tone: "mind", word: "Reduced", why, inPart: true };
  }
  return { tone: "good", word: "Working", why: "It is asked as usual." };
}

/** Calls left of the quota; `null` without a limit. */
function leftOf({ quota_used: used, quota_limit: limit }: ProviderReport): number | null {
  return limit === null ? null : Math.max(0, limit - (used ?? 0));
}

/** Returns a card for each provider. */
export function providerCards({ providers, at, simulated }: StatusReport): Html {
  return html`<ul class="providers">
    ${providers.map((provider) => card(provider, at, simulated))}
  </ul>`;
}

function card(report: ProviderReport, at: string, simulated: boolean): Html {
  const { tone, word, why } = toState(report, at);
  const { title, vendor, waiting, rate_per_minute: rate } = report;
  return html`<li class="card ${tone}">
    <div class="top">
      <h3>${title}</h3>
      <span class="pill ${tone}">${toneIcon(tone)}${word}</span>
    </div>
    <p class="soft">${vendor}</p>
    ${quota(report, at, simulated)}
    <p class="why">
      ${tone === "good" ? html`<span class="soft">${why}</span>` : why}${waiting ? html` <strong>${countOf(waiting)}</strong> in line.` : ""}${rate === null || simulated ? "" : html` <span class="soft">At most ${countOf(rate)} a minute.</span>`}
    </p>
    ${report.unset_options.map(({ variable, enables }) => html`<p class="soft">${variable} enables ${enables}.</p>`)}
    ${driftList(report, at)}
  </li>`;
}

/** Drifts shown on a card; `/status.json` has all. */
const MAX_DRIFTS = 5;

/** Returns a sentence for each field that the provider no longer sends. */
function driftList({ title, drifts }: ProviderReport, at: string): Html {
  if (drifts.length === 0) return html``;
  const items = drifts.slice(0, MAX_DRIFTS).map(({ source, field, since }) => {
    const what = field === null ? "answers that can be read" : field;
    return html`<li>
      ${toneIcon("mind")}<span
        >${title} has sent no <strong>${what}</strong> since
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
  const { title, quota_used: used, quota_limit: limit, quota_resets_at: resetsAt } = report;
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
    <meter class="${tone}" min="0" max="${limit}" value="${left}" aria-label="Calls left of ${title}">
      ${left} of ${limit}
    </meter>
    <p class="soft">${countOf(used ?? 0)} used in 24 hours${again}</p>`;
}
