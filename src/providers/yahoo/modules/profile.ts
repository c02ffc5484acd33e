/** Facts derived from Yahoo's company profile. */
import { toText } from "../../../contract/values.js";

const CHIEF = /\b(?:CEO|Chief Exec(?:utive|\.)?(?: Officer)?)(?!\w)/gi;
/** Words before the title of a person who does not lead the company. */
const DEPUTY =
  /\b(?:Deputy|Incoming|Vice|Assistant|Associate|Former|Ex|Past|Retired|Designate|Regional|Divisional|Division|to|to the|of the)[ -]$/i;
/** Words after the title that name another role of the same person: "CEO, President & Director". */
const ROLE =
  /\b(?:Director|President|Chair\w*|Co-?Founder|Founder|Member|Board|Chief|C[A-Z]O|Officer|Secretary|Treasurer|Manager|Partner|Trustee|Head|Owner|Interim|Acting)\b/i;
/**
 * Words after the title of a successor or of the head of a part: "CEO Designate", "CEO of Ocado Retail", "CEO EMEA".
 */
const PART =
  /^[- ](?:of|for|in|elect|designate|emeritus|EMEA|APAC|MENA|Americas?|(?:North|Latin|South) America|Europe|Asia|Africa|China|India|Japan|UK|USA?|International)\b/i;
/**
 * Punctuation before an addition. The addition is a role, or if it names none, a part of the company: "CEO, North
 * America", "CEO - Asia".
 */
const ADDITION = /^ ?[-–—,:(]/;

/** Returns the name of the first officer who leads the whole company; `null` if there is none. */
export function toChiefExecutive(officers: readonly unknown[]): string | null {
  for (const officer of officers.slice(0, 50)) {
    if (typeof officer !== "object" || officer === null) continue;
    const { title, name } = officer as { title?: unknown; name?: unknown };
    if (leadsWholeCompany(toText(title) ?? "")) return toText(name);
  }
  return null;
}

/** Whether a title is that of a person who leads the whole company today. */
function leadsWholeCompany(title: string): boolean {
  return [...title.matchAll(CHIEF)].some(({ 0: words, index }) => {
    const rest = title.slice(index + words.length);
    const isPart = PART.test(rest) || (ADDITION.test(rest) && !ROLE.test(rest));
    return !isPart && !DEPUTY.test(title.slice(0, index));
  });
}

/** Joins city, state and country, as far as they are known. */
export function toHeadquarters(...parts: (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(", ") || null;
}
