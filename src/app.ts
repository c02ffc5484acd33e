/** Connects the catalogue, the engine behind it, and the surfaces in front of it. */
import { randomUUID } from "node:crypto";
import type { serviceStatus } from "./capabilities/service-status.js";
import { followsUsSession } from "./capabilities/symbol.js";
import { CATALOGUE, PROVIDERS } from "./catalogue.js";
import type { Config } from "./config/config.js";
import type { Capability, DataOf, InputOf } from "./contract/capability.js";
import type { Counters } from "./contract/counters.js";
import type { Served } from "./contract/envelope.js";
import { once } from "./lib/once.js";
import type { PauseNews } from "./contract/pause-news.js";
import type { Entry } from "./contract/provider.js";
import type { ProviderId } from "./contract/provider-id.js";
import { MarketDataError } from "./contract/errors.js";
import type { Engine } from "./engine.js";
import { createLineLog, type LineLog, type Logger } from "./log.js";
import type { Probe } from "./pipeline/probe.js";
import { serveDerived, serveOwn } from "./pipeline/compose.js";
import { createHandlers, type CallTool } from "./mcp/handlers.js";
import { createCaller, toLogFields } from "./mcp/tools.js";
import { didYouMean, SymbolBook } from "./symbol-book.js";
import { nextPreMarketOpen, usMarketSession } from "./us-market.js";

export type Status = DataOf<typeof serviceStatus>;

export interface App {
  /** Answers one question; the first one starts the engine. */
  ask(entry: Entry, input: InputOf<Entry["capability"]>, signal?: AbortSignal, callerId?: string): Promise<Served>;
  /** Counts an answer that the fast path served without the engine. */
  countHit(): void;
  /** Notes how often the fast path served the answer under this key. */
  noteHits(key: string, count: number): void;
  /** The counters that plans are counted with. */
  counters(): Promise<Counters>;
  /** The server's own state; makes no call to an upstream. */
  status(): Promise<Status>;
  /** Makes one call to a provider, to see whether it answers and accepts our key. */
  probe(id: ProviderId): Promise<Probe>;
  /** Makes the handler of MCP requests. */
  mcp: ReturnType<typeof createHandlers>;
  close(): Promise<void>;
}

/** Callbacks that observe calls, and the channel to other processes. */
export interface AppListeners {
  /** Passes pauses to other processes of this machine; a store with a channel of its own is preferred. */
  pauses?: PauseNews;
  /** Called after every tool call with the cache state of the answer, or the kind of failure. */
  onCall?: (tool: string, outcome: string, seconds: number) => void;
  /** Called after every answer, over either surface. */
  onServed?: (capability: Capability, input: Readonly<Record<string, unknown>>, served: Served) => void;
  /** Called after every call to an upstream with its status class, or how it failed. */
  onUpstream?: (provider: ProviderId, outcome: string, seconds: number) => void;
}

/** The whole product except its sockets. */
export function createApp(config: Config, log: Logger, listeners: AppListeners = {}): App {
  const { pauses, onCall, onServed, onUpstream } = listeners;
  const calendar = {
    isClosed: (at: Date) => usMarketSession(at) === "closed",
    nextOpen: nextPreMarketOpen,
    follows: followsUsSession,
  };
  const symbols = new SymbolBook();
  let engine: Promise<Engine> | undefined;
  let running: Engine | undefined;

  const start = once(() => {
    engine = import("./engine.js")
      .then(({ startEngine }) => startEngine({ config, providers: PROVIDERS, calendar, log, pauses, onUpstream }))
      .then((started) => (running = started));
    return engine;
  });

  const ask: App["ask"] = async (entry, input, signal, callerId) => {
    try {
      const served = await answer(entry, input, signal, callerId);
      symbols.note(served.envelope.body, callerId);
      onServed?.(entry.capability, input, served);
      return served;
    } catch (error) {
      throw withNearest(error, input["symbol"], callerId);
    }
  };

  /** Adds similar symbols to the failure of an unknown one, as far as they are known without a call. */
  function withNearest(error: unknown, symbol: unknown, callerId: string | undefined): unknown {
    if (!(error instanceof MarketDataError) || error.kind !== "not_found" || typeof symbol !== "string") return error;
    const meant = didYouMean(symbols.nearest(symbol, callerId));
    return meant ? new MarketDataError("not_found", `${error.message} ${meant}`) : error;
  }

  async function answer(
    entry: Entry,
    input: InputOf<Entry["capability"]>,
    signal?: AbortSignal,
    callerId?: string,
  ): Promise<Served> {
    if (entry.derive) {
      const { resolve } = await start();
      const made = await entry.derive(input, (other, otherInput) => resolve(other, otherInput, signal, callerId));
      return serveDerived(entry.capability, made, Date.now());
    }
    if (entry.sources.length === 0) return serveOwn(entry.capability, await status(), Date.now());
    const { resolve } = await start();
    return resolve(entry, input, signal, callerId);
  }

  async function status(): Promise<Status> {
    const engineStatus = await (await start()).status();
    return { simulated: config.demo, market_session: usMarketSession(new Date()), ...engineStatus };
  }

  const call = createCaller(CATALOGUE, ask, config.demo);
  const callTool: CallTool = async (name, args, signal, visit) => {
    const started = performance.now();
    const result = await call(name, args, signal, visit);
    const ms = performance.now() - started;
    const fields = toLogFields(name, result);
    onCall?.(name, fields.failure ?? fields.cache ?? "none", ms / 1000);
    if (fields.cache === "hit") hitLog(fields.tool)(randomUUID(), Math.round(ms));
    else log.info({ event: "call", id: randomUUID(), ...fields, ms: Math.round(ms) });
    return result;
  };
  const hitLogs = new Map<string, LineLog>();
  /** The part that all log lines about a tool's cache hits share is serialized once. */
  function hitLog(tool: string): LineLog {
    const line = hitLogs.get(tool) ?? createLineLog(log, { event: "call", tool, status: 200, cache: "hit" });
    hitLogs.set(tool, line);
    return line;
  }
  return {
    ask,
    // The fast path only has answers of an engine that runs.
    countHit: () => running?.countHit(),
    noteHits: (key, count) => running?.noteHits(key, count),
    status,
    probe: async (id) => (await start()).probe(id),
    counters: async () => (await start()).counters,
    mcp: createHandlers({
      catalogue: CATALOGUE,
      callTool,
      symbolsStarting: (beginning, callerId) => symbols.startingWith(beginning, callerId),
      loadPicturePage: () => import("./picture-page.js").then(({ readPicturePage }) => readPicturePage()),
    }),
    async close() {
      // An engine that failed to start has nothing to close.
      await (await engine?.catch(() => undefined))?.close();
    },
  };
}
