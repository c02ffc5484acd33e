/**
 * Communication with the host: JSON-RPC messages between this frame and the surrounding page.
 *
 * Only the parts that these charts need. The class in the extension's package would be twenty times
 * as large as all charts together.
 *
 * @see https://github.com/modelcontextprotocol/ext-apps, specification 2026-01-26
 */
import { isObject } from "../lib/is-object.js";
import type { Fields } from "./answer.js";

const PROTOCOL_VERSION = "2026-01-26";
const METHOD_NOT_FOUND = -32601;

/** Events from the host. */
export interface HostEvents {
  /** Theme, language and so on: everything at the start, then changes only. */
  onContext(context: Fields): void;
  onInput(input: Fields): void;
  /** A tool's result of any shape. */
  onResult(result: unknown): void;
  onCancelled(reason: string | undefined): void;
}

/** Requests and notifications to the host. */
export interface Host {
  reportSize(width: number, height: number): void;
  /** Whether the host lets this page call tools; known before the first result arrives. */
  mayCall(): boolean;
  /** Calls one of the server's tools; rejects if the host does not allow it. */
  callTool(name: string, input: Fields): Promise<unknown>;
}

/** Introduces this page to the host in `frame` and passes on its events. */
export function connectToHost(frame: Window, version: string, events: HostEvents): Host {
  let lastId = 0;
  let capabilities: Fields = {};
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();

  // The surrounding page's origin is unknown; no message contains a secret.
  const send = (message: Fields) => frame.postMessage({ jsonrpc: "2.0", ...message }, "*");

  function ask(method: string, params: Fields): Promise<unknown> {
    lastId++;
    const id = lastId;
    const settled = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
    send({ id, method, params });
    return settled;
  }

  function settle({ id, result, error }: Fields): void {
    const asked = typeof id === "number" ? waiting.get(id) : undefined;
    if (!asked || typeof id !== "number") return;
    waiting.delete(id);
    if (error === undefined) asked.resolve(result);
    else asked.reject(new Error(isObject(error) ? String(error["message"]) : "The host refused."));
  }

  function answer(id: unknown, method: string): void {
    // There is nothing to clean up, so the host may close this page at once.
    if (method === "ping" || method === "ui/resource-teardown") send({ id, result: {} });
    else send({ id, error: { code: METHOD_NOT_FOUND, message: "Method not found" } });
  }

  function hear(method: string, params: Fields): void {
    if (method === "ui/notifications/tool-result") events.onResult(params);
    else if (method === "ui/notifications/host-context-changed") events.onContext(params);
    else if (method === "ui/notifications/tool-input")
      events.onInput(isObject(params["arguments"]) ? params["arguments"] : {});
    else if (method === "ui/notifications/tool-cancelled")
      events.onCancelled(typeof params["reason"] === "string" ? params["reason"] : undefined);
  }

  addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    if (source !== frame || !isObject(data) || data["jsonrpc"] !== "2.0") return;
    const { id, method } = data;
    if (typeof method !== "string") settle(data);
    else if (id === undefined) hear(method, isObject(data["params"]) ? data["params"] : {});
    else answer(id, method);
  });

  async function introduce(): Promise<void> {
    const appInfo = { name: "market-data-mcp", title: "Market data", version };
    const host = await ask("ui/initialize", { protocolVersion: PROTOCOL_VERSION, appInfo, appCapabilities: {} });
    const { hostContext, hostCapabilities } = isObject(host) ? host : {};
    if (isObject(hostCapabilities)) capabilities = hostCapabilities;
    if (isObject(hostContext)) events.onContext(hostContext);
    send({ method: "ui/notifications/initialized", params: {} });
  }

  // After a refusal by the host, the page continues to wait for results.
  introduce().catch(() => {});

  const mayCall = () => isObject(capabilities["serverTools"]);
  return {
    mayCall,
    reportSize: (width, height) => send({ method: "ui/notifications/size-changed", params: { width, height } }),
    callTool: (name, input) =>
      mayCall()
        ? ask("tools/call", { name, arguments: input })
        : Promise.reject(new Error("The host lets pictures call no tools.")),
  };
}
