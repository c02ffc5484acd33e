/** Colours of gains and losses at a terminal. */
import { toNumber } from "../contract/values.js";
import type { Format } from "./table.js";

const GREEN = "\u001B[32m";
const RED = "\u001B[31m";
const PLAIN = "\u001B[39m";

/** Exactly the sequences that this file writes; other control characters never reach a terminal. */
// oxlint-disable-next-line no-control-regex
export const COLOURS = /(\u001B\[3[129]m)/;

/** Fields whose sign says whether something rose or fell. */
const CHANGES = /(?:^|[._])(?:changes?|changesPercentage|changePercent)$|^returns\.|^return(?:1mo|1y|Ytd)$/;

/** Returns the format with gains in green and losses in red. */
export function inColour(format: Format): Format {
  return (name, value) => {
    const text = format(name, value);
    const figure = toNumber(value);
    if (text === undefined || figure === null || figure === 0 || !CHANGES.test(name)) return text;
    return `${figure > 0 ? GREEN : RED}${text}${PLAIN}`;
  };
}
