/** The processor time of bodies that no office would publish, in the thread that answers all callers. */
import { describe, expect, it } from "vitest";
import { paymentRatesFromEcb } from "../../src/providers/ecb/payment-rates.js";
import { createAsker } from "../support/ask.js";
import { errorOf } from "../support/gate.js";
import { useInternet } from "../support/internet.js";
import { askSeries, playOffice } from "../support/offices.js";
import { threadMs } from "../support/process-facts.js";

const internet = useInternet();

const HEAD = "KEY,CURRENCY,TIME_PERIOD,OBS_VALUE\n";
const MOST = 8_000_000;

describe("a list of the European Central Bank", () => {
  // 5 to 30 seconds.
  it.each([
    ["lines without a cell", HEAD + "\n".repeat(MOST)],
    ["lines of a letter", HEAD + "x\n".repeat(MOST / 2)],
    ["one line of empty cells", HEAD + ",".repeat(MOST)],
    ["a first line of empty cells", ",".repeat(MOST)],
  ])("of %s is refused at once", async (_what, body) => {
    playOffice(internet, "ecbDataUrl", { "service/data/": body });
    const asked = { to: "EUR", from: ["USD"], days: ["2026-03-05"] };
    const before = threadMs();
    const refused = [errorOf(askSeries(["euro_inflation"])), errorOf(createAsker().supply(paymentRatesFromEcb, asked))];
    await Promise.allSettled(refused);
    expect(threadMs() - before).toBeLessThan(1_500);
  });
});
