/** A promise that a test resolves or rejects explicitly. */
export interface Gate<T> {
  passed: Promise<T>;
  open: (value: T) => void;
  fail: (reason: unknown) => void;
}

/** Creates a gate; code that awaits `passed` continues when the test opens it. */
export function createGate<T = void>(): Gate<T> {
  let open!: Gate<T>["open"];
  let fail!: Gate<T>["fail"];
  const passed = new Promise<T>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { passed, open, fail };
}

/** Returns the value or the error of a promise, so that a test can await many without throwing. */
export async function outcomeOf<T>(promise: Promise<T>): Promise<T | Error> {
  try {
    return await promise;
  } catch (error) {
    return error as Error;
  }
}

/** Returns the error of a rejected promise. */
export async function errorOf(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => error as Error,
  );
  if (outcome instanceof Error) return outcome;
  throw new Error(`expected a failure, got ${JSON.stringify(outcome.value)}`);
}
