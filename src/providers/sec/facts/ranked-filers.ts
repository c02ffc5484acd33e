/** The filers with the largest values of one figure in a calendar period. */
import { say, type Sentence, the } from "../../../contract/sentence.js";
import type { filingFacts } from "../../../capabilities/filings/filing-facts.js";
import type { InputOf } from "../../../contract/capability.js";
import { invalidInput, quoted } from "../../../contract/input.js";
import { optionalParts } from "../../../contract/optional.js";
import type { OfficialClient } from "../../official/client.js";
import { toName, type ListedTag } from "../books/tag-list.js";
import type { Rule } from "../books/tags.js";
import { findLine } from "../books/usual-words.js";
import { findSymbols } from "../companies.js";
import { toFilingUrl } from "../links.js";
import { toTag } from "./asked-tag.js";
import { findFrame, toDoubtful, type Frame } from "./frames.js";

type Tag = Pick<ListedTag, "taxonomy" | "tag">;

/** The usual unit of a figure of the statements. */
const UNITS: Readonly<Record<Rule["measure"], string>> = {
  flow: "USD",
  balance: "USD",
  perShare: "USD/shares",
  shares: "shares",
};

/**
 * The filers that use the tag which `concept` names, largest value first. A usual word counts where companies have one tag for
 * it; else the answer has the tags to choose from.
 *
 * @throws {MarketDataError} `invalid_input` for words that are no tag, and where no company has such a value.
 */
export async function rankFilers(
  { concept = "", period = "", unit }: InputOf<typeof filingFacts>,
  client: OfficialClient,
) {
  const line = findLine(concept);
  const lineTags = line?.rule?.tags.flat().filter((tag) => !tag.startsWith("ifrs:")) ?? [];
  const named = toTag(concept);
  const isTag = named !== undefined && (line === undefined || lineTags.includes(named.tag));
  const usualUnit = unit ?? (line?.rule ? UNITS[line.rule.measure] : "USD");
  if (!isTag && lineTags.length > 1) return listTags(concept, lineTags, usualUnit);
  const tag = isTag ? named : lineTags[0] === undefined ? undefined : { taxonomy: "us-gaap", tag: lineTags[0] };
  if (tag === undefined) throw invalidInput(whyNoTag(concept));
  const found = await findEither(tag, usualUnit, period, line?.rule?.measure === "balance", client);
  if (found === undefined) throw invalidInput(whyNone(tag, usualUnit, period));
  const { frame, isBalance } = found;
  const parts = optionalParts<typeof filingFacts>();
  const ciks = new Set(frame.rows.map(({ cik }) => cik));
  const symbols = await parts.get(["companies"], findSymbols(ciks, client));
  const doubtful = toDoubtful(frame.rows.map(({ value }) => value));
  return {
    data: {
      concept: toName(tag),
      label: frame.label,
      period,
      unit: usualUnit,
      companies: frame.rows.map(({ cik, name, value, start, end, accession }, at) => {
        const [symbol, url] = [symbols?.get(cik) ?? null, toFilingUrl(cik, accession)];
        return { cik, name, symbol, value, start, end, doubtful: doubtful[at]!, accession, url };
      }),
      total: frame.total,
    },
    ...parts.gaps(),
    fetchedAt: frame.fetchedAt,
    notes: [
      ...(isTag ? [] : [say`${quoted(concept)} is the tag ${toName(tag)}.`]),
      ...toNotes(frame, period, isBalance, doubtful.filter(Boolean).length),
    ],
  };
}

/** Returns the frame of flows or of balances; only the SEC knows which of both a tag is. */
async function findEither(tag: Tag, unit: string, period: string, isBalanceFirst: boolean, client: OfficialClient) {
  for (const isBalance of [isBalanceFirst, !isBalanceFirst]) {
    // Balances are of the end of a quarter only.
    const quarter = period.includes("Q") ? period : `${period}Q4`;
    const frame = await findFrame(tag, unit, isBalance ? `CY${quarter}I` : `CY${period}`, client);
    if (frame) return { frame, isBalance };
  }
  return undefined;
}

function listTags(concept: string, tags: readonly string[], unit: string) {
  const named = tags.map((tag) => toName({ taxonomy: "us-gaap", tag }));
  return {
    data: { concepts: named.map((name) => ({ concept: name, label: null, unit, facts: null, newest: null })) },
    notes: [
      say`Companies file ${quoted(concept)} under one of these tags. ${the.parameter("concept")} with one of them ranks the companies that use it, which is no ranking of all companies.`,
    ],
  };
}

const FIND_TAG = say`The list of a company's tags shows how they are written: ${the.parameter("symbol")} without ${the.parameter("concept")}.`;

function whyNoTag(concept: string): Sentence {
  return say`${quoted(concept)} is no tag that all companies can be compared by. Allowed without ${the.parameter("symbol")}: a tag such as ResearchAndDevelopmentExpense or ifrs-full:Revenue, or a usual word for one. ${FIND_TAG}`;
}

function whyNone(tag: Tag, unit: string, period: string): Sentence {
  return say`No company has a value of ${quoted(toName(tag))} in ${quoted(unit)} for ${period}. The tag may be written otherwise, or have another unit: USD/shares a share, shares, pure for ratios, or a currency. ${FIND_TAG}`;
}

function toNotes({ total, rows }: Frame, period: string, isBalance: boolean, doubtful: number): Sentence[] {
  const isFourth = period.endsWith("Q4") && !isBalance;
  return [
    say`A frame of the SEC: of each filer with this tag the value of the period that fits ${period} best, as filed last, whatever the filing. Ends lie up to 70 days apart; each row has its own.`,
    say`A ranking by one tag is no ranking of companies: some file the figure under another tag or in another unit, and subsidiaries stand beside their parents.`,
    ...(isBalance ? [say`The figure is a balance, at the end of the period.`] : []),
    ...(isFourth ? [say`Few companies file a fourth quarter alone: the year has more.`] : []),
    ...(total > rows.length
      ? [say`Of ${total} filers the ${rows.length} with the largest values are known here.`]
      : []),
    ...(doubtful > 0
      ? [
          say`${doubtful} ${doubtful === 1 ? "value is" : "values are"} ${the.field("doubtful")}: 1,000 times the next one or above such a value, probably a slip of scale by the filer.`,
        ]
      : []),
  ];
}
