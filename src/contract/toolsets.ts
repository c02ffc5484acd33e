/** Sets of tools, so that a host lists only the tools its user needs: each listed tool costs context. */

/** The sets, each with at least one tool. A capability names its set; a new set gets its name here. */
export const TOOLSETS = [
  "core",
  "company",
  "technical",
  "market",
  "ownership",
  "filings",
  "options",
  "facts",
  "verify",
  "research",
] as const;

export type Toolset = (typeof TOOLSETS)[number];

/** The sets that are listed unless others are chosen. */
export const DEFAULT_TOOLSETS: readonly Toolset[] = TOOLSETS.filter((set) => set !== "verify" && set !== "research");

/** Words that stand for several sets. */
const GROUPS: ReadonlyMap<string, readonly Toolset[]> = new Map([
  ["default", DEFAULT_TOOLSETS],
  ["all", TOOLSETS],
]);

/** The words that choose sets, for messages and documents. */
export const TOOLSET_CHOICES = [...TOOLSETS, ...GROUPS.keys()].join(", ");

/**
 * Returns the sets that a comma-separated list of names chooses, in the order of `TOOLSETS`; `core` is always among
 * them. A list without any name chooses the defaults. For an unknown name, returns that name.
 */
export function readToolsets(text: string): { sets: readonly Toolset[] } | { unknown: string } {
  const names = text
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  const chosen = new Set<string>(["core"]);
  for (const name of names) {
    const sets = GROUPS.get(name) ?? TOOLSETS.filter((set) => set === name);
    if (sets.length === 0) return { unknown: name };
    for (const set of sets) chosen.add(set);
  }
  return { sets: names.length === 0 ? DEFAULT_TOOLSETS : TOOLSETS.filter((set) => chosen.has(set)) };
}
