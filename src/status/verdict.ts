/** The headline of the status page: whether questions can be answered, and otherwise why not. */
import { html, type Html } from "./html.js";
import { joinWithAnd } from "../lib/join-words.js";
import { FAILED, toState, type ProviderState } from "./provider-state.js";
import type { ProviderReport, StatusReport } from "./report.js";
import { toneIcon, type Tone } from "./tone.js";
import { agoOf, sinceOf, toCount, toMoment, toOpening, toShare, toSpan } from "./format.js";

export interface Verdict {
  tone: Tone;
  headline: string;
  /** The headline without its reasons, where it has some. */
  brief?: string;
  detail: string;
}

type Judged = ProviderReport & ProviderState;

/** From this share of failed answers on, the server counts as failing; as the alert `MarketDataFailing`. */
const FAILING = 0.1;
/** An older answer says little on whether a source still answers. */
const LATELY_SECONDS = 15 * 60;
/** A minute without failures, in slots of traffic, of which the last one is still running. */
const QUIET_SLOTS = 5;

/** Summarises the report in a headline and a few sentences. */
export function toVerdict(report: StatusReport): Verdict {
  const judged = report.providers.map((each) => ({ ...each, ...toState(each) }));
  const down = judged.filter((each) => each.down !== undefined);
  const detail = judged
    .filter(({ tone }) => tone === "bad" || tone === "mind")
    .map(({ vendor, word, why, since }) => {
      const state = since === undefined ? word.toLowerCase() : `failing ${sinceOf(since, report.at)}`;
      return `${vendor}: ${state}. ${why}`;
    })
    .join(" ");
  const { answerable, lost } = endpointsOf(report, judged);
  const clauses = joinWithAnd(clausesOf(down));
  if (down.length > 0 && lost.length > answerable.length / 2) {
    const left = answerable.filter((each) => !lost.includes(each));
    const says = left.length > 0 ? [countedOf(left, answerable, "can still be asked")] : [];
    const parts = [...timesOf(down, report.at), ...says, ...offOf(judged)];
    return { tone: "bad", ...withReasons("Not working", clauses), detail: parts.join(" ") };
  }
  const failed = failedOf(report);
  if (failed.share > FAILING && down.length === 0 && answersAgain(report)) {
    const parts = ["No answer failed in the last minute.", failed.says, detail].filter(Boolean);
    return { tone: "mind", ...withReasons("Answers again", "some failed before"), detail: parts.join(" ") };
  }
  if (failed.share > 0.5)
    return { tone: "bad", ...withReasons("Not working", "most answers fail"), detail: failed.says };
  if (lost.length > 0) {
    const parts = [countedOf(lost, answerable, "cannot be answered"), ...timesOf(down, report.at)];
    return { tone: "mind", ...withReasons("Working in part", clauses), detail: parts.join(" ") };
  }
  if (down.length > 0) return { tone: "mind", headline: `Working without ${namesOf(down)}`, detail };
  if (failed.share > FAILING) {
    return { tone: "mind", headline: "Some answers fail", detail: [failed.says, detail].filter(Boolean).join(" ") };
  }
  const inPart = judged.filter((each) => each.inPart);
  if (inPart.length > 0) return { tone: "mind", headline: `${namesOf(inPart)} answers in part`, detail };
  if (report.stale.length > 0) {
    return { tone: "mind", headline: "Some answers are old", detail: "The list below shows which ones, and why." };
  }
  return toGoodVerdict(judged, report);
}

/** Returns the verdict when nothing is wrong, as far as that is known: a provider may not have been asked yet. */
function toGoodVerdict(judged: readonly Judged[], { at, endpoints }: StatusReport): Verdict {
  const working = judged.filter(({ tone }) => tone === "good");
  const secondsSince = ({ last_answer: answer }: Judged) => (Date.parse(at) - Date.parse(answer ?? at)) / 1000;
  const answering = working.filter((each) => secondsSince(each) < LATELY_SECONDS);
  const idle = working.filter((each) => !answering.includes(each));
  const rest = judged.filter((each) => each.unknown !== undefined && !isSpare(each, answering, endpoints));
  const unknown = offOf(rest);
  if (working.length === 0) return { tone: "calm", headline: "Ready, nothing asked yet", detail: unknown.join(" ") };
  const silent = [...idle.map((each) => `${each.vendor} last answered ${agoOf(secondsSince(each))}.`), ...unknown];
  if (answering.length === 0) return { tone: "calm", headline: "No failure seen", detail: silent.join(" ") };
  if (silent.length === 0) {
    return { tone: "good", headline: "All is well", detail: toAnsweredBy(answering.length < judged.length) };
  }
  const answers = `${namesOf(answering)} ${answering.length === 1 ? "answers" : "answer"}`;
  const headline = rest.length === 0 ? "No failure seen" : "Working";
  return { tone: "good", headline, detail: [`${answers}.`, ...silent].join(" ") };
}

/** Whether each endpoint of a provider has an earlier source that answers, so that this one is not asked. */
function isSpare({ provider }: Judged, answering: readonly Judged[], endpoints: Endpoints): boolean {
  const served = endpoints.filter(({ providers }) => providers.includes(provider));
  const isAnswered = ({ providers }: Endpoints[number]) =>
    answering.some((each) => providers.slice(0, providers.indexOf(provider)).includes(each.provider));
  return served.length > 0 && served.every(isAnswered);
}

const toAnsweredBy = (hasSpare: boolean) =>
  `Every source${hasSpare ? " that was needed" : ""} answered in the last 15 minutes.`;

const namesOf = (of: readonly ProviderReport[]) => joinWithAnd(of.map(({ vendor }) => vendor));

/** Returns what providers that are down do. Those that cannot be reached, usually by the same cause, share a clause. */
function clausesOf(down: readonly Judged[]): string[] {
  const unreachable = down.filter((each) => each.isUnreachable);
  const others = down.filter((each) => !each.isUnreachable);
  return [
    ...(unreachable.length > 0 ? [`${namesOf(unreachable)} ${FAILED.unreachable.now}`] : []),
    ...others.map((each) => `${each.vendor} ${each.down}`),
  ];
}

/** Returns what is missing of providers about which nothing is known: `Alpha Vantage: no key.`. */
function offOf(judged: readonly Judged[]): string[] {
  const reasons = new Set(judged.flatMap(({ unknown }) => unknown ?? []));
  return [...reasons].map((why) => `${namesOf(judged.filter(({ unknown }) => unknown === why))}: ${why}.`);
}

/** Returns since when providers fail. Those that began to fail together share a sentence; the cards have the rest. */
function timesOf(down: readonly Judged[], at: string): string[] {
  const timeOf = ({ since }: Judged) => (since === undefined ? [] : [sinceOf(since, at)]);
  const times = new Set(down.flatMap(timeOf));
  return [...times].map((time) => `${namesOf(down.filter((each) => timeOf(each)[0] === time))}: failing ${time}.`);
}

type Endpoints = StatusReport["endpoints"];

/** The most endpoints that a sentence names. */
const MAX_NAMED = 3;

/** Returns how many of the endpoints are in a state, and their titles if they are few. */
function countedOf(some: Endpoints, all: Endpoints, state: string): string {
  const names = some.length > MAX_NAMED ? "" : `: ${joinWithAnd(some.map(({ title }) => title))}`;
  return `${some.length} of the ${all.length} endpoints with a source in use ${state}${names}.`;
}

/** Returns the endpoints that a provider with its key can answer, and those of them that none can at present. */
function endpointsOf({ endpoints }: StatusReport, judged: readonly Judged[]) {
  const inUse = new Map(judged.filter(({ configured }) => configured).map((each) => [each.provider, each]));
  const sourcesOf = ({ providers }: Endpoints[number]) => providers.flatMap((id) => inUse.get(id) ?? []);
  const answerable = endpoints.filter((each) => sourcesOf(each).length > 0);
  const lost = answerable.filter((each) => sourcesOf(each).every((provider) => provider.down !== undefined));
  return { answerable, lost };
}

/** Returns the share of the answers that failed in the last 15 minutes, and a sentence on it. */
function failedOf({ traffic }: StatusReport) {
  const all = Object.values(traffic.endpoints);
  const requests = all.reduce((sum, each) => sum + each.requests, 0);
  const failed = all.reduce((sum, each) => sum + each.failed, 0);
  const share = requests === 0 ? 0 : failed / requests;
  const says = `${toCount(failed)} of ${toCount(requests)} answers failed in the last 15 minutes (${toShare(share)}).`;
  return { share, says };
}

/** Whether the newest questions were answered, and no source fails: the cache alone may answer some while one does. */
function answersAgain({ providers, traffic }: StatusReport): boolean {
  const lately = (counts: readonly number[] = []) => counts.slice(-QUIET_SLOTS).reduce((sum, each) => sum + each, 0);
  const { requests, failed_counts: failed, refused_counts: refused } = traffic;
  const isSound = providers.every(({ failing_since: since }) => since === null);
  return isSound && lately(failed) === 0 && lately(requests) > lately(refused);
}

const SESSIONS: Readonly<Record<string, string>> = {
  "pre-market": "Pre-market",
  regular: "Open",
  "after-hours": "After hours",
  closed: "Closed",
};

/** The verdict `now` of a page whose server is silent `since` a time, and whose last figures are of the time `at`; all are ISO 8601. */
export function toSilence(at: string, since: string, now: string): Verdict {
  const headline = withReasons(`Not answering since ${toMoment(since, now)}`, "trying again every few seconds");
  const age = agoOf((Date.parse(now) - Date.parse(at)) / 1000);
  return { tone: "bad", ...headline, detail: `Below are the server’s last figures, of ${toMoment(at, now)}, ${age}.` };
}

const withReasons = (brief: string, reasons: string) => ({ headline: `${brief}: ${reasons}`, brief });

/** Returns the headline of a verdict without its reasons. */
export const briefOf = ({ brief, headline }: Pick<Verdict, "brief" | "headline">): string => brief ?? headline;

/**
 * Returns the headline as a link to the state, which begins below the pictures of a symbol. The reasons are there
 * only.
 */
export function headlineLink({ tone, ...verdict }: Verdict): Html {
  return html`<a class="${tone}" href="#state"
    >${toneIcon(tone)}<span><span class="soft">Server:</span> ${briefOf(verdict)}</span></a
  >`;
}

/** Returns the verdict as the first panel of the state. */
export function verdictPanel({ tone, headline, detail }: Verdict): Html {
  return html`<div class="verdict ${tone}">
    ${toneIcon(tone)}
    <div>
      <h2>${headline}</h2>
      <p>${detail}</p>
    </div>
  </div>`;
}

/** Returns the market's session and the server's uptime, of a silent server its start, shown next to the verdict. */
export function facts({ at, up_seconds: up, market }: StatusReport, isPast = false): Html {
  const started = new Date(Date.parse(at) - up * 1000).toISOString();
  const opens =
    market.session === "regular" ? "" : html`<span class="soft">opens ${toOpening(market.opens_at, at)}</span>`;
  return html`<dl class="facts">
    <div>
      <dt>US market${isPast ? ` at ${toMoment(at, at)}` : ""}</dt>
      <dd>${SESSIONS[market.session] ?? market.session} ${opens}</dd>
    </div>
    <div>
      <dt>${isPast ? "Started" : "Up for"}</dt>
      <dd>${isPast ? toMoment(started, at) : toSpan(up)}</dd>
    </div>
  </dl>`;
}
