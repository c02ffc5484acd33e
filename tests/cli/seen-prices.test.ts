/** Prices, at a terminal. */
import { describe, expect, it } from "vitest";
import { seen } from "./seen.js";

describe("a person sees", () => {
  it("a quote: quote AAPL, 60 columns", async () => {
    expect(await seen("quote AAPL", 60)).toMatchInlineSnapshot(`
      "
      Apple Inc. (AAPL), NASDAQ, USD
      106.12  −3.51  −3.20 %

      Day low             106.12    Volume              61.1 M
      Day high            108.03    Average volume      40.9 M
      52-week high        157.31    Open                107.97
      52-week low          92.82    Previous close      109.63
      Market cap          1.88 T    Earnings per share    5.91
      50-day average      111.31    P/E (TTM)            17.96
      200-day average     120.51    Shares outstanding  17.7 B

      Simulated data, no real market figure.
      Price in USD of 27 Nov, 19:00 CET, from Financial Modeling
      Prep, completed by Yahoo Finance; the US market is in
      after-hours trading.
      Average volume, earnings per share, and shares outstanding
      from Yahoo Finance; P/E (TTM) computed.
      "
    `);
  });

  it("a quote on a wide terminal: quote AAPL, 140 columns", async () => {
    expect(await seen("quote AAPL", 140)).toMatchInlineSnapshot(`
      "
      Apple Inc. (AAPL), NASDAQ, USD
      106.12  −3.51  −3.20 %

      Day low             106.12    Market cap          1.88 T    Average volume      40.9 M    P/E (TTM)            17.96
      Day high            108.03    50-day average      111.31    Open                107.97    Shares outstanding  17.7 B
      52-week high        157.31    200-day average     120.51    Previous close      109.63
      52-week low          92.82    Volume              61.1 M    Earnings per share    5.91

      Simulated data, no real market figure.
      Price in USD of 27 Nov, 19:00 CET, from Financial Modeling Prep, completed by Yahoo Finance; the US market is in after-hours trading.
      Average volume, earnings per share, and shares outstanding from Yahoo Finance; P/E (TTM) computed.
      "
    `);
  });

  it("the rate of two currencies: quote EURUSD=X, 60 columns", async () => {
    expect(await seen("quote EURUSD=X", 60)).toMatchInlineSnapshot(`
      "
      EUR/USD (EURUSD=X), FOREX, USD
      1.1279  −0.0047  −0.42 %

      Day low           1.1276    200-day average   1.0942
      Day high          1.1333    Volume           112,793
      52-week high      1.1655    Open              1.1301
      52-week low       1.0222    Previous close    1.1327
      50-day average    1.1388

      Simulated data, no real market figure.
      Price in USD of 27 Nov, 21:00 CET, from Financial Modeling
      Prep.
      "
    `);
  });

  it("an index, which is no money: quote ^GSPC, 60 columns", async () => {
    expect(await seen("quote ^GSPC", 60)).toMatchInlineSnapshot(`
      "
      S&P 500 (^GSPC), INDEX
      5,223.16  −78.58  −1.48 %

      Day low          5,223.16    200-day average  5,469.93
      Day high         5,261.37    Volume            548,836
      52-week high     6,061.77    Average volume    700,981
      52-week low      4,886.62    Open             5,261.37
      50-day average   5,244.44    Previous close   5,301.74

      Simulated data, no real market figure.
      Level in points (not money) of 27 Nov, 19:00 CET, from
      Financial Modeling Prep, completed by Yahoo Finance; the US
      market is in after-hours trading.
      Average volume from Yahoo Finance.
      "
    `);
  });

  it("companies side by side: quote AAPL MSFT KO, 80 columns", async () => {
    expect(await seen("quote AAPL MSFT KO", 80)).toMatchInlineSnapshot(`
      "
      Symbol              AAPL                   MSFT                     KO
      ────────────  ──────────  ─────────────────────  ─────────────────────
      Name          Apple Inc.  Microsoft Corporation  The Coca-Cola Company
      Price             106.12                 348.83                 178.61
      Change             −3.51                  +1.63                  −5.89
      Change %         −3.20 %                +0.47 %                −3.19 %
      Day low           106.12                 346.55                 178.61
      Day high          108.03                 348.92                 182.32
      52-week low        92.82                 270.48                 163.24
      52-week high      157.31                 349.75                 204.59
      Volume            61.1 M                 6.37 M                 5.98 M
      Market cap        1.88 T                 1.25 T                  181 B
      Exchange          NASDAQ                 NASDAQ                   NYSE

      Simulated data, no real market figure.
      Prices in USD, as of 27 Nov, 19:00 CET, from Financial Modeling Prep; the US
      market is in after-hours trading.
      "
    `);
  });

  it("a line for each company where they fit: quotes AAPL MSFT KO, 120 columns", async () => {
    expect(await seen("quotes AAPL MSFT KO", 120)).toMatch(/^KO +The Coca-Cola Company +178\.61 +−5\.89 /m);
  });

  it("times and words in full in bands: quotes SAP.DE EURUSD=X BTC-USD ^GSPC VOD.L, 80 columns", async () => {
    const text = await seen("quotes SAP.DE EURUSD=X BTC-USD ^GSPC VOD.L", 80);
    expect(text).toMatch(/^As of +2026-11-27 +2026-11-2\d .*\n +17:30 CET +\d\d:\d\d CET /m);
    expect(text).toMatch(/^Market +closed /m);
    expect(text).not.toContain("…");
  });

  it("companies in bands where they do not fit: quotes AAPL MSFT KO NVDA XOM, 60 columns", async () => {
    expect(await seen("quotes AAPL MSFT KO NVDA XOM", 60)).toMatchInlineSnapshot(`
      "
      Symbol              AAPL         MSFT             KO
      ────────────  ──────────  ───────────  ─────────────
      Name          Apple Inc.    Microsoft  The Coca-Cola
                                Corporation        Company
      Price             106.12       348.83         178.61
      Change             −3.51        +1.63          −5.89
      Change %         −3.20 %      +0.47 %        −3.19 %
      Day low           106.12       346.55         178.61
      Day high          108.03       348.92         182.32
      52-week low        92.82       270.48         163.24
      52-week high      157.31       349.75         204.59
      Volume            61.1 M       6.37 M         5.98 M
      Market cap        1.88 T       1.25 T          181 B
      Exchange          NASDAQ       NASDAQ           NYSE

      Symbol               NVDA          XOM
      ────────────  ───────────  ───────────
      Name               NVIDIA  Exxon Mobil
                    Corporation  Corporation
      Price              218.00        48.89
      Change              −8.30        −1.44
      Change %          −3.67 %      −2.86 %
      Day low            218.00        48.89
      Day high           222.01        49.87
      52-week low        167.32        40.74
      52-week high       270.33        69.38
      Volume             42.3 M        108 M
      Market cap         1.07 T        337 B
      Exchange           NASDAQ         NYSE

      Simulated data, no real market figure.
      Prices in USD, as of 27 Nov, 19:00 CET, from Financial
      Modeling Prep; the US market is in after-hours trading.
      "
    `);
  });

  it("a history with its summary: history AAPL --limit 3, 100 columns", async () => {
    expect(await seen("history AAPL --limit 3", 100)).toMatchInlineSnapshot(`
      "
      Apple (AAPL), USD
      106.12  −3.51  −3.20 %  on 27 Nov

                                                             ⡟⠦⣄                               157.31 high
                                                           ⢸⠛⠁ ⠙⢳⣠⣀⣠⡀
                                                      ⢀⣀⣀⣠⠼⠛      ⠉⠉⠙⢲⡀
          ⣀     ⣠⣄⡀                    ⣰⠶⣆⡀⢀⣤⠴⠒⠓⡆   ⣀⡤⠞⠁⠉⠃            ⢳⡀
      ⣆⣤⠤⠞⠋⠙⠲⣤⠼⠛⠁ ⠧⡄                 ⢸⠛⠁  ⠙⠋⠁   ⠙⠒⢲⠴⠛                  ⠹⡄          ⢀⣀⡀
      ⠈⠁           ⠓⢦⣄⣀⣀            ⣰⠋                                  ⠉⠳⠒⠒⠲⢤⣄⡀  ⣰⠋ ⠉⠓⢦⡤⣤⠤⠴⣆⡀
                     ⠘⠋⠈⠛⠦⡄    ⡴⠦⠶⠶⠒⠃                                          ⠙⠒⠋⠁          ⠓ 106.12 last
                          ⠓⢦⣤⣰⠛⠃                                                                92.82 low
      26 Nov 2025         2 Mar                 1 Jun               28 Aug              27 Nov

      −10.81 % in a year, high 157.31 on 20 Jul, worst fall −33.02 %
      118.98 to 106.12, low 92.82 on 6 Mar, with dividends −8.37 %, volatility 26.65 % a year

      Weekly bars                                                     Dividends
      Date          Open    High     Low   Close  Volume  Change %    Date        Amount
      ──────────  ──────  ──────  ──────  ──────  ──────  ────────    ──────────  ──────
      2026-11-23  111.48  111.48  106.12  106.12   182 M   −6.26 %    2026-11-10  0.8275
      2026-11-16  111.85  114.06  110.72  113.21   212 M   +0.95 %    2026-08-10  0.8075
      2026-11-09  111.30  112.81  109.42  112.14   194 M   +0.51 %    2026-05-11  0.8100
                                                                      2026-02-10  0.7900

      Simulated data, no real market figure.
      Prices in USD, as of 27 Nov, 19:00 CET, from Yahoo Finance; the US market is in after-hours trading.
      3 of 53 bars shown; --limit goes up to 10000.
      7 of 8 fields shown; --fields "*" shows all.
      "
    `);
  });

  it("a line of closes without UTF-8: history AAPL --limit 1, 80 columns", async () => {
    const lines = await seen("history AAPL --limit 1", 80, { LANG: "C" });
    expect(lines).toContain("\n2025-11-24 ▄▄▅▅▄▄▅▅▄▃▃▃▂▁▁▂▂▂▂▄▅▅▄▅▅▅▄▄▅▅▆▆▆██▇▇▇▆▅▃▃▃▃▂▃▄▄▃▃▃▃▂ 2026-11-23\n");
  });

  it("past rates of two currencies with their digits: history EURUSD=X --range 5d --interval 1d, 60 columns", async () => {
    expect(await seen("history EURUSD=X --range 5d --interval 1d", 60)).toMatchInlineSnapshot(`
      "
      Euro in dollars (EURUSD=X), USD
      1.1279  −0.0047  −0.42 %  on 27 Nov

      ⡧⣄⡀                                              1.1495 high
        ⠙⠲⢤⡀      ⡄
           ⠉⠳⢤⣀   ⡇
              ⠈⠓⠦⣄⡇           ⡆
                 ⠈⠉⠉⠉⠉⠉⠙⠒⠒⠒⠒⠒⠒⡧⢤⣀⣀
                              ⠁  ⠈⠉⠓⠒⠦⠤⣄⣀⢸           ⢀
                                        ⠈⠙⠙⠒⠦⠤⣄⣀⡀    ⢸ 1.1279 last
                                                ⠉⠙⠒⠲⠤⣼ 1.1276 low
      23 Nov               25 Nov               27 Nov

      −2.07 % in five days, high 1.1495 on 23 Nov, worst fall
      −2.07 %
      1.1518 to 1.1279, low 1.1276 on 27 Nov

      Date          Open    High     Low   Close  Change %
      ──────────  ──────  ──────  ──────  ──────  ────────
      2026-11-27  1.1301  1.1333  1.1276  1.1279   −0.42 %
      2026-11-26  1.1347  1.1357  1.1322  1.1327   −0.40 %
      2026-11-25  1.1393  1.1400  1.1353  1.1372   −0.11 %
      2026-11-24  1.1448  1.1452  1.1385  1.1385   −0.91 %
      2026-11-23  1.1478  1.1495  1.1475  1.1489   −0.25 %

      Simulated data, no real market figure.
      Prices in USD, as of 27 Nov, 21:00 CET, from Yahoo Finance.
      Volatility (annualised) is missing, because it needs 21
      closes.
      6 of 7 fields shown; --fields "*" shows all.
      "
    `);
  });

  it("the range that was asked for: history ^GSPC --range 5d --limit 2, 60 columns", async () => {
    expect(await seen("history ^GSPC --range 5d --limit 2", 60)).toMatchInlineSnapshot(`
      "
      S&P 500 index (^GSPC)
      5,223.16  −78.58  −1.48 %  on 27 Nov

            ⢀⡴⢺                                 5,324.89 high
         ⣀⡴⠚⠉ ⢸                          ⢀
      ⣀⡴⠚⠁    ⢸                      ⣠⠴⠛⠋⢹
      ⠁       ⠘⢦⡀                ⣠⠴⠒⠋⠁   ⢸
                ⠙⠲⣄⡀            ⢸⠁       ⢸
                   ⠙⠦⣄          ⢸        ⠈⢳
                     ⠈⠙⠶⠋⠙⠉⠉⠛⠒⠋⠉⠉         ⠈⠹⢤⡀
                                             ⠓⣆ 5,223.16 low, last
      20 Nov           24 Nov            27 Nov

      −0.30 % in five days, high 5,324.89 on 20 Nov
      5,238.93 to 5,223.16, low 5,223.16 on 27 Nov

      Date                      Open      High       Low     Close
      ────────────────────  ────────  ────────  ────────  ────────
      2026-11-27 18:45 CET  5,227.09  5,227.09  5,223.16  5,223.16
      2026-11-27 18:30 CET  5,229.32  5,229.32  5,227.09  5,227.09

      Simulated data, no real market figure.
      Levels in points (not money), as of 27 Nov, 19:00 CET, from
      Yahoo Finance; the US market is in after-hours trading.
      The change in summary counts from the close of 19 Nov,
      21:45 CET, the last bar before the range, which need not be
      the closing price of its day.
      Volatility (annualised) is missing for bars within a day;
      --fields "volatility" adds it.
      2 of 118 bars shown; --limit goes up to 10000.
      6 of 7 fields shown; --fields "*" shows all.
      Not shown for want of width: Volume, Change %.
      "
    `);
  });

  it("years in months, with the newest dividends: history KO --range 5y, 80 columns", async () => {
    const text = await seen("history KO --range 5y", 80);
    // Each day has its year, also those of the present one.
    expect(text.slice(0, text.indexOf("The newest")).match(/\d+ [A-Z][a-z]{2}\b(?! \d{4})/g)).toEqual(["27 Nov"]);
    expect(text.slice(text.indexOf("The newest"))).toMatchInlineSnapshot(`
      "The newest 10 of 61 monthly bars and 5 of 20 dividends; --limit 61 prints them
      all.

      Monthly bars
      Date          Open    High     Low   Close  Volume  Change %
      ──────────  ──────  ──────  ──────  ──────  ──────  ────────
      2026-11-01  182.49  186.18  176.63  178.61   138 M   −1.43 %
      2026-10-01  182.43  193.51  179.13  181.20   149 M   −0.17 %
      2026-09-01  164.87  185.83  164.51  181.51   189 M   +8.83 %
      2026-08-01  183.20  183.42  163.24  166.78   170 M   −8.89 %
      2026-07-01  195.55  203.07  182.27  183.05   181 M   −7.99 %
      2026-06-01  183.44  202.82  183.20  198.94   146 M   +8.93 %
      2026-05-01  189.16  191.72  180.58  182.63   152 M   −2.72 %
      2026-04-01  194.86  204.59  187.46  187.73   141 M   −3.71 %
      2026-03-01  176.97  201.35  176.95  194.96   164 M  +10.65 %
      2026-02-01  172.09  180.29  169.88  176.19   134 M   +2.28 %

      Dividends
      Date        Amount
      ──────────  ──────
      2026-11-10  0.2575
      2026-08-10  0.2525
      2026-05-11  0.2450
      2026-02-10  0.2375
      2025-11-10  0.2375

      Years
      Year   Change  Whole
      ────  ───────  ─────
      2026  −2.49 %  no
      2025  −3.80 %  yes
      2024  +7.48 %  yes
      2023  −1.92 %  yes
      2022  −8.58 %  yes
      2021  +7.83 %  no

      Simulated data, no real market figure.
      Prices in USD, as of 27 Nov, 19:00 CET, from Yahoo Finance; the US market is in
      after-hours trading.
      7 of 8 fields shown; --fields "*" shows all.
      "
    `);
  });

  it("times of a day with their zone: history NVDA --range 1d, 80 columns", async () => {
    const text = await seen("history NVDA --range 1d", 80);
    expect(text.slice(text.search(/^\d\d:\d\d/m), text.indexOf("\n\nSimulated"))).toMatchInlineSnapshot(`
      "15:30              16:40               17:45          18:55 CET

      −3.67 % on the last day, −1.78 % since the open, high 222.01 at 15:50 CET
      226.30 to 218.00, low 218.00 at 18:55 CET
      The newest 10 of 42 5-minute bars; --limit 42 prints them all.

      Date                    Open    High     Low   Close  Volume  Change %
      ────────────────────  ──────  ──────  ──────  ──────  ──────  ────────
      2026-11-27 18:55 CET  218.20  218.20  218.00  218.00  1.76 M   −0.09 %
      2026-11-27 18:50 CET  218.42  218.42  218.20  218.20  1.74 M   −0.10 %
      2026-11-27 18:45 CET  218.30  218.42  218.30  218.42  1.71 M   +0.05 %
      2026-11-27 18:40 CET  218.59  218.59  218.30  218.30  1.66 M   −0.13 %
      2026-11-27 18:35 CET  219.05  219.05  218.59  218.59  1.60 M   −0.21 %
      2026-11-27 18:30 CET  219.32  219.32  219.05  219.05  1.52 M   −0.12 %
      2026-11-27 18:25 CET  219.80  219.80  219.32  219.32  1.43 M   −0.22 %
      2026-11-27 18:20 CET  220.16  220.16  219.80  219.80  1.33 M   −0.16 %
      2026-11-27 18:15 CET  220.31  220.31  220.16  220.16  1.23 M   −0.07 %
      2026-11-27 18:10 CET  220.52  220.52  220.31  220.31  1.12 M   −0.10 %"
    `);
  });

  it("an option chain: options-chain AAPL, 100 columns", async () => {
    expect(await seen("options-chain AAPL", 100)).toMatchInlineSnapshot(`
      "
      Apple (AAPL), USD

      Price         106.12        Totals
      Expiration    2026-12-04    Call volume         18,463
      Time left     7 days        Put volume          18,123
      Implied move  4.02 %        Call open interest  80,004
                                  Put open interest   84,328
                                  Put/call ratio      0.9816

      Calls                                                Puts
         OI  Volume   Last       IV    Ask    Bid  Strike    Bid    Ask       IV   Last  Volume     OI
      ─────  ──────  ─────  ───────  ─────  ─────  ──────  ─────  ─────  ───────  ─────  ──────  ─────
      4,998   2,008  13.63  36.80 %  13.76  13.49   92.50   0.00   0.02  36.80 %   0.01   1,077  5,324
      4,734   1,477  11.15  36.37 %  11.26  11.04   95.00   0.02   0.04  36.37 %   0.03   1,005  3,029
      6,676   2,673   8.72  36.02 %   8.81   8.63   97.50   0.09   0.11  36.02 %   0.10     418  2,801
      4,742     747   6.42  35.73 %   6.48   6.35  100.00   0.29   0.31  35.73 %   0.30     115  2,462
      8,990     330   4.36  35.50 %   4.41   4.32  102.50   0.73   0.75  35.50 %   0.74     168  4,597
      6,116     747   2.69  35.33 %   2.72   2.67  105.00   1.56   1.59  35.33 %   1.57   1,551  6,820
      ···········································  106.12  ···········································
      3,795   1,580   1.48  35.21 %   1.50   1.47  107.50   2.84   2.89  35.21 %   2.86   3,893  9,223
      4,240   1,729   0.72  35.13 %   0.73   0.71  110.00   4.56   4.65  35.13 %   4.60   1,632  5,748
      7,070     800   0.31  35.11 %   0.32   0.30  112.50   6.62   6.76  35.11 %   6.69   1,162  6,403
      3,354      18   0.12  35.12 %   0.13   0.11  115.00   8.91   9.09  35.12 %   9.00     439  3,777
      3,521     507   0.04  35.17 %   0.05   0.03  117.50  11.30  11.53  35.17 %  11.42     613  5,548
      4,375     912   0.01  35.26 %   0.02   0.00  120.00  13.75  14.03  35.26 %  13.89   1,610  5,504

      Simulated data, no real market figure.
      Prices in USD, as of 27 Nov, 19:00 CET, from Yahoo Finance; the US market is in after-hours trading.
      12 of 41 strikes shown, those nearest to the price.
      "
    `);
  });

  it("what has no room in an option chain: options-chain AAPL, 80 columns", async () => {
    expect(await seen("options-chain AAPL", 80)).toMatch(/\nNot shown for want of width: Volume, OI\.\n$/);
  });

  it("the asked columns of both sides of an option chain: options-chain AAPL --fields strike,delta --strikes 2, 80 columns", async () => {
    const table = String.raw`strike +delta\n-+ +-+\n( *[\d.]+ +[−\d.]+\n){2}`;
    expect(await seen("options-chain AAPL --fields strike,delta --strikes 2", 80)).toMatch(
      new RegExp(String.raw`\ncalls:\n${table}\nputs:\n${table}`),
    );
  });

  it("an option chain on a narrow terminal, so many strikes by the name of every other list: options-chain AAPL --limit 2, 60 columns", async () => {
    expect(await seen("options-chain AAPL --limit 2", 60)).toMatchInlineSnapshot(`
      "
      Apple (AAPL), USD

      Price         106.12        Totals
      Expiration    2026-12-04    Call volume         18,463
      Time left     7 days        Put volume          18,123
      Implied move  4.02 %        Call open interest  80,004
                                  Put open interest   84,328
                                  Put/call ratio      0.9816

      Calls                              Puts
      Last       IV   Ask   Bid  Strike   Bid   Ask       IV  Last
      ────  ───────  ────  ────  ──────  ────  ────  ───────  ────
      2.69  35.33 %  2.72  2.67  105.00  1.56  1.59  35.33 %  1.57
      ·························  106.12  ·························
      1.48  35.21 %  1.50  1.47  107.50  2.84  2.89  35.21 %  2.86

      Simulated data, no real market figure.
      Prices in USD, as of 27 Nov, 19:00 CET, from Yahoo Finance;
      the US market is in after-hours trading.
      "limit" was read as --strikes 2.
      2 of 41 strikes shown, those nearest to the price.
      Not shown for want of width: Volume, OI.
      "
    `);
  });

  it("indicators: technicals AAPL, 140 columns", async () => {
    expect(await seen("technicals AAPL", 140)).toMatchInlineSnapshot(`
      "
      Apple (AAPL), USD

      Interval                          1d            EMA                                           Returns
      As of                             2026-11-27    EMA 12  110.40  close below                   1D    −3.20 %
      Close                               106.12      EMA 26  111.45  close below                   5D    −5.89 %
      Last bar complete                 yes                                                         1M    −7.74 %
      Bars used                              502      MACD                                          3M   −16.41 %
      ATR 14                                1.54      MACD 12, 26       −1.05                       6M   −14.83 %
      ROC 12                             −3.30 %      MACD signal 9   −0.6476  MACD below           YTD  −11.09 %
      Relative volume (20 bars)             1.59      MACD histogram  −0.4011                       1Y   −10.81 %
      52-week high                        157.31
      52-week low                          92.82      Bollinger 20                                  Crossing
      vs 52-week high                   −32.54 %      Bollinger upper   114.45  close below         Type  death cross
      Volatility (20 bars, annualised)   20.24 %      Bollinger middle  111.13  close below         Date  2026-10-14
      Max drawdown, 1 year              −33.02 %      Bollinger lower   107.81  close below
      Beta (1 year, S&P 500)              0.9832                                                    Levels
                                                      Bollinger sample                              Pivot     106.76
      RSI 14          31.73  neutral, 30 to 70        Bollinger upper, sample  114.53               Pivot S1  105.48
      Williams %R 14   −100  oversold, below −80      Bollinger lower, sample  107.72               Pivot S2  104.85
                                                                                                    Pivot R1  107.39
      SMA                                             Stochastic                                    Pivot R2  108.67
      SMA 20   111.13  close below                    Stochastic %K 14     0  oversold, below 20
      SMA 50   111.31  close below                    Stochastic %D 3   7.51  oversold, below 20
      SMA 200  120.51  close below

      Support               Resistance
      Date         Price    Date         Price
      ──────────  ──────    ──────────  ──────
      2026-10-05  104.92    2025-08-12  117.09

      Simulated data, no real market figure.
      Prices in USD, as of 27 Nov, 19:00 CET, from Yahoo Finance; the US market is in after-hours trading.
      "
    `);
  });

  it("coins: crypto --limit 3, 100 columns", async () => {
    expect(await seen("crypto --limit 3", 100)).toMatchInlineSnapshot(`
      "
                                                            Market
      Symbol  Name              Price     Change  Change %     cap  Volume  Rank
      ──────  ────────────  ─────────  ─────────  ────────  ──────  ──────  ────
      BTCUSD  Bitcoin USD   44,127.64    −414.77   −0.93 %  3.03 T  5.42 B     1
      ETHUSD  Ethereum USD       6.97    −0.1056   −1.49 %   405 B  2.08 B     2
      SOLUSD  Solana USD       0.2336  +0.001795   +0.77 %   353 B  2.74 B     3

      Simulated data, no real market figure.
      Prices in USD, as of 27 Nov, 21:00 CET, from Financial Modeling Prep.
      Change of coins is since 00:00 UTC, not of 24 hours.
      3 of 15 coins shown; --limit goes up to 100.
      "
    `);
  });
});
