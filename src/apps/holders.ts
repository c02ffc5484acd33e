/** Holders of a company: what insiders and institutions hold, and the largest holders as bars. */
import { furtherListIn, listIn, numberIn, textIn, type Answer, type Fields } from "./answer.js";
import { declaredFacts, declaredFigure, fieldAt, fieldsIn } from "./declared-figure.js";
import { HOLDERS_FIELDS } from "./declared-fields.js";
import { day } from "./elements.js";
import { factList } from "./fact-list.js";
import { shareBars, type Share } from "./holder-bars.js";
import type { PictureContext, Picture } from "./picture.js";
import type { Words } from "./format.js";

const SHOWN = 5;

/** Draws the answer of holders. */
export function drawHolders(answer: Answer, { words }: PictureContext): Picture {
  const { body } = answer;
  const shares = (rows: readonly Fields[]) => rows.flatMap((each) => toShare(each, words));
  return {
    heading: `${textIn(body, "symbol") ?? ""} holders`.trim(),
    company: textIn(body, "symbol"),
    subheading: textIn(body, "currency"),
    content: [
      ...factList(declaredFacts(body, fieldsIn(HOLDERS_FIELDS, ""), words, answer)),
      ...shareBars("Largest institutions", shares(listIn(body, "institutions")), SHOWN, "institutions"),
      ...shareBars("Largest funds", shares(furtherListIn(body, "funds")), SHOWN, "funds"),
    ],
  };
}

/** Returns the row of a holder; institutions and funds have the same fields. */
function toShare(each: Fields, words: Words): Share[] {
  const [name, share] = [textIn(each, "name"), numberIn(each, "percentHeld")];
  if (name === null || share === null) return [];
  const figureOf = (field: string) => declaredFigure(each, fieldAt(HOLDERS_FIELDS, `institutions.${field}`), words);
  const isNew = each["isNew"] === true || each["isNew"] === "true";
  const change = isNew ? ["new · "] : numberIn(each, "sharesChange") === null ? [] : [figureOf("sharesChange"), " · "];
  const more = [figureOf("shares"), " shares · ", ...change, day(words, textIn(each, "reported"))];
  return [{ name, share, figure: figureOf("percentHeld"), more }];
}
