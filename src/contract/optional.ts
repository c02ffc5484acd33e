/** Parts of an answer that are welcome and not worth waiting or failing for. */

/**
 * What the part gives; `undefined` when it fails or has not come after `waitMs`
 * milliseconds. Never rejects, also when the part fails after that.
 */
export async function optional<T>(part: Promise<T>, waitMs = 1000): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  try {
    return await Promise.race([part, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
