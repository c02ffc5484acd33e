/** The SEC's forms and the items of an 8-K, in our words. */
import { hasForm, itemsNotSent } from "../../capabilities/filings/sec-filings.js";

const FORMS: Readonly<Record<string, string>> = {
  "10-K": "Annual report",
  "10-KT": "Annual report for a changed fiscal year",
  "10-Q": "Quarterly report",
  "10-QT": "Quarterly report for a changed fiscal year",
  "20-F": "Annual report of a foreign company",
  "40-F": "Annual report of a Canadian company",
  "6-K": "Report of a foreign company",
  "8-K": "Current report",
  "11-K": "Annual report of an employee plan",
  "3": "Insider's first statement of holdings",
  "4": "Insider's transactions",
  "5": "Insider's annual statement",
  "144": "Notice of a proposed sale by an insider",
  "SC 13D": "Holder of more than 5 %, active",
  "SCHEDULE 13D": "Holder of more than 5 %, active",
  "SC 13G": "Holder of more than 5 %, passive",
  "SCHEDULE 13G": "Holder of more than 5 %, passive",
  "SC TO-T": "Tender offer by another company",
  "SC TO-I": "Tender offer by the company itself",
  "DEF 14A": "Proxy statement",
  DEFA14A: "Additional proxy material",
  DEFM14A: "Proxy statement on a merger",
  "S-1": "Registration of securities",
  "S-3": "Registration of securities, short form",
  "S-3ASR": "Registration of securities, short form",
  "S-4": "Registration of securities for a merger",
  "S-8": "Registration of employees' shares",
  "F-1": "Registration of a foreign company's securities",
  "424B2": "Prospectus",
  "424B3": "Prospectus",
  "424B4": "Prospectus",
  "424B5": "Prospectus",
  FWP: "Free writing prospectus",
  "NT 10-K": "Notice that the annual report is late",
  "NT 10-Q": "Notice that the quarterly report is late",
  SD: "Report on conflict minerals",
  ARS: "Annual report to shareholders",
  "13F-HR": "Holdings of an investment manager",
  CORRESP: "Letter to the SEC's staff",
  UPLOAD: "Letter from the SEC's staff",
  "25-NSE": "Removal from an exchange",
};

const ITEMS: Readonly<Record<string, string>> = {
  "1.01": "Material agreement",
  "1.02": "End of a material agreement",
  "1.03": "Bankruptcy or receivership",
  "1.05": "Material cybersecurity incident",
  "2.01": "Acquisition or disposal completed",
  "2.02": "Results of operations",
  "2.03": "New direct financial obligation",
  "2.04": "Event that accelerates an obligation",
  "2.05": "Costs of exit or disposal",
  "2.06": "Material impairment",
  "3.01": "Notice of delisting",
  "3.02": "Unregistered sale of equity",
  "3.03": "Change of holders' rights",
  "4.01": "Change of auditor",
  "4.02": "Earlier statements can no longer be relied on",
  "5.01": "Change of control",
  "5.02": "Directors or officers leave or join",
  "5.03": "Change of bylaws or fiscal year",
  "5.05": "Change of the code of ethics",
  "5.07": "Votes of shareholders",
  "7.01": "Regulation FD disclosure",
  "8.01": "Other events",
  "9.01": "Financial statements and exhibits",
};

/** Returns a form's name in our words, with "amended" for an amendment; `null` for a form without a name here. */
export function toFormName(form: string): string | null {
  const plain = form.replace(/\/A$/, "");
  const name = Object.hasOwn(FORMS, plain) ? FORMS[plain]! : null;
  return name === null || plain === form ? name : `${name}, amended`;
}

/**
 * Returns a form as EDGAR's search writes it, however a caller does (`form 10k` is 10-K), without `/A`; a schedule has an
 * old and a new name.
 */
export function toEdgarForms(asked: string): string {
  const names = Object.keys(FORMS).filter((name) => hasForm(name, asked));
  return names.length > 0 ? names.join(",") : asked.replace(/\/A$/, "");
}

/**
 * Returns the items of an 8-K in our words, `null` where they are not known; an item without a name here keeps its number.
 * The items of other forms are no subjects: those of form D are rules, and those of a confidential treatment order days.
 */
export function toItemNames(form: string, items: string | null): string[] | null {
  if (items === null || !form.startsWith("8-K")) return itemsNotSent(form);
  const numbers = items.split(",").filter((item) => item !== "");
  return numbers.map((item) => (Object.hasOwn(ITEMS, item) ? ITEMS[item]! : item));
}
