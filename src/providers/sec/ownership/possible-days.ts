/** Days of reported transactions: some forms have a year such as 2035 or 0022, a slip of the filer. */
import { isDay } from "../../../contract/values.js";
import type { OwnershipLine } from "../text/ownership-document.js";
import type { OwnershipForm } from "./ownership-forms.js";

/** A transaction whose day is possible; `isRedated` if it is not the day in the form. */
export interface DatedLine extends OwnershipLine {
  isRedated: boolean;
}

/** A form whose transactions have possible days. */
export interface DatedForm extends OwnershipForm {
  lines: DatedLine[];
}

/** A late report has transactions of the year before its period at most; a slip is ten years off, or a thousand. */
const YEARS_BEFORE_PERIOD = 2;
/** Years after the end of a period in which even late forms are filed. */
const YEARS_BEFORE_FILING = 10;

/**
 * Returns the form with the end of its period in place of each day after its filing or years before the period, `null`
 * if that end is as impossible.
 */
export function withPossibleDays(form: OwnershipForm): DatedForm {
  const { filed } = form.filing;
  const oldest = yearsBefore(filed, YEARS_BEFORE_FILING);
  const period = isDay(form.period) && form.period >= oldest && form.period <= filed ? form.period : null;
  const first = period === null ? oldest : yearsBefore(period, YEARS_BEFORE_PERIOD);
  return {
    ...form,
    lines: form.lines.map((line) => {
      const isRedated = line.date !== null && (line.date > filed || line.date < first);
      return { ...line, isRedated, date: isRedated ? period : line.date };
    }),
  };
}

/** Returns the day of the same name so many years earlier, to compare others with: it may be a February 29 of any year. */
function yearsBefore(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) - years).padStart(4, "0")}${day.slice(4)}`;
}
