/**
 * One HTTP request to an upstream: no retry, no redirect, no cookie, no judgement of the answer.
 *
 * `got` is used in this file only. Its errors contain the whole URL, API key included, in message, stack and
 * properties, so none of them may leave this file.
 */
import type { ClientRequest } from "node:http";
import type defaultGot from "got";
import type { UpstreamRequest, UpstreamResponse } from "../contract/upstream.js";
import { nextTurn } from "../lib/next-turn.js";
import { LONG_BYTES, type EndLong } from "./long-answers.js";
import { readBody } from "./read-body.js";

/** Limit of connections to all upstreams together; each holds at most the bytes of a short answer. */
export const MAX_SOCKETS = 96;

/**
 * The end of a request: its response, or how it failed. `endLong`: ends the place of a long answer; call it when the
 * answer is mapped. `transient`: a retry may succeed. `idle`: the reused connection had been closed before, which says
 * nothing about the upstream. `queue_full`: there was no place for a long answer in time.
 */
export type Outcome =
  | (UpstreamResponse & { endLong?: EndLong })
  | {
      failed: "timed_out" | "unreachable" | "bad_answer" | "cancelled" | "queue_full";
      transient: boolean;
      idle?: boolean;
    };

/** Requests a place for a long answer; resolves with `undefined` when there is none in time. */
export type TakeLong = () => Promise<EndLong | undefined>;

type Got = typeof defaultGot;
let got: Got | undefined;

/** Loads the HTTP client, for a server that has time before the first question. */
export async function loadHttpClient(): Promise<void> {
  await loadGot();
}

// Loading got takes over 100 ms; a host that only lists tools never needs it.
async function loadGot(): Promise<Got> {
  if (got) return got;
  const [{ default: base }, { default: http }, { default: https }] = await Promise.all([
    import("got"),
    import("node:http"),
    import("node:https"),
  ]);
  const agentOptions = {
    keepAlive: true,
    maxSockets: 64,
    maxTotalSockets: MAX_SOCKETS,
    maxFreeSockets: 8,
    timeout: 60_000,
  };
  got = base.extend({
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: true,
    agent: { http: new http.Agent(agentOptions), https: new https.Agent(agentOptions) },
    https: { rejectUnauthorized: true },
    // Node copies the options twice, which is slow when there are many, and nearly all options of got are unset.
    request: (url, options, onResponse) =>
      (url.protocol === "https:" ? https : http).request(url, withoutUnset(options), onResponse),
    mutableDefaults: true,
  });
  // got copies its cache options first. By default these are four unset ones, with which V8 copies all options fifty
  // times slower.
  got.defaults.options.cacheOptions = {};
  return got;
}

function withoutUnset<T extends object>(options: T): T {
  const set: Partial<T> = {};
  for (const name in options) if (options[name] !== undefined) set[name] = options[name];
  return set as T;
}

/**
 * Turns of the event loop in which an answer may still arrive after its time: those in which 8 MiB are read in pieces of
 * 64 KiB. An upstream that sends a byte in each turn would else be waited for until the question's deadline.
 */
const LATE_TURNS = 128;

/**
 * Sends one request and reads its answer within `timeoutMs`; never throws. A long answer needs a place of `takeLong`;
 * the time in which it waits for one does not count.
 */
export async function exchange(
  request: UpstreamRequest,
  timeoutMs: number,
  signal?: AbortSignal,
  takeLong: TakeLong = async () => () => {},
): Promise<Outcome> {
  if (signal?.aborted) return { failed: "cancelled", transient: false };
  const client = await loadGot();
  let ended: "timed_out" | "cancelled" | "queue_full" | undefined;
  let idle = false;
  let isOver = false;
  let stream: GotStream | undefined;
  let sent: ClientRequest | undefined;
  let endLong: EndLong | undefined;
  const end = (why: typeof ended) => {
    ended ??= why;
    stream?.destroy();
  };
  const onAbort = () => end("cancelled");
  // A request that has no connection yet waits for our limit of connections, and not for the upstream.
  let turnsLeft = LATE_TURNS;
  const received = () => (stream?.response ? 1 : 0) + (stream?.downloadProgress.transferred ?? 0);
  const onTimeout = () => {
    // While this process was busy, the answer may have arrived without being read: an upstream is late only if nothing
    // more comes in a turn of the event loop.
    const before = received();
    setImmediate(() => {
      if (isOver) return;
      if (received() > before && --turnsLeft > 0) onTimeout();
      else end(sent && !sent.socket ? "queue_full" : "timed_out");
    });
  };
  const started = performance.now();
  let timer = setTimeout(onTimeout, Math.max(1, timeoutMs));
  /** Takes a place for the answer, which has turned out to be long. */
  async function onLong(): Promise<void> {
    clearTimeout(timer);
    const leftMs = timeoutMs - (performance.now() - started);
    // While the answer waits, the upstream may close the connection as an idle one, so it must not be used again.
    if (sent) sent.shouldKeepAlive = false;
    endLong = await takeLong();
    if (isOver) return endLong?.();
    if (!endLong) return end("queue_full");
    timer = setTimeout(onTimeout, Math.max(1, leftMs));
  }
  signal?.addEventListener("abort", onAbort, { once: true });
  // The caller was cancelled while got was being loaded.
  if (signal?.aborted) onAbort();
  try {
    stream = client.stream(request.url, {
      method: request.method ?? "GET",
      ...(request.maxHeaderBytes === undefined ? {} : { maxHeaderSize: request.maxHeaderBytes }),
      headers: { accept: "application/json, text/plain, */*", "user-agent": "market-data-mcp", ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    // An error of the stream after the call has ended must not end the process. got's own `signal` option is not used,
    // because it can cause such an error, which contains the URL with the key.
    stream.on("error", () => {});
    stream.once("request", (made: ClientRequest) => {
      sent = made;
      made.once("error", () => (idle = made.reusedSocket && !stream?.response));
    });
    const { onHeaders } = request;
    if (onHeaders) stream.once("response", ({ headers }) => onHeaders(headers));
    if (ended) stream.destroy();
    const outcome = await read(stream, onLong, request);
    if (!ended && "status" in outcome && endLong) {
      const place = endLong;
      endLong = undefined;
      return { ...outcome, endLong: place };
    }
    return ended ? { failed: ended, transient: false } : outcome;
  } catch (error) {
    if (ended) return { failed: ended, transient: false };
    const outcome = toFailure((error as { code?: unknown }).code);
    return idle && outcome.transient ? { ...outcome, idle } : outcome;
  } finally {
    isOver = true;
    endLong?.();
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

type GotStream = ReturnType<Got["stream"]>;

async function read(
  stream: GotStream,
  onLong: () => Promise<void>,
  { reader, readsAnyBody }: UpstreamRequest,
): Promise<Outcome> {
  const readerOf = () => (stream.response?.statusCode === 200 ? reader?.() : undefined);
  const body = await readBody(stream, onLong, readerOf, readsAnyBody);
  const head = stream.response;
  if (!body) return { failed: "bad_answer", transient: false };
  if (!head) return { failed: "unreachable", transient: true };
  // Putting a long body together, and decoding and parsing it, are separate steps for the event loop.
  if (body.length > LONG_BYTES) await nextTurn();
  const text = decode(body);
  if (text === undefined) return { failed: "bad_answer", transient: false };
  const retryAfterSeconds = readRetryAfter(head.headers["retry-after"]);
  return { status: head.statusCode, headers: head.headers, text, retryAfterSeconds };
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Upper limit of `Retry-After` in seconds; the lower limit is one second. */
const MAX_RETRY_AFTER_SECONDS = 3600;

/**
 * Returns `Retry-After` in whole seconds, 1 to 3600, and 1 for a past date; `undefined` when it is absent or
 * unreadable.
 */
export function readRetryAfter(value: string | string[] | undefined, now = Date.now()): number | undefined {
  const text = (Array.isArray(value) ? value[0] : value)?.trim();
  if (!text) return undefined;
  const seconds = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : (parseDate(text) - now) / 1000;
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(seconds)));
}

/**
 * Parses a date with a time and a zone, or in HTTP's oldest format (`Sun Nov  6 08:49:37 1994`), which is UTC.
 * `Date.parse` alone accepts "try 5" as a day of 2001.
 */
function parseDate(text: string): number {
  if (/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text)) return Date.parse(`${text} GMT`);
  const isDate = text.length < 64 && /^(?:[A-Z][a-z]+, |\d{4}-).*\d:\d\d.*(?:GMT|Z|[+-]\d\d:?\d\d)$/.test(text);
  return isDate ? Date.parse(text) : Number.NaN;
}

const TRANSIENT = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "ERR_STREAM_PREMATURE_CLOSE",
]);

/** Returns the failure for the code of an error of `got` or of Node. */
function toFailure(code: unknown): Extract<Outcome, { failed: string }> {
  const name = typeof code === "string" ? code : "";
  // HPE_* means that the response is not HTTP; Z_* and ERR__* that it is not compressed as its header claims.
  if (/^(?:HPE_|Z_|ERR__|ERR_BROTLI|ERR_ZSTD)/.test(name)) return { failed: "bad_answer", transient: false };
  // got's ReadError for an incomplete body has this general code.
  return { failed: "unreachable", transient: TRANSIENT.has(name) || name === "ERR_READING_RESPONSE_STREAM" };
}
