/** A report as text: the summary, then each table as CSV. */
import type { Report } from "../contract/capability.js";
import { csvWriter } from "../views/csv.js";
import { allFields } from "../views/rows.js";

/** One line of summary, then the tables with a header line each; blank lines stand between tables. */
export async function toReportText({ summary, tables }: Report): Promise<string> {
  const filled = tables.filter((rows) => rows.length > 0);
  const texts = await Promise.all(filled.map(async (rows) => (await csvWriter(allFields(rows)))(rows)));
  return [summary, texts.join("\n\n")].filter((text) => text !== "").join("\n");
}
