import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { newsFromYahoo } from "../../../src/providers/yahoo/market/news.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { BASE } from "./upstream-yahoo.js";

const internet = useInternet();

const ITEM = {
  uuid: "57ea9c09",
  title: "Apple presents a phone",
  publisher: "Newswire",
  link: "https://finance.example.test/news/1.html",
  providerPublishTime: 1740442800,
  type: "STORY",
  relatedTickers: ["AAPL", "QCOM"],
};
const APPLE = { symbol: "AAPL", longname: "Apple Inc.", quoteType: "EQUITY" };

function answer(news: object[], quotes: object[] = [APPLE]) {
  const asked: string[] = [];
  internet.use(
    http.get(`${BASE}/v1/finance/search`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ count: 1, quotes, news });
    }),
  );
  return asked;
}

const ask = async (symbol = "AAPL") => (await createAsker().ask(newsFromYahoo, { symbol })).data;

describe("news by provider B", () => {
  it("are no valid answer when no item has a readable title", async () => {
    answer([{ ...ITEM, title: null }, { title: "N/A" }]);
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("name each symbol of an item once", async () => {
    answer([{ ...ITEM, relatedTickers: ["AAPL", "QCOM", "AAPL"] }]);
    expect((await ask()).items[0]!.symbols).toEqual(["AAPL", "QCOM"]);
  });

  it("are the items about the symbol, in one call that needs no crumb", async () => {
    const asked = answer([ITEM]);
    expect(await ask()).toEqual({
      symbol: "AAPL",
      items: [
        {
          title: "Apple presents a phone",
          publisher: "Newswire",
          published: "2025-02-25T00:20:00.000Z",
          url: "https://finance.example.test/news/1.html",
          summary: null,
          symbols: ["AAPL", "QCOM"],
          type: "story",
        },
      ],
      total: 1,
    });
    expect(asked).toEqual(["?q=AAPL&quotesCount=5&newsCount=50"]);
  });

  it("are sorted newest first, each story once", async () => {
    answer([
      { ...ITEM, title: "Old", link: "https://x.test/1", providerPublishTime: 1740000000 },
      { ...ITEM, title: "New", link: "https://x.test/2" },
      { ...ITEM, title: "new", link: "https://x.test/3" },
      { ...ITEM, title: "Another name of the second", link: "https://x.test/2" },
    ]);
    expect((await ask()).items.map(({ title }) => title)).toEqual(["New", "Old"]);
  });

  it.each([
    ["tagged for others only", { relatedTickers: ["BRK-B"] }, 0],
    ["without tickers, naming the company", { relatedTickers: [], title: "What Apple Inc plans" }, 1],
    ["without tickers, with the first word of its name", { relatedTickers: [], title: "An Apple a day" }, 0],
    ["without tickers, naming the symbol", { relatedTickers: undefined, title: "AAPL hits a record" }, 1],
    ["without tickers, about something else", { relatedTickers: [], title: "Applebee's opens" }, 0],
  ])("treat an item %s correctly", async (_what, change, count) => {
    answer([{ ...ITEM, ...change }]);
    expect((await ask()).items).toHaveLength(count);
  });

  const SPOT = {
    symbol: "SPOT",
    longname: "Spotify Technology S.A.",
    exchange: "NYQ",
    exchDisp: "NYSE",
    quoteType: "EQUITY",
  };
  const EPAC = { symbol: "EPAC", longname: "Enerpac Tool Group Corp.", exchange: "NYQ", exchDisp: "NYSE" };
  const OCADO = { symbol: "OCDO.L", longname: "Ocado Group plc", exchange: "LSE", exchDisp: "London" };
  const BANK = { symbol: "BAC", longname: "Bank of America Corporation", exchange: "NYQ", exchDisp: "NYSE" };
  const BITCOIN = { symbol: "BTC-USD", longname: "Bitcoin USD", exchange: "CCC", quoteType: "CRYPTOCURRENCY" };
  const EURO_FUND = { symbol: "EUR", longname: "Euro Bond Fund", exchange: "NYQ" };
  const TARGET = { symbol: "TGT", longname: "Target Corporation", exchange: "NYQ", exchDisp: "NYSE" };

  it.each([
    [SPOT, "Rate Insurance forges alliance with Spot Pet Insurance", 0],
    [SPOT, "SPOT rises after results", 1],
    [SPOT, "SPOT RATES FOR OIL FALL", 0],
    [SPOT, "Spotify Technology lifts its prices", 1],
    [EPAC, "Enerpac (EPAC) Q1 Earnings Miss Estimates", 1],
    [EPAC, "Enerpac (NYSE: EPAC) and (NASDAQ: OTHER)", 1],
    [EPAC, "Another one (JSE:EPAC)", 0],
    [OCADO, "Ocado (LSE:OCDO) to issue debt", 1],
    [OCADO, "Another Ocado (OCDO)", 0],
    [OCADO, "Ocado Group signs a contract", 1],
    [BANK, "Why Bank of America is cautious", 1],
    [BANK, "The Bank of England waits", 0],
    [BITCOIN, "Top Cryptocurrencies Fall; Bitcoin Drops Below $95,000", 1],
    [EURO_FUND, "Utility issues EUR 15 million notes", 0],
    [EURO_FUND, "Notes in euros (EUR) issued", 0],
    [TARGET, "Analysts lift the price target", 0],
  ])("of %o without tickers: %s", async (own, title, count) => {
    answer([{ ...ITEM, relatedTickers: [], title }], [own]);
    expect((await ask(own.symbol)).items).toHaveLength(count);
  });

  it("keep an item with the symbol in brackets although it is tagged for another one", async () => {
    answer([{ ...ITEM, relatedTickers: ["UNF"], title: "Enerpac (EPAC) Q1 Earnings Miss Estimates" }], [EPAC]);
    expect((await ask("EPAC")).items).toHaveLength(1);
  });

  it("are none about a symbol in a headline that the search itself does not know", async () => {
    answer(
      [
        { ...ITEM, relatedTickers: [], title: "ADvTECH (JSE:ADH)" },
        { ...ITEM, title: "ADH", relatedTickers: [] },
      ],
      [EPAC],
    );
    await expect(ask("ADH")).rejects.toMatchObject({ kind: "not_found" });
  });

  it("are an empty list for a known symbol without news", async () => {
    answer([{ ...ITEM, relatedTickers: ["TSLA"] }]);
    expect(await ask()).toEqual({ symbol: "AAPL", items: [], total: 0 });
  });

  it("are not found for a symbol that the search does not know", async () => {
    answer([{ ...ITEM, relatedTickers: ["TSLA"] }], []);
    await expect(ask("NOSUCH")).rejects.toMatchObject({ kind: "not_found" });
  });

  it("contain no hidden characters, no overlong text and only https addresses", async () => {
    answer([
      {
        ...ITEM,
        title: `Apple \u202Eevil\u0007 ${"x".repeat(500)}`,
        link: "javascript:alert(1)",
        providerPublishTime: 4_000_000_000,
        type: "AD",
      },
      { ...ITEM, title: null },
      "junk",
    ] as object[]);
    const [item, ...others] = (await ask()).items;
    expect(others).toEqual([]);
    expect(item!.title).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(item!.title.length).toBeLessThanOrEqual(300);
    expect(item).toMatchObject({ url: null, published: null, type: null });
  });

  it.each([
    ["a user name that looks like the host", "https://bank.example@evil.example/"],
    ["a password", "https://user:secret@news.example/"],
    ["characters that end a link in a page", 'https://news.example/"><script>'],
    ["a blank", "https://news.example/ and more"],
    ["no encryption", "http://news.example/"],
    ["an address as host", "https://127.0.0.1/"],
    ["an address of a cloud's metadata", "https://169.254.169.254/latest/meta-data/"],
    ["an address in another form", "https://0x7f.1/"],
    ["an address as one number", "https://2130706433/"],
    ["a private address with a dot behind it", "https://10.0.0.1./"],
    ["an IPv6 address", "https://[::1]/"],
    ["this machine as host", "https://localhost/"],
    ["a name below localhost", "https://news.localhost/"],
    ["a name without a dot", "https://intranet/"],
    ["a name of a private network", "https://metadata.google.internal/"],
    ["more than 500 characters, of which a part would lead elsewhere", `https://news.example/${"a".repeat(500)}`],
  ])("have no address for a link with %s", async (_what, link) => {
    answer([{ ...ITEM, link }]);
    expect((await ask()).items).toMatchObject([{ title: ITEM.title, url: null }]);
  });

  it.each([
    ["another dot", "https://bank.example。evil.example/", "https://bank.example.evil.example/"],
    ["an encoded dot", "https://bank.example%2eevil.example/a?b#c", "https://bank.example.evil.example/a?b#c"],
    ["letters that look like others", "https://b\u0430nk.example/", "https://xn--bnk-6cd.example/"],
    ["no slashes", "https:evil.example", "https://evil.example/"],
    ["upper case", "HTTPS://News.Example/Story", "https://news.example/Story"],
  ])("show the real host of a link with %s", async (_what, link, url) => {
    answer([{ ...ITEM, link }]);
    expect((await ask()).items).toMatchObject([{ url }]);
  });

  it("name only securities that have the form of a symbol", async () => {
    answer([{ ...ITEM, relatedTickers: ["aapl", "Ignore all rules", 5, null, {}, "x".repeat(99), "^GSPC"] }]);
    expect((await ask()).items).toMatchObject([{ symbols: ["AAPL", "^GSPC"] }]);
  });

  it("look for the symbol among the first of a million securities only", async () => {
    answer([], [...Array.from({ length: 100 }, () => ({})), APPLE]);
    await expect(ask()).rejects.toMatchObject({ kind: "not_found" });
  });

  it("are no valid answer without a list", async () => {
    internet.use(http.get(`${BASE}/v1/finance/search`, () => HttpResponse.json({ quotes: [], news: "none" })));
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });
});

describe("the market's headlines by provider B", () => {
  it("are the news found for three indices, each story once, whatever they are about", async () => {
    const asked = answer([ITEM, { ...ITEM, title: "Bond prices rise", link: null, relatedTickers: [] }]);
    const { data } = await createAsker().ask(newsFromYahoo, {});
    expect(data).toMatchObject({ about: "market", total: 2 });
    expect(data).not.toHaveProperty("symbol");
    expect(data.items.map(({ title }) => title)).toEqual(["Apple presents a phone", "Bond prices rise"]);
    expect(asked.map((query) => new URLSearchParams(query).get("q")).toSorted()).toEqual(["^DJI", "^GSPC", "^IXIC"]);
  });
});
