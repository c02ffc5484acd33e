/** Calls of this server's tools from the page. */
import { isObject } from "../lib/is-object.js";
import { parseJson } from "../lib/parse-json.js";

/** Longer than a question may take. */
const TIMEOUT_MS = 45_000;
const KEY = "market-data-key";

type Fields = Readonly<Record<string, unknown>>;

/** A tool's result, as far as the page reads it. */
export interface Result {
  structuredContent?: Fields;
  isError?: boolean;
  _meta?: Fields;
}

/** A call that the server did not admit or not answer; its message is a sentence for people. */
export class NotAnswered extends Error {
  /** The cause, if it is known: another key is needed, or the server is silent. */
  readonly lacks: "key" | "server" | undefined;

  /** Seconds after which a second attempt may succeed, if they are known. */
  readonly retryAfter: number | undefined;

  constructor(message: string, { lacks, retryAfter }: { lacks?: "key" | "server"; retryAfter?: number } = {}) {
    super(message);
    this.lacks = lacks;
    this.retryAfter = retryAfter;
  }
}

/** The caller's key, in this tab's memory: it survives a reload, and ends with the tab. */
export const key = {
  get: () => sessionStorage.getItem(KEY) ?? "",
  set(text: string) {
    if (text === "") sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, text);
  },
};

/** Calls a tool. Throws `NotAnswered`; a failed question is a result. */
export async function callTool(name: string, input: Fields): Promise<Result> {
  const prefix = document.body.dataset["prefix"] ?? "";
  const response = await fetch(`${prefix}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...credential(key.get()) },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new NotAnswered("The server does not answer.", { lacks: "server" });
  });
  const answer = parseJson(await response.text().catch(() => ""));
  const { result, error } = isObject(answer) ? answer : {};
  if (response.ok && isObject(result)) return result;
  if (response.status === 401) {
    throw new NotAnswered(
      key.get() === "" ? "This server needs a key. Enter yours." : "The server does not accept this key.",
      { lacks: "key" },
    );
  }
  const said = isObject(error) && typeof error["message"] === "string" ? error["message"] : undefined;
  throw new NotAnswered(said ?? `The server answered with status ${response.status}.`);
}

/** Returns the header of a key. A token of an issuer, which has three parts, has another one. */
function credential(text: string): Record<string, string> {
  if (text === "") return {};
  // A browser refuses to send other characters, which no key has.
  if (!/^[\x21-\x7e]+$/.test(text)) throw new NotAnswered("The server does not accept this key.", { lacks: "key" });
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text) ? { authorization: `Bearer ${text}` } : { "x-api-key": text };
}

/** A failed question: its kind, such as `not_found`, the sentence for people, and the seconds until a second attempt. */
export interface Failure {
  kind: string;
  text: string;
  retryAfter?: number;
}

/** Returns the failure of a question; `undefined` if it was answered. */
export function failureOf({ isError, _meta: meta }: Result): Failure | undefined {
  if (isError !== true) return undefined;
  const error = meta?.["market-data/error"];
  const failure = isObject(error) ? error : {};
  // The body has the sentence where `text` would only repeat it.
  const body = isObject(failure["body"]) ? failure["body"] : {};
  const said = body["detail"] ?? body["message"];
  return { kind: "unknown", text: typeof said === "string" ? said : "This could not be shown.", ...failure };
}

/** Returns the rows of a list in a result. */
export function rowsOf({ structuredContent }: Result, name: string): Fields[] {
  const rows = structuredContent?.[name];
  return Array.isArray(rows) ? rows.filter(isObject) : [];
}
