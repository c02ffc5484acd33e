/** The simulated market behind a server that records every call and can produce faults. */
import { once } from "node:events";
import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { startSimulator } from "../../src/simulator/server.js";

/** A call that the market received. */
export type Call = Pick<IncomingMessage, "url" | "headers">;

/** The failure of a call; `undefined` for none. */
export type Fault =
  | { delayMs: number }
  /** Answered when the promise resolves. */
  | { until: Promise<unknown> }
  | { status: number; body: string; headers?: Record<string, string> }
  | "hang"
  | "reset";

export interface Market {
  /** Environment with which the program uses this market; without rate limits and quotas by default. */
  env: Record<string, string>;
  /** Every call so far. */
  calls: Call[];
  /** Sets the behaviour of later calls. */
  behave(faultOf: (call: Call) => Fault | undefined): void;
  close(): Promise<void>;
}

/** Starts the market on a free local port; `onBody` receives the text of each answer. */
export async function openMarket(env: Record<string, string> = {}, onBody?: (text: string) => void): Promise<Market> {
  const simulator = await startSimulator();
  const agent = new Agent({ keepAlive: true });
  const calls: Call[] = [];
  let faultOf: (call: Call) => Fault | undefined = () => undefined;

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers } = request;
    const onward = send(simulator.url + request.url, { agent, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
      if (onBody) void text(answer).then(onBody, () => {});
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  }

  const server = createServer((request, response) => {
    const call = { url: request.url, headers: request.headers };
    calls.push(call);
    const fault = faultOf(call);
    response.on("error", () => {});
    if (fault === undefined) pass(request, response);
    else if (fault === "reset") request.socket.resetAndDestroy();
    else if (fault === "hang") request.resume();
    else if ("until" in fault) void fault.until.then(() => pass(request, response));
    else if ("delayMs" in fault) setTimeout(() => pass(request, response), fault.delayMs);
    else response.writeHead(fault.status, fault.headers ?? { "content-type": "application/json" }).end(fault.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    calls,
    env: { ...toEnvironment(simulator.env, simulator.url, base), ...env },
    behave(decide) {
      faultOf = decide;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await simulator.close();
    },
  };
}

function toEnvironment(addresses: object, from: string, to: string): Record<string, string> {
  const moved = Object.entries(addresses as Record<string, string>).map(([name, value]) => [
    name,
    value.replace(from, to),
  ]);
  const unlimited = PROVIDER_DESCRIPTIONS.flatMap(({ label, defaults }) => [
    defaults.ratePerSecond === undefined
      ? [`${label}_RATE_PER_MINUTE`, "100000"]
      : [`${label}_RATE_PER_SECOND`, "1000"],
    [`${label}_DAILY_QUOTA`, "0"],
  ]);
  return Object.fromEntries([...moved, ...unlimited]) as Record<string, string>;
}
