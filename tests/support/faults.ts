/** Ways in which an upstream answers or fails. */
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Play, UpstreamCall } from "./faulty-upstream.js";
import { playHealthy } from "./healthy-upstream.js";

type Headers = Record<string, string>;

/** A healthy answer. */
export const healthy: Play = playHealthy;

/** A status with a body: text unchanged, anything else as JSON. */
export function reply(status: number, body: unknown = {}, headers: Headers = {}): Play {
  return ({ response }) => void response.writeHead(status, typed(body, headers)).end(toBytes(body));
}

/** 200 with a body. */
export const json = (body: unknown): Play => reply(200, body);

/** Waits for `passed`, then answers. */
export function gated(passed: Promise<unknown>, play: Play = healthy): Play {
  return async (call) => {
    await passed;
    await play(call);
  };
}

/** Answers after that many milliseconds. */
export const later = (ms: number, play: Play = healthy): Play =>
  gated(new Promise((resolve) => setTimeout(resolve, ms)), play);

/** Never answers. */
export const hang: Play = () => {};

/** Sends half of a header, then nothing. */
export const stallHeaders: Play = ({ response }) => void response.socket?.write("HTTP/1.1 200 OK\r\nContent-Ty");

/** Sends half of a body, then nothing. */
export const stallBody: Play = ({ response }) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('[{"price": ');
};

/** Sends one byte at a time, until the client closes the connection. */
export const drip: Play = ({ response }) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 20);
  response.once("close", () => clearInterval(timer));
};

/** Sends an endless header, byte by byte. */
export const dripHeaders: Play = ({ response: { socket } }) => {
  socket?.write("HTTP/1.1 200 OK\r\nX-Slow: ");
  const timer = setInterval(() => socket?.write("a"), 20);
  socket?.once("close", () => clearInterval(timer));
};

/** Sends the whole answer without a length, and never closes the connection. */
export const neverEnds =
  (body: unknown): Play =>
  ({ response }) =>
    void response.socket?.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${toBytes(body)}`);

/** Resets the connection before it sends a byte. */
export const reset: Play = (call) => {
  call.state = "broken";
  call.request.socket.resetAndDestroy();
};

/** Closes the connection before it sends a byte. */
export const close: Play = (call) => {
  call.state = "broken";
  call.request.socket.end();
};

/** Sends raw bytes instead of an answer, then ends the connection unless `open` is set. */
export const raw =
  (bytes: string, { open = false } = {}): Play =>
  (call) => {
    call.state = "broken";
    call.request.socket.write(bytes);
    if (!open) call.request.socket.end();
  };

/** Ends the connection in the middle of a valid body. */
export const truncated =
  (body: unknown, end: "fin" | "reset" = "fin"): Play =>
  (call) => {
    const text = String(toBytes(body));
    const { socket } = call.request;
    call.state = "broken";
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`;
    const half = text.slice(0, text.length / 2);
    socket.write(head + half, () => (end === "fin" ? socket.end() : socket.resetAndDestroy()));
  };

const MEGABYTE = 1024 * 1024;

/** A JSON text of that many megabytes, with or without a declared length. */
export function huge(megabytes: number, { declared = true } = {}): Play {
  return async ({ response }) => {
    const length = megabytes * MEGABYTE + 4;
    response.writeHead(200, { "content-type": "application/json", ...(declared ? { "content-length": length } : {}) });
    response.write('["');
    const part = Buffer.alloc(MEGABYTE, "a");
    for (let sent = 0; sent < megabytes && !response.destroyed; sent++) {
      if (!response.write(part)) await drained(response);
    }
    response.end('"]');
  };
}

/** A body of a few kilobytes that decompresses to that many megabytes; `layers` compresses it more than once. */
export function bomb(megabytes: number, encoding: "gzip" | "br" = "gzip", layers = 1): Play {
  // Concatenated gzip members decompress one after the other, so a gigabyte needs little compressed data.
  const member = encoding === "gzip" ? gzipSync(Buffer.alloc(16 * MEGABYTE, "a")) : undefined;
  let bytes = member
    ? Buffer.concat([gzipSync('["'), ...Array.from({ length: megabytes / 16 }, () => member)])
    : brotliCompressSync(Buffer.alloc(megabytes * MEGABYTE, "a"), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  for (let layer = 1; layer < layers; layer++) bytes = gzipSync(bytes);
  const encodings = Array.from({ length: layers }, () => encoding).join(", ");
  return reply(200, bytes, { "content-type": "application/json", "content-encoding": encodings });
}

/** A body that is uncompressed or truncated although the header states gzip. */
export function badGzip(body: unknown, how: "plain" | "cut"): Play {
  const packed = gzipSync(toBytes(body));
  const bytes = how === "plain" ? Buffer.from(toBytes(body)) : packed.subarray(0, packed.length / 2);
  return reply(200, bytes, { "content-type": "application/json", "content-encoding": "gzip" });
}

/** Nested arrays. */
export const deep = (depth: number): Play => reply(200, `${"[".repeat(depth)}${"]".repeat(depth)}`);

/** Redirects to another address. */
export const redirect = (location: string, status = 302): Play => reply(status, "", { location });

/** Sends the answer to a request, followed by an unrequested one. */
export const withExtra =
  (body: unknown, extra: unknown): Play =>
  (call) => {
    call.state = "broken";
    call.request.socket.write(toMessage(body) + toMessage(extra));
  };

/** Answers the first call on each connection correctly, and every later one with `play`. */
export const onReuse =
  (play: Play): Play =>
  (call) =>
    call.onConnection === 1 ? healthy(call) : play(call);

function toMessage(body: unknown): string {
  const text = String(toBytes(body));
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

function toBytes(body: unknown): string | Buffer {
  return typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}

function typed(body: unknown, headers: Headers): Headers {
  const html = typeof body === "string" && body.startsWith("<");
  return { "content-type": html ? "text/html" : "application/json", ...headers };
}

function drained(response: UpstreamCall["response"]): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.once("drain", done).once("close", done);
  });
}
