import { describe, expect, it } from "vitest";
import { newsFromFmp } from "../../../src/providers/financial-modeling-prep/news.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { simulateFmp } from "./upstream-fmp.js";

const internet = useInternet();

const ROW = {
  symbol: "AAPL",
  publishedDate: "2025-08-22 16:23:55",
  publisher: "CNBC",
  title: "Shares rise on a report",
  image: "https://images.example.test/1.jpg",
  site: "example.test",
  text: "Shares rose 3% on a Friday report.",
  url: "https://www.example.test/1.html",
};

describe("news by provider A", () => {
  it("are no valid answer when no row has a readable title", async () => {
    simulateFmp(internet, { "news/stock": [{ ...ROW, title: null }] });
    await expect(createAsker().ask(newsFromFmp, { symbol: "AAPL" })).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("have a summary, and their New York time in UTC", async () => {
    const calls = simulateFmp(internet, {
      "news/stock": [
        { ...ROW, publishedDate: "2025-01-03 09:00:00", url: "http://insecure.test/", title: "Winter" },
        ROW,
      ],
    });
    const { data } = await createAsker().ask(newsFromFmp, { symbol: "AAPL" });
    expect(calls).toEqual(["news/stock?symbols=AAPL&limit=50"]);
    expect(data.items).toMatchObject([
      {
        title: "Shares rise on a report",
        summary: "Shares rose 3% on a Friday report.",
        published: "2025-08-22T20:23:55Z",
        symbols: ["AAPL"],
        type: null,
      },
      { published: "2025-01-03T14:00:00Z", url: null },
    ]);
  });

  it("have no address for a link with more than 500 characters, of which a part would lead elsewhere", async () => {
    simulateFmp(internet, { "news/stock": [{ ...ROW, url: `https://www.example.test/${"a".repeat(500)}` }] });
    expect((await createAsker().ask(newsFromFmp, { symbol: "AAPL" })).data.items).toMatchObject([{ url: null }]);
  });

  it("have no time where it is in the future", async () => {
    simulateFmp(internet, { "news/stock": [{ ...ROW, publishedDate: "2999-08-22 16:23:55" }] });
    expect((await createAsker().ask(newsFromFmp, { symbol: "AAPL" })).data.items).toMatchObject([{ published: null }]);
  });

  it("leave out stories about another symbol", async () => {
    const others = [{ ...ROW, symbol: "MSFT" }];
    simulateFmp(internet, {
      "news/stock": others,
      profile: [{ symbol: "AAPL", companyName: "Apple Inc.", price: 255.92 }],
    });
    expect((await createAsker().ask(newsFromFmp, { symbol: "AAPL" })).data.items).toEqual([]);
    simulateFmp(internet, { "news/stock": others, profile: [] });
    await expect(createAsker().ask(newsFromFmp, { symbol: "ZZZZ" })).rejects.toMatchObject({ kind: "not_found" });
  });

  it("are empty for a known company without stories, and not found for an unknown symbol", async () => {
    simulateFmp(internet, {
      "news/stock": [],
      profile: [{ symbol: "AAPL", companyName: "Apple Inc.", price: 255.92 }],
    });
    expect((await createAsker().ask(newsFromFmp, { symbol: "AAPL" })).data).toMatchObject({ items: [], total: 0 });
    simulateFmp(internet, { "news/stock": [], profile: [] });
    await expect(createAsker().ask(newsFromFmp, { symbol: "ZZZZ" })).rejects.toMatchObject({ kind: "not_found" });
  });
});
