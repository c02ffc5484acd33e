/** Reads the body of an upstream's answer, within its limits. */
import type { Duplex } from "node:stream";
import type { TextReader } from "../contract/upstream.js";
import { JsonWeight, type JsonLimits } from "../lib/json-weight.js";
import { LONG_BYTES } from "./long-answers.js";

/** The first byte of an object in JSON. */
const OPEN = 123;

/** Limit of an answer in bytes, counted after decompression. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;
/**
 * Limits of an answer that is parsed. The largest known answer, 5,000 coins with 17 fields, has 90,000 values, the
 * deepest ten levels, and a real one hundreds of shapes.
 */
export const LIMITS: JsonLimits = { values: 300_000, depth: 64, shapes: 20_000 };

/**
 * Reads the whole body; `undefined` when it is too large or too heavy to parse. Reading pauses while `onLong` waits.
 * Uses events, because an iterator takes a tenth of the whole call. With `readerOf`, which is asked at the first piece, a
 * body that is an object in JSON goes through the reader, and with `readsAnyBody` any other one, too.
 */
export function readBody(
  stream: Duplex,
  onLong: () => Promise<void>,
  readerOf: () => TextReader | undefined = () => undefined,
  readsAnyBody = false,
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let reader: TextReader | undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    let weight: JsonWeight | undefined;
    /** Weighs each chunk as it arrives, because weighing the whole body at once would block the event loop. */
    const isLight = (chunk: Buffer) => {
      if (size <= LONG_BYTES) return true;
      if (weight) return weight.add(chunk);
      weight = new JsonWeight(LIMITS);
      stream.pause();
      void onLong().then(() => stream.resume());
      return weight.add(Buffer.concat([...chunks, chunk]));
    };
    stream.on("data", (chunk: Buffer) => {
      if (size === 0 && (readsAnyBody || chunk[0] === OPEN)) reader = readerOf();
      size += chunk.length;
      if (reader) {
        const isWithin = reader.add(chunk);
        if (isWithin === true) return;
        resolve(isWithin === "enough" ? Buffer.from(reader.end()) : undefined);
        return stream.destroy();
      }
      if (size <= MAX_BODY_BYTES && isLight(chunk)) return chunks.push(chunk);
      resolve(undefined);
      return stream.destroy();
    });
    stream.once("end", () => resolve(reader ? Buffer.from(reader.end()) : Buffer.concat(chunks)));
    stream.once("error", reject);
    stream.once("close", () => reject({ code: "ERR_STREAM_PREMATURE_CLOSE" }));
  });
}
