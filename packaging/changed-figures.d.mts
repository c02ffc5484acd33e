/** Types of `changed-figures.mjs`, for its test. */
export function changedFigures(diff: string): string[];
