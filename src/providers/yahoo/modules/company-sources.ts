/** The sources of answers that are made of a company and its PEG ratio: overview and key statistics. */
import type { keyStatistics } from "../../../capabilities/companies/key-statistics.js";
import type { overview } from "../../../capabilities/companies/overview.js";
import type { Sparse } from "../../../contract/absent.js";
import type { Capability, DataOf, FieldName } from "../../../contract/capability.js";
import type { Reason } from "../../../contract/errors.js";
import { optionalParts, type OptionalParts } from "../../../contract/optional.js";
import { source, type Source, type SourceAnswer } from "../../../contract/provider.js";
import { toPegRatio } from "../../../market/statements/impossible-zeros.js";
import { mayBeShare } from "../../../contract/currency.js";
import { checkCompany, type CheckedCompany } from "./company-checks.js";
import { findCompany, findPart } from "./company-parts.js";
import { companyPart, type Company } from "./company-summary.js";
import { badAnswer } from "../calls/envelopes.js";
import { findPegRatio } from "./peg-ratio.js";
import { yahooProvider } from "../provider.js";

/** A checked company with its PEG ratio, and what an answer made of it lacks. */
interface CompanyWithPeg extends CheckedCompany {
  pegRatio: number | null;
  parts: OptionalParts;
}

/** Sources that are asked after B's modules could not be used, and after every other source. */
const AFTER_BAD_ANSWER: ReadonlySet<Reason> = new Set<Reason>(["bad_answer"]);

/**
 * Creates three sources: of a company's modules, of a share of which B sends only the price, and of the modules without a
 * PEG ratio that they lack, which takes a call of its own. An answer lacks the fields that `fieldsOf` names for each module
 * that could not be read.
 */
export function companySources<C extends typeof overview | typeof keyStatistics>(
  capability: C,
  fieldsOf: Readonly<Record<string, readonly FieldName<C>[]>>,
  toAnswer: (symbol: string, found: CompanyWithPeg) => SourceAnswer<Sparse<DataOf<C>>>,
): [fromModules: Source<C>, fromPrice: Source<C>, withoutPeg: Source<C>] {
  const sourceOf = (find: typeof findCompany, { asksPeg = true, ...options }: Options<C> = {}) =>
    source(
      yahooProvider,
      capability,
      async ({ symbol }, client, upstream) => {
        // Start this together with the summary, although it may not be needed: one after the other would take twice as
        // long.
        const early = asksPeg && mayBeShare(symbol) ? findPegRatio(symbol, client, upstream) : undefined;
        early?.catch(() => {});
        const checked = checkCompany(await find(symbol, client, upstream));
        const parts = optionalParts<C>();
        parts.lack(checked.company.unread.flatMap((name) => fieldsOf[name] ?? []));
        const findPeg = () => early ?? findPegRatio(symbol, client, upstream);
        const pegRatio = asksPeg ? await pegRatioOf(checked.company, parts, findPeg) : null;
        return toAnswer(symbol, { ...checked, parts, pegRatio });
      },
      options,
    );
  return [
    sourceOf(findCompany),
    sourceOf(findPricedCompany, { after: AFTER_BAD_ANSWER }),
    sourceOf(findCompany, { asksPeg: false }),
  ];
}

type Options<C extends Capability> = Pick<Source<C>, "after"> & { asksPeg?: boolean };

/**
 * Returns a company of which B sends the price and no module: its name, exchange and market cap. Modules that were sent
 * but cannot be read are a failure, so that an older, complete answer is served in its place.
 *
 * @throws {ProviderError} `bad_answer` without a price, and when B sends modules.
 */
const findPricedCompany: typeof findCompany = async (symbol, client, upstream) => {
  const found = await findPart(companyPart, symbol, client, upstream);
  if (!found.hasPriceOnly || found.price.regularMarketPrice === null) throw badAnswer();
  return found;
};

/**
 * Returns the summary's PEG ratio. If it has none, returns the result of `find` for a share with a P/E, and `null` for
 * every other security.
 */
async function pegRatioOf(
  { price, summaryDetail, defaultKeyStatistics }: Company,
  parts: OptionalParts,
  find: () => Promise<number | null>,
): Promise<number | null> {
  const sent = toPegRatio(defaultKeyStatistics.pegRatio, summaryDetail.trailingPE);
  const mayHavePeg = price.quoteType === "EQUITY" && summaryDetail.trailingPE !== null;
  return sent === null && mayHavePeg ? parts.get(["pegRatio"], find()) : sent;
}
