/** The market, searches and texts, at a terminal. */
import { describe, expect, it } from "vitest";
import { seen } from "./seen.js";

describe("a person sees", () => {
  it("a ranking downward, not side by side: active --limit 3, 80 columns", async () => {
    const text = await seen("active --limit 3", 80);
    expect(text).toMatch(/^Symbol {2}Name .*Price +Change /m);
  });

  it("whole passages, names and terms in lines of the width: filing-text, screener, filing-facts, 100 columns", async () => {
    expect(await seen("filing-text AAPL --find competition", 100)).toMatch(/^ +shares of Apple Inc\. may fall\.$/m);
    for (const command of ["filing-text AAPL --find competition", "screener", "filing-facts AAPL"])
      expect(await seen(command, 100)).not.toContain("…");
    expect(await seen("filing-facts AAPL", 100)).toMatch(/ContractWith .*\nCustomerExcludingAssessedTax /);
  });

  it("names of the trade: check-financials, overview, market-calendar, economy, 100 columns", async () => {
    const check = await seen("check-financials AAPL", 60);
    expect(check).toMatch(/^Filing number .*\nFiling form .*\nFiling day .*\nFiling page\nhttps:.*\nFigures equal /m);
    expect(await seen("overview AAPL", 100)).toMatch(
      /^Average rating, 1 is strong buy +2\.5\nConsensus +Buy\nAnalysts /m,
    );
    expect(await seen("market-calendar", 100)).toMatch(/^\nCalendar {2}earnings announcements\n[^]*\n\nEvents\n/);
    expect(await seen("economy cpi,unemployment_rate", 100)).toMatch(/^Value\n +Unemployment\nDate +CPI +rate\n/m);
  });

  it("whether the market is open before anything else: status, 80 columns", async () => {
    expect(await seen("status", 80)).toMatch(
      /^\nThe US market is in after-hours trading .*; it opens[^.]*\.\n\nSimulated .*\nMarket session [^]*\n\nUpcoming\n/,
    );
    expect(await seen("status --date 2026-12-25", 80)).not.toContain("The US market is");
  });

  it("who sent the next release once: economy, 100 columns", async () => {
    expect((await seen("economy", 100)).match(/next release.* from /gi)).toEqual(["Next release from "]);
  });

  it("of which stock a chosen figure is: compare A KO --fields pe, 100 columns", async () => {
    expect(await seen("compare AAPL KO --fields pe", 100)).toMatch(/^symbol +peRatio\n.*\nAAPL +[\d.]+\nKO +[\d.]+\n/m);
  });

  it("that two returns of a year end on different days: compare SPY VTI, 100 columns", async () => {
    expect(await seen("compare SPY VTI", 100)).toMatch(
      /^Return with distributions, 1 year ends on 2026-10-31, return, 1Y on 2026-11-/m,
    );
  });

  it("the vendor alone where a symbol has no price: quotes AAPL,ZZZZQ, 100 columns", async () => {
    expect(await seen("quotes AAPL,ZZZZQ", 100)).toMatch(/not known to Yahoo Finance\. A search/);
  });

  it("no line that is wider than the terminal: market-summary, 60 columns", async () => {
    const lines = (await seen("market-summary", 60)).split("\n");
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
  });

  it("tables beside each other: market-summary, 120 columns", async () => {
    const text = await seen("market-summary", 120);
    expect(text).toMatch(/^\nThe US market is .*\n\nIndices {40,}Coins, USD\n/);
    expect(text).toMatch(/^Currencies {40,}Financials /m);
  });

  it("the market today: market-summary, 100 columns", async () => {
    expect(await seen("market-summary", 100)).toMatchInlineSnapshot(`
      "
      The US market is in after-hours trading (Day after Thanksgiving); it opens 30 Nov, 15:30 CET.

      Indices
      Symbol  Name                              Price   Change  Change %
      ──────  ────────────────────────────  ─────────  ───────  ────────
      ^GSPC   S&P 500                        5,223.16   −78.58   −1.48 %
      ^DJI    Dow Jones Industrial Average  44,433.22  −674.43   −1.50 %
      ^IXIC   Nasdaq Composite              12,848.72  −147.26   −1.13 %
      ^RUT    Russell 2000                   2,166.40   −24.24   −1.11 %

      Currencies
      Symbol    Name               Price   Change  Change %
      ────────  ────────────────  ──────  ───────  ────────
      EURUSD=X  Euro in dollars   1.1279  −0.0047   −0.42 %
      GBPUSD=X  Pound in dollars  1.3471  +0.0085   +0.64 %
      JPY=X     Dollar in yen     144.88    +0.45   +0.31 %

      Commodities, USD
      Symbol  Name                  Price  Change  Change %
      ──────  ─────────────────  ────────  ──────  ────────
      CL=F    Crude oil, barrel     75.05   −0.58   −0.77 %
      GC=F    Gold, ounce        3,054.83  +10.79   +0.35 %

      Coins, USD
      Symbol   Name         Price   Change  Change %
      ───────  ───────  ─────────  ───────  ────────
      BTC-USD  Bitcoin  44,127.64  −445.23   −1.00 %

      Sectors
      Name                    Fund       1D       1M       1Y
      ──────────────────────  ────  ───────  ───────  ───────
      Technology              XLK   −1.39 %  −2.62 %  −1.48 %
      Financials              XLF   −1.13 %  −2.09 %  +1.89 %
      Health Care             XLV   −1.09 %  −2.45 %  −2.86 %
      Consumer Discretionary  XLY   −1.68 %  −4.88 %  −2.78 %
      Communication Services  XLC   −1.00 %  −1.82 %  +1.83 %
      Industrials             XLI   −1.53 %  −3.32 %  +1.03 %
      Consumer Staples        XLP   −0.59 %  −1.24 %  +2.01 %
      Energy                  XLE   −1.21 %  −0.40 %  +4.48 %
      Utilities               XLU   −1.33 %  −3.53 %  −2.22 %
      Materials               XLB   −1.28 %  −3.21 %  −1.61 %
      Real Estate             XLRE  −0.88 %  +0.26 %  +0.31 %

      VIX  22.51 %    Session                              Treasury yields
                      State      after-hours               3 months  3.85 %
                      Exchange   NYSE and Nasdaq           2 years   4.16 %
                      Opens      2026-11-27 15:30 CET      5 years   4.33 %
                      Closes     2026-11-27 19:00 CET      10 years  4.64 %
                      Next open  2026-11-30 15:30 CET      30 years  5.17 %
                      Holiday    Day after Thanksgiving    Day       2026-11-26

      Simulated data, no real market figure.
      Volatility: the VIX, in percent a year.
      Yields: US Treasury, par yields of 2026-11-26.
      As of 27 Nov, 19:00 CET, from Yahoo Finance, completed by US Treasury.
      Yahoo Finance counts the change of coins over 24 hours, not since the previous close.
      Treasury yields from US Treasury.
      "
    `);
  });

  it("movers: gainers --limit 3, 60 columns", async () => {
    expect(await seen("gainers --limit 3", 60)).toMatchInlineSnapshot(`
      "
      Symbol  Name                  Price  Change  Change %
      ──────  ────────────────────  ─────  ──────  ────────
      SIMDD   Simulated Company DD  17.19   +1.10   +6.84 %
      SIMBR   Simulated Company BR   6.29   +0.32   +5.36 %
      SIMAN   Simulated Company AN  10.29   +0.46   +4.68 %

      Simulated data, no real market figure.
      Prices in USD, fetched 27 Nov, 21:00 CET, from Financial
      Modeling Prep; the US market is in after-hours trading.
      3 of 44 rows shown; --limit goes up to 50.
      "
    `);
  });

  it("official rates: reference-rates, 100 columns", async () => {
    expect(await seen("reference-rates", 100)).toMatchInlineSnapshot(`
      "
      Yields                                    Federal funds              1 euro =
      Date                        2026-11-26    Date         2026-11-26    Date  2026-11-26
      1 month                       3.75 %      Target from  4.00 %        USD    1.1327
      1.5 months                    3.78 %      Target to    4.25 %        JPY    163.59
      2 months                      3.79 %      Effective    4.08 %        GBP   0.84615
      3 months                      3.85 %                                 CHF   0.96267
      4 months                      3.86 %      SOFR                       AUD    1.5926
      6 months                      3.95 %      Date  2026-11-26           CAD    1.4843
      1 year                        3.99 %      Rate  4.06 %               CNY    7.7843
      2 years                       4.16 %                                 HKD    9.4052
      3 years                       4.21 %                                 INR    100.54
      5 years                       4.33 %                                 KRW   1,656.5
      7 years                       4.48 %                                 TRY    43.439
      10 years                      4.64 %                                 BRL    5.9734
      20 years                      5.18 %                                 SEK    11.167
      30 years                      5.17 %                                 DKK    7.1981
      Slope 2 to 10 years         +0.48 pp                                 NOK    11.771
      Slope 3 months to 10 years  +0.79 pp                                 PLN    4.2636
                                                                           SGD    1.5069
                                                                           MXN    20.921

      Simulated data, no real market figure.
      Fetched 27 Nov, 21:00 CET, from US Treasury, New York Fed and ECB.
      Yields: par yields of the day, semi-annual. Euro: units of the currency for one euro, not meant for
      transactions.
      "
    `);
  });

  it("the time of an only economic release: market-calendar economic --limit 1, 60 columns", async () => {
    expect(await seen("market-calendar economic --limit 1", 60)).toContain("Time      2026-11-27 14:30 CET");
  });

  it("a calendar without entries: market-calendar splits, 60 columns", async () => {
    expect(await seen("market-calendar splits", 60)).toMatchInlineSnapshot(`
      "
      Calendar  splits
      From      2026-11-27
      To        2026-12-04

      No items.

      Simulated data, no real market figure.
      Fetched 27 Nov, 21:00 CET, from Yahoo Finance.
      "
    `);
  });

  it("a search: search apple, 100 columns", async () => {
    expect(await seen("search apple", 100)).toMatchInlineSnapshot(`
      "
                                                        Market  Market            Match
      Symbol  Name               Type    Region         open    close   Timezone  score
      ──────  ─────────────────  ──────  ─────────────  ──────  ──────  ────────  ──────
      AAPL    Apple Inc.         Equity  United States  09:30   16:00   UTC-05    0.6667
      AMAT    Applied Materials  Equity  United States  09:30   16:00   UTC-05    0.4545

      Simulated data, no real market figure.
      Fetched 27 Nov, 21:00 CET, from Alpha Vantage.
      "
    `);
  });

  it("news: news BA --limit 2, 60 columns", async () => {
    expect(await seen("news BA --limit 2", 60)).toMatchInlineSnapshot(`
      "
      Boeing (BA)

      2026-11-27 06:00 CET  Simulated: The Boeing Company repeats
                            its outlook
                            Simulated Newswire · BA · story
                            https://news.example.test/BA/16091
      2026-11-25 23:00 CET  Simulated: The Boeing Company names a
                            new head of research
                            Simulated Newswire · BA · story
                            https://news.example.test/BA/16090

      Simulated data, no real market figure.
      Fetched 27 Nov, 21:00 CET, from Yahoo Finance.
      2 of 12 items shown; --limit goes up to 50.
      "
    `);
  });

  it("filings: sec-filings AAPL --limit 3, 100 columns", async () => {
    expect(await seen("sec-filings AAPL --limit 3", 100)).toMatchInlineSnapshot(`
      "
      Apple (AAPL)

      Filer  APPLE INC.
      CIK    0001000001
      Since  2016-02-14

      Filings
      2026-11-14  Insider's transactions · 4
      https://www.sec.gov/Archives/edgar/data/1000001/000100000126520769/0001000001-26-520769-index.htm
      2026-10-30  Quarterly report · 10-Q
      https://www.sec.gov/Archives/edgar/data/1000001/000100000126081061/0001000001-26-081061-index.htm
      2026-10-29  Current report · 8-K · Results of operations, Financial statements and exhibits
      https://www.sec.gov/Archives/edgar/data/1000001/000100000126081060/0001000001-26-081060-index.htm

      Simulated data, no real market figure.
      Fetched 27 Nov, 21:00 CET, from SEC EDGAR.
      5 of 7 fields shown; --fields "*" shows all.
      "
    `);
  });

  it("an unknown symbol: quote APPL, 60 columns", async () => {
    expect(await seen("quote APPL", 60)).toMatchInlineSnapshot(`
      "
      Stock quote of APPL: Financial Modeling Prep and Yahoo
      Finance do not know this symbol. Did you mean AAPL or AMAT?
      Some real symbols are not in the simulated market. Start
      without --demo to ask the real providers. market-data-mcp
      search APPL finds the right one.
      "
    `);
  });

  it("an invalid parameter: history AAPL --range 1w, 60 columns", async () => {
    expect(await seen("history AAPL --range 1w", 60)).toMatchInlineSnapshot(`
      "
      Apple (AAPL), USD
      106.12  −3.51  −3.20 %  on 27 Nov

      ⠒⠒⠶⠒⠻⢦⣀⡀⢀⡀                                  114.06 high
             ⠉⠉⡇
               ⣇⣠⣤⣤⣀⡀
                ⠁   ⠙⢲⡀               ⢀⡀
                      ⠉⠉⠛⠒⠒⠒⠒⢦⣠⠤⠤⠖⠦⠤⠤⠞⠉⠙⠚⠳⠖⢲
                                           ⢸
                                           ⠈⠓⣆⣀
                                             ⠈⠉⠳⣆ 106.12 low, last
      20 Nov            24 Nov             27 Nov

      −5.89 % in five days, high 114.06 on 20 Nov
      112.76 to 106.12, low 106.12 on 27 Nov
      The newest 10 of 118 15-minute bars; --limit 118 prints them
      all.

      Date                    Open    High     Low   Close  Volume
      ────────────────────  ──────  ──────  ──────  ──────  ──────
      2026-11-27 18:45 CET  106.56  106.56  106.12  106.12  7.55 M
      2026-11-27 18:30 CET  106.30  106.56  106.30  106.56  6.92 M
      2026-11-27 18:15 CET  106.64  106.65  106.30  106.30  5.78 M
      2026-11-27 18:00 CET  106.87  106.90  106.64  106.64  4.36 M
      2026-11-27 17:45 CET  106.88  106.88  106.79  106.87  2.95 M
      2026-11-27 17:30 CET  107.06  107.06  106.88  106.88  1.81 M
      2026-11-27 17:15 CET  106.94  107.06  106.94  107.06  1.18 M
      2026-11-27 17:00 CET  107.13  107.13  106.94  106.94  1.18 M
      2026-11-27 16:45 CET  107.30  107.30  107.10  107.13  1.81 M
      2026-11-27 16:30 CET  107.68  107.68  107.30  107.30  2.95 M

      Simulated data, no real market figure.
      Prices in USD, as of 27 Nov, 19:00 CET, from Yahoo Finance;
      the US market is in after-hours trading.
      "1w" was read as 5d.
      The change in summary counts from the close of 19 Nov,
      21:45 CET, the last bar before the range, which need not be
      the closing price of its day.
      Volatility (annualised) is missing for bars within a day;
      --fields "volatility" adds it.
      6 of 7 fields shown; --fields "*" shows all.
      Not shown for want of width: Change %.
      "
    `);
  });

  it("a column for each series, and quarters beside months: economy cpi,unemployment_rate,payrolls,productivity --limit 13, 80 columns", async () => {
    const screen = await seen("economy cpi,unemployment_rate,payrolls,productivity --limit 13", 80);
    expect(screen.slice(0, screen.indexOf("Series\n"))).toMatchInlineSnapshot(`
      "
      Value
                         Unemployment
      Date          CPI          rate  Payrolls  Productivity
      ────────  ───────  ────────────  ────────  ────────────
      Oct 2026  328.422         4.3 %  164,011*             -
      Sep 2026  327.449         4.2 %  163,784*             -
      Aug 2026  326.503         4.2 %  163,564              -
      Q3 2026         -             -         -        0.4 %*
      Q2 2026         -             -         -        0.2 %
      Q1 2026         -             -         -        0.4 %
      * Preliminary

      Change
                         Unemployment
      Date          CPI          rate  Payrolls  Productivity
      ────────  ───────  ────────────  ────────  ────────────
      Oct 2026  +0.30 %       +0.1 pp      +227  -
      Sep 2026  +0.29 %        0.0 pp      +220  -
      Aug 2026  +0.28 %       +0.1 pp      +213  -
      Q3 2026         -             -         -  -
      Q2 2026         -             -         -  -
      Q1 2026         -             -         -  -

      Change on year
                         Unemployment
      Date          CPI          rate  Payrolls  Productivity
      ────────  ───────  ────────────  ────────  ────────────
      Oct 2026  +2.92 %        0.0 pp    +2,150  -
      Sep 2026  +2.73 %       −0.2 pp    +2,049  -
      Aug 2026  +2.55 %       −0.3 pp    +1,953  -
      Q3 2026         -             -         -  -
      Q2 2026         -             -         -  -
      Q1 2026         -             -         -  -

      "
    `);
  });

  it("series of which what they measure, its unit and office are left out last: economy, 80 columns", async () => {
    const screen = await seen("economy", 80);
    expect(screen).toMatch(/^Name +Title +Unit +Office/m);
    expect(/Not shown for want of width: (.*)/s.exec(screen)?.[1]).toMatch(/^Id, /);
  });

  it("one series in whole words: economy unemployment_rate --limit 2, 60 columns", async () => {
    const screen = await seen("economy unemployment_rate --limit 2", 60);
    expect(screen.slice(0, screen.indexOf("Simulated data"))).toMatchInlineSnapshot(`
      "
      Series
      Name                 unemployment_rate
      Title                Unemployed, of the civilian labor force
                           from 16 years on
      Unit                 percent
      Office               US Bureau of Labor Statistics
      Id                   LNS14000000
      Seasonally adjusted  yes
      Frequency            monthly
      Changes              difference
      Next release         2026-12-04

      Values
                                 Change
      Date      Value   Change  on year
      ────────  ─────  ───────  ───────
      Oct 2026  4.3 %  +0.1 pp   0.0 pp
      Sep 2026  4.2 %   0.0 pp  −0.2 pp

      "
    `);
  });
});
