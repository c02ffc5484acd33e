import { setTimeout as sleep } from "node:timers/promises";
import { deflateRawSync } from "node:zlib";
import { HttpResponse } from "msw";
import { managerHoldings } from "../../../../src/capabilities/filings/manager-holdings.js";
import { toPlainText } from "../../../../src/contract/sentence.js";
import { describe, expect, it } from "vitest";
import { namesOfLists } from "../../../../src/providers/sec/cusips/symbols.js";
import { managerHoldingsFromSec } from "../../../../src/providers/sec/managers/manager-holdings.js";
import { NoDocument } from "../../../../src/providers/sec/text/document-reader.js";
import { nameCusips, readFails } from "../../../../src/providers/sec/text/failed-deliveries.js";
import { createNote } from "../../../../src/views/note.js";
import { createSourceNames } from "../../../../src/views/source-names.js";
import { atTime } from "../../../support/at-time.js";
import { createAsker } from "../../../support/ask.js";
import { envelopeOf, servedOf } from "../../../support/fakes.js";
import { useInternet } from "../../../support/internet.js";
import { US_MARKET } from "../../../support/us-market.js";
import { CIK, failsOf, playManager, zip } from "../managers/manager-play.js";

const internet = useInternet();

describe("the names of the lists", () => {
  it.each([
    ["2026-06-15", "202605a 202604b 202604a 202603b"],
    ["2026-06-16", "202605b 202605a 202604b 202604a"],
    ["2026-01-31", "202512b 202512a 202511b 202511a"],
    ["2026-01-01", "202512a 202511b 202511a 202510b"],
  ])("are those of the newest half months that are there on %s", (day, names) => {
    expect(namesOfLists(new Date(`${day}T12:00:00Z`)).slice(0, 4)).toEqual(names.split(" "));
  });

  it("are eight", () => {
    expect(namesOfLists(new Date("2026-06-01T12:00:00Z"))).toHaveLength(8);
  });
});

describe("the symbol of a CUSIP", () => {
  const LISTED = "\nAAPL\t0000320193\nBRK-B\t0001067983\nNEW\t0000000001\nOLD\t0000000002\n";
  const nameOf = (cusip: string, ...rows: Parameters<typeof failsOf>[0][]) =>
    nameCusips(
      rows.map((each) => readFails([failsOf(each)])),
      [cusip],
      LISTED,
    )[0]?.[1];

  it("is that of the lists as the SEC writes it, which have neither dashes nor points", () => {
    expect(nameOf("084670702", [["20260401", "084670702", "BRKB"]])).toBe("BRK-B");
    expect(nameOf("084670702", [["20260401", "084670702", "BRK.B"]])).toBe("BRK-B");
  });

  it("is that of most rows over all lists, and none where two have as many", () => {
    const [one, other] = [["20260401", "037833100", "AAPL"] as const, ["20260402", "037833100", "NEW"] as const];
    expect(nameOf("037833100", [one, other, one])).toBe("AAPL");
    expect(nameOf("037833100", [one, other])).toBeUndefined();
    expect(nameOf("037833100", [one, other], [other, other])).toBe("NEW");
  });

  it("is none where the SEC does not list the symbol", () => {
    expect(nameOf("12345678A", [["20260401", "12345678A", "GONE"]])).toBeUndefined();
  });

  it("is none where another issuer has the symbol now, but a new CUSIP of the same issuer keeps it", () => {
    const rows = [
      ["20260101", "00165C104", "OLD"],
      ["20260401", "00165C302", "OLD"],
      ["20260101", "111111AA1", "NEW"],
      ["20260401", "222222AA1", "NEW"],
    ] as const;
    expect(nameOf("00165C104", rows)).toBe("OLD");
    expect(nameOf("222222AA1", rows)).toBe("NEW");
    expect(nameOf("111111AA1", rows)).toBeUndefined();
  });

  it("is read of rows only: the head, the trailer and rows of another form are none", () => {
    const text =
      "SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE\n20260401|037833100|AAPL|1|A|.\n2026|0|B|\nTrailer 1\n";
    expect(nameCusips([readFails([zip(text)])], ["037833100"], LISTED)).toEqual([["037833100", "AAPL"]]);
  });
});

describe("a list of failed deliveries", () => {
  it.each([
    ["a page in its place", Buffer.from("<html>Maintenance</html>")],
    ["nothing", Buffer.alloc(0)],
    ["a zip file without rows", zip("no rows")],
    ["a zip file that is cut", failsOf([["20260401", "037833100", "AAPL"]]).subarray(20)],
    ["the end of a zip file alone", zip("").subarray(-22)],
  ])("is refused: %s", (_case, bytes) => {
    expect(() => readFails([bytes])).toThrow(NoDocument);
  });

  it("is not decompressed beyond its limit", () => {
    const text = Buffer.alloc(33 * 1024 * 1024, "a");
    expect(deflateRawSync(text).length).toBeLessThan(40_000);
    expect(() => readFails([zip(text)])).toThrow(/larger than/);
  });
});

describe("an answer with CUSIPs", () => {
  atTime("2026-05-20T15:00:00Z");

  const REPORT = { accession: "0001067983-26-000002", filed: "2026-05-15", reported: "2026-03-31" };
  const LIST = failsOf([["20260401", "037833100", "AAPL"]]);
  const listsIn = (paths: readonly string[]) => paths.flatMap((path) => /cnsfails(\w+)\.zip/.exec(path)?.[1] ?? []);

  it("waits for the newest three lists at first, and a later one reads one more each time", async () => {
    const paths = playManager(internet, {
      reports: [REPORT],
      lists: { "202604b": LIST, "202604a": LIST, "202603b": LIST },
    });
    const asker = createAsker();
    const { data } = await asker.ask(managerHoldingsFromSec, { manager: CIK });
    expect(data.holdings).toMatchObject([{ symbol: "AAPL" }]);
    expect(listsIn(paths)).toEqual(["202604b", "202604a", "202603b"]);
    await asker.ask(managerHoldingsFromSec, { manager: CIK });
    expect(listsIn(paths).slice(3)).toEqual(["202603a"]);
  });

  it("begins no further list after an answer that did not wait", async () => {
    let end = (_response: HttpResponse<string>) => {};
    const slow = new Promise<HttpResponse<string>>((resolve) => (end = resolve));
    const paths = playManager(internet, { reports: [REPORT], lists: { "202604b": () => slow, "202604a": LIST } });
    const asker = createAsker();
    const { data } = await asker.ask(managerHoldingsFromSec, { manager: CIK });
    expect(data.holdings).toMatchObject([{ symbol: null }]);
    end(new HttpResponse("", { status: 404 }));
    await sleep(100);
    expect(listsIn(paths)).toEqual(["202604b"]);
  });

  it("has symbols from the other lists where one fails, and asks for a missing one a day later", async () => {
    const fails = () => new HttpResponse("", { status: 500 });
    const paths = playManager(internet, { reports: [REPORT], lists: { "202604b": fails, "202603b": LIST } });
    const asker = createAsker();
    const { data, missing } = await asker.ask(managerHoldingsFromSec, { manager: CIK });
    expect(data.holdings).toMatchObject([{ symbol: "AAPL" }]);
    expect(missing).toEqual([]);
    await asker.ask(managerHoldingsFromSec, { manager: CIK });
    // The one that failed is asked for again, the one that is not there is not.
    expect(listsIn(paths).slice(-1)).toEqual(["202604b"]);
  });

  it("has none where no list can be read, says so once, and is not kept as a fact", async () => {
    playManager(internet, { reports: [REPORT] });
    const { data, notes, missing } = await createAsker().ask(managerHoldingsFromSec, { manager: CIK });
    expect(data.holdings).toMatchObject([{ symbol: null, value: 1000 }]);
    expect(missing).toEqual(["symbol"]);
    const envelope = envelopeOf(Date.now(), { body: data, provider: "provider-d", missing: missing!, notes: notes! });
    const surroundings = { simulated: false, market: US_MARKET, names: createSourceNames([]) };
    const { sentences } = createNote(managerHoldings, { ...servedOf(data), envelope }, surroundings);
    const said = sentences([]).map(toPlainText);
    expect(said.filter((text) => /\bsymbol\b/.test(text))).toEqual([
      "Could not be fetched this time and is null: symbol.",
    ]);
  });

  it("does not wait for slow lists", async () => {
    const slow = () => new Promise<Response>((resolve) => setTimeout(() => resolve(new HttpResponse("")), 7_000));
    playManager(internet, { reports: [REPORT], lists: { "202604b": slow } });
    const begun = performance.now();
    const { data } = await createAsker().ask(managerHoldingsFromSec, { manager: CIK });
    expect(data.holdings).toMatchObject([{ symbol: null, value: 1000 }]);
    expect(performance.now() - begun).toBeLessThan(6_500);
  });
});
