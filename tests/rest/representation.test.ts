import { onRows, say, type Sentence } from "../../src/contract/sentence.js";
import Papa from "papaparse";
import { describe, expect, it, vi } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import type { Ask } from "../../src/contract/question.js";
import { chooseForm } from "../../src/rest/accept.js";
import { ResponseCache } from "../../src/rest/response-cache.js";
import { servedOf } from "../support/fakes.js";
import { pathFor } from "../e2e/examples.js";
import { createRest } from "../support/rest.js";

const period = (year: number) => ({
  date: `${year}-09-30`,
  symbol: "AAPL",
  filingDate: `${year}-10-31`,
  acceptedDate: `${year}-11-01 06:01:26`,
  revenue: year * 1e6,
  note: '=SUM(1), "restated"',
});
const STATEMENTS = {
  symbol: "AAPL",
  statement_type: "income",
  period: "annual",
  data: [2025, 2024, 2023].map((year) => period(year)),
};
const PATH = "/api/v1/provider-a/stock/AAPL/financials";
const CSV_TYPE = "text/csv; charset=utf-8; header=present";

/** Asks a router whose pipeline always serves `body`. */
interface Asked {
  body?: object;
  accept?: string | undefined;
  notes?: Sentence[];
}

async function get(url: string, { body = STATEMENTS, accept, notes = [] }: Asked = {}) {
  const served = servedOf(body as Record<string, unknown>);
  const ask = vi.fn<Ask>(async () => ({ ...served, envelope: { ...served.envelope, notes } }));
  const answer = await createRest(CATALOGUE, ask)({ url, accept });
  return { ...answer, asked: ask.mock.calls.map(([{ input }]) => input) };
}
const json = async (url: string) => JSON.parse((await get(url)).body) as Record<string, unknown>;

describe("a route with rows", () => {
  it("gives all rows and fields by default, with Vary: Accept", async () => {
    const { body, headers } = await get(PATH);
    expect(JSON.parse(body)).toEqual(STATEMENTS);
    expect(headers).toMatchObject({ vary: "Accept", "content-type": "application/json; charset=utf-8" });
  });

  it("gives the requested rows and fields from one cached answer", async () => {
    expect(await json(`${PATH}?limit=2&fields=date,revenue`)).toEqual({
      ...STATEMENTS,
      data: [2025, 2024].map((year) => ({ date: `${year}-09-30`, revenue: year * 1e6 })),
    });
    const { asked } = await get(`${PATH}?limit=2&fields=date&format=csv`);
    expect(asked).toEqual([{ symbol: "AAPL", statement_type: "income", period: "annual" }]);
  });

  it("has a row of CSV for each segment of each shown period", async () => {
    const year = (date: string, segments: object[]) => ({ date, symbol: "AAPL", reportedCurrency: "USD", segments });
    const body = {
      symbol: "AAPL",
      statement_type: "revenue_by_product",
      period: "annual",
      data: [
        year("2025-09-27", [
          { name: "=SUM(1)", revenue: 1 },
          { name: "Services, other", revenue: 2 },
        ]),
        year("2024-09-28", [{ name: "Mac", revenue: null }]),
        year("2023-09-30", [{ name: "Mac", revenue: 4 }]),
      ],
    };
    const url = `${PATH}?statement_type=revenue_by_product`;
    expect((await get(`${url}&limit=2&format=csv`, { body })).body.split("\n")).toEqual([
      "date,symbol,reportedCurrency,name,revenue",
      '2025-09-27,AAPL,USD,"\'=SUM(1)",1',
      '2025-09-27,AAPL,USD,"Services, other",2',
      "2024-09-28,AAPL,USD,Mac,",
      "",
    ]);
    expect((await get(`${url}&limit=1&format=csv&fields=name,revenue`, { body })).body).toBe(
      'name,revenue\n"\'=SUM(1)",1\n"Services, other",2\n',
    );
    expect(JSON.parse((await get(url, { body })).body)).toEqual(body);
  });

  it("says in CSV that a list is not known", async () => {
    const body = { symbol: "AAPL", history: null, estimates: null };
    const answer = await get("/api/v1/stock/AAPL/earnings?format=csv&fields=periodEnd,epsActual", { body });
    expect(answer.body).toBe("periodEnd,epsActual\n");
    expect(answer.headers["x-data-notes"]).toContain("history is not known; JSON has null.");
  });

  it("says in CSV the currency of amounts that JSON states beside the rows", async () => {
    const history = [{ periodEnd: "2025-12-31", epsActual: 1.76 }];
    const body = { symbol: "SPOT", currency: "USD", reportingCurrency: "EUR", history, estimates: [] };
    const notesOf = async (format: string) =>
      (await get(`/api/v1/stock/SPOT/earnings?format=${format}`, { body })).headers;
    expect((await notesOf("csv"))["x-data-notes"]).toBe("Amounts are in EUR.");
    expect(await notesOf("json")).not.toHaveProperty("x-data-notes");
  });

  it("names requested fields that no row has in a header", async () => {
    const { headers } = await get(`${PATH}?fields=date,operatingIncome`);
    expect(headers["x-data-notes"]).toBe("No row has operatingIncome.");
  });

  const QUOTES = { quotes: [{ symbol: "AAPL", price: 1, marketCap: 2 }], errors: [], notes: [], source: "PROVIDER_A" };

  it.each([
    ["statements, which may have further fields", `${PATH}?limit=1&fields=Revenue,DATE,date`, STATEMENTS, "data"],
    ["quotes", "/api/v1/quotes?symbols=AAPL&fields=marketcap,Price", QUOTES, "quotes"],
  ])("finds fields of %s in any case, each once", async (_what, url, body, list) => {
    const answer = await get(url, { body });
    const [row] = (JSON.parse(answer.body) as Record<string, object[]>)[list]!;
    expect(Object.keys(row!)).toEqual(list === "data" ? ["revenue", "date"] : ["marketCap", "price"]);
    expect(answer.headers).not.toHaveProperty("x-data-notes");
    expect((await get(`${url}&format=csv`, { body })).body.split("\n")[0]).toBe(Object.keys(row!).join());
  });

  it("has notes only on rows that are shown", async () => {
    const notes = ["2025", "2009"].flatMap((year) =>
      onRows([{ days: [`${year}-12-31`], says: say`Restated in ${year}` }]),
    );
    const body = { data: ["2025-12-31", "2009-12-31"].map((date) => ({ date, revenue: 1 })) };
    const notesOf = async (query: string) => (await get(`${PATH}${query}`, { body, notes })).headers["x-data-notes"];
    expect(await notesOf("")).toBe("Restated in 2025. Restated in 2009.");
    expect(await notesOf("?limit=1")).toBe("Restated in 2025.");
    expect(await notesOf("?limit=1&format=csv")).toMatch(/^Restated in 2025\.(?! Restated)/);
  });

  it("has no column that names a property of every object", async () => {
    const { status } = await get("/api/v1/quotes?symbols=AAPL&fields=price,constructor,toString&format=csv", {
      body: QUOTES,
    });
    expect(status).toBe(400);
  });

  it("has null in a column that the rows omit, as most quotes omit pre-market prices", async () => {
    const { status, headers, body } = await get("/api/v1/quotes?symbols=AAPL&fields=premarketprice,price", {
      body: QUOTES,
    });
    expect([status, headers["x-data-notes"]]).toEqual([200, undefined]);
    expect((JSON.parse(body) as typeof QUOTES).quotes).toEqual([{ preMarketPrice: null, price: 1 }]);
    const csv = await get("/api/v1/quotes?symbols=AAPL&fields=price,preMarketPrice&format=csv", { body: QUOTES });
    expect(csv.body.split(/\r?\n/)).toEqual(["price,preMarketPrice", "1,", ""]);
  });

  it("has a field under another name of the same figure, but not one of another figure", async () => {
    const body = { ...STATEMENTS, data: [{ date: "2025-09-27", revenue: 2, netDividendsPaid: -1, eps: 3 }] };
    const rowOf = async (fields: string) =>
      (JSON.parse((await get(`${PATH}?fields=${fields}`, { body })).body) as typeof STATEMENTS).data[0];
    expect(await rowOf("date,sales,dividendsPaid")).toEqual({ date: "2025-09-27", revenue: 2, netDividendsPaid: -1 });
    expect(await rowOf("net_dividends_paid")).toEqual({ netDividendsPaid: -1 });
    expect(await rowOf("date,epsDiluted")).toEqual({ date: "2025-09-27" });
  });

  it("says that CSV has no growth over all rows", async () => {
    const { headers } = await get(`${PATH}?fields=date,revenueCagr&format=csv`, { body: STATEMENTS });
    expect(headers["x-data-notes"]).toContain("CSV leaves out summary; JSON has it.");
  });

  it.each([
    [
      "statements",
      `${PATH}?fields=Revenu,profit`,
      STATEMENTS,
      'Invalid "fields": got "Revenu", "profit". Nearest: revenue, grossProfit. "*" is for all.',
      1,
    ],
    [
      "statements, beside a known one",
      `${PATH}?fields=date,revenu`,
      STATEMENTS,
      'Invalid "fields": got "revenu". Nearest: revenue, revenueCagr, revenueGrowth. "*" is for all.',
      1,
    ],
    [
      "quotes",
      "/api/v1/quotes?symbols=AAPL&fields=cap,title",
      QUOTES,
      'Invalid "fields": got "cap", "title". Nearest: marketCap. "*" is for all.',
      0,
    ],
    [
      "quotes, beside a known one",
      "/api/v1/quotes?symbols=AAPL&fields=symbol,cap",
      QUOTES,
      'Invalid "fields": got "cap". Nearest: marketCap, marketCapCurrency. "*" is for all.',
      0,
    ],
  ])("rejects unknown fields of %s", async (_what, url, body, detail, questions) => {
    const { status, body: text, asked } = await get(url, { body });
    expect([status, asked.length]).toEqual([400, questions]);
    expect((JSON.parse(text) as { detail: string }).detail).toBe(detail);
  });

  it("reads other spellings of listed values, and names the normal form in a header", async () => {
    const { asked, headers } = await get(`${PATH}?period=quarterly&fields=*`);
    expect(asked).toEqual([{ symbol: "AAPL", statement_type: "income", period: "quarter" }]);
    expect(headers["x-data-notes"]).toBe('"quarterly" was read as quarter.');
    const { status, body } = await get(`${PATH}?period=ttm`);
    expect([status, (JSON.parse(body) as { detail: string }).detail]).toEqual([
      400,
      'Invalid "period": got "ttm". Allowed: annual, quarter. GET /api/v1/stock/{symbol}/statistics has twelve-month figures.',
    ]);
  });

  it("gives what was public on a day, with a note in a header", async () => {
    const { body, headers } = await get(`${PATH}?as_of=2024-12-31`);
    expect((JSON.parse(body) as typeof STATEMENTS).data.map(({ date }) => date)).toEqual(["2024-09-30", "2023-09-30"]);
    expect(headers["x-data-notes"]).toMatch(/^As known on 2024-12-31: 2 of 3 were public by then\./);
  });

  it.each([
    ["format=csv", `${PATH}?fields=date,note&limit=1&format=csv`, undefined],
    ["Accept", `${PATH}?fields=date,note&limit=1`, "text/csv, */*;q=0.1"],
  ])("gives CSV that no spreadsheet executes, requested by %s", async (_how, url, accept) => {
    const { body, headers, length } = await get(url, { accept });
    expect(body).toBe(`date,note\n2025-09-30,"'=SUM(1), ""restated"""\n`);
    expect([headers["content-type"], length]).toEqual([CSV_TYPE, body.length]);
  });

  it("gives CSV and JSON different ETags", async () => {
    const [one, other] = [await get(PATH), await get(PATH, { accept: "text/csv" })];
    expect(one.headers["etag"]).not.toBe(other.headers["etag"]);
  });

  it("gives JSON with format=json, whatever Accept prefers", async () => {
    const { headers } = await get(`${PATH}?format=json`, { accept: "text/csv" });
    expect(headers["content-type"]).toMatch(/^application\/json/);
    expect(headers).not.toHaveProperty("vary");
  });

  it("gives only the names of the columns when there are no rows, and the answer's sentence in a header", async () => {
    const body = { symbol: "AAPL", company_name: null, insider_transactions: "No insider transactions found for AAPL" };
    const answer = await get("/api/v1/stock/AAPL/insider-transactions?format=csv", { body });
    expect(answer.body).toMatch(/^insider,relation,[\w,]+\n$/);
    expect(answer.headers["x-data-notes"]).toBe("No insider transactions found for AAPL");
  });

  it("names the lists that CSV leaves out", async () => {
    const body = { bars: [{ date: "2026-03-05", close: 1 }], dividends: [{ amount: 1 }], splits: [] };
    const answer = await get("/api/v1/stock/AAPL/history?format=csv", { body });
    expect(answer.body).toBe("date,close\n2026-03-05,1\n");
    expect(answer.headers["x-data-notes"]).toBe("CSV leaves out dividends; JSON has all.");
  });

  it("gives in CSV a row for each requested symbol, in that order, with a column for what failed", async () => {
    const rows = ["MSFT", "AAPL"].map((symbol) => ({ symbol, price: 1, currency: "USD" }));
    const errors = [{ symbol: "NOPE", error: "No quote, sorry.", source: "PROVIDER_B" }];
    const body = { quotes: rows, errors, notes: ["Prices in USD."], source: "PROVIDER_A" };
    const whole = await get("/api/v1/quotes?symbols=AAPL,NOPE,MSFT&format=csv", { body });
    const read = (csv: string) => Papa.parse(csv.trimEnd(), { header: true }).data;
    expect(read(whole.body)).toMatchObject([
      { symbol: "AAPL", price: "1", currency: "USD", error: "" },
      { symbol: "NOPE", price: "", currency: "", error: "No quote, sorry." },
      { symbol: "MSFT", price: "1", currency: "USD", error: "" },
    ]);
    expect(whole.headers["x-data-notes"]).toBe("1 of 3 symbols has no row, see errors. Prices in USD.");
    const known = await get("/api/v1/quotes?symbols=MSFT&format=csv", { body: { ...body, errors: [] } });
    expect(read(known.body)).toMatchObject([{ symbol: "MSFT", price: "1", currency: "USD", error: "" }]);
    const narrow = await get("/api/v1/quotes?symbols=AAPL,NOPE,MSFT&format=csv&fields=price,symbol", { body });
    expect(narrow.body).toBe("price,symbol\n1,AAPL\n,NOPE\n1,MSFT\n");
    expect(narrow.headers["x-data-notes"]).toBe(
      "1 of 3 symbols has no row, see errors. Prices in USD. CSV leaves out errors; JSON has all.",
    );
    const named = await get("/api/v1/quotes?symbols=AAPL,NOPE&format=csv&fields=symbol,error", { body });
    expect(named.body).toBe('symbol,error\nAAPL,\nNOPE,"No quote, sorry."\n');
    expect(named.headers["x-data-notes"]).toBe("1 of 3 symbols has no row, see errors. Prices in USD.");
  });

  it.each([
    ["with prices outside the regular session", { postMarketPrice: 2, preMarketPrice: 3 }, ""],
    ["without such prices", {}, ""],
    [
      "with amounts in another currency",
      { convertedPrice: 1, rate: 1, rateTime: null },
      ",convertedPrice,rate,rateTime",
    ],
  ])("has the same columns in CSV of quotes %s", async (_what, prices, further) => {
    const body = { quotes: [{ source: "PROVIDER_A", symbol: "AAPL", ...prices }], errors: [], notes: [] };
    const csv = (await get("/api/v1/quotes?symbols=AAPL&format=csv", { body })).body;
    expect(csv.split("\n")[0]).toBe(
      `symbol,name,price,change,changesPercentage,dayLow,dayHigh,yearLow,yearHigh,volume,marketCap,exchange,currency,marketCapCurrency,as_of,market,source,preMarketPrice,preMarketChange,preMarketChangesPercentage,preMarketTime,postMarketPrice,postMarketChange,postMarketChangesPercentage,postMarketTime${further},error`,
    );
  });

  it("gives in CSV a row for each compared symbol too", async () => {
    const body = { stocks: [{ symbol: "AAPL", beta: 1 }], errors: [{ symbol: "NOPE", error: "Unknown." }] };
    const answer = await get("/api/v1/compare?symbols=NOPE,AAPL&fields=symbol,beta,error", {
      body,
      accept: "text/csv",
    });
    expect(answer.body).toBe("symbol,beta,error\nNOPE,,Unknown.\nAAPL,1,\n");
  });

  it("accepts enumerated values in any case", async () => {
    const { asked } = await get(`${PATH}?statement_type=CASH&period=Quarter&format=CSV`);
    expect(asked).toEqual([{ symbol: "AAPL", statement_type: "cash", period: "quarter" }]);
  });

  it.each([
    [`${PATH}?limit=41`, /"limit": got 41/],
    [`${PATH}?limit=1B`, /"limit": got "1B"/],
    [`${PATH}?format=xml`, /"format": got "xml"\. Allowed: json, csv/],
    [`${PATH}?as_of=2999-01-01`, /"as_of"/],
    ["/api/v1/stock/AAPL?fields=price", /Unknown parameter "fields"\. Allowed: symbol, format\./],
    [
      "/api/v1/stock/AAPL?as_of=2025-01-01",
      /works with financial statements, analyst price targets, insider transactions, price history, dividends, holders, manager's holdings, fund, technical indicators, SEC filings, filed facts\.$/,
    ],
    ["/api/v1/search?query=apple", /Unknown parameter "query"\. Allowed: q, /],
  ])("rejects %s", async (url, message) => {
    const { status, body, asked } = await get(url);
    expect([status, asked]).toEqual([400, []]);
    expect((JSON.parse(body) as { detail: string }).detail).toMatch(message);
  });

  it("keeps both formats of one address", async () => {
    const responses = new ResponseCache();
    const keep = vi.spyOn(responses, "keep");
    const rest = createRest(CATALOGUE, async () => servedOf(STATEMENTS), responses);
    await rest({ url: PATH });
    await rest({ url: PATH, accept: "text/csv" });
    expect(new Set(keep.mock.calls.map(([key]) => key)).size).toBe(2);
  });
});

describe("the route of option chains", () => {
  const body = {
    symbol: "AAPL",
    expirations: ["2026-11-27"],
    calls: [{ contract: "C1", strike: 100, bid: 2 }],
    puts: [{ contract: "P1", strike: 100, bid: 1 }],
  };

  it("has calls and puts as CSV, told apart by the column side", async () => {
    const answer = await get("/api/v1/stock/AAPL/options?format=csv", { body });
    expect(answer.body).toBe("side,contract,strike,bid\ncall,C1,100,2\nput,P1,100,1\n");
    expect(answer.headers["x-data-notes"] ?? "").not.toContain("puts");
    const some = await get("/api/v1/stock/AAPL/options?format=csv&fields=side,strike", { body });
    expect(some.body).toBe("side,strike\ncall,100\nput,100\n");
  });

  it("has them as two lists in JSON, both with the requested fields", async () => {
    const answer = await get("/api/v1/stock/AAPL/options", { body });
    expect(JSON.parse(String(answer.body))).toMatchObject({ calls: body.calls, puts: body.puts });
    const some = await get("/api/v1/stock/AAPL/options?fields=side,strike", { body });
    expect(JSON.parse(String(some.body))).toEqual({ ...body, calls: [{ strike: 100 }], puts: [{ strike: 100 }] });
    expect(some.headers).not.toHaveProperty("x-data-notes");
  });
});

describe("a route without rows", () => {
  const OVERVIEW = {
    symbol: "AAPL",
    description: '=SUM(1), "quoted"',
    financialMetrics: { peRatio: 30.5, beta: null },
    analystData: null,
    timestamp: "2026-03-05T15:00:00.000000",
  };
  const read = (csv: string) => {
    const [names = [], values = [], ...more] = Papa.parse<string[]>(csv.trimEnd()).data;
    expect(more).toEqual([]);
    return Object.fromEntries(names.map((name, index) => [name, values[index]]));
  };

  it.each([
    ["format=csv", "/api/v1/stock/AAPL/overview?format=csv", undefined],
    ["Accept", "/api/v1/stock/AAPL/overview", "text/csv"],
  ])("gives one row of CSV with dotted names of nested fields, requested by %s", async (_how, url, accept) => {
    const { headers, body } = await get(url, { body: OVERVIEW, accept });
    expect(headers["content-type"]).toBe(CSV_TYPE);
    expect(headers["vary"]).toBe(accept && "Accept");
    expect(read(body)).toMatchObject({
      symbol: "AAPL",
      description: `'=SUM(1), "quoted"`,
      "financialMetrics.peRatio": "30.5",
      "financialMetrics.beta": "",
      "analystData.targetMeanPrice": "",
      timestamp: "2026-03-05T15:00:00.000000",
    });
  });

  it("has the same columns whatever is missing", async () => {
    const columns = async (body: object) =>
      (await get("/api/v1/stock/AAPL/overview?format=csv", { body })).body.split("\n")[0];
    expect(await columns({ symbol: "AAPL" })).toBe(await columns(OVERVIEW));
  });

  it("keeps a list in its cell as JSON, and names columns by keys where the schema has none", async () => {
    const body = { euro: { date: "2026-03-05", rates: { USD: 1.1, CHF: null } }, missing: ["sofr"] };
    const { body: csv } = await get("/api/v1/market/reference-rates?format=csv", { body });
    expect(read(csv)).toMatchObject({ "euro.rates.USD": "1.1", "euro.rates.CHF": "", missing: '["sofr"]' });
  });

  it.each(CATALOGUE.map(({ capability }) => [capability.name, capability] as const))(
    "is CSV on every route: %s",
    async (_name, capability) => {
      const path = pathFor(capability);
      const list = capability.tool.rows;
      const body = list ? { [list.list]: [{ symbol: "AAPL" }], ...(list.failed && { [list.failed]: [] }) } : {};
      const { status, headers } = await get(`${path}${path.includes("?") ? "&" : "?"}format=csv`, { body });
      expect([status, headers["content-type"]]).toEqual([200, CSV_TYPE]);
    },
  );
});

describe("an Accept header", () => {
  it.each([
    ["text/csv", "csv"],
    ["Text/CSV;q=0.5", "csv"],
    ["text/csv, application/json;q=0.9", "csv"],
    ["text/csv, */*", "csv"],
    ["text/*", "csv"],
    ["application/json, text/csv", "json"],
    ["application/json;q=0.1", "json"],
    ["application/*", "json"],
    ["text/csv;q=0, */*", "json"],
    ["text/html, application/xhtml+xml, */*;q=0.8", "json"],
    ["text/html, *; q=.2", "json"],
    ["*/*", "json"],
    ["nonsense", "json"],
    ["", "json"],
    [undefined, "json"],
    ["application/xml", undefined],
    ["text/csv;q=x", undefined],
    ["application/json;q=0, image/*", undefined],
  ] as const)("%j prefers %s", (accept, form) => {
    expect(chooseForm(accept)).toBe(form);
  });

  it("that allows neither JSON nor CSV is 406, in the shape of the route, unless the address names a format", async () => {
    const rejected = await get("/api/v1/stock/AAPL", { accept: "application/xml" });
    expect([rejected.status, JSON.parse(rejected.body), rejected.asked]).toEqual([
      406,
      {
        error: "Not acceptable",
        detail: expect.stringMatching(/^Accept allows neither application\/json nor text\/csv/),
      },
      [],
    ]);
    const overview = await get("/api/v1/stock/AAPL/overview", { accept: "application/xml" });
    expect(JSON.parse(overview.body)).toMatchObject({ error: "Not acceptable", code: 406 });
    const named = await get("/api/v1/stock/AAPL?format=csv", { accept: "application/xml", body: { symbol: "AAPL" } });
    expect([named.status, named.headers["content-type"]]).toEqual([200, CSV_TYPE]);
  });
});
