import { describe, expect, it } from "vitest";
import { largeHoldersFromSec } from "../../../../src/providers/sec/schedules/large-holders.js";
import { createAsker } from "../../../support/ask.js";
import { useInternet } from "../../../support/internet.js";
import { playSchedules, type PlayedSchedule } from "./schedules-play.js";

const internet = useInternet();
const FOLDER = "https://www.sec.gov/Archives/edgar/data/80424";

function ask(schedules: readonly PlayedSchedule[], input: object = {}, older: readonly PlayedSchedule[] = []) {
  const paths = playSchedules(internet, schedules, older);
  const asker = createAsker();
  const question = () => asker.ask(largeHoldersFromSec, { symbol: "PG", kind: "large", ...input });
  return { paths, question };
}
const answer = (...args: Parameters<typeof ask>) => ask(...args).question();

let number = 0;
/** A schedule of a day of 2026, `MM-DD`. */
const of = (day: string, more: Partial<PlayedSchedule> = {}): PlayedSchedule => ({
  accession: `0000080424-26-${String(++number).padStart(6, "0")}`,
  filed: `2026-${day}`,
  ...more,
});
const persons = async (...args: Parameters<typeof ask>) => {
  const { data } = await answer(...args);
  return { large: data.large!.map(({ person }) => person), ended: data.ended!.map(({ person }) => person) };
};

describe("holders of 5 % and more by provider D", () => {
  it("have shares, percent, event, form, amendment, purpose, accession and link, largest part first", async () => {
    const passive = of("04-29", { accession: "0002100119-26-000139", amendment: "3", form: "SCHEDULE 13G/A" });
    const active = of("05-11", { accession: "0001906837-26-000001", form: "SCHEDULE 13D" });
    const { data, notes } = await answer([active, passive]);
    expect(data).toMatchObject({
      symbol: "PG",
      filer: "PROCTER & GAMBLE Co",
      cik: "0000080424",
      ended: [],
      unread: [],
    });
    expect(data.large).toEqual([
      {
        person: "Acme LP",
        group: null,
        class: "Common Stock",
        shares: 6_294_951,
        percentOfClass: 11.9,
        event: "2026-05-04",
        purpose: "To invest.",
        amendment: null,
        filed: "2026-05-11",
        form: "SCHEDULE 13D",
        accession: "0001906837-26-000001",
        url: `${FOLDER}/000190683726000001/0001906837-26-000001-index.htm`,
      },
      {
        person: "Index House",
        group: null,
        class: "Common Stock",
        shares: 10_000_000,
        percentOfClass: 5.1,
        event: "2026-03-31",
        purpose: null,
        amendment: 3,
        filed: "2026-04-29",
        form: "SCHEDULE 13G/A",
        accession: "0002100119-26-000139",
        url: `${FOLDER}/000210011926000139/0002100119-26-000139-index.htm`,
      },
    ]);
    expect(notes).toContain("Filings since 2026-04-29 are searched.");
    const goesOn = 'A purpose that ends with "…" goes on in the schedule, of which url is the address.';
    expect(notes).not.toContain(goesOn);
    const long = of("05-12", { form: "SCHEDULE 13D", purpose: "To invest in shares. ".repeat(40) });
    expect((await answer([long])).notes).toContain(goesOn);
  });

  it("take one call for the list and one for each schedule, whose page the list names in a folder", async () => {
    const { paths, question } = ask([of("04-29", { accession: "0002100119-26-000139" })]);
    await question();
    await question();
    expect(paths).toEqual([
      "/files/company_tickers.json",
      "/submissions/CIK0000080424.json",
      "/Archives/edgar/data/80424/000210011926000139/primary_doc.xml",
    ]);
  });

  it("are one holder for all persons of a schedule: the one with the most shares, and nothing is added", async () => {
    const fund = { name: "Fund LP", shares: "2100000", percent: "8.5" };
    const man = { name: "Doe Jane", shares: "2435000", percent: "9.9" };
    const { data } = await answer([
      of("04-29", { form: "SCHEDULE 13D", persons: [fund, man, { ...fund, name: "GP LLC" }] }),
    ]);
    expect(data.large).toMatchObject([
      { person: "Doe Jane", group: "Fund LP; GP LLC", shares: 2_435_000, percentOfClass: 9.9 },
    ]);
  });

  it("are those of the newest schedule of each, by the number in its head, also from 13G to 13D", async () => {
    const filer = "0000102909";
    const newer = of("05-11", {
      form: "SCHEDULE 13D",
      filer: "0000000001",
      persons: [{ name: "New Name", cik: filer }],
    });
    expect(await persons([newer, of("04-29", { filer, persons: [{ name: "Old Name" }] })])).toMatchObject({
      large: ["New Name"],
    });
  });

  it("are those of the newest schedule of each, by the name without case and punctuation", async () => {
    const newer = of("05-11", { filer: "0000000001", persons: [{ name: "ACME, L.P." }] });
    const older = of("04-29", { filer: "0000000002", persons: [{ name: "Acme L P" }] });
    expect(await persons([newer, older])).toMatchObject({ large: ["ACME, L.P."] });
    expect(await persons([newer, { ...older, persons: [{ name: "Other" }] }])).toMatchObject({
      large: ["ACME, L.P.", "Other"],
    });
  });

  it("are two rows of a holder of two classes", async () => {
    const second = of("04-29", { cusip: "<issuerCusip>742718208</issuerCusip>", title: "Class B" });
    expect(await persons([of("05-11"), second])).toMatchObject({ large: ["Index House", "Index House"] });
    const untitled = of("04-29", { cusip: "", title: "class b" });
    expect(await persons([{ ...second, filed: "2026-05-11" }, untitled])).toMatchObject({ large: ["Index House"] });
  });

  it("are the newest also where a split has given the class another CUSIP", async () => {
    const ended = { form: "SCHEDULE 13G/A", persons: [{ name: "Gone", shares: "0", percent: "0" }] };
    const newer = of("05-11", { ...ended, cusip: "<issuerCusip>742718302</issuerCusip>", title: "Common stock" });
    expect(await persons([newer, of("04-29", { persons: [{ name: "Gone" }] })])).toEqual({
      large: [],
      ended: ["Gone"],
    });
  });

  it.each([
    ["no shares", { persons: [{ name: "Gone", shares: "0", percent: "0" }] }],
    ["item 5", { persons: [{ name: "Gone" }], isBelow: "Y" as const }],
    ["4.9 %", { persons: [{ name: "Gone", percent: "4.9" }] }],
  ])("that ended by %s are left out and named, and an older schedule does not come back", async (_by, more) => {
    const rows = [of("05-11", { ...more, form: "SCHEDULE 13G/A" }), of("04-29", { persons: [{ name: "Gone" }] })];
    expect(await persons(rows)).toEqual({ large: [], ended: ["Gone"] });
    const { data, notes } = await answer(rows);
    expect(data.ended![0]).not.toHaveProperty("purpose");
    expect(notes).toContainEqual(
      expect.stringMatching(/^1 holder has reported less than 5 % and stands in ended; the shares may only have moved/),
    );
  });

  it("with 5 % hold, as do those whose percentage is unknown", async () => {
    const rows = ["5", "120"].map((percent) =>
      of("05-11", { filer: `000000000${percent[0]}`, persons: [{ name: `P${percent}`, percent }] }),
    );
    expect(await persons(rows)).toEqual({ large: ["P5", "P120"], ended: [] });
  });

  it("have no event after the filing", async () => {
    const { data } = await answer([
      of("04-29", { event: "04/30/2026" }),
      of("04-28", { event: "04/28/2026", filer: "0000000003", persons: [{ name: "B" }] }),
    ]);
    expect(data.large!.map(({ event }) => event)).toEqual([null, "2026-04-28"]);
  });

  it("leave out schedules about shares of other companies, which this one holds", async () => {
    const { data, notes } = await answer([of("05-11", { issuer: "0000000007" }), of("04-29")]);
    expect(data.large).toHaveLength(1);
    expect(notes).toContainEqual(
      expect.stringMatching(/^The answer leaves out 1 schedule about shares of other companies/),
    );
  });

  it("name texts of before 2024-12-18 and damaged schedules, newest first, as not machine-readable", async () => {
    const damaged = of("05-11", { text: "<edgarSubmission><formData>" });
    const old = { accession: "0000215457-17-001275", filed: "2017-01-19", form: "SC 13G/A" };
    const { data, notes } = await answer([damaged, of("04-29"), old]);
    expect(data.unread).toEqual([
      expect.objectContaining({ form: "SCHEDULE 13G", filed: "2026-05-11" }),
      {
        form: "SC 13G/A",
        filed: "2017-01-19",
        accession: "0000215457-17-001275",
        url: `${FOLDER}/000021545717001275/0000215457-17-001275-index.htm`,
      },
    ]);
    expect(notes).toContainEqual(
      expect.stringMatching(
        /^1 schedule of before 2024-12-18 is a text and not machine-readable: unread has the newest/,
      ),
    );
    expect(notes).toContain("1 schedule is missing or damaged at the SEC.");
  });

  it("are those of schedules that were filed up to a past day", async () => {
    const rows = [
      of("05-11", { persons: [{ name: "Gone", shares: "0" }] }),
      of("04-29", { persons: [{ name: "Gone" }] }),
    ];
    expect(await persons(rows, { as_of: "2026-05-10" })).toEqual({ large: ["Gone"], ended: [] });
    const none = await answer(rows, { as_of: "2024-12-17" });
    expect(none.data).toMatchObject({ large: [], ended: [], unread: [] });
  });

  it("are also found on older pages, unless the newest filings reach back to 2024-12-18", async () => {
    const older = [{ ...of("01-02", { filer: "7", persons: [{ name: "Old" }] }), filed: "2025-02-01" }];
    expect(await persons([of("05-11")], {}, older)).toMatchObject({ large: ["Index House", "Old"] });
    const reaching = { accession: "0000215457-24-001275", filed: "2024-12-18", form: "8-K" };
    const { paths, question } = ask([of("05-11"), reaching], {}, older);
    await question();
    expect(paths.filter((path) => path.includes("submissions-001"))).toEqual([]);
  });

  it("are read up to sixty schedules, and the note says how many there are", async () => {
    const rows = Array.from({ length: 61 }, (_, at) =>
      of("05-11", { filer: String(at + 1), persons: [{ name: `P${at}` }] }),
    );
    const { data, notes } = await answer(rows);
    expect(data.large).toHaveLength(30);
    expect(notes).toContain("Of 61 schedules the newest 60 are read.");
    expect(notes).toContain("Of 60 holders the 30 largest are shown.");
  });

  it("name at most ten that ended, and ten that are not read", async () => {
    const gone = Array.from({ length: 11 }, (_, at) =>
      of("05-11", { filer: String(at + 1), persons: [{ name: `P${at}`, shares: "0" }] }),
    );
    const texts = Array.from({ length: 11 }, (_, at) => of("04-29", { form: "SC 13G", filed: `2010-04-${at + 10}` }));
    const { data } = await answer([...gone, ...texts]);
    expect([data.ended!.length, data.unread!.length, data.unread![0]!.filed]).toEqual([10, 10, "2010-04-20"]);
  });

  it("are found by the number of the company, and unknown for one that the SEC does not know", async () => {
    expect(await persons([of("05-11")], { symbol: "cik80424" })).toMatchObject({ large: ["Index House"] });
    await expect(answer([], { symbol: "NOBODY" })).rejects.toMatchObject({ reason: "no_data" });
  });
});
