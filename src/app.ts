/** Connects the catalogue, the engine and the surfaces (REST and MCP). */
import { setMaxListeners } from "node:events";
import type { Status } from "./contract/status.js";
import { PROMPTS } from "./capabilities/prompts/prompts.js";
import { followsUsSession, isMutualFund } from "./market/symbols/symbol.js";
import { catalogueOf } from "./catalogue.js";
import { providersOf } from "./contract/entry.js";
import { answerOfIsin, namesIsin } from "./capabilities/companies/isin-listing.js";
import { search } from "./capabilities/companies/search.js";
import { economicSeries } from "./capabilities/economy/economic-series.js";
import { researchRows } from "./capabilities/filings/research.js";
import type { Config } from "./config/config.js";
import type { Entry } from "./contract/entry.js";
import type { Served } from "./contract/envelope.js";
import { once } from "./lib/once.js";
import { symbolsOf, toQuestion, type Ask, type Question } from "./contract/question.js";
import { forCallers, joinSentences, say } from "./contract/sentence.js";
import { MarketDataError } from "./contract/errors.js";
import type { Engine, EngineParts } from "./pipeline/engine.js";
import type { Logger } from "./lib/log.js";
import { serveDerived } from "./pipeline/compose-envelope.js";
import { serveOwn } from "./contract/own-answer.js";
import { withCallLog, type OnCall } from "./mcp/call-log.js";
import { createHandlers } from "./mcp/handlers.js";
import { readPicturePage } from "./mcp/pictures.js";
import { createCaller } from "./mcp/tools.js";
import { nextDayAt } from "./market/sessions/exchange-day.js";
import { didYouMeanEach, wellKnownStarting } from "./market/symbols/known-symbols.js";
import {
  hasFundPrices,
  nextPreMarketOpen,
  toUsMarketStatus,
  usMarketSession,
} from "./market/sessions/us-market-hours.js";

const WITHOUT_DEMO = forCallers` Start without --demo to ask the real providers.`;
const NO_SUCH_SYMBOL = say`Some real symbols are not in the simulated market.${WITHOUT_DEMO}`;
const NO_SUCH_SERIES = say`Some real series are not in the simulated market.${WITHOUT_DEMO}`;

/** Both surfaces over one engine. */
export type App = ReturnType<typeof createApp>;

export interface AppListeners extends Pick<EngineParts, "onUpstream" | "onDrift" | "keepPlansMs"> {
  onCall?: OnCall;
  /** Receives every answer, over REST and MCP. */
  onServed?: (question: Question, served: Served) => void;
}

/** Creates both surfaces of a catalogue over one engine; opens no socket. */
export function createApp(
  config: Config,
  log: Logger,
  listeners: AppListeners = {},
  catalogue: readonly Entry[] = catalogueOf(config.allowedProviders),
) {
  const { onCall, onServed, ...engineListeners } = listeners;
  const calendar = {
    isClosed: (at: Date) => usMarketSession(at) === "closed",
    nextOpen: nextPreMarketOpen,
    follows: followsUsSession,
    isFund: isMutualFund,
    hasFundPrices,
    nextDayAt,
  };
  const market = { session: usMarketSession, follows: followsUsSession };
  const tools = [...catalogue, ...catalogueOf(config.allowedProviders, researchRows(catalogue))];
  let engine: Promise<Engine> | undefined;
  let running: Engine | undefined;

  const start = once(() => {
    engine = import("./pipeline/engine.js")
      .then(({ startEngine }) =>
        startEngine({ config, providers: providersOf(catalogue), calendar, log, ...engineListeners }),
      )
      .then((started) => (running = started));
    return engine;
  });

  const rowOfSearch = catalogue.find(({ capability }) => capability.name === search.name);

  const ask: Ask = async (question) => {
    if (rowOfSearch && namesIsin(question)) return answerOfIsin(question, rowOfSearch, ask);
    try {
      const served = await answer(question);
      onServed?.(question, served);
      return served;
    } catch (error) {
      throw withSuggestions(error, question);
    }
  };

  /**
   * Adds similar well-known symbols to the error for unknown symbols, without an upstream call, and on the simulated market
   * that a real symbol or economic series may be missing there.
   */
  function withSuggestions(error: unknown, question: Question): unknown {
    if (!(error instanceof MarketDataError)) return error;
    const asked = error.kind === "not_found" ? symbolsOf(question) : [];
    const isSeries = error.kind === "invalid_input" && question.entry.capability.name === economicSeries.name;
    if (asked.length === 0 && !isSeries) return error;
    const lack = config.demo ? (isSeries ? NO_SUCH_SERIES : NO_SUCH_SYMBOL) : undefined;
    const further = [didYouMeanEach(asked), lack].flatMap((each) => (each ? [say`${each}`] : []));
    if (further.length === 0) return error;
    return new MarketDataError(error.kind, joinSentences([error.sentence, ...further], " "), { hints: error.hints });
  }

  async function answer(question: Question): Promise<Served> {
    const { entry, input } = question;
    if (entry.refusal) throw entry.refusal();
    if (entry.own) return serveOwn(entry.capability, await status(input["date"] as string | undefined), Date.now());
    const { resolve } = await start();
    if (!entry.derive) return resolve(question);
    // Each part of the answer listens to the caller's signal; Node warns of a leak from eleven listeners on.
    if (question.signal) setMaxListeners(0, question.signal);
    const derived = await entry.derive(input, async (other, itsInput, options) => {
      if (other.refusal) throw other.refusal();
      return resolve({ ...toQuestion(other, itsInput, question), ...options });
    });
    return serveDerived(entry.capability, derived, Date.now());
  }

  async function status(date?: string): Promise<Status> {
    const engineStatus = await (await start()).status();
    const now = new Date();
    const us = toUsMarketStatus(now, date);
    return { simulated: config.demo, market_session: usMarketSession(now), ...engineStatus, market: us };
  }

  const isTool = (name: string) => tools.some(({ capability }) => capability.tool.name === name);

  return {
    /** Answers one question; the first one starts the engine unless `engine` did. */
    ask,
    /** Returns the server's own state, with the US market today or on `date`; makes no upstream call. */
    status,
    /** Returns the engine, and starts it when it is needed for the first time. */
    engine: start,
    /** The hours of the US market, for the note of an answer. */
    market,
    /** The handlers of MCP requests. */
    mcp: createHandlers({
      catalogue: tools,
      prompts: PROMPTS,
      callTool: withCallLog(createCaller(tools, ask, config.demo, market), isTool, log, onCall),
      symbolsStarting: wellKnownStarting,
      loadPicturePage: () => readPicturePage(providersOf(catalogue), config.demo),
    }),
    /** Loads the REST router; a stdio server never needs it. */
    async openRest() {
      const [{ createRouter }, { ResponseCache }] = await Promise.all([
        import("./rest/router.js"),
        import("./rest/response-cache.js"),
      ]);
      const responses = new ResponseCache({
        onHit: () => running?.countHit(),
        cachedTimes: (key) => running?.cachedTimes(key),
      });
      const isPrivate = config.apiKeysFile !== undefined || config.oauth !== undefined;
      return createRouter(catalogue, ask, responses, isPrivate);
    },
    async close() {
      // An engine that failed to start needs no `close`.
      await (await engine?.catch(() => undefined))?.close();
    },
  };
}
