/** REST without sockets: addresses are parsed as the service parses them, and every caller is admitted. */
import type { Visit } from "../../src/contract/caller.js";
import type { Entry } from "../../src/contract/entry.js";
import type { Ask } from "../../src/contract/question.js";
import type { Reply } from "../../src/contract/reply.js";
import { createRoutes, createTargetParser } from "../../src/http/target.js";
import type { ResponseCache } from "../../src/rest/response-cache.js";
import { createRouter, toPlainReply, unknownPath, type AnswerRest, type RestRequest } from "../../src/rest/router.js";

/** The visit of a caller without limits. */
export const VISIT: Visit = { callerId: "alice", spend: async () => {} };

/** A request by its address; everything else is optional. */
export type RestAsking = { url: string } & Partial<Pick<RestRequest, "method" | "accept" | "ifNoneMatch" | "signal">>;

type AskByAddress = (asking: RestAsking) => Promise<Reply>;

/** Returns a router for these rows of the catalogue that takes addresses. */
export function createRest(catalogue: readonly Entry[], ask: Ask, responses?: ResponseCache): AskByAddress {
  return withAddresses(createRouter(catalogue, ask, responses), catalogue);
}

/** Returns the function that passes requests by their address to a router. */
export function withAddresses(answer: AnswerRest, catalogue: readonly Entry[]): AskByAddress {
  const parseTarget = createTargetParser(createRoutes(catalogue, new Map()));
  return async ({ url, method = "GET", ...more }) => {
    const { route, rejection, path, ...target } = parseTarget({ url, headers: { host: "localhost" } });
    if (rejection) return toPlainReply(rejection);
    if (route?.surface !== "rest")
      return unknownPath(
        path,
        catalogue.map(({ capability }) => capability.route),
      );
    return answer({ ...target, method, entry: route.entry, visit: VISIT, ...more });
  };
}
