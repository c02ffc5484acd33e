/** Decodes a filed document while it arrives, whose encoding is often not named. */
import { isUtf8 } from "node:buffer";

/** Turns bytes into text, cut anywhere. */
interface Decoder {
  write(bytes: Uint8Array): string;
  end(): string;
}

/** The beginning of a document that can name its encoding. */
const ENCODING_BYTES = 1_000;
/** Bytes of a character of UTF-8 that can be missing at the end of a piece. */
const MAX_MISSING = 3;

/** Creates a decoder, which returns nothing before the bytes that name the encoding have arrived. */
export function createDecoder(): Decoder {
  let first = Buffer.alloc(0);
  let decoder: Decoder | undefined;
  const begin = (): string => {
    decoder = decoderOf(first);
    return decoder.write(first);
  };
  return {
    write(bytes) {
      if (decoder) return decoder.write(bytes);
      first = Buffer.concat([first, bytes]);
      return first.length < ENCODING_BYTES ? "" : begin();
    },
    end: () => (decoder ? "" : begin()) + decoder!.end(),
  };
}

function decoderOf(first: Buffer): Decoder {
  const encoding = utf16Of(first) ?? namedIn(first);
  if (encoding === undefined) return createGuessingDecoder();
  const decoder = new TextDecoder(encoding);
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

/** UTF-16 by its mark, or because most other bytes of a text in Latin letters are 0. */
function utf16Of(first: Buffer): string | undefined {
  const bytes = first.subarray(0, ENCODING_BYTES);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const [even, odd] = zeros as [number, number];
  if (Math.max(even, odd) <= bytes.length / 4) return undefined;
  return even > odd ? "utf-16be" : "utf-16le";
}

/** The encoding that a document names, if it is known and neither of the two that are named where others are used. */
function namedIn(first: Buffer): string | undefined {
  const head = first.subarray(0, ENCODING_BYTES).toString("latin1");
  const name = /(?:charset|encoding)\s*=\s*["']?([\w.:-]{2,40})/i.exec(head)?.[1] ?? "utf-8";
  if (/^(?:utf|(?:us-)?ascii)/i.test(name)) return undefined;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

/** Decodes UTF-8, and bytes that are none as Windows' letters: old documents name no encoding. */
function createGuessingDecoder(): Decoder {
  const windows = new TextDecoder("windows-1252");
  let rest = Buffer.alloc(0);
  const decode = (bytes: Buffer): string =>
    isUtf8(bytes)
      ? bytes.toString("utf8")
      : bytes.toString("latin1").replace(/[\x80-\xff]+/g, (run) => {
          const letters = Buffer.from(run, "latin1");
          // As one piece, Node would decode the letters as ISO's, which lack quotes and dashes.
          return isUtf8(letters) ? letters.toString("utf8") : windows.decode(letters, { stream: true });
        });
  return {
    write(bytes) {
      const all = Buffer.concat([rest, bytes]);
      const end = all.length - missingEnd(all);
      rest = all.subarray(end);
      return decode(all.subarray(0, end));
    },
    end: () => decode(rest),
  };
}

/** The number of bytes at the end that begin a character of UTF-8. */
function missingEnd(bytes: Buffer): number {
  for (let length = 1; length <= Math.min(MAX_MISSING, bytes.length); length++) {
    const byte = bytes[bytes.length - length]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > length ? length : 0;
  }
  return 0;
}
