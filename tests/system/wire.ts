/** Sends raw bytes to the built program, and reads raw answers. */
import { connect, type Socket } from "node:net";

/** One raw answer. */
export interface WireAnswer {
  status: number;
  /** Header names in lower case. */
  headers: Record<string, string>;
  body: string;
}

export interface Wire {
  socket: Socket;
  /** Everything received so far. */
  received: () => string;
  /** Resolves when the other side has closed. */
  closed: Promise<void>;
}

/** Opens a connection without sending anything. */
export async function openWire(base: string): Promise<Wire> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname.replace(/[[\]]/g, ""));
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  return { socket, closed, received: () => Buffer.concat(chunks).toString("latin1") };
}

/**
 * Sends bytes over a new connection and returns all answers until it closes.
 *
 * Closes a persistent connection as soon as `count` answers have arrived.
 */
export async function sendBytes(base: string, bytes: string | Buffer, count = 1): Promise<WireAnswer[]> {
  const { socket, received, closed } = await openWire(base);
  socket.on("data", () => {
    if (readAnswers(received()).length >= count) socket.end();
  });
  socket.write(bytes);
  await closed;
  return readAnswers(received());
}

/** A request, whose target is sent unchanged. */
export interface WireRequest {
  method: string;
  target: string;
  headers: Record<string, string>;
  body?: string;
}

/** Sends requests together over one new connection; returns their answers in the same order. */
export async function askTogether(base: string, requests: readonly WireRequest[]): Promise<WireAnswer[]> {
  const { socket, received, closed } = await openWire(base);
  const texts = requests.map(({ method, target, headers, body }, index) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const close = index === requests.length - 1 ? { connection: "close" } : {};
    const all = { ...headers, ...length, ...close };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
  });
  socket.write(texts.join(""));
  await closed;
  return readAnswers(
    received(),
    requests.map(({ method }) => method === "HEAD"),
  );
}

/** Returns the complete answers in the received bytes; `toHead` tells which of them answer a HEAD request. */
export function readAnswers(text: string, toHead: readonly boolean[] = []): WireAnswer[] {
  const answers: WireAnswer[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return answers;
    const [first = "", ...lines] = rest.slice(0, end).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    const status = Number(first.split(" ")[1]);
    const length = toHead[answers.length] ? 0 : Number(headers["content-length"] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    if (body.length < length) return answers;
    rest = rest.slice(end + 4 + length);
    if (status !== 100) answers.push({ status, headers, body });
  }
}
