/**
 * Prevents a store from blocking callers.
 *
 * Every step has a time limit. After a slow step the store is skipped for a while, then tried by one caller alone: a
 * frozen Redis costs one short wait, not one per request (`@keyv/redis` can wait without end). A step that fails at
 * once costs no time, so the store is not skipped after it.
 */

import { Bag } from "../lib/bag.js";

const CALL_MS = 100;
const SKIP_MS = 2_000;
/**
 * Milliseconds without a failure after which the store counts as recovered; a nearly full store fails only now and
 * then.
 */
const STEADY_MS = 2_000;
/** Number of ticks that a step's time limit is divided into. */
const TICKS = 10;

/** A full store can still be read, so failures of reading and of writing are counted separately. */
export type StepKind = "read" | "write";

type Outcome<T> = { value: T } | { error: unknown } | "late";

export type StoreGuard = ReturnType<typeof createStoreGuard>;

/**
 * Creates a guard. `callMs` is the time limit of a step in milliseconds; `onState` is called once when the store becomes
 * unusable, with the error if there is one, and once when it has recovered.
 */
export function createStoreGuard({
  callMs = CALL_MS,
  onState = (_usable: boolean, _error?: unknown): void => {},
} = {}) {
  /** Time of the last failure of reading and of writing, until it has recovered. */
  const failing = new Map<StepKind, number>();
  const within = createTicker(callMs / TICKS);
  let skipUntil = 0;
  let isSlow = false;
  const isUsable = () => failing.size === 0;

  function skipForNow(): void {
    isSlow = true;
    skipUntil = performance.now() + SKIP_MS;
  }

  function noteFailure(kind: StepKind, error: unknown): void {
    const before = isUsable();
    failing.set(kind, performance.now());
    if (before) onState(false, error);
  }

  function noteSuccess(kind: StepKind): void {
    const failedAt = failing.get(kind);
    if (failedAt === undefined || performance.now() - failedAt < STEADY_MS) return;
    failing.delete(kind);
    if (isUsable()) onState(true);
  }

  return {
    isUsable,

    /** The step's result; `undefined` when it failed, took too long or was skipped. */
    async run<T>(kind: StepKind, step: () => T | Promise<T>): Promise<{ value: T } | undefined> {
      if (performance.now() < skipUntil) return undefined;
      // Other callers skip the store while this one tries it.
      if (isSlow) skipForNow();
      const outcome = await within(TICKS, (async () => step())());
      if (outcome === "late") skipForNow();
      else if (isSlow) {
        isSlow = false;
        skipUntil = 0;
      }
      if (outcome === "late") return void noteFailure(kind, undefined);
      if ("error" in outcome) return void noteFailure(kind, outcome.error);
      noteSuccess(kind);
      return outcome;
    },
  };
}

/**
 * Limits the time of all running steps with one timer. A step that begins between two ticks has up to one tick less.
 *
 * The returned function resolves with the step's outcome within `ticks`. Ticks only pass while this process's timers run,
 * so a busy process, which reads answers late, does not time out a fast store.
 */
function createTicker(ms: number) {
  /** Ticks left for each running step, and the function to call afterwards. */
  const running = new Bag<{ left: number; late: () => void }>();
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    if (running.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    for (const each of running.values()) if (--each.left === 0) each.late();
  }

  return <T>(ticks: number, step: Promise<T>): Promise<Outcome<T>> =>
    new Promise((resolve) => {
      const end = (outcome: Outcome<T>) => {
        remove();
        resolve(outcome);
      };
      const remove = running.add({ left: ticks, late: () => end("late") });
      timer ??= setInterval(tick, ms);
      step.then(
        (value) => end({ value }),
        (error: unknown) => end({ error }),
      );
    });
}
