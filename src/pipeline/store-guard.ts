/**
 * Keeps a store from ever holding anyone up.
 *
 * Every step is bounded in time. After one that was too slow the store is left
 * out for a while, then tried by one caller alone, so that a frozen Redis costs
 * one short wait and not one per request (`@keyv/redis` was seen to wait for
 * ever). A step that fails at once costs nobody anything and is tried again.
 */

const CALL_MS = 100;
const LEAVE_OUT_MS = 2_000;
/** A store is back when it has not failed for that long: one that is nearly full fails now and then. */
const STEADY_MS = 2_000;
/** Parts a step's time is counted in. */
const TICKS = 10;

/** What a step wants of the store. A full one can still be looked at, so the two are judged apart. */
export type Need = "look" | "keep";

export interface GuardOptions {
  /** The longest a step may take. */
  callMs?: number;
  /** Called once when the store goes out of use, once when it is back. */
  onState?: (usable: boolean) => void;
}

export class StoreGuard {
  readonly #callMs: number;
  readonly #onState: (usable: boolean) => void;
  /** When each need was last failed, until it is steady again. */
  readonly #failing = new Map<Need, number>();
  #leftOutUntil = 0;
  #slow = false;

  constructor({ callMs = CALL_MS, onState = () => {} }: GuardOptions = {}) {
    this.#callMs = callMs;
    this.#onState = onState;
  }

  get usable(): boolean {
    return this.#failing.size === 0;
  }

  /** What the step came to; `undefined` when it failed, took too long, or was not even tried. */
  async run<T>(need: Need, step: () => Promise<T>): Promise<{ value: T } | undefined> {
    if (performance.now() < this.#leftOutUntil) return undefined;
    // The others need not wait for what this one finds out.
    if (this.#slow) this.#leaveOut();
    const outcome = await within(this.#callMs, step);
    if (outcome === "late") this.#leaveOut();
    else if (this.#slow) this.#takeBack();
    if (typeof outcome === "object") this.#worked(need);
    else this.#failed(need);
    return typeof outcome === "object" ? outcome : undefined;
  }

  #leaveOut(): void {
    this.#slow = true;
    this.#leftOutUntil = performance.now() + LEAVE_OUT_MS;
  }

  #takeBack(): void {
    this.#slow = false;
    this.#leftOutUntil = 0;
  }

  #failed(need: Need): void {
    const before = this.usable;
    this.#failing.set(need, performance.now());
    if (before) this.#onState(false);
  }

  #worked(need: Need): void {
    const failedAt = this.#failing.get(need);
    if (failedAt === undefined || performance.now() - failedAt < STEADY_MS) return;
    this.#failing.delete(need);
    if (this.usable) this.#onState(true);
  }
}

/**
 * What the step came to within `ms` of our own free time. A process that is
 * busy or starved reads answers late that came in time; only as long as its
 * timers run does the clock of the store run.
 */
async function within<T>(ms: number, step: () => Promise<T>): Promise<{ value: T } | "failed" | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    let ticks = 0;
    timer = setInterval(() => {
      if (++ticks === TICKS) resolve("late");
    }, ms / TICKS);
  });
  const outcome = (async () => ({ value: await step() }))().catch(() => "failed" as const);
  const first = await Promise.race([outcome, late]);
  clearInterval(timer);
  return first;
}
