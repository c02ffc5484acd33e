/** The catalogue as REST: one GET route per capability. */
import findMyWay from "find-my-way";
import type { Visit } from "../contract/caller.js";
import { toFailed, toRejected, type Rejection } from "../contract/error-body.js";
import { toMarketDataError } from "../contract/errors.js";
import { createRestWords } from "../contract/tool-words.js";
import { invalidInput, parseInput } from "../contract/input.js";
import type { Entry } from "../contract/entry.js";
import type { Reply } from "../contract/reply.js";
import { toUnanswered } from "../contract/unanswered.js";
import { toQuestion, type Ask, type Question } from "../contract/question.js";
import { answerView, refuseAsOf, takeView, viewShape } from "../views/view.js";
import { nearestPath } from "./nearest-path.js";
import { keyInAddress, readParameters, readSpellings } from "./query.js";
import { prefersCsv, represent } from "./representation.js";
import { toResponseKey, type ResponseCache } from "./response-cache.js";
import { toFailedReply, toReply } from "./respond.js";

export interface RestRequest {
  method: string;
  /** Path and query as received. */
  url: string;
  accept?: string | undefined;
  ifNoneMatch?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Counts the request against its caller's plan. */
  visit?: Visit | undefined;
  /** A rejection that was decided before; the router only gives it the endpoint's error shape. */
  rejection?: Rejection | undefined;
}

const METHODS = "GET, HEAD, OPTIONS";

/** Answers a REST request; never throws. */
export type AnswerRest = (request: RestRequest) => Promise<Reply>;

/** Creates the router. `responses` stores answers for the fast path; `isPrivate` says that callers need keys or tokens. */
export function createRouter(
  catalogue: readonly Entry[],
  ask: Ask,
  responses?: ResponseCache,
  isPrivate = false,
): AnswerRest {
  const router = findMyWay({
    maxParamLength: 4096,
    onBadUrl: () => {},
  });
  const routes = catalogue.map(({ capability }) => capability.route);
  const toRestWords = createRestWords(catalogue);
  for (const entry of catalogue) {
    const path = entry.capability.route.replace(/\{(\w+)\}/g, ":$1");
    router.on("GET", path, () => {}, entry);
  }

  /** Returns a sentence on what an unknown path was probably meant for; `undefined` if it resembles nothing. */
  function hintFor(path: string): string | undefined {
    const unanswered = toUnanswered(path.slice(path.lastIndexOf("/") + 1));
    const nearest = unanswered === undefined ? nearestPath(path, routes) : undefined;
    return nearest === undefined ? unanswered : `Did you mean ${nearest}?`;
  }

  return async ({ method, url, accept, ifNoneMatch, signal, visit, rejection }) => {
    const mark = url.indexOf("?");
    const path = mark < 0 ? url : url.slice(0, mark);
    const query = mark < 0 ? "" : url.slice(mark + 1);
    const match = router.find("GET", path);
    const entry = match?.store as Entry | undefined;
    if (!isEscaped(path)) return plain(400, "Invalid request", "The address has a malformed % escape.");
    if (!match || !entry) return unknownPath(hintFor(path));
    if (method === "OPTIONS") return { status: 204, headers: { allow: METHODS }, body: "" };
    if (method !== "GET" && method !== "HEAD") return wrongMethod();

    const { capability } = entry;
    if (rejection) return { ...toFailedReply(toRejected(capability.errors, rejection)), route: capability.route };
    let question: Question | undefined;
    try {
      // Check this before the plan: a caller with its key in the address sent no key header and would get 401 instead
      // of this message.
      const complaint = keyInAddress(query);
      if (complaint) throw invalidInput(complaint);
      await visit?.spend();
      const given = readParameters(capability, match.params, query);
      refuseAsOf(capability, given, catalogue);
      const input: Record<string, unknown> = parseInput(capability, given, viewShape(capability));
      const view = takeView(capability, input);
      view.readAs = readSpellings(capability, query, given);
      question = toQuestion(entry, input, { signal, callerId: visit?.callerId });
      const served = await answerView(question, view, ask);
      const rendered = await represent(capability, served, view, { wantsCsv: prefersCsv(accept), isPrivate });
      responses?.keep(toResponseKey(url, accept), rendered);
      return toReply(rendered, served, ifNoneMatch);
    } catch (thrown) {
      const error = toMarketDataError(thrown);
      const symbol = question?.symbol;
      const failed = toFailed(capability.errors, error, symbol, toRestWords(error.message, symbol));
      return { ...toFailedReply(failed), route: capability.route, failure: error.kind };
    }
  };
}

/** Returns 404 for an unknown path, with a sentence on what was probably meant. */
function unknownPath(hint: string | undefined): Reply {
  return plain(
    404,
    "Not found",
    `No such path.${hint === undefined ? "" : ` ${hint}`} /openapi.json lists the paths, /docs explains them.`,
  );
}

/** Returns 405 for a method that the path does not support. */
export function wrongMethod(allow = METHODS): Reply {
  const what = allow === METHODS ? "is read-only" : "does not have this method";
  const reply = plain(405, "Method not allowed", `This path ${what}. Allowed: ${allow}.`);
  return { ...reply, headers: { ...reply.headers, allow } };
}

/** Returns a rejection as `{error, detail}`, the error shape of paths that belong to no capability. */
export function toPlainReply({ status, error, detail, retryAfterSeconds }: Rejection): Reply {
  return toFailedReply({ status, body: { error, detail }, retryAfterSeconds });
}

function plain(status: number, error: string, detail: string): Reply {
  return toPlainReply({ status, error, detail });
}

function isEscaped(path: string): boolean {
  try {
    // The result is used because the bundler removes calls without a used result.
    return typeof decodeURIComponent(path) === "string";
  } catch {
    return false;
  }
}
