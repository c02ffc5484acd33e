/** The document of a Form 4 or 5: its insiders, its transactions and their footnotes. */
import { z } from "../../contract/schema.js";
import { isDay, toNumber, toText } from "../../contract/values.js";

const filedLine = z.object({
  /** The security's title as filed. */
  security: z.string().nullable(),
  /** Whether it is of an option or another right, whose exercise is reported again as one of the shares. */
  derivative: z.boolean(),
  date: z.string().nullable(),
  /** The letter of the SEC's list of transactions. */
  code: z.string(),
  shares: z.number().nullable(),
  /** Whether the insider got the shares; `null` where the form does not say so. */
  acquired: z.boolean().nullable(),
  /** USD a share. */
  price: z.number().nullable(),
  /** Whether the price has a footnote, and whether it says that the price is an average of several trades. */
  priceNote: z.enum(["average", "footnote"]).nullable(),
  /** The insider's holding after it, of this security and in this kind of ownership. */
  owned: z.number().nullable(),
  direct: z.boolean().nullable(),
});

/** One reported transaction. */
export type OwnershipLine = z.output<typeof filedLine>;

/** The schema of a form's contents, for the cache. */
export const filedDocument = z.object({
  /** The SEC's number of the company whose shares were traded; `null` where the form does not have it. */
  issuer: z.number().nullable(),
  /** The SEC's numbers of the insiders, who report together. */
  owners: z.array(z.string()),
  names: z.array(z.string()),
  roles: z.array(z.string()),
  /** End of the reported period. */
  period: z.string(),
  /** The day on which the form was filed that this one amends; empty for a form that amends none. */
  amends: z.string(),
  /** Whether a plan of earlier days made the trades; `null` where the form does not say so. */
  planned: z.boolean().nullable(),
  lines: z.array(filedLine),
});

/** The contents of a form. */
export type OwnershipDocument = z.output<typeof filedDocument>;

/** Limits of a document; a form with many transactions has 40 kB. */
const MAX_LENGTH = 2_000_000;
const MAX_LINES_READ = 100;
const MAX_OWNERS = 20;

/**
 * Returns what the document says; `null` if it is no such document, or declares a document type, whose entities could
 * grow without limit.
 */
export function readDocument(text: string): OwnershipDocument | null {
  if (text.length > MAX_LENGTH || /<!(?:DOCTYPE|ENTITY)/i.test(text)) return null;
  const [document] = elements(text, "ownershipDocument");
  if (document === undefined) return null;
  const owners = elements(document, "reportingOwner").slice(0, MAX_OWNERS);
  const averages = readFootnotes(document);
  const plan = plainOf(document, "aff10b5One");
  const tables = [
    ...elements(document, "nonDerivativeTransaction").map((line) => ({ line, derivative: false })),
    ...elements(document, "derivativeTransaction").map((line) => ({ line, derivative: true })),
  ];
  return {
    issuer: toNumber(plainOf(document, "issuerCik")),
    owners: owners.map((owner) => plainOf(owner, "rptOwnerCik")),
    names: owners.flatMap((owner) => toText(plainOf(owner, "rptOwnerName")) ?? []),
    roles: [...new Set(owners.flatMap(rolesOf))],
    period: plainOf(document, "periodOfReport").slice(0, 10),
    amends: plainOf(document, "dateOfOriginalSubmission").slice(0, 10),
    planned: plan === "" ? null : isYes(plan),
    lines: tables.slice(0, MAX_LINES_READ).flatMap(({ line, derivative }) => toLine(line, derivative, averages)),
  };
}

function rolesOf(owner: string): string[] {
  const has = (name: string) => isYes(plainOf(owner, name));
  const words = (name: string) => toText(plainOf(owner, name)) ?? [];
  return [
    ...(has("isOfficer") ? [words("officerTitle")].flat() : []),
    ...(has("isDirector") ? ["Director"] : []),
    ...(has("isTenPercentOwner") ? ["10% Owner"] : []),
    ...(has("isOther") ? [words("otherText")].flat() : []),
  ];
}

function toLine(line: string, derivative: boolean, averages: ReadonlyMap<string, boolean>): OwnershipLine[] {
  const code = plainOf(line, "transactionCode");
  if (!/^[A-Z]$/.test(code)) return [];
  const date = plainOf(line, "transactionDate").slice(0, 10);
  const [price = ""] = elements(line, "transactionPricePerShare");
  const side = plainOf(line, "transactionAcquiredDisposedCode");
  const ownership = plainOf(line, "directOrIndirectOwnership");
  return [
    {
      security: toText(plainOf(line, "securityTitle")),
      derivative,
      date: isDay(date) ? date : null,
      code,
      shares: toNumber(plainOf(line, "transactionShares")),
      acquired: side === "" ? null : side === "A",
      price: toNumber(plainOf(line, "transactionPricePerShare")),
      priceNote: noteOf(price, averages),
      owned: toNumber(plainOf(line, "sharesOwnedFollowingTransaction")),
      direct: ownership === "" ? null : ownership === "D",
    },
  ];
}

/** Returns for each footnote by its id whether it says that a price is an average of several trades. */
function readFootnotes(document: string): ReadonlyMap<string, boolean> {
  // Read once: searching all of them for each reference takes 11 s for 20,000 references in a form of 1 MB.
  const [, ...notes] = document.slice(Math.max(0, document.indexOf("<footnotes"))).split('<footnote id="');
  return new Map(
    notes.toReversed().map((note) => {
      const [text = ""] = note.split("</footnote>", 1);
      const isAverage = /weighted|average|multiple (?:trades|transactions)/i.test(text);
      return [text.slice(0, text.indexOf('"')), isAverage];
    }),
  );
}

function noteOf(price: string, averages: ReadonlyMap<string, boolean>): OwnershipLine["priceNote"] {
  const ids = [...price.matchAll(/<footnoteId id="([A-Za-z0-9]{1,10})"/g)].map(([, id]) => id!);
  if (ids.length === 0) return null;
  return ids.some((id) => averages.get(id)) ? "average" : "footnote";
}

/** Flags are `1` and `0`, or `true` and `false`. */
function isYes(flag: string): boolean {
  return flag === "1" || flag.toLowerCase() === "true";
}

/** Returns the contents of all elements of this name; such an element contains none of the same name. */
function elements(text: string, name: string): string[] {
  const found: string[] = [];
  for (let at = 0; ;) {
    const start = text.indexOf(`<${name}`, at);
    if (start < 0) return found;
    const open = text.indexOf(">", start);
    const isOther = !/[\s>/]/.test(text[start + name.length + 1] ?? "");
    if (open < 0) return found;
    at = open + 1;
    if (isOther || text[open - 1] === "/") continue;
    const end = text.indexOf(`</${name}>`, at);
    if (end < 0) return found;
    found.push(text.slice(at, end));
    at = end;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Returns the text of an element, or of the `value` in it; empty if there is none. */
function plainOf(text: string, name: string): string {
  const [content = ""] = elements(text, name);
  const inner = content.includes("<") ? (elements(content, "value")[0] ?? "") : content;
  return inner
    .replace(/&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|(\w{2,4}));/g, (whole, digits, hex, word: string | undefined) => {
      if (word !== undefined) return ENTITIES[word] ?? whole;
      const point = digits === undefined ? Number.parseInt(hex as string, 16) : Number(digits);
      return point <= 0x10ffff ? String.fromCodePoint(point) : "";
    })
    .trim();
}
