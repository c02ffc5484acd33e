/**
 * Shows pictures of answers as a host of MCP Apps does: the same pages, each in a sandboxed frame without an origin, with
 * the same messages. They call tools through this page, and never see the caller's key.
 *
 * The extension's own class for hosts would be ten times as large as the whole script of the page.
 *
 * @see https://github.com/modelcontextprotocol/ext-apps, specification 2026-01-26
 */
import { isObject } from "../lib/is-object.js";
import type { Result } from "./ask.js";

type Fields = Readonly<Record<string, unknown>>;
type CallTool = (name: string, input: Fields) => Promise<Result>;

const METHOD_NOT_FOUND = -32601;
const FAILED = -32000;
/** A picture has drawn its answer if its height has not changed for so long. */
const SETTLED_MS = 250;

/** The page's colours, by the names that the extension gives them. */
const COLOURS = {
  "--color-background-primary": "--card",
  "--color-background-secondary": "--code",
  "--color-text-primary": "--ink",
  "--color-text-secondary": "--soft",
  "--color-border-primary": "--line",
};

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Returns theme, colours, language and time zone of the reader. */
function toContext(): Fields {
  const style = getComputedStyle(document.documentElement);
  const variables = Object.entries(COLOURS).map(([name, own]) => [name, style.getPropertyValue(own).trim()]);
  return {
    theme: dark.matches ? "dark" : "light",
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    styles: { variables: Object.fromEntries(variables) },
  };
}

/** A picture on the page. */
export interface Picture {
  /** Announces a question: the picture says that it waits for the answer. */
  ask(input: Fields): void;
  show(result: Result): void;
  /** Shows these words in place of the picture, until the next question. */
  replace(...words: Node[]): void;
}

/**
 * Puts the picture with this page into a place. Messages wait until it is ready. Without `callTool` it shows its answer
 * and asks for nothing more.
 */
export function createPicture(place: HTMLElement, callTool: CallTool | undefined): Picture {
  const { title = "", page = "" } = place.dataset;
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = page;

  /** Whether the picture has got its answer. Until it has drawn it, its place keeps a usual height. */
  let isShown = false;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let early: Fields[] | undefined = [];
  // The frame has no origin that could be named.
  const send = (message: Fields) => frame.contentWindow?.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const tell = (method: string, params: Fields) => {
    const message = { method, params };
    if (early) early.push(message);
    else send(message);
  };

  /** The first heights after the answer may be those of the words while it waited: they moved the page twice. */
  function settle(): void {
    clearTimeout(settling);
    if (isShown) settling = setTimeout(() => place.classList.remove("waiting"), SETTLED_MS);
  }

  function receive(method: string, params: Fields): void {
    const { height } = params;
    if (method === "ui/notifications/size-changed" && typeof height === "number") {
      frame.style.height = `${height}px`;
      settle();
    }
    if (method !== "ui/notifications/initialized") return;
    for (const message of early ?? []) send(message);
    early = undefined;
  }

  function respond(id: unknown, method: string, { name, arguments: input, protocolVersion }: Fields): void {
    const fail = (code: number, message: string) => send({ id, error: { code, message } });
    if (method === "ping") send({ id, result: {} });
    else if (method === "ui/initialize") {
      const hostInfo = { name: "market-data-mcp page", version: "1" };
      const hostCapabilities = callTool ? { serverTools: {} } : {};
      send({ id, result: { protocolVersion, hostInfo, hostCapabilities, hostContext: toContext() } });
    } else if (method === "tools/call" && callTool && typeof name === "string") {
      callTool(name, isObject(input) ? input : {}).then(
        (result) => send({ id, result }),
        (error: Error) => fail(FAILED, error.message),
      );
    } else fail(METHOD_NOT_FOUND, "Method not found");
  }

  addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || !isObject(data) || typeof data["method"] !== "string") return;
    const { id, method, params } = data;
    if (id === undefined) receive(method, isObject(params) ? params : {});
    else respond(id, method, isObject(params) ? params : {});
  });
  dark.addEventListener("change", () => tell("ui/notifications/host-context-changed", toContext()));
  const text = document.createElement("p");
  text.className = "soft";
  const hide = (isHidden: boolean) => {
    frame.hidden = isHidden;
    text.hidden = !isHidden;
  };
  hide(false);
  place.replaceChildren(frame, text);
  return {
    ask(input) {
      hide(false);
      isShown = false;
      clearTimeout(settling);
      place.classList.add("waiting");
      tell("ui/notifications/tool-input", { arguments: input });
    },
    show(result) {
      isShown = true;
      tell("ui/notifications/tool-result", result as Fields);
      // A picture of the same height as before announces none.
      settle();
    },
    replace(...words) {
      text.replaceChildren(...words);
      hide(true);
    },
  };
}
