/** Holders of a company: what insiders and institutions hold, and the holders of one kind as bars. */
import { listIn, numberIn, textIn, type Answer, type Fields } from "../parts/answer.js";
import { declaredFacts, declaredFigure, fieldAt, fieldsIn } from "../parts/declared-figure.js";
import { HOLDERS_FIELDS } from "../parts/declared-fields.js";
import { day } from "../parts/elements.js";
import { factList } from "../parts/fact-list.js";
import { shareBars, type Share } from "../charts/holder-bars.js";
import type { PictureContext, Picture } from "../parts/picture.js";
import type { Formats } from "../parts/format.js";

const SHOWN = 5;
/** The kinds of holders, of which an answer has one. */
const KINDS = ["institutions", "funds", "insiders", "large"] as const;

/** Draws the answer of holders. */
export function drawHolders(answer: Answer, { formats, input }: PictureContext): Picture {
  const { body } = answer;
  const kind = KINDS.find((each) => each === input["kind"] || each in body) ?? "institutions";
  const noun = kind === "large" ? "holders" : kind;
  const shares = listIn(body, kind).flatMap((each) => toShare(each, kind, formats));
  return {
    heading: `${textIn(body, "symbol") ?? ""} holders`.trim(),
    company: textIn(body, "symbol"),
    subheading: textIn(body, "currency"),
    content: [
      ...factList(declaredFacts(body, fieldsIn(HOLDERS_FIELDS, ""), formats, answer)),
      ...shareBars(kind === "insiders" ? "Insiders" : `Largest ${noun}`, shares, SHOWN, noun),
    ],
  };
}

/** The texts of a row that stand below its name: of an insider the role, of a holder of 5 % those of its schedule. */
const TEXTS = ["relation", "form", "group", "purpose"];

/** Returns the row of a holder. */
function toShare(each: Fields, kind: (typeof KINDS)[number], formats: Formats): Share[] {
  const isLarge = kind === "large";
  const part = isLarge ? "percentOfClass" : "percentHeld";
  const [name, share] = [textIn(each, isLarge ? "person" : "name"), numberIn(each, part)];
  if (name === null || share === null) return [];
  const figureOf = (field: string) => declaredFigure(each, fieldAt(HOLDERS_FIELDS, `${kind}.${field}`), formats);
  const isNew = each["isNew"] === true || each["isNew"] === "true";
  const change = isNew
    ? ["new · "]
    : numberIn(each, "sharesChange") === null
      ? []
      : [figureOf("sharesChange"), " since the last report · "];
  const texts = TEXTS.flatMap((field) => textIn(each, field) ?? []).map((text) => `${text} · `);
  const last = day(formats, textIn(each, isLarge ? "event" : "reported"));
  const more = [figureOf("shares"), " shares · ", ...change, ...texts, last];
  return [{ name, share: isLarge ? share / 100 : share, figure: figureOf(part), more }];
}
