/** Extracts a company's founding year from its description. */

const VERBS = ["[Ff]ounded", "[Ii]ncorporated|[Ee]stablished|[Ff]ormed"];
// The longest descriptions have some 5,000 characters.
const MAX_DESCRIPTION = 20_000;

/**
 * Returns the founding year that the description states, or `null`.
 *
 * Uses the first text such as "founded in 1976" or "founded in April 1976"; without one, the first with "incorporated",
 * "established" or "formed in". No provider has a field for the year, and a listing date is something else.
 */
export function toFounded(description: unknown): string | null {
  if (typeof description !== "string") return null;
  for (const verb of VERBS) {
    const match = new RegExp(`\\b(?:${verb}) in (?:[A-Z][a-z]{2,8} )?(\\d{4})\\b`).exec(
      description.slice(0, MAX_DESCRIPTION),
    );
    if (match) return match[1]!;
  }
  return null;
}
