/** A search for recognisable secrets in any encoding. */

/** Output or data of the program, and its place. */
export interface Evidence {
  where: string;
  content: string | Buffer;
}

/**
 * Returns each secret and encoding found, with its place.
 *
 * Searches for the plain text (in any letter case: symbols are upper-cased), JSON, HTML, all forms of percent-encoding,
 * both alphabets of base64 alone and within a longer text, hex, and UTF-16. Secrets must be ASCII.
 */
export function findCanaries(secrets: Readonly<Record<string, string>>, evidence: readonly Evidence[]): string[] {
  const spellings = Object.entries(secrets).flatMap(([name, secret]) =>
    Object.entries(spellingsOf(secret)).map(([spelling, text]) => ({ what: `${name}, ${spelling}`, text })),
  );
  return evidence.flatMap(({ where, content }) => {
    const text = (typeof content === "string" ? Buffer.from(content) : content).toString("latin1");
    const lower = text.toLowerCase();
    return spellings
      .filter(({ what, text: secret }) =>
        what.includes("base64") ? text.includes(secret) : lower.includes(secret.toLowerCase()),
      )
      .map(({ what }) => `${what}: ${where}`);
  });
}

/** Returns the encodings of a secret by name. */
export function spellingsOf(secret: string): Record<string, string> {
  const bytes = Buffer.from(secret);
  const inBase64 = (before: number) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    // Without the characters that also contain bits of the neighbouring bytes.
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  };
  const toUrlSafe = (text: string) => text.replaceAll("+", "-").replaceAll("/", "_");
  const html = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" } as Record<string, string>;
  return {
    plain: secret,
    "as JSON": JSON.stringify(secret).slice(1, -1),
    "as HTML": secret.replace(/[&"<>]/g, (character) => html[character]!),
    "percent-encoded": encodeURIComponent(secret),
    "as a query": new URLSearchParams({ a: secret }).toString().slice(2),
    "every byte percent-encoded": [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
    hex: bytes.toString("hex"),
    "UTF-16": Buffer.from(secret, "utf16le").toString("latin1"),
    ...Object.fromEntries(
      [0, 1, 2].flatMap((before) => [
        [`base64 after ${before}`, inBase64(before)],
        [`base64 for addresses after ${before}`, toUrlSafe(inBase64(before))],
      ]),
    ),
  };
}
