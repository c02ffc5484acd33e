/** Forms that amend others: one may state all lines of the form again, only the corrected ones, or only added ones. */
import { groupBy } from "../../../lib/group-by.js";
import type { DatedForm, DatedLine } from "./possible-days.js";

/**
 * Returns the forms, each without the lines that a later form restates, and the number of lines of which it is not clear
 * what they restate. An amendment does not name the form that it amends: it has its insiders, its period, and the day on
 * which it was filed.
 */
export function withoutRestated(forms: readonly DatedForm[]): { forms: DatedForm[]; unclear: number } {
  const lines = new Map(forms.map((form) => [form, form.lines]));
  /** For each form all those that state the same transactions. */
  const families = new Map<DatedForm, Set<DatedForm>>();
  let unclear = 0;
  const earlier: DatedForm[] = [];
  for (const form of forms.toSorted(byFiling)) {
    if (isAmendment(form)) {
      const family = new Set(originalsOf(form, earlier).flatMap((each) => [...(families.get(each) ?? [each])]));
      const stated = [...family].flatMap((each) => lines.get(each)!);
      const pairs = pairLines(stated, form.lines);
      unclear += pairs.unclear;
      for (const each of family) {
        lines.set(
          each,
          lines.get(each)!.filter((line) => !pairs.restated.has(line)),
        );
      }
      family.add(form);
      for (const each of family) families.set(each, family);
    }
    earlier.push(form);
  }
  return { forms: forms.map((form) => ({ ...form, lines: lines.get(form)! })), unclear };
}

const isAmendment = ({ filing }: DatedForm) => filing.form.endsWith("/A");

/** Oldest first; of one day, a form before its amendment. */
function byFiling(one: DatedForm, other: DatedForm): number {
  const [first, second] = [one, other].map((form) =>
    [form.filing.filed, isAmendment(form) ? 1 : 0, form.filing.accession].join(" "),
  ) as [string, string];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Returns the forms that this one amends; none where several could be meant. */
function originalsOf(amendment: DatedForm, earlier: readonly DatedForm[]): DatedForm[] {
  const { amends, period, owners } = amendment;
  const isSamePeriod = (form: DatedForm) => form.period === period;
  const hasSameOwners = (form: DatedForm) => form.owners.toSorted().join() === owners.toSorted().join();
  const ofDay = earlier.filter((form) => (amends === "" ? isSamePeriod(form) : form.filing.filed === amends));
  const ofOwner = ofDay.filter((form) => form.owners.some((owner) => owners.includes(owner)));
  const likely = preferred(preferred(ofOwner, hasSameOwners), isSamePeriod);
  // Many lines are reported in several forms of one day.
  const areAlike = likely.every((form) => hasSameOwners(form) && isSamePeriod(form));
  return likely.length === 1 || areAlike ? likely : [];
}

function preferred(forms: DatedForm[], isBetter: (form: DatedForm) => boolean): DatedForm[] {
  const better = forms.filter(isBetter);
  return better.length > 0 ? better : forms;
}

type Field = "security" | "direct" | "code" | "date" | "shares" | "price" | "paid" | "owned" | "before";

/** The lines of one series of holdings, and among these the transactions of one kind and day. */
const SERIES = ["security", "direct"] as const;
const KIND = [...SERIES, "code", "date"] as const;

/** Fields that a line and the one that restates it have in common, the surest first. */
const SURE: readonly (readonly Field[])[] = [
  [...KIND, "shares", "price", "owned"],
  ["shares", "price", "owned"],
  [...KIND, "shares", "owned"],
  [...KIND, "price", "owned"],
  [...SERIES, "code", "shares", "owned"],
  [...KIND, "owned"],
  // Of a purchase, a further lot at the same price is rarer than a corrected holding.
  [...KIND, "shares", "paid"],
];
/** The same of a line that is no addition. */
const LIKELY: readonly (readonly Field[])[] = [
  [...KIND, "shares", "price"],
  [...KIND, "shares"],
  [...KIND, "price"],
];

/**
 * Pairs each line of an amendment with at most one of the `stated` lines. A line that goes on from the last holding of
 * these is an addition; `unclear` is the number of further ones that have no pair though such a transaction is left.
 */
function pairLines(stated: readonly DatedLine[], amended: readonly DatedLine[]) {
  const open = { stated: [...stated], amended: [...amended] };
  const restated = new Set<DatedLine>();
  const pair = (fields: readonly Field[]) => {
    // Lots with the same number and price can stand for one another.
    const areEqual = fields.includes("shares") && (fields.includes("price") || fields.includes("paid"));
    const [before, after] = [byKey(open.stated, fields), byKey(open.amended, fields)];
    const paired = new Set<DatedLine>();
    for (const [key, lines] of after) {
      const those = before.get(key) ?? [];
      if (!areEqual && those.length !== lines.length) continue;
      const number = Math.min(those.length, lines.length);
      for (const line of those.slice(0, number)) restated.add(line);
      for (const line of lines.slice(0, number)) paired.add(line);
    }
    open.stated = open.stated.filter((line) => !restated.has(line));
    open.amended = open.amended.filter((line) => !paired.has(line));
  };
  SURE.forEach(pair);
  const lasts = lastHoldings(stated);
  open.amended = open.amended.filter((line) => !lasts.has(toKey(line, [...SERIES, "before"])));
  LIKELY.forEach(pair);
  const left = byKey(open.stated, KIND);
  return { restated, unclear: open.amended.filter((line) => left.has(toKey(line, KIND))).length };
}

/** Returns the holdings, as a key of the holding before a line, from which none of these lines goes on. */
function lastHoldings(stated: readonly DatedLine[]): Set<string | undefined> {
  const before = byKey(stated, [...SERIES, "before"]);
  return new Set([...byKey(stated, [...SERIES, "owned"]).keys()].filter((key) => !before.has(key)));
}

function byKey(lines: readonly DatedLine[], fields: readonly Field[]): Map<string | undefined, DatedLine[]> {
  const found = groupBy(lines, (line) => toKey(line, fields));
  found.delete(undefined);
  return found;
}

/** Returns a text that is the same for lines with the same fields; `undefined` where such a number is not known. */
function toKey(line: DatedLine, fields: readonly Field[]): string | undefined {
  const { owned, shares, acquired } = line;
  const isKnown = owned !== null && shares !== null && acquired !== null;
  const values: Record<Field, string | undefined> = {
    security: (line.security ?? "").toLowerCase(),
    direct: String(line.direct),
    code: line.code,
    date: String(line.date),
    shares: shares?.toFixed(4),
    // A form has 0 or nothing where there is no price.
    price: String(line.price ?? 0),
    paid: line.price ? String(line.price) : undefined,
    owned: owned?.toFixed(4),
    before: isKnown ? (acquired ? owned - shares : owned + shares).toFixed(4) : undefined,
  };
  const texts = fields.map((field) => values[field]);
  return texts.includes(undefined) ? undefined : [line.derivative, ...texts].join("\t");
}
