/** The name of the company or fund whose symbol an answer has without its name. */
import { mayBeShare } from "../../contract/currency.js";
import { wellKnownName } from "../../contract/symbols/well-known-symbols.js";
import { textIn, type Answer } from "./answer.js";
import { html } from "./elements.js";
import type { PictureContext } from "./picture.js";

const OVERVIEW_TOOL = "get_company_overview";

/** Asks the host for the overview of a company; `undefined` if it allows no calls, or the symbol is no company. */
export function companyOverview(symbol: string, { ask, mayAsk }: PictureContext): Promise<Answer> | undefined {
  return mayAsk && mayBeShare(symbol) ? ask(OVERVIEW_TOOL, { symbol }) : undefined;
}

/**
 * Returns the name of the symbol. If it is not a well-known one, the host is asked for the company's overview, and the
 * element is empty until then; `null` where nobody can say the name.
 */
export function companyName(symbol: string, context: PictureContext): HTMLElement | null {
  const known = wellKnownName(symbol);
  const overview = known === undefined ? companyOverview(symbol, context) : undefined;
  if (known === undefined && !overview) return null;
  const name = html("p", { class: "company" }, known ?? "");
  overview?.then(
    ({ body }) => name.append(textIn(body, "companyName") ?? ""),
    () => {},
  );
  return name;
}
