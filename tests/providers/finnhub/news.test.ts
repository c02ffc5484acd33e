import { describe, expect, it } from "vitest";
import { newsFromFinnhub } from "../../../src/providers/finnhub/news.js";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { PROFILE, simulateFinnhub } from "./upstream-finnhub.js";

const internet = useInternet();
atTime("2025-11-26T15:00:00Z");

const STORY = {
  category: "company",
  datetime: 1_764_100_000,
  headline: "Acme Anvils opens a second foundry",
  id: 137,
  image: "",
  related: "ACME",
  source: "Newswire",
  summary: "The foundry is in Sampletown.",
  url: "https://finnhub.io/api/news?id=00aa11bb",
};
const story = (more: object) => ({ ...STORY, ...more });

async function ask(rows: unknown, profile: object = PROFILE) {
  const calls = simulateFinnhub(internet, { "company-news": rows, "stock/profile2": profile });
  return { calls, ...(await createAsker().ask(newsFromFinnhub, { symbol: "ACME" })) };
}

describe("news by provider E", () => {
  it("are the stories of 30 days with their summaries and whole addresses", async () => {
    const { data, calls } = await ask([STORY]);
    expect(data.items).toEqual([
      {
        title: "Acme Anvils opens a second foundry",
        publisher: "Newswire",
        published: "2025-11-25T19:46:40.000Z",
        url: "https://finnhub.io/api/news?id=00aa11bb",
        summary: "The foundry is in Sampletown.",
        symbols: [],
        type: null,
      },
    ]);
    expect(calls.map(({ call }) => call)).toContain("company-news?symbol=ACME&from=2025-10-27&to=2025-11-26");
  });

  it("leave out stories about other companies, which are listed under the same symbol", async () => {
    const rows = [
      story({ headline: "Rival Rockets falls", summary: "A bad day.", url: "https://n.example/1" }),
      story({
        headline: "Metal prices rise",
        summary: "Makers such as Acme Anvils pay more.",
        url: "https://n.example/2",
      }),
      story({ headline: "Three shares (NYSE: ACME)", summary: "", url: "https://n.example/3" }),
      story({ headline: "A word (LSE: ACME)", summary: "", url: "https://n.example/4" }),
    ];
    const { data } = await ask(rows);
    expect(data.items.map(({ url }) => url)).toEqual(["https://n.example/2", "https://n.example/3"]);
  });

  it("have each story once, by its address or its headline", async () => {
    expect((await ask([STORY, STORY, story({ id: 138, url: "https://n.example/5" })])).data.total).toBe(1);
  });

  it("have character references decoded once", async () => {
    const { data } = await ask([
      story({ headline: "Acme Anvils &amp; Sons &amp;lt;b&amp;gt;", summary: "It&#39;s good" }),
    ]);
    expect(data.items[0]).toMatchObject({ title: "Acme Anvils & Sons &lt;b&gt;", summary: "It's good" });
  });

  it.each(["http://n.example/1", "javascript:alert(1)", ""])("have no address that is not https: %s", async (url) => {
    expect((await ask([story({ url })])).data.items[0]!.url).toBeNull();
  });

  it("are none of a known company without stories", async () => {
    expect((await ask([])).data).toMatchObject({ items: [], total: 0 });
  });

  it("are reported as incomplete without the company's name, and as no data without a story", async () => {
    const { data, missing } = await ask([story({ headline: "Two funds (ACME)" }), STORY], {});
    expect([data.total, missing]).toEqual([1, ["items"]]);
    await expect(ask([STORY], {})).rejects.toMatchObject({ reason: "no_data" });
  });

  it("are no answer when no story has a headline", async () => {
    await expect(ask([story({ headline: null })])).rejects.toMatchObject({ reason: "bad_answer" });
  });
});
