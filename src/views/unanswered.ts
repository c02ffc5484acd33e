/**
 * Subjects that people ask a market data server about and that this one has no answer for, so that a model need not try
 * the nearest tools first. A subject leaves the list with the capability that answers it.
 */

interface Subject {
  /** The subject in a list: "no transcripts, portfolios or orders". */
  title: string;
  /** Matches the name of a tool, or the last part of an address, in words with underscores between them. */
  names: RegExp;
  /** A sentence on the nearest thing that can be asked; it names no tool, because not every connection lists all. */
  instead?: string;
}

const SUBJECTS: readonly Subject[] = [
  {
    title: "series of economic figures",
    names: /(?:^|_)(?:econom(?:y|ic|ics)|macro|gdp|cpi|inflation|fred|fomc|(?:un)?employment|interest_rates?)(?:_|$)/,
    instead: "The calendar of the market has the figures released in the last days and those to come.",
  },
  {
    title: "pre-market and after-hours prices",
    names: /(?:^|_)(?:pre_?market|after_?(?:hours|market)|post_?market|extended_hours)(?:_|$)/,
    instead: "Quotes have the last price of the session.",
  },
  { title: "transcripts", names: /(?:^|_)(?:transcripts?|earnings_calls?)(?:_|$)/ },
  { title: "portfolios or orders", names: /(?:^|_)(?:portfolios?|positions?|orders?|watch_?lists?|alerts?)(?:_|$)/ },
];

/** The subjects without an answer, in the order of a list. */
export const UNANSWERED: readonly string[] = SUBJECTS.map(({ title }) => title);

/** Longer names are not examined. */
const MAX_NAME = 100;

/**
 * Returns a sentence that this server has no answer for the subject of an unknown tool or address, such as
 * `get_transcript`; `undefined` if its name has no such subject.
 */
export function toUnanswered(name: string): string | undefined {
  if (name.length > MAX_NAME) return undefined;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "_");
  const subject = SUBJECTS.find(({ names }) => names.test(words));
  if (!subject) return undefined;
  return [`This server has no ${subject.title}.`, ...(subject.instead ? [subject.instead] : [])].join(" ");
}
