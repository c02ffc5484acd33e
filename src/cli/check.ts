/** One thing the doctor looks at, and what came of it. */

/** `fail`: a person has to mend it; `note`: worth knowing; `skipped`: was not looked at. */
export type State = "ok" | "note" | "fail" | "skipped";

export interface Check {
  name: string;
  state: State;
  /** What was found. */
  found: string;
  /** What to do about it. */
  fix?: string;
}

/** A check that found nothing wrong. */
export function ok(name: string, found: string): Check {
  return { name, state: "ok", found };
}

/** A check whose finding asks for something to be done. */
export function advise(state: "note" | "fail", name: string, found: string, fix: string): Check {
  return { name, state, found, fix };
}
