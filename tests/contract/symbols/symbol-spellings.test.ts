/** Symbols as other programs write them. */
import { describe, expect, it } from "vitest";
import { sourceSymbol, symbol, symbols, toListedSymbol, whyNoSymbol } from "../../../src/contract/fields.js";
import { WELL_KNOWN } from "../../../src/contract/symbols/well-known-symbols.js";

describe("a symbol in the spelling of another program", () => {
  it.each([
    ["NASDAQ:AAPL", "AAPL"],
    ["nyse:brk.b", "BRK.B"],
    ["AAPL:NASDAQ", "AAPL"],
    ["LSE:VOD", "VOD.L"],
    ["TSX:RY", "RY.TO"],
    ["XETR:SAP", "SAP.DE"],
    ["HKEX:700", "0700.HK"],
    ["NSE:RELIANCE", "RELIANCE.NS"],
    ["AAPL.US", "AAPL"],
    ["BRK.B.US", "BRK.B"],
    ["VOD.LSE", "VOD.L"],
    ["03690.HK", "3690.HK"],
    ["00005.HK", "0005.HK"],
    ["80700.HK", "80700.HK"],
    ["SH600887", "600887.SS"],
    ["sz000001", "000001.SZ"],
    ["sh.600887", "600887.SS"],
    ["600887.SH", "600887.SS"],
    ["BRK/B", "BRK.B"],
    ["BTC/USD", "BTC-USD"],
    ["EUR/USD", "EURUSD=X"],
    ["$TSLA", "TSLA"],
    // Bloomberg.
    ["AAPL US", "AAPL"],
    ["AAPL US Equity", "AAPL"],
    ["aapl us equity", "AAPL"],
    ["BRK/B US Equity", "BRK.B"],
    ["VOD LN", "VOD.L"],
    ["BP/ LN Equity", "BP.L"],
    ["BT/A LN", "BT-A.L"],
    ["7203 JP", "7203.T"],
    ["700 HK", "0700.HK"],
    ["SAP GY", "SAP.DE"],
    ["SAP GR Equity", "SAP.DE"],
    ["MC FP", "MC.PA"],
    ["SPX Index", "^GSPC"],
    ["USGG10YR Index", "^TNX"],
    ["ES1 Index", "ES=F"],
    ["EURUSD Curncy", "EURUSD=X"],
    ["EUR Curncy", "EURUSD=X"],
    ["JPY Curncy", "USDJPY=X"],
    ["XAU Curncy", "GC=F"],
    ["CL1 Comdty", "CL=F"],
    ["C 1 Comdty", "ZC=F"],
    ["CO1 Comdty", "BZ=F"],
    // Reuters.
    ["AAPL.O", "AAPL"],
    ["AAPL.OQ", "AAPL"],
    ["IBM.N", "IBM"],
    ["BRKb.N", "BRK.B"],
    [".SPX", "^GSPC"],
    [".INX", "^GSPC"],
    [".DJI", "^DJI"],
    [".IXIC", "^IXIC"],
    // Google and TradingView.
    ["CURRENCY:EURUSD", "EURUSD=X"],
    ["CURRENCY:BTCUSD", "BTC-USD"],
    ["INDEXSP:.INX", "^GSPC"],
    ["CL1!", "CL=F"],
    ["ES1!", "ES=F"],
    ["NYMEX:CL1!", "CL=F"],
    ["BINANCE:BTCUSDT", "BTC-USD"],
    ["COINBASE:ETH-EUR", "ETH-EUR"],
    ["FX:EURUSD", "EURUSD=X"],
    ["OANDA:XAUUSD", "GC=F"],
    ["TVC:US10Y", "^TNX"],
    ["NASDAQ: AAPL", "AAPL"],
    // Polygon.
    ["X:BTCUSD", "BTC-USD"],
    ["C:EURUSD", "EURUSD=X"],
    ["I:SPX", "^GSPC"],
    // Futu.
    ["US.AAPL", "AAPL"],
    ["US.BRK.B", "BRK.B"],
    ["HK.00700", "0700.HK"],
    ["hk700", "0700.HK"],
    // Codes of exchanges.
    ["XNAS:AAPL", "AAPL"],
    ["XNYS:IBM", "IBM"],
    ["AAPL.XNAS", "AAPL"],
    ["600519.XSHG", "600519.SS"],
    ["000001.XSHE", "000001.SZ"],
    ["XLON:VOD", "VOD.L"],
    // thinkorswim, OANDA, FactSet.
    ["/ES", "ES=F"],
    ["/CL", "CL=F"],
    ["/ES:XCME", "ES=F"],
    ["EUR_USD", "EURUSD=X"],
    ["BTC_USD", "BTC-USD"],
    ["BTC/USDT", "BTC-USD"],
    ["AAPL-US", "AAPL"],
    // A share class, where one symbol is asked for.
    ["BRK B", "BRK.B"],
    ["BRK_B", "BRK.B"],
    // Quotes, brackets, a full stop.
    ['"AAPL"', "AAPL"],
    ["'AAPL'", "AAPL"],
    ["`AAPL`", "AAPL"],
    ["“AAPL”", "AAPL"],
    ["(AAPL)", "AAPL"],
    ["[AAPL]", "AAPL"],
    ["AAPL.", "AAPL"],
    ["BRK.B.", "BRK.B"],
    ["Apple (AAPL)", "AAPL"],
    ["Apple Inc. (NASDAQ: AAPL)", "AAPL"],
    ["`VOD LN`", "VOD.L"],
    ["Coca-Cola (KO)", "KO"],
    ["The Coca-Cola Company (KO)", "KO"],
    ["AT&T (T)", "T"],
    ["Rocket Lab (RKLB)", "RKLB"],
    ["Berkshire Hathaway (BRK.B)", "BRK.B"],
    ["Nestlé (NESN.SW)", "NESN.SW"],
    ["Apple (AAPL US)", "AAPL"],
    ["Bitcoin (BTC)", "BTC-USD"],
    // A part of a word of the coin's name is no word of it.
    ["Sol Strategies (SOL)", "SOL"],
    ["Acme (NYSE: ZQX)", "ZQX"],
    // Indices on their exchange, or with the sign of an index.
    ["XETR:DAX", "^GDAXI"],
    ["NSE:NIFTY", "^NSEI"],
    ["BSE:SENSEX", "^BSESN"],
    ["CBOE:SPX", "^GSPC"],
    ["CBOE:VIX", "^VIX"],
    ["NASDAQ:NDX", "^NDX"],
    ["NASDAQ:IXIC", "^IXIC"],
    ["FTSE:UKX", "^FTSE"],
    ["INDEX:SPX", "^GSPC"],
    ["^SPX", "^GSPC"],
    ["^COMP", "^IXIC"],
    ["^DAX", "^GDAXI"],
    ["^FTSE100", "^FTSE"],
    ["NYSE:DOW", "DOW"],
    ["NYSE:GOLD", "GOLD"],
    // Finviz, Reuters.
    ["ES_F", "ES=F"],
    ["CL_F", "CL=F"],
    ["EUR=", "EURUSD=X"],
    ["JPY=", "USDJPY=X"],
    // Metals, yields, indices.
    ["XAUUSD", "GC=F"],
    ["XAU/USD", "GC=F"],
    ["XAG_USD", "SI=F"],
    ["US10Y", "^TNX"],
    ["US30Y", "^TYX"],
    ["US10YT", "^TNX"],
    ["5y", "^FVX"],
    ["S&P", "^GSPC"],
    ["<AAPL>", "AAPL"],
    ["HSI", "^HSI"],
    ["N225", "^N225"],
    ["DXY", "DX-Y.NYB"],
    ["SP500", "^GSPC"],
    ["S&P500", "^GSPC"],
  ])("is %s read as %s", (written, read) => {
    expect(symbol.parse(written)).toBe(read);
  });

  it.each([
    "AAPL",
    "BRK.B",
    "TSCO.LON",
    "0700.HK",
    "^GSPC",
    "EURUSD=X",
    "M&M.NS",
    "NA",
    "NAN",
    "TRUE",
    "NONE",
    "ANY",
    "NULL",
    "SH",
    "US",
    // Symbols of listings, or of what a listing may be.
    "SPX",
    "DJIA",
    "GOLD",
    "DAX",
    "US.F",
    "SAN.MC",
    "CO",
    "BTC-EUR",
    "ES=F",
    "600519.SS",
  ])("leaves %s as it is", (text) => {
    expect(symbol.parse(text)).toBe(text);
  });

  it.each([
    "TSE:7203",
    "EURONEXT:ASML",
    "KRX:005930",
    "FOO:BAR",
    "BRK/BRK",
    "A/B/C",
    "NASDAQ:",
    ":AAPL",
    // NSE or BSE; Israel at Bloomberg, and Italy to others; a name; no company's symbol; no rate of our sources.
    "RELIANCE IN",
    "ENI IT",
    "meta us",
    "Samsung (KR)",
    "Apple (USD)",
    "XAU/EUR",
    "EUR/USDT",
    "OANDA:WTICOUSD",
    "/XX",
    "FDAX1!",
    "BRK_BB",
    // An exchange, a letter or a word in brackets; another company.
    "Coca-Cola (NYSE)",
    "KO (NYSE)",
    "Toyota (TYO)",
    "Siemens (XETRA)",
    "Shell (LSE)",
    "Alphabet (A)",
    "Bit Digital (BTC)",
    "Alphabet (C)",
    "Berkshire (B)",
    "Apple (AI)",
    "Apple (CEO)",
    "Apple (SPAC)",
    "Gold (XAU)",
    // A share class, or an exchange.
    "SONY T",
    "BP L",
    "T_T",
    "VOW F",
    "SHOP V",
    // Names.
    "TOYOTA JP",
    "CHINA HK",
    "ADIDAS GR",
    "NESTLE SW",
    // Words of a sentence, for nothing, and for all stocks.
    "of",
    "for",
    "since",
    "the",
    "today",
    "tomorrow",
    "yesterday",
    "nan",
    "NaN",
    "na",
    "none",
    "true",
    "any",
    "N/A",
    "n/a",
  ])("is refused where it can mean two listings or none: %s", (text) => {
    expect(symbol.safeParse(text).success).toBe(false);
  });

  it.each(["BRK B", "BRK_B"])("is refused in a list where it may be two symbols, with both forms: %s", (text) => {
    expect(toListedSymbol(text)).toBe(text);
    expect(whyNoSymbol(text)).toBe("This may be BRK.B for the share class, or BRK,B for two symbols.");
    expect(symbols(1, 5).safeParse(["AAPL", text]).error?.issues[0]?.message).toBe(
      "BRK.B for the share class, or BRK,B for two symbols",
    );
  });

  it.each([
    ["KO,", "KO"],
    ["KO$", "KO"],
    ["KO XNYS", "KO"],
    ["KO stock", "KO"],
    ["KO share price", "KO"],
    ["KO (NYSE)", "KO"],
    ["NYSE KO", "KO"],
    ["TOYOTA JP", "TOYOTA"],
    ["SONY T", "SONY"],
    ["RELIANCE IN Equity", "RELIANCE"],
    ["Coca-Cola (NYSE)", "Coca-Cola"],
    ["Alphabet (C)", "Alphabet"],
    ["Ticker: FOOBAR", "FOOBAR"],
    ["apple inc", "apple inc"],
    ["Six Flags", "Six Flags"],
  ])("is refused with a search for what it means: %s for %s", (text, q) => {
    const issue = symbol.safeParse(text).error?.issues[0] as { params?: { hint?: unknown } } | undefined;
    expect(issue?.params?.hint).toMatchObject({ tool: "search_symbols", given: { q } });
  });

  it.each([
    ["AAPL,MSFT", "AAPL,MSFT"],
    ["AAPL MSFT", "AAPL,MSFT"],
    ["AAPL and MSFT", "AAPL,MSFT"],
    ["SPY vs QQQ", "SPY,QQQ"],
  ])("is refused where it is several, with what takes them: %s", (text, symbols_) => {
    const issue = symbol.safeParse(text).error?.issues[0] as
      | { message: string; params?: { hint?: unknown } }
      | undefined;
    expect(issue?.message).toMatch(/^a ticker symbol .*; several need a call each$/);
    expect(issue?.params?.hint).toMatchObject({ tool: "get_quotes", given: { symbols: symbols_ } });
  });

  it.each(["AAPL WITH MSFT", "HOME DEPOT"])("is refused in a list with what separates symbols: %s", (text) => {
    expect(symbols(1, 5).safeParse(["AAPL", text]).error?.issues[0]?.message).toBe(
      "symbols separated by commas, such as AAPL,MSFT",
    );
  });

  it("changes no well-known symbol", () => {
    for (const [known] of WELL_KNOWN) expect(symbol.parse(known)).toBe(known);
  });

  it("is not read where a source writes it", () => {
    expect(["HSI", "aapl", "AAPL.O"].map((text) => sourceSymbol.parse(text))).toEqual(["HSI", "AAPL", "AAPL.O"]);
    expect(sourceSymbol.safeParse("AAPL US").success).toBe(false);
  });
});
