/** Institutions, funds and insiders that hold a company's shares. */
import { say, type Sentence, the } from "../../contract/sentence.js";
import { defineCapability } from "../../contract/capability.js";
import { always, count, date, label, money, named, ratio, shares, signed, words } from "../../contract/field.js";
import { answerSymbol, choice, decimal, limit, symbol, timestamp } from "../../contract/fields.js";
import { shownWhen } from "../../contract/rows-spec.js";
import { object, z } from "../../contract/schema.js";
import { symbolErrors } from "../shapes.js";
import { DAY_SECONDS, daysBefore } from "../../lib/day.js";
import { dayOfAnswer } from "../../market/sessions/exchange-day.js";

const KINDS = ["institutions", "funds", "insiders"] as const;
/** The most holders of one kind that a source sends. */
export const MAX_HOLDERS = 10;
/** Days within which the newest report of a list is: half a year, and two months until it is filed. */
const OLD_REPORT_DAYS = 240;

const holder = object("One holder", {
  name: always(words("As reported")),
  shares: shares("held"),
  value: money("listing", "of the shares at the price of valueDate, not of the day of reported"),
  percentHeld: ratio("of all shares", "Held"),
  sharesChange: signed(ratio("of its shares since the report before; null for a new holder")),
  isNew: named("New holder", z.boolean().describe("Held none in the report before")),
  reported: date("end of the reported period"),
});

export type Holder = z.output<typeof holder>;

const insider = object("One insider", {
  name: always(words("As reported")),
  relation: words("Role, e.g. Director"),
  shares: shares("held directly"),
  sharesIndirect: shares("held through others, such as a trust; null when none are reported"),
  percentHeld: ratio("of all shares; (shares + sharesIndirect) / shares of all classes", "Held"),
  transaction: words("Latest one, in the source's words"),
  reported: date("of that transaction"),
});

export type InsiderHolder = z.output<typeof insider>;

export const holders = defineCapability({
  name: "holders",
  title: "Holders",
  route: "/api/v1/stock/{symbol}/holders",
  tool: {
    name: "get_holders",
    set: "ownership",
    description: "Who owns a company: largest shareholders, institutional investors, mutual funds or insiders.",
    rows: {
      list: "institutions",
      otherLists: ["funds", "insiders"],
      key: ["name"],
      format: "csv",
      limit: { shown: MAX_HOLDERS, max: MAX_HOLDERS },
      columns: shownWhen(["relation", "sharesIndirect", "transaction"], "rarely"),
    },
    extras: { kind: choice(KINDS).default("institutions").describe("Who holds") },
    hidden: ["min_percent", "limit"],
    unlisted: ["insiders"],
    aliases: { holder_type: "kind", type: "kind", min_percent_held: "min_percent" },
    picture: "holders",
  },
  input: z.object({
    symbol,
    kind: choice(KINDS).optional().describe("By default institutions and funds"),
    min_percent: decimal(0, "%")
      .max(100, "a number from 0 to 100")
      .optional()
      .describe("Percent of all shares, at least"),
    limit: limit(MAX_HOLDERS, MAX_HOLDERS, "Holders of each kind"),
  }),
  output: z.object({
    symbol: answerSymbol,
    currency: label("Of value; GBp is pence"),
    insidersPercent: ratio("of all shares, held by insiders", "Insiders hold"),
    institutionsPercent: ratio("of all shares, held by institutions", "Institutions hold"),
    institutionsPercentOfFloat: ratio("of the float, held by institutions", "Institutions, % of float"),
    institutionsCount: count("institutions that hold shares", "Institutions"),
    valueDate: date("of the price in value; null when the source does not say it", "Value as of"),
    institutions: z
      .array(holder)
      .nullable()
      .optional()
      .describe("Largest first, at most ten; those that report to the SEC; null when not known"),
    funds: z.array(holder).nullable().optional().describe("As institutions"),
    insiders: z
      .array(insider)
      .nullable()
      .optional()
      .describe("For kind insiders: most shares first, at most ten that traded lately; null when not known"),
    timestamp,
  }),
  viewParameters: ["kind", "min_percent", "limit"],
  view({ institutions, funds, insiders, timestamp: made, ...body }, { kind, min_percent: least, limit: most }) {
    const shown = shownKinds(kind);
    const part = <Row extends Held>(rows: readonly Row[] | null | undefined) =>
      rows?.filter(holdsAtLeast(least)).slice(0, most) ?? null;
    return {
      ...body,
      ...(shown.includes("institutions") ? { institutions: part(institutions) } : {}),
      ...(shown.includes("funds") ? { funds: part(funds) } : {}),
      ...(shown.includes("insiders") ? { insiders: part(insiders) } : {}),
      timestamp: made,
    };
  },
  viewNotes(shown, { kind, min_percent: least }, whole) {
    const lists = shownKinds(kind).flatMap((each) => {
      const [rows, all] = [shown[each], whole[each]];
      return rows && all ? [{ kind: each, rows, all }] : [];
    });
    const known = lists.find((list) => list.kind === "institutions")?.all.length;
    const total = whole.institutionsCount;
    const hasValue = lists.some(({ rows }) => rows.some((row) => "value" in row && row.value !== null));
    return [
      ...(known !== undefined && total !== null && total > known
        ? [say`${known} of ${total} institutions are known: the largest of those that report to the SEC.`]
        : []),
      ...(least === undefined
        ? []
        : lists.map(({ kind: of, all }) => {
            const { length } = (all as readonly Held[]).filter(holdsAtLeast(least));
            return toLeastNote(of, length, all.length, least);
          })),
      ...(hasValue ? [toValueNote(whole.valueDate)] : []),
      ...toOldNotes(
        lists.flatMap(({ all }) => all.flatMap((row) => ("value" in row ? [row.reported] : []))),
        whole,
      ),
    ];
  },
  freshness: { ttlSeconds: DAY_SECONDS, staleSeconds: 7 * DAY_SECONDS },
  errors: symbolErrors("fetch holders", "no_coverage"),
});

/** A row of any kind of holder. */
interface Held {
  percentHeld: number | null;
}

/** Whether a holder has at least so many percent of all shares; every holder without a bound. */
const holdsAtLeast = (least: number | undefined) => (each: Held) =>
  least === undefined || (each.percentHeld !== null && each.percentHeld * 100 >= least);

/** Returns the kinds of holders that an answer lists. */
function shownKinds(kind: (typeof KINDS)[number] | undefined): readonly (typeof KINDS)[number][] {
  return kind === undefined ? ["institutions", "funds"] : [kind];
}

/** Returns a sentence on the least part; if all known holders have it, others may have it as well. */
function toLeastNote(kind: string, holding: number, known: number, least: number): Sentence {
  const others = holding === known ? "; others, which are not known, may hold as much" : "";
  return say`${holding} of the ${known} known ${kind} ${holding === 1 ? "holds" : "hold"} at least ${the.figure(`${least} %`)}${others}.`;
}

function toValueNote(day: string | null): Sentence {
  return day === null
    ? say`The source does not say at the price of which day ${the.field("value")} is.`
    : say`${the.field("value")} is at the price of ${day}, not at that of the day of ${the.field("reported")}.`;
}

/** Returns a sentence on reports that are all old: institutions report every quarter, funds every three or six months. */
function toOldNotes(days: readonly (string | null)[], answer: { symbol: string; timestamp: string }): Sentence[] {
  const newest = days
    .filter((day) => day !== null)
    .toSorted()
    .at(-1);
  if (newest === undefined || newest >= daysBefore(dayOfAnswer(answer), OLD_REPORT_DAYS)) return [];
  return [
    say`The newest of these reports is of ${newest}, more than ${OLD_REPORT_DAYS} days ago: holdings may be others now.`,
  ];
}
