/** The document of a Form 4 or 5: its insiders, its transactions and their footnotes. */
import { z } from "../../../contract/schema.js";
import { isDay, toNumber, toText } from "../../../contract/values.js";
import { decodeEntities } from "../../../lib/decode-entities.js";
import { isOrdinary, ratioOf, readDepositaryNote, type DepositaryNote } from "./depositary-notes.js";

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
  /**
   * Whether the price has a footnote, and whether the notes say that the price is an average of several trades, or that of
   * a depositary share (ADS) beside a number of ordinary shares.
   */
  priceNote: z.enum(["average", "footnote", "ads"]).nullable(),
  /** Ordinary shares of an ADS, where the price is that of an ADS; `null` where the notes do not state their number. */
  adsRatio: z.number().nullable(),
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
const MAX_NOTE = 4_000;

/**
 * Returns what the document says; `null` if it is no such document, or declares a document type, whose entities could
 * grow without limit.
 */
export function readForm(text: string): OwnershipDocument | null {
  if (text.length > MAX_LENGTH || /<!(?:DOCTYPE|ENTITY)/i.test(text)) return null;
  const [document] = elements(text, "ownershipDocument");
  if (document === undefined) return null;
  const owners = elements(document, "reportingOwner").slice(0, MAX_OWNERS);
  const footnotes = readFootnotes(document);
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
    lines: tables.slice(0, MAX_LINES_READ).flatMap(({ line, derivative }) => toLine(line, derivative, footnotes)),
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

function toLine(line: string, derivative: boolean, footnotes: Footnotes): OwnershipLine[] {
  const code = plainOf(line, "transactionCode");
  if (!/^[A-Z]$/.test(code)) return [];
  const date = plainOf(line, "transactionDate").slice(0, 10);
  const [price = ""] = elements(line, "transactionPricePerShare");
  const side = plainOf(line, "transactionAcquiredDisposedCode");
  const ownership = plainOf(line, "directOrIndirectOwnership");
  const security = toText(plainOf(line, "securityTitle"));
  const ofOrdinary = !derivative && security !== null && isOrdinary(security);
  return [
    {
      security,
      derivative,
      date: isDay(date) ? date : null,
      code,
      shares: toNumber(plainOf(line, "transactionShares")),
      acquired: side === "" ? null : side === "A",
      price: toNumber(plainOf(line, "transactionPricePerShare")),
      ...toPriceNote(price, ofOrdinary ? line : "", footnotes),
      owned: toNumber(plainOf(line, "sharesOwnedFollowingTransaction")),
      direct: ownership === "" ? null : ownership === "D",
    },
  ];
}

/** A footnote: whether it says that a price is an average of several trades, and what it says on depositary shares. */
interface Footnote extends DepositaryNote {
  isAverage: boolean;
}
type Footnotes = ReadonlyMap<string, Footnote>;

/** Returns the footnotes by their ids. */
function readFootnotes(document: string): Footnotes {
  // Read once: searching all of them for each reference takes 11 s for 20,000 references in a form of 1 MB.
  const [, ...notes] = document.slice(Math.max(0, document.indexOf("<footnotes"))).split('<footnote id="');
  return new Map(
    notes.toReversed().map((note) => {
      const [content = ""] = note.split("</footnote>", 1);
      const text = decodeEntities(content.slice(content.indexOf(">") + 1, MAX_NOTE)).replace(/\s+/g, " ");
      const isAverage = /weighted|average|multiple (?:trades|transactions)/i.test(text);
      return [content.slice(0, content.indexOf('"')), { isAverage, ...readDepositaryNote(text) }];
    }),
  );
}

/** Returns the notes to which this part of a document refers, each once. */
function notesOf(part: string, footnotes: Footnotes): Footnote[] {
  const ids = new Set([...part.matchAll(/<footnoteId id="([A-Za-z0-9]{1,10})"/g)].map(([, id]) => id!));
  return [...ids].flatMap((id) => footnotes.get(id) ?? []);
}

/**
 * Returns the meaning of a price with these footnotes. `line` is that of ordinary shares, otherwise empty: beside a number
 * of ADSs the price of an ADS is no exception.
 */
function toPriceNote(price: string, line: string, footnotes: Footnotes): Pick<OwnershipLine, "priceNote" | "adsRatio"> {
  const [own, all] = [notesOf(price, footnotes), notesOf(line, footnotes)];
  if (line !== "" && (own.some(({ ofPrice }) => ofPrice) || all.some(({ ofPrice }) => ofPrice === "stated"))) {
    const ratio = ratioOf(own) ?? ratioOf(all) ?? ratioOf([...footnotes.values()]);
    return { priceNote: "ads", adsRatio: ratio };
  }
  const isFootnoted = price.includes("<footnoteId");
  return {
    priceNote: own.some(({ isAverage }) => isAverage) ? "average" : isFootnoted ? "footnote" : null,
    adsRatio: null,
  };
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

/** Returns the text of an element, or of the `value` in it; empty if there is none. */
function plainOf(text: string, name: string): string {
  const [content = ""] = elements(text, name);
  const inner = content.includes("<") ? (elements(content, "value")[0] ?? "") : content;
  return decodeEntities(inner).trim();
}
