/** The first panel of the status page: whether all providers work, or else the problem. */
import { html, type Html } from "./html.js";
import { toState } from "./providers.js";
import type { StatusReport } from "./report.js";
import { toneIcon, type Tone } from "./tone.js";
import { toSpan, toSpanUntil } from "./format.js";

interface Verdict {
  tone: Tone;
  headline: string;
  detail: string;
}

/** Summarises the report in two sentences. */
export function toVerdict({ providers, stale, at }: StatusReport): Verdict {
  const inUse = providers.filter(({ configured }) => configured).map((each) => ({ ...each, ...toState(each, at) }));
  const affected = inUse.filter(({ tone }) => tone !== "good");
  const names = (of: readonly { title: string }[]) => of.map(({ title }) => title).join(" and ");
  const reasons = affected.map(({ title, word, why }) => `${title}: ${word.toLowerCase()}. ${why}`);
  const detail = reasons.join(" ");
  const missing = affected.filter(({ inPart }) => !inPart);
  if (missing.length > 0 && missing.length === inUse.length) {
    return { tone: "bad", headline: "No provider can be asked", detail };
  }
  if (missing.length > 0) return { tone: "mind", headline: `Working without ${names(missing)}`, detail };
  if (affected.length > 0) return { tone: "mind", headline: `${names(affected)} answers in part`, detail };
  if (stale.length > 0) {
    return { tone: "mind", headline: "Some answers are old", detail: "The list below shows which ones, and why." };
  }
  const idle = providers.filter(({ configured }) => !configured);
  if (idle.length === 0) return { tone: "good", headline: "All is well", detail: "Every provider answers." };
  const answers = inUse.length === 1 ? "answers" : "answer";
  return { tone: "good", headline: "All is well", detail: `${names(inUse)} ${answers}; ${names(idle)}: no key set.` };
}

const SESSIONS: Readonly<Record<string, string>> = {
  "pre-market": "Pre-market",
  regular: "Open",
  "after-hours": "After hours",
  closed: "Closed",
};

/** Returns the verdict as the page's first panel. */
export function verdictPanel(report: StatusReport): Html {
  const { tone, headline, detail } = toVerdict(report);
  return html`<div class="verdict ${tone}">
    ${toneIcon(tone)}
    <div>
      <h1>${headline}</h1>
      <p>${detail}</p>
    </div>
  </div>`;
}

/** Returns the market's session and the server's uptime, shown next to the verdict. */
export function facts({ at, up_seconds: up, market }: StatusReport): Html {
  const isClosed = market.session === "closed";
  const opens = isClosed ? html`<span class="soft">pre-market in ${toSpanUntil(at, market.opens_at)}</span>` : "";
  return html`<dl class="facts">
    <div>
      <dt>US market</dt>
      <dd>${SESSIONS[market.session] ?? market.session} ${opens}</dd>
    </div>
    <div>
      <dt>Up for</dt>
      <dd>${toSpan(up)}</dd>
    </div>
  </dl>`;
}
