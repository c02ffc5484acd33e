/** Recognises FMP's refusals. */
import { DAY_SECONDS } from "../../lib/day.js";
import type { Refusal, UpstreamRequest, UpstreamResponse } from "../../contract/upstream.js";
import { asWord } from "../../contract/values.js";
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
// The limits of a minute and of a day have the same text without a time, so the pause doubles up to this length: a spent
// day then costs four refused calls an hour, and a busy minute no more than a quarter of an hour.
const MAX_LIMIT = 15 * MINUTE;

// Texts about a limit. "Limit Reach . Please upgrade your plan" also mentions the plan, so limits are checked first.
const LIMIT = /limit reach|rate limit|too many requests/i;
// Texts about the bandwidth limit, which covers thirty days, so that a pause of a minute is too short.
const BANDWIDTH = /bandwidth limit/i;
// Texts about a missing or invalid key. The word "apikey" alone is not enough, because an error may quote our address
// with `apikey=`.
const KEY = /(?:invalid|missing) api ?key|api ?key\b.{0,20}(?:invalid|missing)/i;
const ENDPOINT = /(?:restricted|exclusive|special|legacy) endpoint/i;
const PLAN = /subscription|premium|upgrade your plan|(?:restricted|exclusive|special|legacy) endpoint/i;
const PLAN_PARAMETER = /'(symbol|limit|period|from|to)'/i;
// Parameters, besides the symbol, of which a plan may lack a value.
const PARAMETERS = ["limit", "period", "from", "to"];

const UNKNOWN_SYMBOL =
  /no such (?:symbol|ticker)|(?:unknown|invalid) (?:stock |ticker )?symbol|symbol\b.{0,40}(?:not found|does not exist|unknown)/i;

// Limit in characters; a longer text is not a refusal but data or a web page.
const MESSAGE_LENGTH = 4000;
const MESSAGE_KEYS = new Set(["Error Message", "error", "message", "Note", "Information"]);

/**
 * Recognises a refusal (limit, key or plan) by status and wording, because limits also have status 200 and plan
 * refusals are plain text. A plan needs the status 402, or 403 and the word "endpoint".
 *
 * 404 is not a refusal: an unknown path or symbol means "no data".
 */
export function toRefusal(response: UpstreamResponse, request: UpstreamRequest): Refusal | undefined {
  const { status, retryAfterSeconds } = response;
  if (status >= 500) return undefined;
  const message = toMessage(response.text);
  if (status === 429 || LIMIT.test(message)) {
    const seconds = retryAfterSeconds ?? (BANDWIDTH.test(message) ? DAY_SECONDS : undefined);
    if (seconds === undefined) return { reason: "rate_limited", pauseSeconds: MINUTE, pauseGrowsTo: MAX_LIMIT };
    return { reason: "rate_limited", retryAfterSeconds: seconds, pauseSeconds: seconds };
  }
  if (status === 403 && ENDPOINT.test(message)) return notInPlan(message, request);
  if (status === 401 || status === 403) return { reason: "key_refused", pauseSeconds: MINUTE };
  if (status === 402) return notInPlan(message, request);
  if (status === 404) return undefined;
  // Reject every other 2xx: a partial (206) or accepted (202) answer would be mistaken for a complete one.
  if (status !== 200 && status !== 204) return { reason: "bad_answer" };
  if (KEY.test(message)) return { reason: "key_refused", pauseSeconds: MINUTE };
  // A sentence such as "Scheduled maintenance. Premium support: …" also has these words, so with 200 they pause nothing.
  return PLAN.test(message) ? { reason: "bad_answer" } : undefined;
}

/** Whether a parsed answer is an object with a message, such as a refusal of one symbol, in place of data. */
export function isMessage(answer: unknown): boolean {
  return isObject(answer) && Object.keys(answer).some((key) => MESSAGE_KEYS.has(key));
}

/** Whether a body, with any status, is an error that reports an unknown symbol. */
export function saysUnknownSymbol(body: string): boolean {
  return /^\s*\{/.test(body) && UNKNOWN_SYMBOL.test(toMessage(body));
}

/** Scopes of a call, widest first: its path, then the parts that a plan may lack separately. */
export function toScopes(path: string, query: { [name: string]: unknown }): string[] {
  const scopes = [path];
  // A list is one scope: the refusal of one of its symbols must not pause the path for all others.
  const symbol = query["symbol"] ?? query["symbols"];
  if (symbol !== undefined) scopes.push(`${path} ${String(symbol)}`);
  for (const name of PARAMETERS) {
    if (query[name] !== undefined) scopes.push(`${path} ${name}=${String(query[name])}`);
  }
  return scopes;
}

// Returns the refusal of a call outside the plan. Such a call counts against the quota, so it is not repeated for a day.
// A whole path is refused an hour at first, because all its callers would lose it by one mistake of the provider.
function notInPlan(message: string, { scopes = [] }: UpstreamRequest): Refusal {
  const [path, ...narrower] = scopes;
  const parameter = PLAN_PARAMETER.exec(message)?.[1]?.toLowerCase();
  const scope = narrower.find((name) =>
    parameter === "symbol"
      ? !PARAMETERS.some((each) => name.startsWith(`${path} ${each}=`))
      : name.startsWith(`${path} ${parameter}=`),
  );
  return {
    reason: "not_in_plan",
    pauseSeconds: scope === undefined ? HOUR : DAY_SECONDS,
    pauseScope: scope ?? path,
    pauseGrowsTo: DAY_SECONDS,
  };
}

/** Returns the sentence of a refusal: the text itself or the message in a JSON object; empty for data and web pages. */
function toMessage(body: string): string {
  if (body.length > MESSAGE_LENGTH || /^\s*[[<]/.test(body)) return "";
  if (!/^\s*\{/.test(body)) return body;
  const parsed = parseJson(body);
  if (!isObject(parsed)) return body;
  const texts = Object.entries(parsed).filter(([key]) => MESSAGE_KEYS.has(key));
  return texts.map(([, text]) => asWord(text)).join(" ");
}
