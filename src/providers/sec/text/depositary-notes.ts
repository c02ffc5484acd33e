/** Footnotes on depositary shares (ADS): insiders report ordinary shares beside the price of one of these. */

const ADS = String.raw`(?:(?:American|Global) Depositary (?:Shares?|Receipts?)|[AG]D[SR]s?)\b`;
const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(
  " ",
);
const FURTHER = "half|third|quarter|fourth|fifth|tenth|hundred|thousand|and|of one";
/** A number in figures, in words with figures behind them, or a single word: `43,200`, `five (5)`, `1/2`, `eight`. */
const NUMBER = String.raw`(?:[a-z]{1,12}(?:[ -][a-z]{1,12}){0,3} ?\((\d[\d,]{0,15}(?:\.\d{1,9})?(?:\/\d{1,9})?)\)|(\d[\d,]{0,15}(?:\.\d{1,9})?(?:\/\d{1,9})?)\b|(${NUMBERS.join("|")})\b(?![ -]?(?:${FURTHER})))`;
const IS = String.raw`(?:represent(?:s|ing|ed)?|equals?|equivalent (?:to|of)|correspond(?:s|ing)? to|convert(?:s|ible)? into|to|per|=|:)`;

/** Statements of how many shares a depositary share is. All repetitions have limits, since anybody can file a form. */
const RATIOS = [
  // "Each ADS represents 43,200 ordinary shares", "1 ADS = 8 shares".
  String.raw`\b(?:each|every|one|an|1)(?: \(1\))? ${ADS}[^.;]{0,60}?(?<![a-z])${IS} ?(?:the right to receive )?${NUMBER}[^.;$]{0,60}?\bshares?\b`,
  // "ADSs, each representing eight ordinary shares".
  String.raw`${ADS}[^.;]{0,30}?\beach (?:of which )?represent(?:s|ing) (?:the right to receive )?${NUMBER}`,
  // "43,200 ordinary shares per ADS".
  String.raw`(?<![\d,.])${NUMBER} [^.;$]{0,40}?\bshares? (?:per|to|for|=) ?(?:each |every |one |an |1 )?${ADS}`,
].map((pattern) => new RegExp(pattern, "gi"));

const OF_ADS = new RegExp(String.raw`\b${ADS}`, "i");
const PRICE_OF_ADS = new RegExp(
  String.raw`\bprices?\b[^.;]{0,80}?\b(?:per|of (?:an|one|each|the)) ${ADS}|\b${ADS} price`,
  "i",
);
/** Such a price is of an ordinary share, though the note speaks of the ADS from whose price it was computed. */
const OF_ORDINARY =
  /\bdivid(?:ed|ing)\b|(?<!\b(?:not|than) )\bper (?:(?:class [a-z]|underlying) ){0,2}(?:ordinary|common|underlying) share\b/i;

/** So is most likely a price in another currency: depositary shares trade in dollars. */
const TRANSLATED = /\b(?:translated|converted) (?:from|into|at)\b|\bexchange rate\b/i;

/** The statements of a footnote on depositary shares. */
export interface DepositaryNote {
  /** Whether a price with this note is that of a depositary share; `stated` if the note says that a price is. */
  ofPrice: "stated" | "likely" | null;
  /** The numbers of ordinary shares of which it says that one depositary share is. */
  ratios: readonly number[];
}

/** Returns what the footnote says on depositary shares. */
export function readDepositaryNote(text: string): DepositaryNote {
  if (!OF_ADS.test(text)) return { ofPrice: null, ratios: [] };
  const other = TRANSLATED.test(text) ? null : "likely";
  return {
    ofPrice: OF_ORDINARY.test(text) ? null : PRICE_OF_ADS.test(text) ? "stated" : other,
    ratios: RATIOS.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, ...found]) => toRatio(found) ?? [])),
  };
}

/** Returns the one number of ordinary shares that these notes state; `null` if they state none or several. */
export function ratioOf(notes: readonly DepositaryNote[]): number | null {
  const ratios = new Set(notes.flatMap((note) => note.ratios));
  return ratios.size === 1 ? [...ratios][0]! : null;
}

/** Whether shares of this title are ordinary ones, rather than depositary shares. */
export function isOrdinary(title: string): boolean {
  const at = title.search(OF_ADS);
  // "Ordinary Shares, represented by ADSs".
  return at < 0 || /\b(?:ordinary|common|class [a-z])\b/i.test(title.slice(0, at));
}

function toRatio(found: readonly (string | undefined)[]): number | undefined {
  const text = found.find((each) => each !== undefined) ?? "";
  const [above = "", below = "1"] = text.replaceAll(",", "").split("/");
  const word = NUMBERS.indexOf(text.toLowerCase());
  const ratio = word < 0 ? Number(above) / Number(below) : word;
  return Number.isFinite(ratio) && ratio > 0 ? ratio : undefined;
}
