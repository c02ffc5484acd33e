/** Types of `progress.mjs`, for the benches. */
export function showProgress(text: string): void;
export function clearProgress(): void;
