/** How a secret may be spelled, so that it can be taken out of a text. */

/** Plain, as JSON, URL-encoded as a path and as a query, base64 and hex. */
export function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const spellings = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ "": secret }).toString().slice(1),
    bytes.toString("base64"),
    bytes.toString("hex"),
  ];
  return [...new Set(spellings)];
}

/** Puts `***` in place of each of these secrets, in each spelling. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets.flatMap(spellingsOf);
  return (text) => spellings.reduce((cleaned, spelling) => cleaned.replaceAll(spelling, "***"), text);
}
