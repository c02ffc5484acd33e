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
const HEADINGS: Readonly<Record<(typeof KINDS)[number], string>> = {
  institutions: "Largest institutions",
  funds: "Largest funds",
  insiders: "Insiders",
  large: "Holders of 5 % and more",
};

/** Draws the answer of holders. */
export function drawHolders(answer: Answer, { formats, input }: PictureContext): Picture {
  const { body } = answer;
  const kind = KINDS.find((each) => each === input["kind"] || each in body) ?? "institutions";
  const shares = listIn(body, kind).flatMap((each) => toShare(each, kind, formats));
  return {
    heading: `${textIn(body, "symbol") ?? ""} holders`.trim(),
    company: textIn(body, "symbol"),
    subheading: textIn(body, "currency"),
    content: [
      ...factList(declaredFacts(body, fieldsIn(HOLDERS_FIELDS, ""), formats, answer)),
      ...shareBars(HEADINGS[kind], shares, SHOWN, kind === "large" ? "holders" : kind),
    ],
  };
}

/** Returns the row of a holder of 5 % and more, with its group, the day of the event, the form and the purpose. */
function toLargeShare(each: Fields, formats: Formats): Share[] {
  const [name, percent] = [textIn(each, "person"), numberIn(each, "percentOfClass")];
  if (name === null || percent === null) return [];
  const figureOf = (field: string) => declaredFigure(each, fieldAt(HOLDERS_FIELDS, `large.${field}`), formats);
  const texts = ["form", "group", "purpose"].flatMap((field) => textIn(each, field) ?? []);
  const more = [
    figureOf("shares"),
    " shares · ",
    day(formats, textIn(each, "event")),
    ...texts.map((text) => ` · ${text}`),
  ];
  return [{ name, share: percent / 100, figure: figureOf("percentOfClass"), more }];
}

/** Returns the row of a holder. */
function toShare(each: Fields, kind: (typeof KINDS)[number], formats: Formats): Share[] {
  if (kind === "large") return toLargeShare(each, formats);
  const [name, share] = [textIn(each, "name"), numberIn(each, "percentHeld")];
  if (name === null || share === null) return [];
  const figureOf = (field: string) => declaredFigure(each, fieldAt(HOLDERS_FIELDS, `${kind}.${field}`), formats);
  const isNew = each["isNew"] === true || each["isNew"] === "true";
  const change = isNew
    ? ["new · "]
    : numberIn(each, "sharesChange") === null
      ? []
      : [figureOf("sharesChange"), " since the last report · "];
  if (kind === "insiders") {
    const role = textIn(each, "relation");
    const held = [figureOf("shares"), " shares · ", ...(role === null ? [] : [role, " · "])];
    return [{ name, share, figure: figureOf("percentHeld"), more: [...held, day(formats, textIn(each, "reported"))] }];
  }
  const more = [figureOf("shares"), " shares · ", ...change, day(formats, textIn(each, "reported"))];
  return [{ name, share, figure: figureOf("percentHeld"), more }];
}
