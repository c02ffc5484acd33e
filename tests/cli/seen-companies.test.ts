/** Companies and funds, at a terminal. */
import { describe, expect, it } from "vitest";
import { seen } from "./seen.js";

describe("a person sees", () => {
  it("a comparison: compare AAPL MSFT NVDA, 60 columns", async () => {
    expect(await seen("compare AAPL MSFT NVDA", 60)).toMatchInlineSnapshot(`
      "
      Symbol                             AAPL         MSFT
      ───────────────────────────  ──────────  ───────────
      Company name                 Apple Inc.    Microsoft
                                               Corporation
      Sector                       Technology   Technology
      Market cap                       1.88 T       1.25 T
      P/E                               17.96        30.18
      Price / book                       3.66         9.71
      Dividend yield                   3.12 %       1.55 %
      Beta (5 years, monthly)           0.968        0.564
      Gross margin                    34.63 %      48.15 %
      Operating margin                17.95 %      26.58 %
      Net margin                      14.64 %      21.24 %
      Return on equity                20.39 %      32.18 %
      Debt / equity                   28.41 %      51.90 %
      Mean target                      128.67       365.92
      Rating                              buy         hold
      Return, 1M                      −7.74 %     +13.57 %
      Return, YTD                    −11.09 %     +19.59 %
      Return, 1Y                     −10.81 %     +19.55 %
      Volatility (20 days,            20.24 %      21.65 %
      annualised)
      EV / EBITDA                       11.13        19.93
      Net debt                         15.1 B       19.3 B

      Symbol                              NVDA
      ───────────────────────────  ───────────
      Company name                      NVIDIA
                                   Corporation
      Sector                        Technology
      Market cap                        1.07 T
      P/E                                35.05
      Price / book                       14.24
      Dividend yield                    0.45 %
      Beta (5 years, monthly)            1.708
      Gross margin                     42.54 %
      Operating margin                 27.02 %
      Net margin                       21.22 %
      Return on equity                 40.63 %
      Debt / equity                    89.34 %
      Mean target                       219.00
      Rating                               buy
      Return, 1M                       −4.75 %
      Return, YTD                      +8.05 %
      Return, 1Y                      +27.44 %
      Volatility (20 days,             31.93 %
      annualised)
      EV / EBITDA                        25.49
      Net debt                          34.6 B

      Simulated data, no real market figure.
      Prices in USD, fetched 27 Nov, 21:00 CET, from Yahoo
      Finance.
      "
    `);
  });

  it("statements with the periods side by side: financials AAPL --limit 4, 80 columns", async () => {
    expect(await seen("financials AAPL --limit 4", 80)).toMatchInlineSnapshot(`
      "
      Apple (AAPL), income, annual

      Date                               2025-12-31  2024-12-31  2023-12-31
      ─────────────────────────────────  ──────────  ──────────  ──────────
      Fiscal year                              2025        2024        2023
      Period                                     FY          FY          FY
      Revenue                                 698 B       672 B       642 B
      Revenue growth, 1 year                +3.85 %     +4.74 %     +2.80 %
      Cost of revenue                         460 B       437 B       419 B
      Gross profit                            239 B       236 B       223 B
      Operating expenses                      116 B       112 B       107 B
      Operating income                        122 B       124 B       117 B
      Net income                             99.7 B       101 B      94.9 B
      EPS                                      5.63        5.70        5.36
      Diluted EPS                              5.58        5.66        5.32
      Average shares                         17.7 B      17.7 B      17.7 B
      Average shares, diluted                17.8 B      17.8 B      17.8 B
      EBITDA                                  159 B       162 B       152 B
      Research and development expenses      28.9 B      27.8 B      26.6 B

      Date                               2022-12-31
      ─────────────────────────────────  ──────────
      Fiscal year                              2022
      Period                                     FY
      Revenue                                 625 B
      Revenue growth, 1 year                +3.87 %
      Cost of revenue                         415 B
      Gross profit                            209 B
      Operating expenses                      104 B
      Operating income                        105 B
      Net income                             85.6 B
      EPS                                      4.84
      Diluted EPS                              4.80
      Average shares                         17.7 B
      Average shares, diluted                17.8 B
      EBITDA                                  139 B
      Research and development expenses      25.9 B

      Simulated data, no real market figure.
      Year to 2025-12-31: revenue +3.8 %, net income −1.3 %, diluted EPS −1.4 % in a
      year; margin gross 34.2 %, operating 17.5 %, net 14.3 %.
      Statements in USD, fetched 27 Nov, 21:00 CET, from Financial Modeling Prep.
      4 of 10 periods shown; --limit goes up to 40.
      17 of 40 fields shown; --fields "*" shows all.
      "
    `);
  });

  it("a German reader's numbers: financials AAPL --limit 2 --statement_type cash, 60 columns", async () => {
    expect(await seen("financials AAPL --limit 2 --statement_type cash", 60, { LC_NUMERIC: "de_DE.UTF-8" }))
      .toMatchInlineSnapshot(`
        "
        Apple (AAPL), cash, annual

        Date                         2025-12-31  2024-12-31
        ───────────────────────────  ──────────  ──────────
        Fiscal year                        2025        2024
        Period                               FY          FY
        Depreciation and                 33,8 B      35,2 B
        amortization
        Stock based compensation         14,0 B      13,5 B
        Operating cash flow               154 B       141 B
        Capital expenditure             −44,6 B     −41,7 B
        Free cash flow                    109 B      99,5 B
        Net cash provided by            −51,6 B     −48,5 B
        investing activities
        Net cash provided by             −134 B     −50,9 B
        financing activities
        Common stock repurchased        −82,1 B     −29,3 B
        Net dividends paid              −55,8 B     −56,5 B

        Simulated data, no real market figure.
        Year to 2025-12-31: operating cash flow +9 %, free +9,9 % in
        a year.
        Repurchases are negative.
        Statements in USD, fetched 27 Nov, 21:00 CET, from Financial
        Modeling Prep.
        2 of 10 periods shown; --limit goes up to 40.
        13 of 47 fields shown; --fields "*" shows all.
        "
      `);
  });

  it("statistics: statistics MSFT, 140 columns", async () => {
    expect(await seen("statistics MSFT", 140)).toMatchInlineSnapshot(`
      "
      Microsoft (MSFT), USD

      Valuation                                    Profit, twelve months            Shares
      Market cap        1.25 T                     EBITDA                63.8 B     Outstanding                  3.59 B
      Enterprise value  1.27 T                     Gross profit          94.1 B     Float                        3.23 B
      P/E (TTM)          30.18                     Free cash flow        44.2 B     Sold short                   79.9 M
      Forward P/E         28.1                     Operating cash flow   55.1 B     Short interest, % of float   2.48 %
      PEG                 4.09                     Gross margin         48.15 %     Days to cover               7.57 days
      Price / sales       6.41                     Operating margin     26.58 %     Short interest as of        2026-10-31
      Price / book        9.71                     Net margin           21.24 %     Insiders hold                6.89 %
      EV / revenue        6.51                     Return on equity     32.18 %     Institutions hold           38.12 %
      EV / EBITDA        19.93                     Return on assets     15.74 %
                                                   Payout ratio         46.71 %     Price
      Growth, latest quarter on the year before                                     52-week change           +19.27 %
      Revenue   +6.00 %                            Balance sheet                    S&P 500, same time        +1.73 %
      Earnings  +9.30 %                            Cash                   47.6 B    Beta (5 years, monthly)     0.564
                                                   Debt                   66.9 B    50-day average             312.48
                                                   Debt / equity         51.90 %    200-day average            314.03
                                                   Current ratio            1.58
                                                   Quick ratio              1.37    Fiscal year
                                                   Book value per share    35.92    Last year ended  2026-06-30
                                                                                    Next year ends   2027-06-30
                                                                                    Latest quarter   2026-09-30

      P/E of past years
      Fiscal
        year    P/E
      ──────  ─────
        2026  25.57
        2025  32.56
        2024  28.57
        2023  35.28
        2022  35.20

      Simulated data, no real market figure.
      Prices in USD, as of 27 Nov, 19:00 CET, from Yahoo Finance, completed by Financial Modeling Prep.
      P/E of past years from Financial Modeling Prep.
      "
    `);
  });

  it("dividends: dividends KO --limit 3, 100 columns", async () => {
    expect(await seen("dividends KO --limit 3", 100)).toMatchInlineSnapshot(`
      "
      Coca-Cola (KO), USD

      Yield                            0.58 %                        Paid in twelve months
      Annual dividend                    1.03                        Sum       0.9925
      Payout ratio                    17.05 %                        Currency  USD
      Payout ratio of free cash flow  16.56 %                        Payments       4
      Payout period                   twelve months to 2026-09-30
      Yield, 5-year average            0.63 %                        Growth of dividends
      Latest ex-date                  2026-11-10                     1 year    +7.72 %
      Payment date                    2026-11-13                     3 years   +6.92 %
      Frequency                       quarterly                      5 years   +8.00 %
      Paid since                      2007-02-12                     10 years  +7.76 %
      Years paid                           19
      Years raised                         18

      Dividends                                                 Years
                     Per  Record      Payment                   Year  Amount  Payments  Complete
      Ex-date      share  date        date        Declared      ────  ──────  ────────  ────────
      ──────────  ──────  ──────────  ──────────  ──────────    2026  0.9925         4  no
      2026-11-10  0.2575  2026-11-10  2026-11-13  2026-10-30    2025  0.9075         4  yes
      2026-08-10  0.2525  2026-08-10  2026-08-13  2026-07-30    2024  0.8425         4  yes
      2026-05-11  0.2450  2026-05-11  2026-05-14  2026-04-30    2023  0.7975         4  yes
                                                                2022  0.7425         4  yes
                                                                2021  0.6700         4  yes
                                                                2020  0.6175         4  yes
                                                                2019  0.5775         4  yes
                                                                2018  0.5275         4  yes
                                                                2017  0.4900         4  yes
                                                                2016  0.4525         4  yes

      Simulated data, no real market figure.
      Prices in USD, fetched 27 Nov, 21:00 CET, from Yahoo Finance, completed by Financial Modeling Prep.
      Amounts are adjusted for splits.
      No next dividend is announced; the last ex-dates were 2026-02-10, 2026-05-11, 2026-08-10, and
      2026-11-10.
      3 of 80 payments shown; --limit goes up to 400.
      Record date, payment date, and declared from Financial Modeling Prep.
      "
    `);
  });

  it("that no payment is known, before the splits: dividends TSLA, 60 columns", async () => {
    expect(await seen("dividends TSLA", 60)).toMatch(/\n\nNo payments\.\n\nSplits\n +New +Old\nDate +shares +shares\n/);
  });

  it("a table that loses columns: holders AAPL, 60 columns", async () => {
    expect(await seen("holders AAPL", 60)).toMatchInlineSnapshot(`
      "
      Apple (AAPL), USD

      Insiders hold              9.06 %
      Institutions hold         57.59 %
      Institutions, % of float  63.99 %
      Number of institutions        803
      Value as of               2026-11-27

      Institutions
                                                    Shares  New
      Name                 Shares   Value    Held   change  holder
      ───────────────────  ──────  ──────  ──────  ───────  ──────
      Simulated Alder       892 M  94.7 B  5.04 %  −3.58 %  no
      Capital
      Simulated Birch       646 M  68.6 B  3.65 %  +3.52 %  no
      Capital
      Simulated Cedar       363 M  38.5 B  2.05 %  +1.80 %  no
      Capital
      Simulated Damson      317 M  33.6 B  1.79 %  −4.39 %  no
      Capital
      Simulated Elder       257 M  27.2 B  1.45 %  +5.60 %  no
      Capital
      Simulated Fir         214 M  22.7 B  1.21 %  −1.17 %  no
      Capital
      Simulated Gorse       188 M  19.9 B  1.06 %  +4.38 %  no
      Capital
      Simulated Hazel       158 M  16.7 B  0.89 %        -  yes
      Capital
      Simulated Ivy         145 M  15.4 B  0.82 %  −0.08 %  no
      Capital
      Simulated Juniper     129 M  13.7 B  0.73 %  −5.24 %  no
      Capital

      Simulated data, no real market figure.
      Value in USD, fetched 27 Nov, 21:00 CET, from Yahoo Finance.
      10 of 803 institutions are known: the largest of those that
      report to the SEC.
      Value is at the price of 2026-11-27, not of the day of
      reported.
      Not shown for want of width: Reported.
      "
    `);
  });

  it("insiders: insiders AAPL --limit 3, 100 columns", async () => {
    expect(await seen("insiders AAPL --limit 3", 100)).toMatchInlineSnapshot(`
      "
      Apple Inc. (AAPL), USD

      Insider transactions
                                                                                                   Shares
                                                                                                    owned
      Date        Insider         Relation                 Transaction   Price  Shares   Value  following
      ──────────  ──────────────  ───────────────────────  ───────────  ──────  ──────  ──────  ─────────
      2026-11-12  EXAMPLE JOHN Q  Chief Financial Officer  -                 -   6,446       -     54,534
      2026-10-23  SAMPLE JANE     Chief Executive Officer  Sale         116.67     485  56,585     42,267
      2026-10-13  FICTION SAM     -                        Sale         109.00  48,853  5.32 M     36,834

      Totals shown, from 2026-10-13 to 2026-11-12
                                           Without
             Transactions  Shares   Value    value
      ─────  ────────────  ──────  ──────  ───────
      Sold              2  49,338  5.38 M        0
      Other             1   6,446       -        1

      Totals of 182 days, from 2026-05-29 to 2026-11-27
                                              Without
               Transactions   Shares   Value    value
      ───────  ────────────  ───────  ──────  ───────
      Bought              2   61,571  6.92 M        0
      Sold                5  136,396  16.8 M        0
      Granted             2   22,671       0        0
      Other               3   65,785       0        2

      Simulated data, no real market figure.
      Prices in USD, fetched 27 Nov, 21:00 CET, from Yahoo Finance.
      3 of 20 transactions shown; --limit goes up to 150.
      "
    `);
  });

  it("a fund: fund SPY, 100 columns", async () => {
    expect(await seen("fund SPY", 100)).toMatchInlineSnapshot(`
      "
      SPDR S&P 500 ETF Trust (SPY), USD

      Family           SPDR                    Allocation
      Category         Large Blend             Stocks       99.80 %
      Type             Exchange Traded Fund    Bonds         0.00 %
      Assets           83.5 B                  Cash          0.20 %
      Net asset value  522.32                  Preferred     0.00 %
      Expense ratio    0.06 %                  Convertible   0.00 %
      Yield            1.24 %                  Other         0.00 %
      Inception        1993-10-28
      Turnover         5.80 %                  Valuation of the holdings
                                               P/E            22.29
      Returns                                  Price / book    6.25
      This year              +2.05 %           Price / sales   3.98
      1 month                +6.51 %
      3 months               −5.39 %
      1 year                 +0.61 %
      3 years (annualised)   +1.98 %
      5 years (annualised)   +2.06 %
      10 years (annualised)  +1.86 %
      Returns as of          2026-10-31

      Annual            Holdings                                    Sectors
      Year    Return    Symbol  Name                      Weight    Sector                   Weight
      ────  ────────    ──────  ───────────────────────  ───────    ──────────────────────  ───────
      2025   −9.76 %    TSLA    Tesla, Inc.              10.90 %    Technology              28.34 %
      2024  +19.91 %    GOOG    Alphabet Inc.             9.67 %    Communication Services  26.01 %
      2023   −3.99 %    GOOGL   Alphabet Inc.             9.62 %    Consumer Cyclical       18.55 %
      2022   −8.28 %    AAPL    Apple Inc.                8.00 %    Financial Services       9.75 %
      2021  +12.60 %    MSFT    Microsoft Corporation     5.22 %    Healthcare               5.32 %
      2020   −6.00 %    JPM     JPMorgan Chase & Co.      4.85 %    Consumer Defensive       3.53 %
      2019  +10.42 %    NVDA    NVIDIA Corporation        4.62 %    Industrial               3.45 %
      2018   −3.59 %    AMZN    Amazon.com, Inc.          4.61 %    Energy                   2.03 %
      2017   −7.90 %    BRK-B   Berkshire Hathaway Inc.   3.75 %    Materials                1.28 %
      2016  +21.94 %    AVGO    Broadcom Inc.             3.33 %    Real Estate              0.83 %
      2015   −7.70 %                                                Utilities                0.73 %
      2014   +0.27 %
      2013   +2.00 %
      2012   −4.62 %
      2011  +20.37 %
      2010  −11.24 %
      2009   −5.24 %
      2008  +14.84 %
      2007   −4.70 %

      Simulated data, no real market figure.
      Prices in USD, fetched 27 Nov, 21:00 CET, from Yahoo Finance.
      Returns of 3y, 5y, and 10y are per year.
      These are the ten largest holdings; Yahoo Finance has no more.
      "
    `);
  });

  it("a check of two sources: check AAPL, 60 columns", async () => {
    expect(await seen("check AAPL", 60)).toMatchInlineSnapshot(`
      "
      Apple (AAPL)

      Difference   0.00 %
      Verdict      agree
      Explanation  The prices are at most 0.5 % apart.

      Financial Modeling Prep
      Price          106.12
      Currency       USD
      As of          2026-11-27 19:00 CET
      Since fetched  0 seconds

      Yahoo Finance
      Price          106.12
      Currency       USD
      As of          2026-11-27 19:00 CET
      Since fetched  0 seconds

      Simulated data, no real market figure.
      Prices in USD, as of 27 Nov, 19:00 CET, from Financial
      Modeling Prep and Yahoo Finance; the US market is in
      after-hours trading.
      "
    `);
  });

  it("five years of net income on a narrow terminal: financials AAPL, 60 columns", async () => {
    const text = await seen("financials AAPL", 60);
    expect(
      text
        .match(/^Net income .+/gm)
        ?.join(" ")
        .match(/[\d.]+ B/g),
    ).toHaveLength(5);
    expect(text).not.toContain("Not shown for want of width");
  });

  it("the day of each transaction on a narrow terminal: insiders AAPL --limit 3, 60 columns", async () => {
    const text = await seen("insiders AAPL --limit 3", 60);
    expect(text).toMatch(/^Date +Insider +Transaction +Price +Shares( +Value)?$/m);
    expect(text).toMatch(/^2026-11-12 +EXAMPLE .*\n +JOHN Q$/m);
    expect(text).toMatch(/^Not shown for want of width: Relation, /m);
  });

  it("what analysts expect, but not how it changed: earnings AAPL, 100 columns", async () => {
    const text = await seen("earnings AAPL", 100);
    expect(text).toMatch(/^EPS growth +\+/m);
    expect(text).not.toMatch(/trend|revisions/i);
  });
});
