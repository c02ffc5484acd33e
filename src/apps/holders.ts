/** Holders of a company: what insiders and institutions hold, and the largest holders as bars. */
import { furtherListIn, listIn, numberIn, textIn, type Answer, type Fields } from "./answer.js";
import { declaredFacts, fieldsIn } from "./declared-figure.js";
import { HOLDERS_FIELDS } from "./declared-fields.js";
import { arrowed, day, figure } from "./elements.js";
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
      ...[factList(declaredFacts(body, fieldsIn(HOLDERS_FIELDS, ""), words, answer))].filter((list) => list !== null),
      ...shareBars("Largest institutions", shares(listIn(body, "institutions")), SHOWN, "institutions", words),
      ...shareBars("Largest funds", shares(furtherListIn(body, "funds")), SHOWN, "funds", words),
    ],
  };
}

function toShare(each: Fields, words: Words): Share[] {
  const [name, share] = [textIn(each, "name"), numberIn(each, "percentHeld")];
  if (name === null || share === null) return [];
  const change = numberIn(each, "change");
  const isNew = each["isNew"] === true || each["isNew"] === "true";
  const more = [
    figure(words, numberIn(each, "shares")),
    " shares · ",
    ...(isNew
      ? ["new · "]
      : change === null
        ? []
        : [arrowed(change, words.percent(change * 100), words.exact(change)), " · "]),
    day(words, textIn(each, "reported")),
  ];
  return [{ name, share, more }];
}
