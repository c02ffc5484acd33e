/** Where the parts meet: the catalogue, the engine behind it, the surfaces in front of it. */
import type { serviceStatus } from "./capabilities/service-status.js";
import { followsUsSession } from "./capabilities/symbol.js";
import { CATALOGUE, PROVIDERS } from "./catalogue.js";
import type { Config } from "./config.js";
import type { DataOf } from "./contract/capability.js";
import type { Counters } from "./contract/counters.js";
import type { Served } from "./contract/envelope.js";
import { once } from "./contract/once.js";
import type { PauseNews } from "./contract/pause-news.js";
import type { ProviderId } from "./contract/provider.js";
import { toQuestion, type Ask, type Question } from "./contract/question.js";
import { MarketDataError } from "./contract/errors.js";
import type { Engine } from "./engine.js";
import type { Logger } from "./log.js";
import type { Probe } from "./pipeline/probe.js";
import { serveDerived, serveOwn } from "./pipeline/compose.js";
import { withCallLog, type OnCall } from "./mcp/call-log.js";
import { createHandlers } from "./mcp/handlers.js";
import { createCaller } from "./mcp/tools.js";
import { didYouMean, SymbolBook } from "./symbol-book.js";
import { nextPreMarketOpen, usMarketSession } from "./us-market.js";

export type Status = DataOf<typeof serviceStatus>;

export interface App {
  /** Answers one question; the engine starts with the first. */
  ask: Ask;
  /** Counts an answer that was given by somebody who had it ready. */
  countHit(): void;
  /** Notes how often the answer under this key was given so. */
  noteHits(key: string, count: number): void;
  /** What plans are counted with. */
  counters(): Promise<Counters>;
  /** How the server itself is; asks no upstream. */
  status(): Promise<Status>;
  /** Makes one call of a provider, to see whether it is there and takes us. */
  probe(id: ProviderId): Promise<Probe>;
  /** What answers MCP requests. */
  mcp: ReturnType<typeof createHandlers>;
  close(): Promise<void>;
}

/** Who wants to know what is going on, and who else there is. */
export interface AppListeners {
  /** The way to other processes of this machine, for pauses; a store that has one of its own goes before. */
  pauses?: PauseNews;
  /** Told of every tool call: how the answer came, or the kind of failure. */
  onCall?: OnCall;
  /** Told of every answer, over either surface. */
  onServed?: (question: Question, served: Served) => void;
  /** Told of every call to an upstream: its status class, or how it failed. */
  onUpstream?: (provider: ProviderId, outcome: string, seconds: number) => void;
}

/** The product without its surfaces' sockets. */
export function createApp(config: Config, log: Logger, listeners: AppListeners = {}): App {
  const { pauses, onCall, onServed, onUpstream } = listeners;
  const calendar = {
    isClosed: (at: Date) => usMarketSession(at) === "closed",
    nextOpen: nextPreMarketOpen,
    follows: followsUsSession,
  };
  const symbols = new SymbolBook();
  const noted = new WeakSet<object>();
  let engine: Promise<Engine> | undefined;
  let running: Engine | undefined;

  const start = once(() => {
    engine = import("./engine.js")
      .then(({ startEngine }) => startEngine({ config, providers: PROVIDERS, calendar, log, pauses, onUpstream }))
      .then((started) => (running = started));
    return engine;
  });

  const ask: Ask = async (question) => {
    try {
      const served = await answer(question);
      // The same answer says nothing new the second time.
      if (!noted.has(served.envelope.body)) symbols.note(served.envelope.body);
      noted.add(served.envelope.body);
      onServed?.(question, served);
      return served;
    } catch (error) {
      throw withNearest(error, question.symbol);
    }
  };

  /** Adds known similar symbols to the failure of an unknown one; asks no upstream. */
  function withNearest(error: unknown, symbol: string | undefined): unknown {
    if (!(error instanceof MarketDataError) || error.kind !== "not_found" || symbol === undefined) return error;
    const meant = didYouMean(symbols.nearest(symbol));
    return meant ? new MarketDataError("not_found", `${error.message} ${meant}`) : error;
  }

  async function answer(question: Question): Promise<Served> {
    const { entry, input } = question;
    if (entry.own) return serveOwn(entry.capability, await status(), Date.now());
    const { resolve } = await start();
    if (!entry.derive) return resolve(question);
    const made = await entry.derive(input, (other, itsInput) => resolve(toQuestion(other, itsInput, question)));
    return serveDerived(entry.capability, made, Date.now());
  }

  async function status(): Promise<Status> {
    const engineStatus = await (await start()).status();
    return { simulated: config.demo, market_session: usMarketSession(new Date()), ...engineStatus };
  }

  return {
    ask,
    // What can be given again came from an engine that runs.
    countHit: () => running?.countHit(),
    noteHits: (key, count) => running?.noteHits(key, count),
    status,
    probe: async (id) => (await start()).probe(id),
    counters: async () => (await start()).counters,
    mcp: createHandlers({
      catalogue: CATALOGUE,
      callTool: withCallLog(createCaller(CATALOGUE, ask, config.demo), log, onCall),
      symbolsStarting: (beginning) => symbols.startingWith(beginning),
      loadPicturePage: () => import("./picture-page.js").then(({ readPicturePage }) => readPicturePage()),
    }),
    async close() {
      // One that could not be started has nothing to close.
      await (await engine?.catch(() => undefined))?.close();
    },
  };
}
