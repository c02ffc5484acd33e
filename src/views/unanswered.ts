/**
 * Subjects that people ask a market data server about and that no tool of this one has in its name, so that a model need
 * not try the nearest names first. A title leaves the list with the capability that answers its subject.
 */

import { joinSentences, say, the, type Sentence } from "../contract/sentence.js";

interface Subject {
  /** The subject in a list of what there is not: "no transcripts, portfolios or orders". */
  title?: string;
  /** Matches the name of a tool, or the last part of an address, in words with underscores between them. */
  names: RegExp;
  /** A sentence on the nearest thing that can be asked; it names no tool, because not every connection lists all. */
  instead?: Sentence;
}

const IN_CALENDAR = say`The calendar of the market has the figures released in the last days and those to come.`;

const SUBJECTS: readonly Subject[] = [
  { title: "retail sales", names: /(?:^|_)retail_sales(?:_|$)/, instead: IN_CALENDAR },
  { title: "mortgage rates", names: /(?:^|_)mortgages?(?:_|$)/ },
  { names: /(?:^|_)(?:fomc|housing_starts)(?:_|$)/, instead: IN_CALENDAR },
  {
    names: /(?:^|_)(?:econom(?:y|ics)|macro|gdp|pce|cpi|ppi|inflation|fred|payrolls|jobs|(?:un)?employment)(?:_|$)/,
    instead: say`Prices, jobs, wages, output and income of the US, and output of other countries, can be asked for as economic series.`,
  },
  {
    names: /(?:^|_)(?:interest_rates?|fed_funds|treasury_yields?)(?:_|$)/,
    instead: say`The latest reference rates of central banks and the US Treasury can be asked for.`,
  },
  {
    names: /(?:^|_)(?:pre_?market|after_?(?:hours|market)|post_?market|extended_hours)(?:_|$)/,
    instead: say`Quotes from ${the.source("provider-b")} have pre-market and after-hours prices, and lists of quotes have them as fields.`,
  },
  {
    names: /(?:^|_)guidance(?:_|$)/,
    instead: say`The text of filings has the newest earnings release of a company, form 8-K with exhibit 99.1, and its guidance.`,
  },
  { title: "trades of Congress", names: /(?:^|_)(?:congress|senate|house|politicians?)(?:_|$)/ },
  { title: "sentiment", names: /(?:^|_)(?:sentiment|fear_greed|social)(?:_|$)/ },
  { title: "transcripts", names: /(?:^|_)(?:transcripts?|earnings_calls?)(?:_|$)/ },
  { title: "portfolios or orders", names: /(?:^|_)(?:portfolios?|positions?|orders?|watch_?lists?|alerts?)(?:_|$)/ },
];

/** The subjects without an answer, in the order of a list. */
export const UNANSWERED: readonly string[] = SUBJECTS.flatMap(({ title }) => title ?? []);

/** Longer names are not examined. */
const MAX_NAME = 100;

/**
 * Returns what this server has, or that it has nothing, on the subject of an unknown tool or address, such as
 * `get_transcript`; `undefined` if its name has no such subject.
 */
export function toUnanswered(name: string): Sentence | undefined {
  if (name.length > MAX_NAME) return undefined;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "_");
  const subject = SUBJECTS.find(({ names }) => names.test(words));
  if (!subject) return undefined;
  const { title, instead } = subject;
  return joinSentences([...(title ? [say`This server has no ${title}.`] : []), ...(instead ? [instead] : [])], " ");
}
