/**
 * Compresses replies by the request's `Accept-Encoding`. The compressed form is kept with the body, so that an
 * answer is not compressed for each request.
 */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { CompressedForms, Encoding, HttpReply } from "../contract/reply.js";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** A level at which JSON shrinks to a fifth, at about 100 MB a second; higher ones take several times as long. */
const BROTLI_QUALITY = 4;

/** Limit of encodings that are read; there are fewer than ten. */
const MAX_ENCODINGS = 20;

/**
 * Returns the reply in an encoding that the request accepts, or unchanged; a promise only if the body must be compressed
 * first. The ETag names the encoding, because two forms of different bytes must not share a strong one.
 */
export function toEncoded(reply: HttpReply, acceptEncoding: string | undefined): HttpReply | Promise<HttpReply> {
  const { compressed, headers, body, status } = reply;
  const encoding = compressed && chooseEncoding(acceptEncoding);
  if (!encoding) return reply;
  const whole = { ...headers, ...(headers["etag"] && { etag: withEncoding(headers["etag"], encoding) }) };
  if (status !== 200 || typeof body !== "string") return { ...reply, headers: whole };
  const encoded = (bytes: Buffer): HttpReply => ({
    ...reply,
    headers: whole,
    encoded: { encoding, bytes },
  });
  const known = compressed.get(encoding) ?? compress(body, encoding, compressed);
  return known instanceof Promise ? known.then(encoded) : encoded(known);
}

/** Compresses outside the main thread. Requests that arrive meanwhile wait for the same result. */
async function compress(body: string, encoding: Encoding, compressed: CompressedForms): Promise<Buffer> {
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const made = encoding === "br" ? toBrotli(body, { params: parameters }) : toGzip(body);
  compressed.set(encoding, made);
  try {
    const bytes = await made;
    compressed.set(encoding, bytes);
    return bytes;
  } catch (error) {
    compressed.delete(encoding);
    throw error;
  }
}

/** Returns the encoding that a request prefers, Brotli rather than gzip; `undefined` if it wants the body as it is. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  if (!acceptEncoding) return undefined;
  const weights = new Map(acceptEncoding.toLowerCase().split(",", MAX_ENCODINGS).map(toWeight));
  const [br, gz] = (["br", "gzip"] as const).map((name) => weights.get(name) ?? weights.get("*") ?? 0) as [
    number,
    number,
  ];
  if (br === 0 && gz === 0) return undefined;
  return br >= gz ? "br" : "gzip";
}

function toWeight(coding: string): [name: string, weight: number] {
  const [name = "", parameter] = coding.split(";").map((part) => part.trim());
  return [name, parameter?.startsWith("q=") ? Number(parameter.slice(2)) || 0 : 1];
}

function withEncoding(etag: string, encoding: Encoding): string {
  return `${etag.slice(0, -1)}-${encoding}"`;
}
