/** A fund: its costs and returns, its largest holdings and its sectors as bars. */
import { FUND_FIELDS } from "../parts/declared-fields.js";
import { recordIn, listIn, rowsIn, textIn, type Answer, type Fields } from "../parts/answer.js";
import { declaredFacts, declaredFigure, fieldAt, fieldsIn, valueOf } from "../parts/declared-figure.js";
import { dotted, section } from "../parts/elements.js";
import { factList, type Fact } from "../parts/fact-list.js";
import { shareBars, type Share } from "../charts/holder-bars.js";
import type { PictureContext, Picture } from "../parts/picture.js";

const SHOWN = 6;
const VALUATION = fieldAt(FUND_FIELDS, "equity").label;

/** Draws the answer of a fund. */
export function drawFund(answer: Answer, { formats }: PictureContext): Picture {
  const { body, provider } = answer;
  const shares = (list: string, rows: readonly Fields[], nameOf: (each: Fields) => string | null) => {
    const weight = fieldAt(FUND_FIELDS, `${list}.weight`);
    return rows.flatMap((each): Share[] => {
      // A row of a report has its part of the fund in percent.
      const row = each["percent"] ? { weight: Number(each["percent"]) / 100 } : each;
      const [name, share] = [nameOf(each), valueOf(row, weight)];
      if (name === null || share === null) return [];
      return [{ name, share, figure: declaredFigure(row, weight, formats, provider) }];
    });
  };
  const held = listIn(body, "holdings");
  const names = held.map((each) => textIn(each, "name"));
  const holdings = shares("holdings", held, (each) => {
    const [name, symbol] = [textIn(each, "name"), textIn(each, "symbol")];
    // Two classes of shares, or bonds, of one company have the same name.
    if (name === null || names.indexOf(name) === names.lastIndexOf(name)) return name ?? symbol;
    return symbol === null ? (textIn(each, "title") ?? name) : `${name} (${symbol})`;
  });
  const sectors = shares("sectors", rowsIn(body, "sectors"), (each) => textIn(each, "sector"));
  const factsOf = (fields: Fields, group: string) =>
    declaredFacts(fields, fieldsIn(FUND_FIELDS, group), formats, answer);
  return {
    heading: textIn(body, "name") ?? textIn(body, "symbol") ?? "",
    subheading: dotted(...["symbol", "category", "currency"].map((field) => textIn(body, field))),
    content: [
      ...factList([...factsOf(body, ""), ...factsOf(recordIn(body, "report"), "report")]),
      ...overlap(body, answer, formats),
      ...part(fieldAt(FUND_FIELDS, "mix").label, factsOf(recordIn(body, "mix"), "mix")),
      ...part("Returns", factsOf(recordIn(body, "returns"), "returns")),
      ...shareBars("Largest holdings", holdings, SHOWN, "holdings"),
      ...shareBars("Sectors", sectors, SHOWN, "sectors"),
      ...part(VALUATION, factsOf(recordIn(body, "equity"), "equity")),
    ],
  };
}

/** Returns how much of two funds is the same, and the largest of the holdings that both have. */
function overlap(body: Fields, answer: Answer, formats: PictureContext["formats"]): HTMLElement[] {
  const found = recordIn(body, "overlap");
  const other = textIn(found, "with");
  if (other === null) return [];
  const least = found["atLeast"] === true ? ", at least" : "";
  const weight = fieldAt(FUND_FIELDS, "overlap.shared.weight");
  const shared = rowsIn(found, "shared").flatMap((each): Share[] => {
    const [name, share] = [textIn(each, "name") ?? textIn(each, "symbol"), valueOf(each, weight)];
    if (name === null || share === null) return [];
    const more = [declaredFigure(each, fieldAt(FUND_FIELDS, "overlap.shared.otherWeight"), formats), ` of ${other}`];
    return [{ name, share, figure: declaredFigure(each, weight, formats), more }];
  });
  const facts = factList(declaredFacts(found, fieldsIn(FUND_FIELDS, "overlap"), formats, answer));
  return [section(`Overlap with ${other}${least}`, ...facts, ...shareBars("Held by both", shared, SHOWN, "holdings"))];
}

function part(heading: string, facts: readonly Fact[]): HTMLElement[] {
  return facts.length > 0 ? [section(heading, ...factList(facts))] : [];
}
