/** How a secret may be spelled, so that it can be taken out of a text. */

/** Fewer characters of a base64 text are found in anything. */
const MIN_BASE64 = 8;
/** How much of a secret is looked for among escapes before all of it is compared. */
const HINT_LENGTH = 2;

/**
 * Puts `***` in place of each of these secrets: plain, URL-encoded, in base64
 * and hex, and with any of its characters escaped as JSON, an address or HTML
 * does.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))];
  let redactEscaped: ((text: string) => string) | undefined;
  return (text) => {
    let cleaned = text;
    for (const spelling of spellings) if (cleaned.includes(spelling)) cleaned = cleaned.replaceAll(spelling, "***");
    // Most texts have no escapes, and are done.
    if (!cleaned.includes("\\") && !cleaned.includes("%") && !cleaned.includes("&#")) return cleaned;
    redactEscaped ??= createEscapedRedactor(spellings.filter((each) => secrets.includes(each) || /[+/]/.test(each)));
    return redactEscaped(cleaned);
  };
}

/** Plain, as JSON, URL-encoded as a path and as a query, in hex, and in base64 of both alphabets, alone and amid more. */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const base64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    // Without the characters that also hold bits of what stands before and after.
    const core = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return core.length < MIN_BASE64 ? [] : [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ "": secret }).toString().slice(1),
    bytes.toString("base64"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    ...base64,
    hex,
    hex.toUpperCase(),
  ];
}

// `\u002f` and `\/`, also where JSON stands in JSON; `%2F`, also twice; `&#47;` and `&#x2F;`.
const ESCAPE = /\\{1,4}(?:u00([2-7][\da-f])|(\/))|%(?:25){0,2}([2-7][\da-f])|&#(?:(\d{2,3})|x([2-7][\da-f]));/iy;

/** Puts `***` in place of texts of which any character may be escaped. */
function createEscapedRedactor(texts: readonly string[]): (text: string) => string {
  if (texts.length === 0) return (text) => text;
  const hints = new Set(texts.map((text) => text.slice(0, HINT_LENGTH).replace(/[^]/g, toPattern)));
  const hint = new RegExp([...hints].join("|"), "g");
  return (text) => {
    let cleaned = "";
    let done = 0;
    hint.lastIndex = 0;
    for (let found = hint.exec(text); found; found = hint.exec(text)) {
      const end = Math.max(...texts.map((each) => endOf(each, text, found!.index)));
      if (end < 0) continue;
      cleaned += `${text.slice(done, found.index)}***`;
      hint.lastIndex = done = end;
    }
    return cleaned + text.slice(done);
  };
}

/** Where this ends in a text that spells it from there on; -1 when it does not. */
function endOf(sought: string, text: string, from: number): number {
  let at = from;
  for (const character of sought) {
    if (text.startsWith(character, at)) {
      at += character.length;
      continue;
    }
    ESCAPE.lastIndex = at;
    const [whole = "", json, slash, percent, decimal, html] = ESCAPE.exec(text) ?? [];
    const hex = json ?? percent ?? html;
    const escaped = slash ?? String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(decimal));
    if (escaped !== character) return -1;
    at += whole.length;
  }
  return at;
}

/** The character as it is or in one of the escapes. */
function toPattern(character: string): string {
  const code = character.charCodeAt(0);
  const itself = `\\u${code.toString(16).padStart(4, "0")}`;
  const hex = code.toString(16).replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const slash = character === "/" ? "|\\\\{1,4}\\/" : "";
  return `(?:${itself}${slash}|\\\\{1,4}u00${hex}|%(?:25){0,2}${hex}|&#(?:${code}|[xX]${hex});)`;
}
