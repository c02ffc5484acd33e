/** A figure of one filing by product, segment, region or another axis: the part of `get_filing_facts` with `by`. */
import { always, codes, date, figure, label, words } from "../../contract/field.js";
import { allowing } from "../../contract/fields.js";
import { object, z } from "../../contract/schema.js";
import { filingText } from "./filing-text.js";
import { secFilings } from "./sec-filings.js";

const BY_ALLOWED = "product, segment, region, or an axis of the filing such as StatementClassOfStockAxis";

/** Kinds of rows: only members are added. */
export const CUT_KINDS = ["member", "total", "elimination", "corporate"] as const;

const { accession, fiscal_year: fiscalYear } = filingText.input.shape;

/** The parameters of a question about one filing. */
export const cutInput = {
  by: z
    .string(allowing(BY_ALLOWED))
    .regex(/^[A-Za-z][\w.-]{0,150}(?::[A-Za-z][\w.-]{0,150})?$/, BY_ALLOWED)
    .transform((by) => (/^(?:product|segment|region)s?$/i.test(by) ? by.toLowerCase().replace(/s$/, "") : by))
    .optional()
    .describe("product, segment, region or axis; default: of revenue"),
  form: secFilings.input.shape.form.describe("With by: of which the newest filing is read"),
  fiscal_year: fiscalYear.describe("With by: year of the filing"),
  accession: accession.describe("With by: the filing"),
};

const cutRow = object("One part", {
  start: date("first; null for a balance"),
  end: always(date("last")),
  label: words("Name of the member"),
  value: figure(["as filed, in `unit`", "with several axes a sum"]),
  unit: z.string().describe("e.g. USD"),
  kind: codes(
    { member: "part", total: "total", elimination: "elimination", corporate: "corporate" },
    z.enum(CUT_KINDS).describe("Only members are in `sum`"),
  ),
  axis: z.string().describe("Axis of the member"),
  member: z.string().describe("Its tag"),
  url: z.string().describe("Its place in the document"),
});

const sums = {
  undimensioned: figure("the company's total as filed, in the rows' unit").optional(),
  sum: figure("of the members").optional(),
  difference: figure("`undimensioned` less `sum`").optional(),
};

const period = object("Sums of one period", {
  start: date("first; null for a balance"),
  end: always(date("last")),
  unit: z.string().describe("Unit"),
  ...sums,
});

/** The fields of an answer about one filing. */
export const cutOutput = {
  form: label("With by: form of the filing").optional(),
  reported: date("with by: end of the filing's period").optional(),
  filed: date("with by: of the filing").optional(),
  accession: label("With by: number of the filing").optional(),
  url: z.string().optional().describe("With by: the document"),
  rows: z.array(cutRow).optional().describe("With by: parts of the figure, newest period first"),
  ...sums,
  otherPeriods: z.array(period).optional().describe("With by: the same sums of the filing's other periods"),
};

/** Columns of a part that most readers need. */
export const USUAL_PART = ["start", "end", "label", "value", "unit", "kind", "member", "url"];

/** Returns the sentence on parameters that do not go together. */
export function cutRule({
  by,
  form,
  fiscal_year: year,
  accession: number,
}: Readonly<Record<keyof typeof cutInput, unknown>>): string | undefined {
  const choosing = [form, year, number].filter((each) => each !== undefined);
  if (by === undefined && choosing.length > 0)
    return '"form", "fiscal_year" and "accession" choose the filing of "by"; give "by" beside them.';
  return number !== undefined && choosing.length > 1
    ? '"accession" names one filing; leave "form" and "fiscal_year" out.'
    : undefined;
}
