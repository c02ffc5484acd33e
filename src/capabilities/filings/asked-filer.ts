/** The filer that a question about the SEC's documents names: a company, fund or manager, also without a symbol. */
import type { Hint } from "../../contract/errors.js";
import { allowing, symbol, withoutBlanks } from "../../contract/fields.js";
import { z } from "../../contract/schema.js";
import { readOptionCode } from "../../contract/symbols/option-code.js";
import { toOurSpelling } from "../../contract/symbols/symbol-spellings.js";

const FILER_ALLOWED =
  "a symbol such as AAPL, a number of the SEC such as CIK1067983, or a name of at most 100 characters";
const MAX_LENGTH = 100;

/** A number with its name, also behind the name of a filer as errors list them: `BERKSHIRE HATHAWAY INC (CIK 1067983)`. */
const NUMBER = /(?:^|\()CIK[ #:]?0*(\d{1,10})(?:, [^()]*)?\)?$/i;
const DIGITS = /^0*(\d{1,10})$/;
/** The end of a name behind a comma, which is then no list of symbols: `APPLE, INC.` */
const LEGAL_FORM = /, ?(?:inc|corp|co|company|llc|l\.?l\.?p|l\.?p|ltd|limited|plc|n\.?v|s\.?a|ag|trust)\.?$/i;

/**
 * A filer as it was asked for, in upper case with single blanks: a symbol, `CIK` and ten digits, or a name. Only the SEC's
 * lists tell a symbol from a name of one word. Digits alone are a number.
 */
export const askedFiler = filerOf(DIGITS);

/**
 * The same for a capability that also knows listings of other countries, whose symbols may be digits: those alone stay a
 * symbol. Its sources without names have `cannot: onlySymbols`.
 */
export const askedFilerOrListing = filerOf(undefined);

/** Other names that models use for a filer. */
export const FILER_ALIASES = Object.fromEntries(
  ["cik", "company", "company_name", "filer", "name"].map((name) => [name, "symbol"]),
);

/** The symbol of an answer about a filer, which need not have one. */
export const filerSymbol = z.string().nullable().describe("As asked, else the filer's; null without one");

function filerOf(digits: RegExp | undefined) {
  return z
    .string(allowing(FILER_ALLOWED))
    .max(MAX_LENGTH, FILER_ALLOWED)
    .transform((text, context) => {
      const plain = withoutBlanks(text).replaceAll(/ +/g, " ");
      const number = (NUMBER.exec(plain) ?? digits?.exec(plain))?.[1];
      if (number !== undefined) return `CIK${number.padStart(10, "0")}`;
      const asSymbol = symbol.safeParse(text);
      if (asSymbol.success) return asSymbol.data;
      const name = toOurSpelling(plain).toUpperCase();
      const refusal = asSymbol.error.issues.find((issue) => isNoName(issue, name));
      if (refusal === undefined && readOptionCode(plain) === undefined && isName(name)) return name;
      context.addIssue(refusal?.code === "custom" ? refusal : { code: z.ZodIssueCode.custom, message: FILER_ALLOWED });
      return z.NEVER;
    })
    .describe("Symbol, CIK, name");
}

/** Whether a text is refused as a symbol because it is a word for nothing or all, or several symbols: it is no name either. */
function isNoName(issue: z.ZodIssue, text: string): boolean {
  if (issue.code !== "custom") return false;
  const { isNoSymbol, hint } = issue.params as { isNoSymbol?: boolean; hint?: Hint };
  const isList = hint?.given?.["symbols"]?.includes(",") === true;
  return isNoSymbol === true || (isList && !LEGAL_FORM.test(text));
}

function isName(text: string): boolean {
  // Some letters are two in capitals.
  return (
    text.length <= MAX_LENGTH &&
    /\p{L}/u.test(text) &&
    !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}<>"]/u.test(text)
  );
}

/** Whether an asked filer has the form of a symbol; a name of one word has it, too. */
export function mayBeSymbol(asked: string): boolean {
  return !/^CIK\d{10}$/.test(asked) && symbol.safeParse(asked).success;
}

/** The parameters that a source cannot apply which knows symbols only. */
export const onlySymbols = ({ symbol: asked }: { symbol: string }) => (mayBeSymbol(asked) ? [] : ["symbol"]);
