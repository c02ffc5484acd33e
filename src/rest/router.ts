/** REST: answers a request for a row of the catalogue. */
import { readSent } from "../arguments/read-sent.js";
import type { Visit } from "../contract/caller.js";
import { toFailed, toRejected, type Rejection } from "../views/error-body.js";
import { toMarketDataError, type MarketDataError } from "../contract/errors.js";
import { createRestForm, toMessage } from "../views/hint-words.js";
import type { Entry } from "../contract/entry.js";
import type { Reply } from "../contract/reply.js";
import { toPlainText } from "../contract/sentence.js";
import { toUnanswered } from "../views/unanswered.js";
import { toQuestion, type Ask, type Question } from "../contract/question.js";
import { createSourceNames, namesFor } from "../views/source-names.js";
import { answerView, routeViewShape } from "../views/view.js";
import { nearestPath } from "./nearest-path.js";
import { readParameters } from "./query.js";
import { chooseForm } from "./accept.js";
import { represent } from "./representation.js";
import { toCachedReply, toResponseKey, type ResponseCache } from "./response-cache.js";
import { toFailedReply, toReply } from "./respond.js";

/** A request whose address was parsed to a row of the catalogue. */
export interface RestRequest {
  method: string;
  entry: Entry;
  /** The decoded parameters in the path. */
  parameters: Readonly<Record<string, string>>;
  /** The query as written. */
  query: string;
  /** Path and query as written; names the rendered answer. */
  address: string;
  accept?: string | undefined;
  ifNoneMatch?: string | undefined;
  /** Returns a signal that aborts when the caller disconnects; made only where an answer has to be fetched. */
  signal?: (() => AbortSignal) | undefined;
  /** The visit of an admitted caller, which counts the request against its plan. */
  visit: Visit | undefined;
}

/** The rejection of a request whose `Accept` header allows no form of the answer. */
export const NOT_ACCEPTABLE: Rejection = {
  status: 406,
  error: "Not acceptable",
  detail:
    "Accept allows neither application/json nor text/csv, and answers have no other form. Send one of them, or */*.",
  inShapeOfRoute: true,
};

const METHODS = "GET, HEAD, OPTIONS";

/**
 * Answers a request of an admitted caller; every failure becomes a reply.
 *
 * @throws when there is no visit: a bug in what precedes the router must not become an answer.
 */
export type AnswerRest = (request: RestRequest) => Promise<Reply>;

/** Creates the router. `responses` keeps rendered answers; `isPrivate` says that callers need keys or tokens. */
export function createRouter(
  catalogue: readonly Entry[],
  ask: Ask,
  responses?: ResponseCache,
  isPrivate = false,
): AnswerRest {
  const restForm = createRestForm(catalogue);
  const names = createSourceNames(catalogue);

  return async ({ method, entry, parameters, query, address, accept, ifNoneMatch, signal, visit }) => {
    if (!visit) throw new Error(`No caller was admitted to ${entry.capability.route}.`);
    if (method === "OPTIONS") return { status: 204, headers: { allow: METHODS }, body: "" };
    if (method !== "GET" && method !== "HEAD") return wrongMethod();

    const { capability } = entry;
    let question: Question | undefined;
    try {
      await visit.spend();
      if (entry.refusal) throw entry.refusal();
      const responseKey = toResponseKey(address, accept);
      const kept = responses?.find(responseKey);
      if (kept) return toCachedReply(kept, ifNoneMatch);
      const sent = readParameters(capability, parameters, query);
      const form = chooseForm(accept);
      if (form === undefined && !sent["format"]) return toRejectedReply(entry, NOT_ACCEPTABLE);
      const taken = { own: routeViewShape(capability), ignored: [], isLenient: false };
      const { input, view: read } = readSent(capability, sent, taken, catalogue);
      const view = { ...read, keepsRows: (read.format ?? form) === "csv" };
      question = toQuestion(entry, input, { signal: signal?.(), callerId: visit.callerId });
      const served = await answerView(question, view, ask);
      const rendered = await represent(capability, served, view, names, {
        wantsCsv: form === "csv",
        isPrivate: isPrivate || view.held !== undefined,
      });
      responses?.keep(responseKey, rendered);
      return toReply(rendered, served, ifNoneMatch);
    } catch (thrown) {
      const error = toMarketDataError(thrown);
      // A word such as null is refused before there is a question, and so is a route without a source.
      const isEarly = error.kind === "not_found" || entry.refusal !== undefined;
      const [named] = Object.values(parameters);
      const symbol = question?.symbol ?? (isEarly ? named : undefined);
      const failed = toFailed(
        capability.errors,
        error,
        symbol,
        toMessage(error, restForm, namesFor(capability, names).writer(), symbol),
      );
      return { ...toFailedReply(failed), failure: error.kind };
    }
  };
}

/** Returns the failure of a caller that is not admitted to a route, in the route's error shape. */
export function toRefusedReply({ capability }: Entry, error: MarketDataError): Reply {
  return { ...toFailedReply(toFailed(capability.errors, error)), failure: error.kind };
}

/** Returns a rejection in a route's error shape. */
export function toRejectedReply({ capability }: Entry, rejection: Rejection): Reply {
  return { ...toFailedReply(toRejected(capability.errors, rejection)), reason: rejection.detail };
}

/** Paths of OAuth, which clients of MCP try where they are not admitted. */
const SIGN_IN =
  /^(?:\/[\w.-]+){0,3}\/(?:register|authorize|token|\.well-known\/(?:oauth-[\w-]+|openid-configuration)(?:\/[\w./-]*)?)$/;
/** Some clients show nothing else to a person whose key is wrong. */
const NO_SIGN_IN: Rejection = {
  status: 404,
  error: "Not found",
  detail: "This server has no sign-in: send a key in X-API-Key or as Authorization: Bearer.",
};

/** The reason for the log, because the hint repeats a symbol of the path. */
const NO_PATH = "No such path.";

/**
 * Returns 404 for an unknown path, with a sentence on what was probably meant. `routes` are the known paths; `hasSignIn` says
 * whether an issuer of tokens is configured.
 */
export function unknownPath(path: string, routes: readonly string[], hasSignIn = false): Reply {
  if (!hasSignIn && SIGN_IN.test(path)) return toPlainReply(NO_SIGN_IN);
  const hint = hintFor(path, routes);
  const detail = `${NO_PATH}${hint === undefined ? "" : ` ${hint}`} /openapi.json lists the paths, /docs explains them.`;
  return { ...toPlainReply({ status: 404, error: "Not found", detail }), reason: NO_PATH };
}

/** Paths of MCP at other servers, and ours in another spelling. */
const OTHER_MCP = /^(?:\/[\w.-]+){0,3}\/(?:mcp|sse|messages?|streamable-?http)\/*$/i;
export const MCP_HINT = "The MCP endpoint is POST /mcp (streamable HTTP).";

/** Returns a sentence on what an unknown path was probably meant for; `undefined` if it resembles nothing. */
function hintFor(path: string, routes: readonly string[]): string | undefined {
  if (OTHER_MCP.test(path)) return MCP_HINT;
  const about = toUnanswered(path.slice(path.lastIndexOf("/") + 1));
  const unanswered = about && toPlainText(about);
  const nearest = unanswered === undefined ? nearestPath(path, routes) : undefined;
  return nearest === undefined ? unanswered : `Did you mean ${nearest}?`;
}

/** Returns 405 for a method that the path does not support. */
export function wrongMethod(allow = METHODS, hint = ""): Reply {
  const what = allow === METHODS ? "is read-only" : "does not have this method";
  const detail = `This path ${what}. Allowed: ${allow}.${hint === "" ? "" : ` ${hint}`}`;
  const reply = toPlainReply({ status: 405, error: "Method not allowed", detail });
  return { ...reply, headers: { ...reply.headers, allow } };
}

/** Returns a rejection as `{error, detail}`, the error shape of paths that belong to no capability. */
export function toPlainReply({ status, error, detail, retryAfterSeconds }: Rejection): Reply {
  return { ...toFailedReply({ status, body: { error, detail }, retryAfterSeconds }), reason: detail };
}
