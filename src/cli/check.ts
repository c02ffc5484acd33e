/** One result of the `doctor` command. */

/** `fail`: a person has to fix it; `note`: a remark; `skipped`: not checked. */
export type State = "ok" | "note" | "fail" | "skipped";

export interface Check {
  name: string;
  state: State;
  /** The finding. */
  found: string;
  /** How to fix it. */
  fix?: string;
}

/** Creates a check without problems. */
export function ok(name: string, found: string): Check {
  return { name, state: "ok", found };
}

/** Creates a check with a problem and the advice to fix it. */
export function advise(state: "note" | "fail", name: string, found: string, fix: string): Check {
  return { name, state, found, fix };
}
