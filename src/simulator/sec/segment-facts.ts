/** Revenue by product, segment and region in simulated reports, as facts with dimensions, and the labels of its names. */
import { quarterEnd, type Quarter } from "../companies/accounts.js";
import { SEGMENT_NAMES, segmentsOver, type SegmentKind } from "../companies/segments.js";
import { incomeOver } from "../companies/statements.js";
import { dayAfter } from "../../lib/day.js";
import { unitOf, type Subject } from "./annual-parts.js";
import { filingsOf, type Filer } from "./filers.js";
import { factTable, heading, paragraph } from "./markup.js";

export const META_LINKS = "MetaLinks.json";

const CONCEPT = "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax";
const PRODUCT = "srt:ProductOrServiceAxis";
const REGION = "srt:StatementGeographicalAxis";
const SEGMENT = "us-gaap:StatementBusinessSegmentsAxis";
const CONSOLIDATION = "srt:ConsolidationItemsAxis";
const OPERATING = "us-gaap:OperatingSegmentsMember";

type Dimensions = readonly (readonly [axis: string, member: string])[];

/** The name of a segment in the report's own taxonomy. */
const memberOf = (name: string): string => `sim:${name.replaceAll(/[^A-Za-z]/g, "")}Member`;

/** The last quarters of the periods in a report: of a year and the two before, or a quarter and that of the year before. */
const lastsOf = ({ quarter }: Subject, quarters: number): Quarter[] =>
  quarters === 4 ? [quarter, quarter - 4, quarter - 8] : [quarter, quarter - 4];

/** The dimensions of each kind of row; regions are segments, too. */
const dimensionsOf = (kind: SegmentKind, name: string): Dimensions[] => {
  const member = memberOf(name);
  return kind === "product"
    ? [[[PRODUCT, member]]]
    : [
        [
          [SEGMENT, member],
          [CONSOLIDATION, OPERATING],
        ],
        [[REGION, member]],
      ];
};

const idOf = (column: number, dimensions: Dimensions): string =>
  ["c", column, ...dimensions.map(([axis, member]) => `${axis}-${member}`.replaceAll(":", "_"))].join("-");

/** The note on segments; its figures are facts of the document. */
export function segmentNote(subject: Subject, quarters: number): string[] {
  const { economics } = subject;
  const lasts = lastsOf(subject, quarters);
  const ends = lasts.map(quarterEnd);
  const scale = Math.log10(economics.unit);
  let place = 0;
  const tagged = (digits: string, column: number, dimensions: Dimensions) =>
    `<ix:nonFraction name="${CONCEPT}" contextRef="${idOf(column, dimensions)}" unitRef="money" decimals="${-scale}" scale="${scale}" format="ixt:num-dot-decimal" id="f-${++place}">${digits}</ix:nonFraction>`;
  const tableOf = (kind: SegmentKind): string => {
    const periods = lasts.map((last) => segmentsOver(economics, kind, last, quarters));
    const names = Object.keys(periods[0]!);
    const rows = names.map((name) => [name, ...periods.map((period) => (period[name] ?? 0) / economics.unit)] as const);
    return factTable(ends, rows, (digits, row, column) =>
      dimensionsOf(kind, names[row]!).reduce((inner, dimensions) => tagged(inner, column, dimensions), digits),
    );
  };
  const totals = lasts.map((last) => incomeOver(economics, last, quarters)["revenue"]! / economics.unit);
  return [
    heading("Note 2. Segment Information"),
    paragraph(`Net sales by product and service (${unitOf(economics)}):`),
    tableOf("product"),
    paragraph(`Net sales by reportable segment, which are regions (${unitOf(economics)}):`),
    tableOf("region"),
    factTable(ends, [["Total net sales", ...totals]], (digits, _row, column) => tagged(digits, column, [])),
  ];
}

/** The contexts and the unit of the note's facts. */
export function segmentResources(subject: Subject, quarters: number): string {
  const { economics } = subject;
  const contexts = lastsOf(subject, quarters).flatMap((last, column) => {
    const kinds = (["product", "region"] as const).flatMap((kind) =>
      Object.keys(segmentsOver(economics, kind, last, quarters)).flatMap((name) => dimensionsOf(kind, name)),
    );
    return [[], ...kinds].map((dimensions) => contextOf(idOf(column, dimensions), last, quarters, dimensions));
  });
  return `${contexts.join("")}<xbrli:unit id="money"><xbrli:measure>iso4217:${economics.currency}</xbrli:measure></xbrli:unit>`;
}

function contextOf(id: string, last: Quarter, quarters: number, dimensions: Dimensions): string {
  const members = dimensions.map(
    ([axis, member]) => `<xbrldi:explicitMember dimension="${axis}">${member}</xbrldi:explicitMember>`,
  );
  const segment = members.length === 0 ? "" : `<xbrli:segment>${members.join("")}</xbrli:segment>`;
  const days = `<xbrli:startDate>${dayAfter(quarterEnd(last - quarters))}</xbrli:startDate><xbrli:endDate>${quarterEnd(last)}</xbrli:endDate>`;
  return `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">1</xbrli:identifier>${segment}</xbrli:entity><xbrli:period>${days}</xbrli:period></xbrli:context>`;
}

/** Returns the labels of the names in a filing, and the tables in which they stand; `undefined` without such a filing. */
export function metaLinksOf(filer: Filer, accession: string, at: number): string | undefined {
  const filing = filingsOf(filer, at).find((each) => each.accession === accession && each.quarter !== undefined);
  if (!filing) return undefined;
  const named = (name: string, label: string, kinds: readonly string[]) => [
    name.replace(":", "_"),
    {
      presentation: kinds.map((kind) => `http://simulated.example/role/${kind}`),
      lang: { "en-us": { role: { label } } },
    },
  ];
  const ofKind = (kind: SegmentKind) =>
    SEGMENT_NAMES[kind].map((name) => named(memberOf(name), `${name} [Member]`, [kind]));
  const tag = Object.fromEntries([
    named(CONCEPT, "Net sales", ["product", "region"]),
    named(PRODUCT, "Product and Service [Axis]", ["product"]),
    named(REGION, "Geographical [Axis]", ["region"]),
    named(SEGMENT, "Segments [Axis]", ["region"]),
    ...ofKind("product"),
    ...ofKind("region"),
  ]);
  const { document } = filing;
  return JSON.stringify({ version: "2.2", instance: { [document]: { dts: { inline: { local: [document] } }, tag } } });
}
