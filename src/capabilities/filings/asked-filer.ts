/** Who is asked about in the SEC's documents: companies, funds and managers, also those without a symbol. */
import { allowing } from "../../contract/fields.js";
import { z } from "../../contract/schema.js";

const FILER_ALLOWED =
  "a symbol such as AAPL, a number of the SEC such as CIK1067983, or a name of at most 100 characters";

/**
 * A filer as it was asked for, in upper case with single blanks: a symbol, `CIK` and ten digits, or a name. Only the SEC's
 * lists tell a symbol from a name of one word.
 */
export const askedFiler = z
  .string(allowing(FILER_ALLOWED))
  .max(100, FILER_ALLOWED)
  .regex(/[\p{L}\p{N}]/u, FILER_ALLOWED)
  .regex(/^[^\p{C}<>"]*$/u, FILER_ALLOWED)
  .transform((text) => toAskedFiler(text))
  .describe("Symbol, CIK or name");

function toAskedFiler(text: string): string {
  const plain = text.trim().replaceAll(/\s+/g, " ").toUpperCase();
  const [, digits] = /^CIK[ #:]?0*(\d{1,10})$/.exec(plain) ?? [];
  return digits === undefined ? plain : `CIK${digits.padStart(10, "0")}`;
}
