/**
 * The document of a Schedule 13D or 13G: who holds how much of a class of shares, and of a 13D why. The worst documents have
 * an end tag without its `>`, text in place of numbers, and prose without end; limits are those of `readXml`.
 */
import { z } from "../../../contract/schema.js";
import { isDay, toNumber, toText } from "../../../contract/values.js";
import { toSentences } from "./passage-sentences.js";
import { childAt, NoXml, readXml, textAt, type XmlElement } from "./xml-records.js";

const person = z.object({
  name: z.string(),
  /** The SEC's number of the person, ten digits; a 13G has none. */
  cik: z.string().nullable(),
  shares: z.number().nullable(),
  /** Percent of the class, as the filer computed it. */
  percent: z.number().nullable(),
});

/** The schema of a schedule's contents, for the cache. */
export const scheduleDocument = z.object({
  /** The SEC's number of the company whose shares they are; `null` where the document does not have it. */
  issuer: z.number().nullable(),
  /** The title of the class of shares, and its CUSIPs. */
  class: z.string().nullable(),
  cusips: z.array(z.string()),
  /** The number of the amendment; `null` where the document states none. */
  amendment: z.number().nullable(),
  /** The day of the event that required it. */
  event: z.string().nullable(),
  /** The SEC's numbers of those who sent it, ten digits. */
  filers: z.array(z.string()),
  persons: z.array(person),
  /** Whether a 13G says that the holder has 5 % or less. */
  isBelow: z.boolean(),
  /** Why a 13D's persons hold the shares, in their words; `null` for a 13G. */
  purpose: z.string().nullable(),
});

/** The contents of a schedule. */
export type ScheduleDocument = z.output<typeof scheduleDocument>;

/** Limit of a document in characters; one of 20 persons with all its prose has 100 kB. */
const MAX_LENGTH = 2_000_000;
const MAX_PERSONS = 100;
const MAX_CUSIPS = 10;
/** Characters of a purpose: its first paragraphs say it, and an answer has several. */
export const MAX_PURPOSE = 500;
/** The mark at the end of a purpose that goes on. */
export const GOES_ON = " …";

/**
 * Returns what the document says; `null` if it is no such document, or is damaged.
 *
 * @throws {DocumentTooLarge} for one that is nested too deeply or has too much text.
 */
export function readSchedule(text: string): ScheduleDocument | null {
  if (text.length > MAX_LENGTH) return null;
  const root = toRoot(withEndTags(text));
  const form = childAt(root, "formData");
  if (
    root?.name !== "edgarSubmission" ||
    !form ||
    !/<\/(?:[\w.-]{1,20}:)?edgarSubmission\s*>\s*$/.test(text.slice(-500))
  )
    return null;
  const cover = childAt(form, "coverPageHeader");
  const issuer = childAt(cover, "issuerInfo");
  const active = childrenOf(childAt(form, "reportingPersons"), "reportingPersonInfo").map(toActivePerson);
  const passive = childrenOf(form, "coverPageHeaderReportingPersonDetails").map(toPassivePerson);
  const persons = [...active, ...passive].filter(({ name }) => name !== "").slice(0, MAX_PERSONS);
  if (persons.length === 0) return null;
  const isActive = active.length > 0;
  return {
    issuer: toNumber(textAt(issuer, "issuerCIK") || textAt(issuer, "issuerCik")),
    class: toText(textAt(cover, "securitiesClassTitle")),
    cusips: cusipsOf(issuer),
    amendment: toNumber(textAt(cover, "amendmentNo")),
    event: toDay(textAt(cover, isActive ? "dateOfEvent" : "eventDateRequiresFilingThisStatement")),
    filers: childrenOf(childAt(root, "headerData", "filerInfo"), "filer").flatMap(
      (filer) => toCik(textAt(filer, "filerCredentials", "cik")) ?? [],
    ),
    persons,
    isBelow: textAt(form, "items", "item5", "classOwnership5PercentOrLess").toUpperCase() === "Y",
    purpose: toPurpose(textAt(form, "items1To7", "item4", "transactionPurpose")),
  };
}

/** Returns the first sentences of a purpose, or of a long one its first words, with a mark where it goes on. */
function toPurpose(text: string): string | null {
  // Two characters more, because a blank at the end is left out.
  const whole = toText(text, MAX_PURPOSE + 2);
  if (whole === null || whole.length <= MAX_PURPOSE) return whole;
  const beginning = whole.slice(0, MAX_PURPOSE - GOES_ON.length);
  const sentences = toSentences(beginning).slice(0, -1).join(" ");
  const kept = sentences.length >= MAX_PURPOSE / 2 ? sentences : beginning.replace(/\s+\S*$/, "");
  return kept + GOES_ON;
}

/** Returns the document with the `>` that end tags of some filing programs lack before the next tag. */
function withEndTags(text: string): string {
  return text.replace(/<\/([\w.:-]+)(?=\s*<)/g, "</$1>");
}

function toRoot(text: string): XmlElement | undefined {
  try {
    // It has no record that repeats thousands of times.
    return readXml([Buffer.from(text)], "", () => undefined);
  } catch (error) {
    if (error instanceof NoXml) return undefined;
    throw error;
  }
}

const childrenOf = (element: XmlElement | undefined, name: string) =>
  element?.children.filter((child) => child.name === name) ?? [];

function toActivePerson(element: XmlElement) {
  return {
    name: toText(textAt(element, "reportingPersonName")) ?? "",
    cik: toCik(textAt(element, "reportingPersonCIK")),
    shares: toAmount(textAt(element, "aggregateAmountOwned")),
    percent: toPercent(textAt(element, "percentOfClass")),
  };
}

function toPassivePerson(element: XmlElement) {
  return {
    name: toText(textAt(element, "reportingPersonName")) ?? "",
    cik: null,
    shares: toAmount(textAt(element, "reportingPersonBeneficiallyOwnedAggregateNumberOfShares")),
    percent: toPercent(textAt(element, "classPercent")),
  };
}

/** Returns the CUSIPs of the class: one, or since 2026 a list of them. */
function cusipsOf(issuer: XmlElement | undefined): string[] {
  const lists = childrenOf(issuer, "issuerCusips").flatMap((list) => childrenOf(list, "issuerCusipNumber"));
  const single = issuer?.children.filter(({ name }) => /^issuerCUSIP$/i.test(name)) ?? [];
  const all = [...single, ...lists].map(({ text }) => text.toUpperCase());
  return all.filter((cusip) => /^[A-Z0-9*@#]{9}$/.test(cusip)).slice(0, MAX_CUSIPS);
}

/** A number of ten digits; zeros alone stand for none. */
function toCik(text: string): string | null {
  return /^\d{1,10}$/.test(text) && Number(text) > 0 ? text.padStart(10, "0") : null;
}

/** Returns `2,100,000` and `10000000.00` as numbers; anything else, and a negative number, is unknown. */
function toAmount(text: string): number | null {
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text;
  const amount = toNumber(plain);
  return amount !== null && amount >= 0 ? amount : null;
}

/** Returns a percentage from 0 to 100, which may have its sign; any other number is no part of a class. */
function toPercent(text: string): number | null {
  const percent = toAmount(text.replace(/\s?%$/, ""));
  return percent !== null && percent <= 100 ? percent : null;
}

/** Returns `MM/DD/YYYY` as a day. */
function toDay(text: string): string | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const found = `${year}-${month}-${day}`;
  return isDay(found) ? found : null;
}
