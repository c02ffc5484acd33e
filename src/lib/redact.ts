/** Removes secrets from text, in any common encoding. */

/**
 * Shorter secrets are not removed: the public key `demo` is also an ordinary word, and real keys are longer.
 */
const MIN_SECRET_LENGTH = 5;
/** A shorter base64 text may appear in ordinary text by chance. */
const MIN_BASE64 = 8;
/** Number of leading characters of a secret that are searched for among escapes, before all of it is compared. */
const HINT_LENGTH = 2;

/**
 * Returns a function that replaces each secret by `***`: plain, URL-encoded, in base64 and hex, and with any of its
 * characters escaped as in JSON, a URL or HTML. Secrets shorter than five characters are not replaced.
 */
export function createRedactor(all: readonly string[]): (text: string) => string {
  const secrets = all.filter(({ length }) => length >= MIN_SECRET_LENGTH);
  const spellings = [...new Set(secrets.flatMap(spellingsOf))];
  let redactEscaped: ((text: string) => string) | undefined;
  return (text) => {
    let cleaned = text;
    for (const spelling of spellings) if (cleaned.includes(spelling)) cleaned = cleaned.replaceAll(spelling, "***");
    // Most text has no escapes, so the slow search is rarely needed.
    if (!cleaned.includes("\\") && !cleaned.includes("%") && !cleaned.includes("&#")) return cleaned;
    redactEscaped ??= createEscapedRedactor(spellings.filter((each) => secrets.includes(each) || /[+/]/.test(each)));
    return redactEscaped(cleaned);
  };
}

/**
 * Returns the spellings of a secret: plain, JSON, URL-encoded as a path and as a query, hex, and base64 in both
 * alphabets, alone and inside a longer text.
 */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const base64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    // The first and last characters also contain bits of the neighbouring bytes.
    const core = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return core.length < MIN_BASE64 ? [] : [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ "": secret }).toString().slice(1),
    bytes.toString("base64"),
    bytes.toString("base64").replace(/={1,2}$/, ""),
    bytes.toString("base64url"),
    ...base64,
    hex,
    hex.toUpperCase(),
  ];
}

// `\u002f` and `\/`, also within nested JSON; `%2F`, also encoded twice; `&#47;` and `&#x2F;`.
const ESCAPE = /\\{1,4}(?:u00([2-7][\da-f])|(\/))|%(?:25){0,2}([2-7][\da-f])|&#(?:(\d{2,3})|x([2-7][\da-f]));/iy;

/** Returns a function that replaces texts by `***`, whichever of their characters are escaped. */
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
      if (end < 0) {
        // The secret may begin inside the match: `aab` begins at the second character of `aaab`.
        hint.lastIndex = found.index + 1;
        continue;
      }
      cleaned += `${text.slice(done, found.index)}***`;
      hint.lastIndex = done = end;
    }
    return cleaned + text.slice(done);
  };
}

/**
 * Returns the index after `sought` if the text contains it, escaped or not, at `from`; otherwise
 * -1.
 */
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

/** Returns a pattern for the character and all its escapes. */
function toPattern(character: string): string {
  const code = character.charCodeAt(0);
  const itself = `\\u${code.toString(16).padStart(4, "0")}`;
  const hex = code.toString(16).replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const slash = character === "/" ? "|\\\\{1,4}\\/" : "";
  return `(?:${itself}${slash}|\\\\{1,4}u00${hex}|%(?:25){0,2}${hex}|&#(?:${code}|[xX]${hex});)`;
}
