/** The holdings of a manager as bars, with what changed since the quarter before, and what was sold. */
import { codeIn, listIn, numberIn, recordIn, textIn, type Answer, type Fields } from "../parts/answer.js";
import { declaredFacts, declaredFigure, fieldAt, fieldsIn } from "../parts/declared-figure.js";
import { PORTFOLIO_FIELDS } from "../parts/declared-fields.js";
import { dotted } from "../parts/elements.js";
import { factList } from "../parts/fact-list.js";
import { shareBars, type Share } from "../charts/holder-bars.js";
import type { PictureContext, Picture } from "../parts/picture.js";
import type { Formats } from "../parts/format.js";

const SHOWN = 10;

/** Draws the answer of a manager's holdings. */
export function drawPortfolio(answer: Answer, { formats }: PictureContext): Picture {
  const { body } = answer;
  const rows = listIn(body, "holdings");
  const isSold = (row: Fields) => textIn(row, "changeKind") === "sold";
  const held = rows.filter((row) => !isSold(row));
  const options = held.filter((row) => textIn(row, "putCall") !== null);
  const others = held.filter((row) => textIn(row, "putCall") === null);
  const bars = (of: readonly Fields[], field: string) => of.flatMap((row) => toBar(row, field, wholeOf(body), formats));
  return {
    heading: textIn(body, "name") ?? "Holdings",
    subheading: dotted("13F", textIn(body, "quarter"), "USD"),
    content: [
      ...factList([
        ...declaredFacts(body, fieldsIn(PORTFOLIO_FIELDS, ""), formats, answer),
        ...declaredFacts(recordIn(body, "total"), fieldsIn(PORTFOLIO_FIELDS, "total"), formats, answer),
      ]),
      ...shareBars("Largest positions", bars(others, "percent"), SHOWN, "positions"),
      ...shareBars("Options, by the value of their shares", bars(options, "value"), SHOWN, "options"),
      ...shareBars("Sold", bars(rows.filter(isSold), "sharesChange"), SHOWN, "positions"),
    ],
  };
}

const wholeOf = (body: Fields) => numberIn(recordIn(body, "total"), "value");

/** Returns the row of a position with this figure; its bar is as long as its part of the value. */
function toBar(row: Fields, field: string, whole: number | null, formats: Formats): Share[] {
  const title = textIn(row, "name") ?? codeIn(row, "cusip");
  if (title === null) return [];
  const figureOf = (name: string) => declaredFigure(row, fieldAt(PORTFOLIO_FIELDS, `holdings.${name}`), formats);
  const [percent, value] = [numberIn(row, "percent"), numberIn(row, "value")];
  const share = percent !== null ? percent / 100 : value !== null && whole ? value / whole : 0;
  const name = dotted(textIn(row, "symbol"), title, textIn(row, "class"), textIn(row, "putCall"));
  const kind = textIn(row, "changeKind");
  const hasChange =
    field !== "sharesChange" && (kind === "more" || kind === "less") && numberIn(row, "sharesChange") !== null;
  const parts: (Node | string)[][] = [
    ...(field === "percent" ? [[figureOf("value")]] : []),
    ...(numberIn(row, "shares") === null || kind === "sold" ? [] : [[figureOf("shares"), " shares"]]),
    ...(hasChange ? [[figureOf("sharesChange"), " since the quarter before"]] : []),
    ...(kind === "new" || kind === "same" ? [[kind === "new" ? "new" : "unchanged"]] : []),
  ];
  const more = parts.flatMap((part, at) => (at === 0 ? part : [" · ", ...part]));
  return [{ name, share, figure: figureOf(field), more }];
}
