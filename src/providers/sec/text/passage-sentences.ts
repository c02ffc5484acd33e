/** The sentences of a paragraph, and those of them that answer a question. */
import { sentencesOf } from "./pages.js";
import { pointsOfFigures, scoreOf } from "./passage-points.js";
import { termsIn, type Term } from "./search-words.js";
import { toComparable } from "./words.js";

/** A longer paragraph is shown in part. */
const MAX_PARAGRAPH = 600;
/** Characters of such sentences that match, and of those with their neighbours. */
const MAX_MATCHING = 500;
const MAX_AROUND = 250;
/** Points by which a sentence or a row is worse than the best one and may still be what is asked for. */
export const ALIKE = 2;

/** A sentence, with the bits of the terms that it has. */
interface Sentence {
  text: string;
  bits: number;
  score: number;
}

function scored(sentence: string, asked: readonly Term[]): Sentence {
  const comparable = toComparable(sentence);
  const bits = termsIn(comparable, asked);
  if (bits === 0) return { text: sentence, bits, score: -1 };
  const points = pointsOfFigures(comparable, asked);
  return { text: sentence, bits, score: scoreOf(comparable, bits, comparable, points, asked) };
}

/** A paragraph as it is shown: all of it, or the sentences of a long one that answer. */
interface ShownParagraph {
  text: string;
  /** The sentence that answers best, and its points. */
  best: Sentence;
  /** The last sentence; `null` if it is not shown. */
  last: string | null;
}

export function toShown(text: string, asked: readonly Term[]): ShownParagraph {
  const sentences = toSentences(text).map((sentence) => scored(sentence, asked));
  const best = sentences.reduce((one, other, index) => (other.score > sentences[one]!.score ? index : one), 0);
  const isWhole = text.length <= MAX_PARAGRAPH;
  const chosen = isWhole ? [] : chosenOf(sentences, best);
  const hasLast = isWhole || chosen.at(-1) === sentences.length - 1;
  return {
    text: isWhole ? text : joinSentences(sentences, chosen),
    best: sentences[best]!,
    last: hasLast ? sentences.at(-1)!.text : null,
  };
}

/** The best sentence, the nearest ones with terms that it lacks; as far as there is room those as good, and those around. */
function chosenOf(sentences: readonly Sentence[], best: number): number[] {
  const chosen = new Set([best]);
  let bits = sentences[best]!.bits;
  let room = MAX_AROUND - sentences[best]!.text.length;
  for (let away = 1; away < sentences.length; away++) {
    for (const at of [best + away, best - away]) {
      const sentence = sentences[at];
      if (!sentence || (sentence.bits & ~bits) === 0) continue;
      chosen.add(at);
      bits |= sentence.bits;
      room -= sentence.text.length;
    }
  }
  const alike = sentences.flatMap(({ score }, at) => (score >= sentences[best]!.score - ALIKE ? [at] : []));
  for (const at of alike) {
    if (chosen.has(at) || sentences[at]!.text.length > room + MAX_MATCHING - MAX_AROUND) continue;
    chosen.add(at);
    room -= sentences[at]!.text.length;
  }
  let [first, last] = [best, best];
  for (;;) {
    const fits = (at: number) => sentences[at] !== undefined && (chosen.has(at) || sentences[at].text.length <= room);
    const next = fits(last + 1) ? ++last : fits(first - 1) ? --first : undefined;
    if (next === undefined) return [...chosen].toSorted((a, b) => a - b);
    if (!chosen.has(next)) room -= sentences[next]!.text.length;
    chosen.add(next);
  }
}

/** The sentences in their order, with "…" where some are left out. */
function joinSentences(sentences: readonly Sentence[], chosen: readonly number[]): string {
  let text = chosen[0]! > 0 ? "… " : "";
  for (const [index, at] of chosen.entries()) {
    if (index > 0) text += at === chosen[index - 1]! + 1 ? " " : " … ";
    text += sentences[at]!.text;
  }
  return chosen.at(-1)! < sentences.length - 1 ? `${text} …` : text;
}

const ABBREVIATED = /(?:^|[\s(.])(?:[A-Z]|Inc|Corp|Co|Ltd|Nos?|Mrs?|Ms|Dr|St|vs|approx)\.$/;
/** Characters of the longest abbreviation, with what is before it. */
const LONGEST = 10;

export function toSentences(text: string): string[] {
  const sentences: string[][] = [];
  let goesOn = false;
  for (const part of sentencesOf(text)) {
    if (goesOn) sentences.at(-1)!.push(part);
    else sentences.push([part]);
    goesOn = ABBREVIATED.test(part.slice(-LONGEST));
  }
  return sentences.map((parts) => parts.join(" "));
}

/** The first sentences of a long paragraph. */
export function beginningOf(text: string): string {
  if (text.length <= MAX_PARAGRAPH) return text;
  const sentences = toSentences(text);
  let end = 1;
  for (let size = sentences[0]!.length; end < sentences.length; end++) {
    size += sentences[end]!.length;
    if (size > MAX_PARAGRAPH) break;
  }
  return `${sentences.slice(0, end).join(" ")} …`;
}
