/** Reads the body of an upstream's answer, within its limits. */
import type { Duplex } from "node:stream";
import { JsonWeight } from "./json-weight.js";
import { LONG_BYTES } from "./long-answers.js";

/** Limit of an answer in bytes, counted after decompression. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;
/**
 * Reads the whole body; `undefined` when it is too large or too heavy to parse. Reading pauses while `onLong` waits.
 * Uses events, because an iterator takes a tenth of the whole call.
 */
export function readBody(stream: Duplex, onLong: () => Promise<void>): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let weight: JsonWeight | undefined;
    /** Weighs each chunk as it arrives, because weighing the whole body at once would block the event loop. */
    const isLight = (chunk: Buffer) => {
      if (size <= LONG_BYTES) return true;
      if (weight) return weight.add(chunk);
      weight = new JsonWeight();
      stream.pause();
      void onLong().then(() => stream.resume());
      return weight.add(Buffer.concat([...chunks, chunk]));
    };
    stream.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES && isLight(chunk)) return chunks.push(chunk);
      resolve(undefined);
      return stream.destroy();
    });
    stream.once("end", () => resolve(Buffer.concat(chunks)));
    stream.once("error", reject);
    stream.once("close", () => reject({ code: "ERR_STREAM_PREMATURE_CLOSE" }));
  });
}
