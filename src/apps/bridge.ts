/**
 * Communication with the host: JSON-RPC messages between this frame and the surrounding page.
 *
 * This file implements only the parts that these charts need. The class in the extension's package would be twenty
 * times as large as all charts together.
 *
 * @see https://github.com/modelcontextprotocol/ext-apps, specification 2026-01-26
 */
import { isObject } from "../lib/is-object.js";
import type { Fields } from "./parts/answer.js";

const PROTOCOL_VERSION = "2026-01-26";
const METHOD_NOT_FOUND = -32601;
/** Time for the answer to a tool call; without a limit, a silent host would leave "Asking for …" on the page for ever. */
const CALL_MS = 30_000;

/** Handlers of the host's messages. */
interface HostEvents {
  /** Receives theme, language and so on: all of them at the start, later only those that changed. */
  onContext(context: Fields): void;
  onInput(input: Fields): void;
  /** Receives a tool's result, of any shape. */
  onResult(result: unknown): void;
  onCancelled(reason: string | undefined): void;
}

/** Requests and notifications to the host. */
interface Host {
  reportSize(width: number, height: number): void;
  /** Whether the host allows this page to call tools; known before the first result arrives. */
  mayCall(): boolean;
  /** Calls one of the server's tools; rejects if the host does not allow it or does not answer for 30 s. */
  callTool(name: string, input: Fields): Promise<unknown>;
}

/** Connects this page to the host in `frame`, and calls `events` for the host's messages. */
export function connectToHost(frame: Window, version: string, events: HostEvents): Host {
  let lastId = 0;
  let capabilities: Fields = {};
  const pending = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();

  // The surrounding page's origin is unknown; no message contains a secret.
  const send = (message: Fields) => frame.postMessage({ jsonrpc: "2.0", ...message }, "*");

  function request(method: string, params: Fields, limitMs?: number): Promise<unknown> {
    lastId++;
    const id = lastId;
    const settled = new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }));
    send({ id, method, params });
    if (limitMs) setTimeout(settle, limitMs, { id, error: { message: "The host did not answer." } });
    return settled;
  }

  function settle({ id, result, error }: Fields): void {
    const caller = typeof id === "number" ? pending.get(id) : undefined;
    if (!caller || typeof id !== "number") return;
    pending.delete(id);
    if (error === undefined) caller.resolve(result);
    else caller.reject(new Error(isObject(error) ? String(error["message"]) : "The host rejected the request."));
  }

  function respond(id: unknown, method: string): void {
    // A teardown is confirmed at once, because this page has nothing to clean up.
    if (method === "ping" || method === "ui/resource-teardown") send({ id, result: {} });
    else send({ id, error: { code: METHOD_NOT_FOUND, message: "Method not found" } });
  }

  function receive(method: string, params: Fields): void {
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
    else if (id === undefined) receive(method, isObject(data["params"]) ? data["params"] : {});
    else respond(id, method);
  });

  async function initialize(): Promise<void> {
    const appInfo = { name: "market-data-mcp", title: "Market data", version };
    const host = await request("ui/initialize", { protocolVersion: PROTOCOL_VERSION, appInfo, appCapabilities: {} });
    const { hostContext, hostCapabilities } = isObject(host) ? host : {};
    if (isObject(hostCapabilities)) capabilities = hostCapabilities;
    if (isObject(hostContext)) events.onContext(hostContext);
    send({ method: "ui/notifications/initialized", params: {} });
  }

  // If the host rejects the initialization, the page still waits for results.
  initialize().catch(() => {});

  const mayCall = () => isObject(capabilities["serverTools"]);
  return {
    mayCall,
    reportSize: (width, height) => send({ method: "ui/notifications/size-changed", params: { width, height } }),
    callTool: (name, input) =>
      mayCall()
        ? request("tools/call", { name, arguments: input }, CALL_MS)
        : Promise.reject(new Error("The host does not allow pictures to call tools.")),
  };
}
