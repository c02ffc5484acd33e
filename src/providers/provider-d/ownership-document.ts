/** Reads the document of a Form 4 or 5: what an insider reports about their transactions. */
import { isDay, toNumber, toText } from "../../contract/values.js";

/** One reported transaction. */
export interface OwnershipLine {
  /** The security's title as filed. */
  security: string | null;
  /** Whether it is of an option or another right, whose exercise is reported again as one of the shares. */
  derivative: boolean;
  date: string | null;
  /** The letter of the SEC's list of transactions. */
  code: string;
  acquired: boolean;
  shares: number | null;
  /** USD a share. */
  price: number | null;
  /** Whether the price has a footnote, and whether it says that the price is an average of several trades. */
  priceNote: "average" | "footnote" | null;
  /** The insider's holding after it, of this security and in this kind of ownership. */
  owned: number | null;
  direct: boolean | null;
}

/** The contents of a form. */
export interface OwnershipDocument {
  /** The SEC's numbers of the insiders, who report together. */
  owners: readonly string[];
  names: readonly string[];
  roles: readonly string[];
  /** End of the reported period. */
  period: string;
  /** The day on which the form was filed that this one amends; empty for a form that amends none. */
  amends: string;
  /** Whether a plan of earlier days made the trades; `null` where the form does not say so. */
  planned: boolean | null;
  lines: readonly OwnershipLine[];
}

/** Limits of a document; a form with many transactions has 40 kB. */
const MAX_LENGTH = 2_000_000;
const MAX_LINES = 100;
const MAX_OWNERS = 20;

/**
 * Returns what the document says; `undefined` if it is no such document, or declares a document type, whose entities could
 * grow without limit.
 */
export function readOwnershipDocument(text: string): OwnershipDocument | undefined {
  if (text.length > MAX_LENGTH || /<!(?:DOCTYPE|ENTITY)/i.test(text)) return undefined;
  const [document] = elements(text, "ownershipDocument");
  if (document === undefined) return undefined;
  const owners = elements(document, "reportingOwner").slice(0, MAX_OWNERS);
  const footnotes = document.slice(Math.max(0, document.indexOf("<footnotes")));
  const plan = plainOf(document, "aff10b5One");
  const tables = [
    ...elements(document, "nonDerivativeTransaction").map((line) => ({ line, derivative: false })),
    ...elements(document, "derivativeTransaction").map((line) => ({ line, derivative: true })),
  ];
  return {
    owners: owners.map((owner) => plainOf(owner, "rptOwnerCik")),
    names: owners.flatMap((owner) => toText(plainOf(owner, "rptOwnerName")) ?? []),
    roles: [...new Set(owners.flatMap(rolesOf))],
    period: plainOf(document, "periodOfReport").slice(0, 10),
    amends: plainOf(document, "dateOfOriginalSubmission").slice(0, 10),
    planned: plan === "" ? null : isYes(plan),
    lines: tables.slice(0, MAX_LINES).flatMap(({ line, derivative }) => toLine(line, derivative, footnotes)),
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

function toLine(line: string, derivative: boolean, footnotes: string): OwnershipLine[] {
  const code = plainOf(line, "transactionCode");
  if (!/^[A-Z]$/.test(code)) return [];
  const date = plainOf(line, "transactionDate").slice(0, 10);
  const [price = ""] = elements(line, "transactionPricePerShare");
  const ownership = plainOf(line, "directOrIndirectOwnership");
  return [
    {
      security: toText(plainOf(line, "securityTitle")),
      derivative,
      date: isDay(date) ? date : null,
      code,
      acquired: plainOf(line, "transactionAcquiredDisposedCode") === "A",
      shares: toNumber(plainOf(line, "transactionShares")),
      price: toNumber(plainOf(line, "transactionPricePerShare")),
      priceNote: noteOf(price, footnotes),
      owned: toNumber(plainOf(line, "sharesOwnedFollowingTransaction")),
      direct: ownership === "" ? null : ownership === "D",
    },
  ];
}

function noteOf(price: string, footnotes: string): OwnershipLine["priceNote"] {
  const ids = [...price.matchAll(/<footnoteId id="([A-Za-z0-9]{1,10})"/g)].map(([, id]) => id!);
  if (ids.length === 0) return null;
  const texts = ids.map((id) => {
    const at = footnotes.indexOf(`<footnote id="${id}"`);
    return at < 0 ? "" : footnotes.slice(at, footnotes.indexOf("</footnote>", at));
  });
  return texts.some((text) => /weighted|average|multiple (?:trades|transactions)/i.test(text)) ? "average" : "footnote";
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
