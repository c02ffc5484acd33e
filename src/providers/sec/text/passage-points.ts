/** How near a sentence, a row or a heading is to an answer, in points. */
import { areWhole, countOf, distanceTo, termsIn, type Term } from "./search-words.js";

// Points of a sentence or a row: for the terms in it, for all of them, a figure, their order, and the share of its words that they are.
const POINTS_OF_TERMS = 8;
const POINTS_OF_ALL = 4;
const POINTS_OF_FIGURE = 4;
const POINTS_OF_NEARNESS = 2;
/** Characters between a term and a figure that has nothing to do with it. */
const MAX_AWAY = 40;
const POINTS_OF_ORDER = 2;
const POINTS_OF_SHARE = 2;
const POINTS_OF_OTHER_FORM = -1;

/** Numbers that are no figures: days, years, and those of items, notes, rules and forms. */
const NO_FIGURE =
  /\b(?:items?|notes?|parts?|sections?|rules?|forms?|topics?|asc|asu|sfas|pages?|exhibits?|levels?|schedules?|chapters?|titles?|paragraphs?|tables?|no|nos|number|january|february|march|april|may|june|july|august|september|october|november|december)\.? ?\(?\d[\w.-]*|^\W{0,3}\d{1,2}(?:\.\d{1,3}[^\d %]{0,3}|[.)]) |\b\d{1,2}-[kqf]\b|\b401\(k\)|\(\d{1,2}\)|(?<![\d$€£.,])(?:19|20)\d\d(?![\d,.]*\d)/g;

/** The places of the figures in a comparable text. */
function figuresIn(comparable: string): [from: number, to: number][] {
  const plain = comparable.replace(NO_FIGURE, (all) => " ".repeat(all.length));
  return [...plain.matchAll(/(?<![a-z]-|[a-z\d])\d[\d,.]*/g)].map(({ 0: { length }, index }) => [
    index,
    index + length,
  ]);
}

export const hasFigure = (comparable: string): boolean => figuresIn(comparable).length > 0;

/** Points of the figures of a sentence: one beside a term says more than one elsewhere. */
export function pointsOfFigures(comparable: string, terms: readonly Term[]): number {
  const figures = figuresIn(comparable);
  if (figures.length === 0) return 0;
  const away = distanceTo(figures, comparable, terms);
  return POINTS_OF_FIGURE + POINTS_OF_NEARNESS * Math.max(0, 1 - away / MAX_AWAY);
}

/** Points of a row with a figure, which stands beside the words of its label. */
export const pointsOfRow = (label: string, terms: readonly Term[]): number =>
  POINTS_OF_FIGURE + POINTS_OF_NEARNESS * shareOf(label, terms);

/**
 * The points of a comparable text that has some terms, also by its context, as the bits say: for each term, for all, for
 * their order, for their share of the words of its `label`; and `figure` for its figures.
 */
export function scoreOf(
  comparable: string,
  bits: number,
  label: string,
  figure: number,
  terms: readonly Term[],
): number {
  return (
    (POINTS_OF_TERMS * countOf(bits)) / terms.length +
    (countOf(bits) === terms.length ? POINTS_OF_ALL : 0) +
    figure +
    POINTS_OF_ORDER * orderOf(comparable, terms) +
    POINTS_OF_SHARE * shareOf(label, terms) +
    (areWhole(comparable, terms) ? 0 : POINTS_OF_OTHER_FORM)
  );
}

/** The share of a text's words that are terms. */
export function shareOf(comparable: string, terms: readonly Term[]): number {
  const words = comparable.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return Math.min(1, countOf(termsIn(comparable, terms)) / Math.max(1, words));
}

/** The share of the terms that stand side by side as they were asked. */
function orderOf(comparable: string, terms: readonly Term[]): number {
  const pairs = terms
    .slice(1)
    .filter(({ beginnings }, before) =>
      beginnings.some((beginning) => comparable.includes(`${terms[before]!.asked} ${beginning}`)),
    );
  return pairs.length / Math.max(1, terms.length - 1);
}
