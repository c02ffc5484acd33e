/** A host page: one sandboxed frame, and the extension's own bridge to it. */
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

/** The host's description of itself and its reader. */
export interface HostContext {
  theme?: "light" | "dark";
  locale?: string;
  timeZone?: string;
  styles?: { variables: Record<string, string> };
  /** Pictures are drawn whole unless the test says otherwise, so that all of it can be looked at. */
  displayMode?: "inline" | "fullscreen";
}

/** A test's connection to the page. */
export interface HostPage {
  /** Shows another chart in place of the one before; `mayCall` lets it call tools, `sandbox` says what else it may. */
  mount(html: string, context: HostContext, width: number, mayCall: boolean, sandbox: string): Promise<void>;
  /** Shows the same chart again. */
  again(context: HostContext, width: number): Promise<void>;
  input(input: Record<string, unknown>): Promise<void>;
  result(result: CallToolResult): Promise<void>;
  cancel(reason?: string): Promise<void>;
  context(context: HostContext): Promise<void>;
  resize(width: number): void;
  teardown(): Promise<unknown>;
  /** Heights that the chart has reported. */
  heights: number[];
}

declare global {
  interface Window {
    host: HostPage;
    /** Answers a chart's call of a tool. */
    callTool(name: string, input: Record<string, unknown>): Promise<CallToolResult>;
  }
}

/** The strictest policy of a host: nothing but the page itself. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'none'";

let bridge: AppBridge;
let transport: PostMessageTransport | undefined;
let frame: HTMLIFrameElement;

window.host = {
  heights: [],
  async mount(html, hostContext, width, mayCall, sandbox) {
    await transport?.close();
    window.host.heights = [];
    frame = document.createElement("iframe");
    frame.setAttribute("sandbox", sandbox);
    frame.style.cssText = `border: 0; width: ${width}px; height: 80px; display: block`;
    frame.title = "Picture";
    frame.srcdoc = html.replace("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
    document.body.replaceChildren(frame);
    bridge = new AppBridge(null, { name: "host", version: "0" }, mayCall ? { serverTools: {} } : {}, { hostContext });
    if (mayCall) bridge.oncalltool = ({ name, arguments: input = {} }) => window.callTool(name, input);
    bridge.onsizechange = ({ height = 0 }) => {
      window.host.heights.push(height);
      frame.style.height = `${height}px`;
    };
    const initialized = new Promise<void>((resolve) => (bridge.oninitialized = () => resolve()));
    transport = new PostMessageTransport(frame.contentWindow!, frame.contentWindow!);
    await bridge.connect(transport);
    await initialized;
  },
  async again(context, width) {
    window.host.resize(width);
    await window.host.context(context);
  },
  input: (input) => bridge.sendToolInput({ arguments: input }),
  result: (result) => bridge.sendToolResult(result),
  cancel: (reason) => bridge.sendToolCancelled(reason === undefined ? {} : { reason }),
  context: async (context) => bridge.sendHostContextChange(context),
  resize: (width) => {
    frame.style.width = `${width}px`;
  },
  teardown: () => bridge.teardownResource({}),
};
