/** Facts derived from provider B's company profile. */
import { toText } from "../../contract/values.js";

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
