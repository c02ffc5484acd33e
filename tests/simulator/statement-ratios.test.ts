import { afterAll, describe, expect, it } from "vitest";
import { financials } from "../../src/capabilities/companies/financials.js";
import { entry } from "../../src/contract/entry.js";
import { parseInput } from "../../src/contract/input.js";
import type { Source } from "../../src/contract/provider.js";
import { toQuestion, type Ask } from "../../src/contract/question.js";
import { columnsShown } from "../../src/contract/rows-spec.js";
import { financialsFromFmp } from "../../src/providers/financial-modeling-prep/financials.js";
import { financialsFromYahoo } from "../../src/providers/yahoo/companies/financials.js";
import { financialsFromSec } from "../../src/providers/sec/statements/financials.js";
import { startSimulator } from "../../src/simulator/server.js";
import { answerView } from "../../src/views/view.js";
import { atTime } from "../support/at-time.js";
import { servedOf } from "../support/fakes.js";
import { createSimulatorAsker } from "./ask-simulator.js";

const NOW = new Date("2025-11-20T18:00:00Z");
const simulator = await startSimulator({ now: () => NOW });
afterAll(() => simulator.close());
const asker = createSimulatorAsker(simulator);
atTime(NOW);

const NAMES = columnsShown(financials.tool.rows!, "on request");

/** The changes of ratios that are of a year, or compare with one. */
const OVER_YEARS = /^(?:(?:revenue|netIncome|eps)Growth|returnOn\w+)Change$/;

/** Returns the newest period with all ratios, and the statements that were asked for. */
async function ratiosOf(source: Source<typeof financials>, input: object) {
  const row = entry(financials, [source]);
  const asked: unknown[] = [];
  const ask: Ask = async ({ input: parameters }) => {
    asked.push(parameters["statement_type"]);
    const { data } = await asker.ask(source, parameters);
    return servedOf(data as never);
  };
  const question = toQuestion(row, parseInput(financials, { symbol: "AAPL", ...input }));
  const { envelope } = await answerView(question as never, { fields: NAMES }, ask);
  const [newest] = envelope.body["data"] as Record<string, unknown>[];
  return { ratios: Object.fromEntries(NAMES.map((name) => [name, newest![name]])), newest: newest!, asked };
}

describe.each(["annual", "quarter"])("ratios of an %s statement", (period) => {
  it("are the same whichever statement is asked for, by two further calls at provider A and none at B", async () => {
    const ofFmp = await ratiosOf(financialsFromFmp, { period });
    expect(Object.values(ofFmp.ratios)).toEqual(NAMES.map(() => expect.any(Number)));
    for (const statement_type of ["income", "balance", "cash"]) {
      const others = ["income", "balance", "cash"].filter((each) => each !== statement_type);
      const a = await ratiosOf(financialsFromFmp, { period, statement_type });
      expect([a.ratios, a.asked]).toEqual([ofFmp.ratios, [statement_type, ...others]]);
      const b = await ratiosOf(financialsFromYahoo, { period, statement_type });
      // B has five quarters, which have no quarter of the year before but for the newest: changes of such ratios need two.
      const lacking = period === "quarter" ? NAMES.filter((name) => OVER_YEARS.test(name)) : [];
      const nulls = Object.fromEntries(lacking.map((name) => [name, null]));
      expect([b.ratios, b.asked]).toEqual([{ ...ofFmp.ratios, ...nulls }, [statement_type]]);
      expect(Object.keys(b.newest).filter((name) => name.includes("."))).toEqual([]);
    }
  });

  it("of filings are those of provider A where the filings have its figures", async () => {
    const { ratios } = await ratiosOf(financialsFromSec, { period });
    const { ratios: ofFmp } = await ratiosOf(financialsFromFmp, { period });
    const same = NAMES.filter((name) => ratios[name] === ofFmp[name]);
    expect(same).toEqual(
      expect.arrayContaining(["netMargin", "effectiveTaxRate", "currentRatio", "assetTurnover", "returnOnEquity"]),
    );
    expect(same).toEqual(expect.arrayContaining(["capexToRevenue", "payoutRatio", "inventoryTurnover"]));
  });
});
