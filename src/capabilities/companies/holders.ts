/** Institutions, funds and insiders that hold a company's shares. */
import { latestOf } from "../../lib/newest-first.js";
import { say, type Sentence, the } from "../../contract/sentence.js";
import { defineCapability } from "../../contract/capability.js";
import {
  always,
  count,
  date,
  label,
  money,
  named,
  percent,
  ratio,
  shares,
  signed,
  words,
} from "../../contract/field.js";
import { answerSymbol, choice, decimal, officialInput, symbol, timestamp, wholeNumber } from "../../contract/fields.js";
import { shownWhen } from "../../contract/rows-spec.js";
import { object, z } from "../../contract/schema.js";
import { symbolErrors } from "../shapes.js";
import { DAY_SECONDS, daysBefore } from "../../lib/day.js";
import { dayOfAnswer, futureRule, latestDay } from "../../market/sessions/exchange-day.js";
import { askedFilerOrListing } from "../filings/asked-filer.js";

const KINDS = ["institutions", "funds", "insiders", "large"] as const;
/** The most holders of one kind that a source sends, and the most of 5 %. */
export const MAX_HOLDERS = 10;
export const MAX_LARGE = 30;
/** Seconds for which an answer from schedules is fresh: a new one may be filed on any day. */
const LARGE_SECONDS = 3600;
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

/** A holder by its schedule, without the purpose. */
const reported = {
  person: always(words("As reported; the one with the most shares")),
  group: words("Others who report the same shares"),
  class: words("Of shares"),
  shares: shares("held"),
  percentOfClass: percent("of the class, as filed", "Held"),
  event: date("that required the schedule"),
};
/** The schedule of a holder. */
const schedule = {
  filed: always(date("")),
  form: z.string().describe("SCHEDULE 13D may seek influence, 13G does not; /A amended"),
  accession: z.string().describe("Number of the filing"),
  url: z.string().describe("Its page"),
};
const amendment = count("as the amendment is numbered", "Amendment");

const largeHolder = object("One holder of 5 % or more", {
  ...reported,
  purpose: words("Third-party text, of 13D: its first sentences, with … where it goes on"),
  amendment,
  ...schedule,
});

export type LargeHolder = z.output<typeof largeHolder>;

const endedHolder = object("One holder that reported less than 5 %", { ...reported, amendment, ...schedule });

/** Columns of a holder by its schedule that most readers need. */
const USUAL_LARGE = ["person", "group", "shares", "percentOfClass", "event", "filed", "form", "purpose", "url"];

/** A symbol, and for kind `large` also a number of the SEC or a name: its companies need no symbol. */
class SymbolOrFiler extends z.ZodEffects<z.ZodString, string> {
  override _parse(input: z.ParseInput): z.ParseReturnType<string> {
    const { kind } = (input.parent.data ?? {}) as { kind?: unknown };
    const filer = kind === "large" ? askedFilerOrListing.safeParse(input.data).data : undefined;
    const isSymbol = symbol.safeParse(input.data).success && !/^CIK\d{10}$/.test(filer ?? "");
    return filer === undefined || isSymbol ? symbol._parse(input) : z.OK(filer);
  }
}

export const holders = defineCapability({
  name: "holders",
  title: "Holders",
  route: "/api/v1/stock/{symbol}/holders",
  tool: {
    name: "get_holders",
    set: "ownership",
    summary: "Who owns a company: largest shareholders",
    description:
      "Who owns a company: largest shareholders, institutional investors, mutual funds or insiders; large: 5 % holders by 13D/13G.",
    rows: {
      list: "institutions",
      otherLists: {
        funds: {},
        insiders: {},
        large: { key: ["person"], limit: { shown: MAX_LARGE, max: MAX_LARGE } },
      },
      key: ["name"],
      format: "csv",
      limit: { shown: MAX_HOLDERS, max: MAX_HOLDERS },
      columns: shownWhen(["relation", "sharesIndirect", "transaction"], "rarely"),
      usualFields: (body) => ("large" in body ? USUAL_LARGE : undefined),
    },
    extras: { kind: choice(KINDS).default("institutions").describe("Who holds") },
    hidden: ["min_percent", "limit", "as_of"],
    unlisted: ["insiders", "filer", "cik", "large", "ended", "unread"],
    aliases: { holder_type: "kind", type: "kind", min_percent_held: "min_percent" },
    picture: "holders",
    untrusted: [
      "filer",
      ...["person", "group", "class", "purpose"].map((name) => `large[].${name}`),
      ...["person", "group", "class"].map((name) => `ended[].${name}`),
    ],
  },
  input: z.object({
    symbol: new SymbolOrFiler(symbol._def as never),
    kind: choice(KINDS).optional().describe("By default institutions and funds"),
    min_percent: decimal(0, "%")
      .max(100, "a number from 0 to 100")
      .optional()
      .describe("Percent of all shares, at least"),
    limit: wholeNumber(1, MAX_LARGE)
      .optional()
      .describe(`Holders of each kind; default ${MAX_HOLDERS}, of large ${MAX_LARGE}`),
    as_of: officialInput.as_of.describe("For large: as known on YYYY-MM-DD"),
  }),
  rule({ symbol: asked, kind, limit: most = 0, as_of }) {
    if (kind === "large") return futureRule({ as_of }, latestDay(asked));
    if (as_of !== undefined) return `"as_of" needs "kind" large: of other holders only current data is known.`;
    return most > MAX_HOLDERS
      ? `Invalid "limit": got ${most}. Allowed: a whole number from 1 to ${MAX_HOLDERS}.`
      : undefined;
  },
  output: z.object({
    symbol: answerSymbol,
    filer: words("Company as the SEC names it").optional(),
    cik: words("Its number at the SEC").optional(),
    currency: label("Of value; GBp is pence").optional(),
    insidersPercent: ratio("of all shares, held by insiders", "Insiders hold").optional(),
    institutionsPercent: ratio("of all shares, held by institutions", "Institutions hold").optional(),
    institutionsPercentOfFloat: ratio("of the float, held by institutions", "Institutions, % of float").optional(),
    institutionsCount: count("institutions that hold shares", "Number of institutions").optional(),
    valueDate: date("of the price in value; null when the source does not say it", "Value as of").optional(),
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
    large: z.array(largeHolder).optional().describe("For kind large: largest part first"),
    ended: z.array(endedHolder).optional().describe("For kind large: those whose newest schedule has less than 5 %"),
    unread: z
      .array(object("One schedule", schedule))
      .optional()
      .describe("For kind large: schedules that are not machine-readable, newest first, at most ten"),
    timestamp,
  }),
  viewParameters: ["kind", "min_percent", "limit"],
  cacheKey: ({ symbol: asked, kind, as_of }) => (kind === "large" ? `${asked} large ${as_of ?? ""}` : asked),
  ttlSecondsOf: (body) => ("large" in body ? LARGE_SECONDS : undefined),
  view(
    { institutions, funds, insiders, large, timestamp: made, ...body },
    { kind, min_percent: least, limit: most = kind === "large" ? MAX_LARGE : MAX_HOLDERS },
  ) {
    const shown = shownKinds(kind);
    const part = <Row extends Held>(rows: readonly Row[] | null | undefined) =>
      rows?.filter(holdsAtLeast(least)).slice(0, most) ?? null;
    if (large !== undefined) {
      const { ended, unread, ...about } = body;
      return { ...about, large: part(large) ?? [], ended, unread, timestamp: made };
    }
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
    const total = whole.institutionsCount ?? null;
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
      ...(hasValue ? [toValueNote(whole.valueDate ?? null)] : []),
      ...toOldNotes(
        lists.flatMap(({ all }) => all.flatMap((row) => ("value" in row ? [row.reported] : []))),
        whole,
      ),
    ];
  },
  freshness: { ttlSeconds: DAY_SECONDS, staleSeconds: 7 * DAY_SECONDS },
  errors: symbolErrors("fetch holders", "no_coverage"),
});

/** A row of any kind of holder, which has a part of all shares, or of a class in percent. */
type Held = { percentHeld: number | null } | { percentOfClass: number | null };

/** Whether a holder has at least so many percent of all shares, or of the class; every holder without a bound. */
const holdsAtLeast = (least: number | undefined) => (each: Held) => {
  const part =
    "percentOfClass" in each ? each.percentOfClass : each.percentHeld === null ? null : each.percentHeld * 100;
  return least === undefined || (part !== null && part >= least);
};

/** Returns the kinds of holders that an answer lists. */
function shownKinds(kind: (typeof KINDS)[number] | undefined): readonly (typeof KINDS)[number][] {
  return kind === undefined ? ["institutions", "funds"] : [kind];
}

/** Returns a sentence on the least part; if all known holders have it, others may have it as well. */
function toLeastNote(kind: string, holding: number, known: number, least: number): Sentence {
  const others = holding === known ? "; others, which are not known, may hold as much" : "";
  const noun = kind === "large" ? "large holders" : kind;
  return say`${holding} of the ${known} known ${noun} ${holding === 1 ? "holds" : "hold"} at least ${the.figure(`${least} %`)}${others}.`;
}

function toValueNote(day: string | null): Sentence {
  return day === null
    ? say`The source does not say at the price of which day ${the.field("value")} is.`
    : say`${the.field("value")} is at the price of ${day}, not of the day of ${the.field("reported")}.`;
}

/** Returns a sentence on reports that are all old: institutions report every quarter, funds every three or six months. */
function toOldNotes(days: readonly (string | null)[], answer: { symbol: string; timestamp: string }): Sentence[] {
  const newest = latestOf(days.filter((day) => day !== null));
  if (newest === undefined || newest >= daysBefore(dayOfAnswer(answer), OLD_REPORT_DAYS)) return [];
  return [
    say`The newest of these reports is of ${newest}, more than ${OLD_REPORT_DAYS} days ago: holdings may be others now.`,
  ];
}
