/**
 * One HTTP request to an upstream: no retry, no redirect, no cookie, no judgement of the answer.
 *
 * `got` is used in this file only. Its errors contain the whole URL, API key included, in message,
 * stack and properties, so none of them may leave this file.
 */
import type defaultGot from "got";
import type { UpstreamRequest, UpstreamResponse } from "../contract/upstream.js";
import { JsonWeight, WEIGHED_BYTES } from "./json-weight.js";
import { readRetryAfter } from "./retry-after.js";

/** Limit of an answer in bytes, counted after decompression. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/**
 * The end of a request: its response, or how it failed. `transient`: a retry may succeed. `idle`: the reused connection
 * had been closed before, which says nothing about the upstream.
 */
export type Outcome =
  | UpstreamResponse
  | { failed: "timed_out" | "unreachable" | "bad_answer" | "cancelled"; transient: boolean; idle?: boolean };

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
  const agentOptions = { keepAlive: true, maxSockets: 32, maxFreeSockets: 8, timeout: 60_000 };
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

/** Sends one request and reads its answer within `timeoutMs`; never throws. */
export async function exchange(request: UpstreamRequest, timeoutMs: number, signal?: AbortSignal): Promise<Outcome> {
  if (signal?.aborted) return { failed: "cancelled", transient: false };
  const client = await loadGot();
  let ended: "timed_out" | "cancelled" | undefined;
  let idle = false;
  let stream: GotStream | undefined;
  const end = (why: typeof ended) => {
    ended ??= why;
    stream?.destroy();
  };
  const onAbort = () => end("cancelled");
  const timer = setTimeout(() => end("timed_out"), Math.max(1, timeoutMs));
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
    stream.once("request", (sent) => sent.once("error", () => (idle = sent.reusedSocket && !stream?.response)));
    const { onHeaders } = request;
    if (onHeaders) stream.once("response", ({ headers }) => onHeaders(headers));
    if (ended) stream.destroy();
    const outcome = await read(stream);
    return ended ? { failed: ended, transient: false } : outcome;
  } catch (error) {
    if (ended) return { failed: ended, transient: false };
    const outcome = failure((error as { code?: unknown }).code);
    return idle && outcome.transient ? { ...outcome, idle } : outcome;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

type GotStream = ReturnType<Got["stream"]>;

async function read(stream: GotStream): Promise<Outcome> {
  const body = await readBody(stream);
  const head = stream.response;
  if (!body) return { failed: "bad_answer", transient: false };
  if (!head) return { failed: "unreachable", transient: true };
  const text = decode(body);
  if (text === undefined) return { failed: "bad_answer", transient: false };
  const retryAfterSeconds = readRetryAfter(head.headers["retry-after"]);
  return { status: head.statusCode, headers: head.headers, text, retryAfterSeconds };
}

/**
 * Reads the whole body; `undefined` when it is too large or too heavy to parse. Uses events,
 * because an iterator takes a tenth of the whole call.
 */
function readBody(stream: GotStream): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let weight: JsonWeight | undefined;
    /** Weighs each chunk as it arrives, because weighing the whole body at once would block the event loop. */
    const isLight = (chunk: Buffer) => {
      if (size <= WEIGHED_BYTES) return true;
      if (weight) return weight.add(chunk);
      weight = new JsonWeight();
      return weight.add(Buffer.concat([...chunks, chunk]));
    };
    stream.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES && isLight(chunk)) return chunks.push(chunk);
      resolve(undefined);
      return stream.destroy();
    });
    stream.once("end", () => resolve(Buffer.concat(chunks)));
    stream.once("error", reject);
    stream.once("close", () => reject({ code: "ERR_STREAM_PREMATURE_CLOSE" }));
  });
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function failure(code: unknown): Extract<Outcome, { failed: string }> {
  const name = typeof code === "string" ? code : "";
  // HPE_* means that the response is not HTTP; Z_* and ERR__* that it is not compressed as its header claims.
  if (/^(?:HPE_|Z_|ERR__|ERR_BROTLI|ERR_ZSTD)/.test(name)) return { failed: "bad_answer", transient: false };
  // got's ReadError for an incomplete body has this general code.
  return { failed: "unreachable", transient: TRANSIENT.has(name) || name === "ERR_READING_RESPONSE_STREAM" };
}
