/** Key statistics: the ten figures that matter most, then all as groups, without those that the answer does not have. */
import { recordIn, textIn, type Answer } from "../parts/answer.js";
import { declaredFacts, fieldAt, fieldsIn } from "../parts/declared-figure.js";
import { STATISTICS_FIELDS } from "../parts/declared-fields.js";
import { dotted, html, section } from "../parts/elements.js";
import { factList } from "../parts/fact-list.js";
import type { PictureContext, Picture } from "../parts/picture.js";

/**
 * The figures that most readers look for, in this order: size, valuation, growth, profit, debt, bets on a fall. Without the
 * titles of their groups, they say their periods themselves.
 */
const FIRST: readonly (readonly [path: string, label?: string])[] = [
  ["valuation.marketCap"],
  ["valuation.trailingPE"],
  ["valuation.forwardPE"],
  ["valuation.evToEbitda"],
  ["growth.revenue", "Revenue growth, latest quarter"],
  ["profit.netMargin", "Net margin, TTM"],
  ["profit.returnOnEquity", "Return on equity, TTM"],
  ["profit.freeCashFlow", "Free cash flow, TTM"],
  ["balance.debtToEquity"],
  ["shares.shortPercentOfFloat"],
];

/** Draws the answer of key statistics. */
export function drawStatistics(answer: Answer, { formats }: PictureContext): Picture {
  const { body } = answer;
  const [currency, reporting] = [textIn(body, "currency"), textIn(body, "reportingCurrency")];
  const groups = STATISTICS_FIELDS.filter(([, kind]) => kind === "group").flatMap(([group, , label]) => {
    const facts = declaredFacts(recordIn(body, group), fieldsIn(STATISTICS_FIELDS, group), formats, answer);
    return facts.length > 0 ? [{ label: label || "", facts }] : [];
  });
  const first = FIRST.flatMap(([path, label]) => {
    const named = fieldAt(STATISTICS_FIELDS, path);
    const row = recordIn(body, path.split(".")[0]!);
    return declaredFacts(row, [{ ...named, label: label ?? named.label }], formats, answer);
  });
  const sections = groups.map(({ label, facts }) => section(label, ...factList(facts)));
  const count = groups.reduce((sum, { facts }) => sum + facts.length, 0);
  const isLong = count > FIRST.length;
  return {
    heading: `${textIn(body, "symbol") ?? ""} key statistics`.trim(),
    company: textIn(body, "symbol"),
    subheading: dotted(currency, reporting === currency ? null : reporting && `accounts in ${reporting}`),
    content: isLong
      ? [
          ...factList(first),
          html(
            "details",
            first.length === 0 ? { open: "" } : {},
            html("summary", {}, `All ${formats.number(count)} figures`),
            html("div", { class: "stack" }, ...sections),
          ),
        ]
      : sections,
  };
}
