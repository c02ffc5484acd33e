/** Provider B's calls for quotes and summaries, which several questions may share. */
import type { ProviderSettings } from "../../contract/provider.js";
import { createSend, type Answered, type Send } from "./call.js";
import { toResult } from "./envelopes.js";
import { createQuoteBatch, SYMBOLS_PER_CALL, type FindQuotes, type SendQuotes } from "./quote-batch.js";
import { toRows } from "./quote-row.js";
import type { Session } from "./session.js";
import { createSummaryBatch, type SendSummary } from "./summary-batch.js";

/** Creates the function that requests quotes, with `fields` in place of the default ones if given. */
export function createSendQuotes(send: Send, fields: readonly string[] = []): SendQuotes {
  return async (symbols) => {
    const params = { symbols: symbols.join(","), ...(fields.length > 0 ? { fields: fields.join(",") } : {}) };
    const { found, body } = await send({ path: "/v7/finance/quote", params });
    return found ? toRows(toResult(body, "quoteResponse"), SYMBOLS_PER_CALL) : undefined;
  };
}

/** Creates the function that requests modules of one security. */
export function createSendSummary(send: Send): SendSummary<Answered> {
  return async (symbol, modules) => {
    const answered = await send({
      path: `/v10/finance/quoteSummary/${encodeURIComponent(symbol)}`,
      params: { formatted: "false", modules: [...new Set(modules)].join(",") },
    });
    // Parse here and not in the questions, so that an answer of another shape counts as one failure of the provider.
    if (answered.found) toResult(answered.body, "quoteSummary");
    return answered;
  };
}

/** Calls that several questions share. */
export interface Batches {
  quotes: FindQuotes;
  summary: SendSummary<Answered>;
}

/** Creates the shared calls; `runShared` gives each of them an upstream. */
export function createBatches(session: Session, runShared: NonNullable<ProviderSettings["runShared"]>): Batches {
  return {
    quotes: createQuoteBatch((symbols, question) =>
      runShared((upstream) => createSendQuotes(createSend(session, upstream))(symbols), question),
    ),
    summary: createSummaryBatch((symbol, modules, question) =>
      runShared((upstream) => createSendSummary(createSend(session, upstream))(symbol, modules), question),
    ),
  };
}
