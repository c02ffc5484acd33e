/** The body of a request, bounded. */
import type { IncomingMessage } from "node:http";

export const MAX_BODY_BYTES = 1024 * 1024;

/**
 * The body as text.
 *
 * What comes after the limit is read and thrown away, for the time a request may
 * take: a client that is still sending would miss an answer on a closed socket.
 */
export function readBody(request: IncomingMessage): Promise<{ text: string } | "too large" | "cut short"> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const isTooLarge = () => Number(request.headers["content-length"]) > MAX_BODY_BYTES || size > MAX_BODY_BYTES;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (isTooLarge()) {
        chunks.length = 0;
        resolve("too large");
      } else chunks.push(chunk);
    });
    request.once("end", () => resolve({ text: Buffer.concat(chunks).toString("utf8") }));
    request.once("close", () => resolve("cut short"));
    request.on("error", () => {});
    if (isTooLarge()) resolve("too large");
  });
}
