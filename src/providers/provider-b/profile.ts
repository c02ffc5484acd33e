/** What provider B's company profile says between the lines. */
import { toText } from "../../contract/values.js";

const VERBS = ["[Ff]ounded", "[Ii]ncorporated|[Ee]stablished|[Ff]ormed"];
// The longest summaries have some 5,000 characters.
const MAX_SUMMARY = 20_000;

/**
 * The founding year as the description tells it, or `null`.
 *
 * The first "founded in 1976", "founded in April 1976"; without one the first
 * "incorporated", "established" or "formed in". B has no field for it, and a
 * listing date is not it.
 */
export function toFounded(summary: unknown): string | null {
  if (typeof summary !== "string") return null;
  for (const verb of VERBS) {
    const match = new RegExp(`\\b(?:${verb}) in (?:[A-Z][a-z]{2,8} )?(\\d{4})\\b`).exec(summary.slice(0, MAX_SUMMARY));
    if (match) return match[1]!;
  }
  return null;
}

// Divisions have chiefs ("CEO of Worldwide Stores"), and chiefs have deputies.
const CHIEF = /(?<!\b(?:Deputy|Former|Designate|to|to the|of the) )\b(?:CEO|Chief Executive Officer)\b(?! of )/i;

/** The name of the first officer who leads the whole company, or `null` when none is listed as such. */
export function toChiefExecutive(officers: readonly unknown[]): string | null {
  for (const officer of officers.slice(0, 50)) {
    if (typeof officer !== "object" || officer === null) continue;
    const { title, name } = officer as { title?: unknown; name?: unknown };
    if (CHIEF.test(toText(title) ?? "")) return toText(name);
  }
  return null;
}

/** City, state and country, as far as they are known. */
export function toHeadquarters(...parts: (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(", ") || null;
}
