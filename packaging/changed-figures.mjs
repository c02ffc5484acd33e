/** Picks the changed figures out of a diff by words, so that a person can review all of them. */

/** A changed word in the plain form of `git diff --word-diff`. */
const CHANGE = /(\[-.*?-\]|\{\+.*?\+\})/;
/** Unchanged characters that are shown on each side of a change. */
const AROUND = 60;

/**
 * Returns the lines in which a figure changed, each file's below its name. All changes of such a line are shown whole,
 * and long unchanged text between them is cut: a table's row may have a thousand characters.
 */
export function changedFigures(diff) {
  const lines = diff.split("\n").filter((line) => isHeading(line) || hasChangedFigure(line));
  return lines
    .filter((line, at) => !isHeading(line) || (lines[at + 1] && !isHeading(lines[at + 1])))
    .map((line) => (isHeading(line) ? line.replace("+++ b/", "\n") : line.split(CHANGE).map(shorten).join("")));
}

const isHeading = (line) => line.startsWith("+++ ");

function hasChangedFigure(line) {
  return line.split(CHANGE).some((part, at) => isChange(at) && /\d/.test(part));
}

/** Whether a part of a split line is a change: unchanged and changed parts alternate. */
const isChange = (at) => at % 2 === 1;

function shorten(part, at) {
  if (isChange(at) || part.length <= 2 * AROUND) return part;
  return `${part.slice(0, AROUND)} … ${part.slice(-AROUND)}`;
}
