/** One call to Yahoo: its address, its crumb and cookies, its JSON. */
import { ProviderError } from "../../../contract/errors.js";
import {
  SESSION_SCOPES,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
} from "../../../contract/upstream.js";
import { parseJson } from "../../../lib/parse-json.js";
import { noData, unreadable } from "./envelopes.js";
import { isRefused, type Pass, type Session } from "../session/session.js";

/** A call without the parts that the session adds. */
export interface Call {
  /** Path below the base address, percent-encoded. */
  path: string;
  params: Readonly<Record<string, string>>;
  /** Whether the call works without a crumb. */
  open?: boolean;
  /** The JSON body; makes the call a POST. */
  body?: unknown;
}

/** A parsed answer; `found` is false for 404, whose body describes the missing item. */
interface Answered {
  found: boolean;
  body: unknown;
}

/** Sends one call within a session, over the upstream of one question or of a shared call. */
export type Send = ReturnType<typeof createSend>;

/**
 * Creates the function that sends calls over `upstream`, with the session's pass (crumb and cookies) unless the call is open.
 *
 * If B refuses the pass (401, 403), also for a call that worked, the pass is renewed and the call repeated, once. An open
 * call that is refused is repeated with a pass.
 *
 * @throws {ProviderError} `no_data` for an empty answer, `bad_answer` for one that is not JSON or
 *   has a status we do not know, `crumb_refused` when a new pass is refused as well or B refuses this call alone, and
 *   the reason why no pass could be obtained.
 */
export function createSend(session: Session, upstream: Upstream) {
  return async (call: Call): Promise<Answered> => {
    if (call.open) {
      const response = await session.hosts.send(upstream, (base) => toRequest(base, session, call, undefined));
      if (!isRefused(response)) return read(response);
    }
    let pass = await session.pass();
    for (let tries = 0; ; tries++) {
      const used = pass;
      const toSend = (base: string) => toRequest(base, session, call, used);
      const response = await session.hosts.send(upstream, toSend);
      const { url } = toSend(session.hosts.current);
      if (!isRefused(response)) {
        if (response.status === 200 && call.body === undefined) session.worked(url);
        return read(response);
      }
      if (await session.isAccepted(pass, url)) throw new ProviderError("provider-b", "crumb_refused");
      if (tries > 0) throw await session.discard(pass);
      pass = await session.renew(pass);
    }
  };
}

function toRequest(base: string, session: Session, call: Call, pass: Pass | undefined): UpstreamRequest {
  const params = new URLSearchParams(call.params);
  if (pass) params.set("crumb", pass.crumb);
  const url = new URL(`${base}${call.path}?${params}`);
  const headers = { ...session.headers, ...(pass ? { cookie: pass.cookie } : {}) };
  const scopes = pass ? [SESSION_SCOPES.using] : [];
  if (call.body === undefined) return { url, headers, scopes };
  return {
    url,
    scopes,
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(call.body),
  };
}

function read({ status, text }: UpstreamResponse): Answered {
  if (status === 404) return { found: false, body: parseJson(text) };
  // Reject every other 2xx: a partial (206) or accepted (202) answer would be mistaken for a complete one.
  if (status !== 200 && status !== 204) throw unreadable();
  if (text === "") throw noData();
  const body = parseJson(text);
  if (body === undefined) throw unreadable();
  if (isEmpty(body)) throw noData();
  return { found: true, body };
}

function isEmpty(body: unknown): boolean {
  if (Array.isArray(body)) return body.length === 0;
  return body === null || (typeof body === "object" && Object.keys(body).length === 0);
}
