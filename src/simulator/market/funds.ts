/**
 * The well-known funds of the US and of Europe. Symbols, names, exchanges and first years are real; usual prices, and what
 * follows from the class of a fund, are invented.
 */
import type { Currency, PriceCurrency } from "./currencies.js";
import { FUND_CLASSES, type FundClassId } from "./fund-classes.js";
import type { ExchangeName } from "./exchanges.js";
import { toKey, uniform } from "./random.js";
import { security, type Security } from "./security.js";
import { DAY_MS } from "../../lib/day.js";

/** Funds of a class on an exchange, each as symbol, usual price, first year and name. */
type Group = readonly [of: FundClassId, exchange: ExchangeName, currency: PriceCurrency, rows: string];

const GROUPS: readonly Group[] = `
sp500 AMEX USD: SPY 500 1993 SPDR S&P 500 ETF Trust|VOO 460 2010 Vanguard S&P 500 ETF|IVV 503 2000 iShares Core S&P 500 ETF|SPLG 59 2005 SPDR Portfolio S&P 500 ETF
sp500 FUNDS USD: VFIAX 462 2000 Vanguard 500 Index Fund Admiral Shares|FXAIX 174 1988 Fidelity 500 Index Fund|SWPPX 77 1997 Schwab S&P 500 Index Fund|VINIX 410 1990 Vanguard Institutional Index Fund
sp500 LSE USD: CSPX.L 530 2010 iShares Core S&P 500 UCITS ETF USD (Acc)|VUAA.L 97 2019 Vanguard S&P 500 UCITS ETF USD (Acc)
sp500 LSE GBP: VUSA.L 75 2012 Vanguard S&P 500 UCITS ETF USD Dist
sp500 XETRA EUR: SXR8.DE 490 2010 iShares Core S&P 500 UCITS ETF USD (Acc)|VUSA.DE 88 2012 Vanguard S&P 500 UCITS ETF USD Dist|VUAA.DE 92 2019 Vanguard S&P 500 UCITS ETF USD (Acc)
sp500 AMSTERDAM EUR: VUSA.AS 88 2012 Vanguard S&P 500 UCITS ETF USD Dist
us AMEX USD: VTI 250 2001 Vanguard Total Stock Market Index Fund ETF Shares|ITOT 112 2004 iShares Core S&P Total U.S. Stock Market ETF|SCHB 21 2009 Schwab U.S. Broad Market ETF|SCHX 22 2009 Schwab U.S. Large-Cap ETF|IWB 280 2000 iShares Russell 1000 ETF|USMV 84 2011 iShares MSCI USA Min Vol Factor ETF|QUAL 165 2013 iShares MSCI USA Quality Factor ETF|MTUM 190 2013 iShares MSCI USA Momentum Factor ETF
us FUNDS USD: VTSAX 122 2000 Vanguard Total Stock Market Index Fund Admiral Shares|FSKAX 140 1997 Fidelity Total Market Index Fund|SWTSX 83 1999 Schwab Total Stock Market Index Fund|FZROX 18 2018 Fidelity ZERO Total Market Index Fund
equal AMEX USD: RSP 165 2003 Invesco S&P 500 Equal Weight ETF
nasdaq NASDAQ USD: QQQ 490 1999 Invesco QQQ Trust|QQQM 202 2020 Invesco NASDAQ 100 ETF|ONEQ 71 2003 Fidelity Nasdaq Composite Index ETF
nasdaq XETRA EUR: SXRV.DE 960 2010 iShares NASDAQ 100 UCITS ETF USD (Acc)
nasdaq LSE GBP: EQQQ.L 360 2002 Invesco EQQQ NASDAQ-100 UCITS ETF Dist
dow AMEX USD: DIA 400 1998 SPDR Dow Jones Industrial Average ETF Trust
growth AMEX USD: VUG 380 2004 Vanguard Growth Index Fund ETF Shares|IWF 360 2000 iShares Russell 1000 Growth ETF|SCHG 26 2009 Schwab U.S. Large-Cap Growth ETF|SPYG 86 2000 SPDR Portfolio S&P 500 Growth ETF|MGK 320 2007 Vanguard Mega Cap Growth Index Fund ETF Shares
growth FUNDS USD: VIGAX 195 2000 Vanguard Growth Index Fund Admiral Shares
value AMEX USD: VTV 165 2004 Vanguard Value Index Fund ETF Shares|IWD 182 2000 iShares Russell 1000 Value ETF
dividends AMEX USD: SCHD 27 2011 Schwab US Dividend Equity ETF|VYM 122 2006 Vanguard High Dividend Yield Index Fund ETF Shares|VIG 190 2006 Vanguard Dividend Appreciation Index Fund ETF Shares|DGRO 59 2014 iShares Core Dividend Growth ETF|NOBL 98 2013 ProShares S&P 500 Dividend Aristocrats ETF|HDV 114 2011 iShares Core High Dividend ETF
income AMEX USD: JEPI 57 2020 JPMorgan Equity Premium Income ETF
income NASDAQ USD: JEPQ 55 2022 JPMorgan Nasdaq Equity Premium Income ETF
active FUNDS USD: FCNTX 21 1967 Fidelity Contrafund Fund|AGTHX 75 1973 American Funds The Growth Fund of America|DODGX 255 1965 Dodge & Cox Stock Fund|VPMAX 175 2001 Vanguard PRIMECAP Fund Admiral Shares|TRBCX 185 1993 T. Rowe Price Blue Chip Growth Fund
innovation AMEX USD: ARKK 55 2014 ARK Innovation ETF
mid AMEX USD: VO 265 2004 Vanguard Mid-Cap Index Fund ETF Shares|IJH 61 2000 iShares Core S&P Mid-Cap ETF|MDY 560 1995 SPDR S&P MidCap 400 ETF Trust
small AMEX USD: IWM 215 2000 iShares Russell 2000 ETF|IJR 112 2000 iShares Core S&P Small-Cap ETF|VB 235 2004 Vanguard Small-Cap Index Fund ETF Shares|AVUV 94 2019 Avantis U.S. Small Cap Value ETF
small FUNDS USD: VSMAX 112 2000 Vanguard Small-Cap Index Fund Admiral Shares
technology AMEX USD: XLK 200 1998 Technology Select Sector SPDR Fund|VGT 560 2004 Vanguard Information Technology Index Fund ETF Shares
semiconductors NASDAQ USD: SMH 250 2000 VanEck Semiconductor ETF|SOXX 220 2001 iShares Semiconductor ETF
financial AMEX USD: XLF 45 1998 Financial Select Sector SPDR Fund|KRE 56 2006 SPDR S&P Regional Banking ETF
health AMEX USD: XLV 145 1998 Health Care Select Sector SPDR Fund|VHT 270 2004 Vanguard Health Care Index Fund ETF Shares
biotechnology AMEX USD: XBI 92 2006 SPDR S&P Biotech ETF
energy AMEX USD: XLE 90 1998 Energy Select Sector SPDR Fund|VDE 125 2004 Vanguard Energy Index Fund ETF Shares
cyclical AMEX USD: XLY 200 1998 Consumer Discretionary Select Sector SPDR Fund
staples AMEX USD: XLP 79 1998 Consumer Staples Select Sector SPDR Fund
industrials AMEX USD: XLI 132 1998 Industrial Select Sector SPDR Fund|ITA 150 2006 iShares U.S. Aerospace & Defense ETF
materials AMEX USD: XLB 90 1998 Materials Select Sector SPDR Fund
utilities AMEX USD: XLU 78 1998 Utilities Select Sector SPDR Fund
realEstate AMEX USD: XLRE 42 2015 Real Estate Select Sector SPDR Fund|VNQ 90 2004 Vanguard Real Estate Index Fund ETF Shares
communication AMEX USD: XLC 98 2018 Communication Services Select Sector SPDR Fund
mines AMEX USD: GDX 45 2006 VanEck Gold Miners ETF
world AMEX USD: URTH 155 2012 iShares MSCI World ETF
world AMSTERDAM EUR: IWDA.AS 98 2009 iShares Core MSCI World UCITS ETF USD (Acc)
world XETRA EUR: EUNL.DE 98 2009 iShares Core MSCI World UCITS ETF USD (Acc)|XDWD.DE 110 2014 Xtrackers MSCI World UCITS ETF 1C (Acc)
world LSE USD: IWDA.L 108 2009 iShares Core MSCI World UCITS ETF USD (Acc)
world LSE GBp: SWDA.L 8300 2009 iShares Core MSCI World UCITS ETF USD (Acc)
allWorld NASDAQ USD: ACWI 120 2008 iShares MSCI ACWI ETF
allWorld AMEX USD: VT 118 2008 Vanguard Total World Stock Index Fund ETF Shares
allWorld XETRA EUR: VWCE.DE 130 2019 Vanguard FTSE All-World UCITS ETF USD (Acc)|VGWL.DE 127 2012 Vanguard FTSE All-World UCITS ETF USD Dist
allWorld AMSTERDAM EUR: VWRL.AS 127 2012 Vanguard FTSE All-World UCITS ETF USD Dist
allWorld MILAN EUR: VWCE.MI 130 2019 Vanguard FTSE All-World UCITS ETF USD (Acc)
allWorld LSE GBP: VWRL.L 110 2012 Vanguard FTSE All-World UCITS ETF USD Dist|VWRP.L 108 2019 Vanguard FTSE All-World UCITS ETF USD (Acc)
allWorld LSE USD: VWRA.L 142 2019 Vanguard FTSE All-World UCITS ETF USD (Acc)
developed AMEX USD: VEA 52 2007 Vanguard FTSE Developed Markets Index Fund ETF Shares|EFA 81 2001 iShares MSCI EAFE ETF|IEFA 76 2012 iShares Core MSCI EAFE ETF|SCHF 20 2009 Schwab International Equity ETF
foreign NASDAQ USD: VXUS 62 2011 Vanguard Total International Stock Index Fund ETF Shares|IXUS 72 2012 iShares Core MSCI Total International Stock ETF
foreign FUNDS USD: VTIAX 34 2010 Vanguard Total International Stock Index Fund Admiral Shares|FTIHX 15 2016 Fidelity Total International Index Fund
emerging AMEX USD: VWO 45 2005 Vanguard FTSE Emerging Markets Index Fund ETF Shares|EEM 44 2003 iShares MSCI Emerging Markets ETF|IEMG 55 2012 iShares Core MSCI Emerging Markets ETF
emerging LSE GBp: EMIM.L 2900 2014 iShares Core MSCI EM IMI UCITS ETF USD (Acc)
emerging XETRA EUR: IS3N.DE 33 2014 iShares Core MSCI EM IMI UCITS ETF USD (Acc)
europe AMEX USD: VGK 70 2005 Vanguard FTSE Europe Index Fund ETF Shares|EZU 52 2000 iShares MSCI Eurozone ETF
europe XETRA EUR: EXSA.DE 53 2004 iShares STOXX Europe 600 UCITS ETF (DE)
japan AMEX USD: EWJ 71 1996 iShares MSCI Japan ETF
china NASDAQ USD: MCHI 52 2011 iShares MSCI China ETF
china AMEX USD: FXI 35 2004 iShares China Large-Cap ETF|KWEB 34 2013 KraneShares CSI China Internet ETF
india AMEX USD: INDA 53 2012 iShares MSCI India ETF
brazil AMEX USD: EWZ 28 2000 iShares MSCI Brazil ETF
korea AMEX USD: EWY 65 2000 iShares MSCI South Korea ETF
taiwan AMEX USD: EWT 55 2000 iShares MSCI Taiwan ETF
turkey NASDAQ USD: TUR 36 2008 iShares MSCI Turkey ETF
germany AMEX USD: EWG 39 1996 iShares MSCI Germany ETF
germany XETRA EUR: EXS1.DE 170 2000 iShares Core DAX UCITS ETF (DE) (Acc)
britain AMEX USD: EWU 38 1996 iShares MSCI United Kingdom ETF
britain LSE GBp: ISF.L 840 2000 iShares Core FTSE 100 UCITS ETF GBP (Dist)
balanced FUNDS USD: VBIAX 50 2000 Vanguard Balanced Index Fund Admiral Shares|VWELX 45 1929 Vanguard Wellington Fund Investor Shares|VTTSX 52 2012 Vanguard Target Retirement 2060 Fund|VFFVX 57 2010 Vanguard Target Retirement 2055 Fund
bonds AMEX USD: AGG 98 2003 iShares Core U.S. Aggregate Bond ETF|SCHZ 23 2011 Schwab U.S. Aggregate Bond ETF
bonds NASDAQ USD: BND 73 2007 Vanguard Total Bond Market Index Fund ETF Shares
bonds FUNDS USD: VBTLX 9.6 2001 Vanguard Total Bond Market Index Fund Admiral Shares|FXNAX 10.3 1990 Fidelity U.S. Bond Index Fund
bondsAbroad NASDAQ USD: BNDX 49 2013 Vanguard Total International Bond Index Fund ETF Shares
bondsAbroad XETRA EUR: EUNA.DE 4.9 2017 iShares Core Global Aggregate Bond UCITS ETF EUR Hedged (Acc)
bills AMEX USD: BIL 91.5 2007 SPDR Bloomberg 1-3 Month T-Bill ETF|SGOV 100.5 2020 iShares 0-3 Month Treasury Bond ETF
shortBonds AMEX USD: BSV 78 2007 Vanguard Short-Term Bond Index Fund ETF Shares
shortBonds NASDAQ USD: SHY 82 2002 iShares 1-3 Year Treasury Bond ETF|VCSH 79 2009 Vanguard Short-Term Corporate Bond Index Fund ETF Shares
treasuries NASDAQ USD: IEF 95 2002 iShares 7-10 Year Treasury Bond ETF|GOVT 23 2012 iShares U.S. Treasury Bond ETF
longTreasuries NASDAQ USD: TLT 90 2002 iShares 20+ Year Treasury Bond ETF|VGLT 57 2009 Vanguard Long-Term Treasury Index Fund ETF Shares
linkers AMEX USD: TIP 108 2003 iShares TIPS Bond ETF
corporates AMEX USD: LQD 109 2002 iShares iBoxx $ Investment Grade Corporate Bond ETF
corporates NASDAQ USD: VCIT 82 2009 Vanguard Intermediate-Term Corporate Bond Index Fund ETF Shares
highYield AMEX USD: HYG 79 2007 iShares iBoxx $ High Yield Corporate Bond ETF|JNK 95 2007 SPDR Bloomberg High Yield Bond ETF
municipals AMEX USD: MUB 106 2007 iShares National Muni Bond ETF|VTEB 50 2015 Vanguard Tax-Exempt Bond Index Fund ETF Shares
gold AMEX USD: GLD 280 2004 SPDR Gold Shares|IAU 57 2005 iShares Gold Trust
gold LSE USD: IGLN.L 58 2011 iShares Physical Gold ETC
silver AMEX USD: SLV 30 2006 iShares Silver Trust
oil AMEX USD: USO 74 2006 United States Oil Fund, LP
bitcoin NASDAQ USD: IBIT 55 2024 iShares Bitcoin Trust ETF
bitcoin AMEX USD: GBTC 75 2013 Grayscale Bitcoin Trust ETF
ether NASDAQ USD: ETHA 24 2024 iShares Ethereum Trust ETF
triple NASDAQ USD: TQQQ 60 2010 ProShares UltraPro QQQ
inverse NASDAQ USD: SQQQ 25 2010 ProShares UltraPro Short QQQ
money FUNDS USD: VMFXX 1 1981 Vanguard Federal Money Market Fund
`
  .trim()
  .split("\n")
  .map((line) => {
    const [head = "", rows = ""] = line.split(": ");
    return [...head.split(" "), rows] as unknown as Group;
  });

/** Further symbols of funds: the simulated market does not have them, and makes no companies of them. */
export const OTHER_FUNDS: ReadonlySet<string> = new Set(
  (
    "AAXJ ACWX AGGH AIQ AMLP ANGL AOA AOK AOM AOR ARKF ARKG ARKQ ARKW ARKX AVDE AVDV AVEM AVUS BBJP BIV BKLN BLV BOND " +
    "BOTZ BRZU BTAL CALF CGDV CGGO CGGR CIBR COPX COWZ CQQQ CWB DBA DBC DFAC DFAI DFAS DFAT DFAU DFAX DFUS DIVO DRIV " +
    "DVY DXJ ECH EDV EEMV EFAV EFG EFV EIDO EMB EMLC EMXC EPI EPOL EPP ESGU ESGV EUFN EWA EWC EWD EWH EWI EWL EWM EWN " +
    "EWP EWQ EWS EWW EZA FALN FAS FAZ FBND FBTC FDL FDN FDVV FENY FEZ FFTY FHLC FIDU FLOT FMAT FNCL FNDA FNDE FNDF FNDX " +
    "FREL FSTA FTEC FTSL FUTY FVD FXY GLDM GSLC GUNR HACK HEFA HYD IAGG IBB IBDQ ICF ICLN IDEV IDV IEI IFRA IGE IGF IGM " +
    "IGSB IGV IHI IJJ IJK IJS IJT ILF IMCG INFL IOO ISTB ITB ITM IUSB IUSG IUSV IVE IVW IWC IWN IWO IWP IWR IWS IWV IWY " +
    "IXN IXC IXG IXJ IYE IYF IYH IYR IYT IYW JAAA JETS JMST JPST JQUA KBE KBWB KIE LIT LABU MBB MGC MGV MINT MLPA MOAT " +
    "MOO NAIL NUGT NVDL OEF PAVE PBW PCY PDBC PFF PGX PHO PIN PPA PSQ PULS QDF QLD QYLD REET REMX RPV RSPT RWM RWO RWR " +
    "SCHA SCHC SCHE SCHH SCHI SCHM SCHO SCHP SCHQ SCHR SCHV SDOW SDS SDY SH SHM SHV SHYG SIL SJNK SLQD SLYV SOXL SOXS " +
    "SPAB SPDW SPEM SPHD SPHQ SPIB SPLV SPMD SPMO SPSB SPSM SPTI SPTL SPTM SPTS SPXL SPXS SPXU SPYD SPYI SPYV SRLN SSO " +
    "STIP SUB SUSA TAN TBT TECL TMF TNA TZA UCO UGL UNG UPRO URA URNM USFR USHY UUP UVXY VAW VBK VBR VCLT VCR VDC VEU " +
    "VFH VFLO VGIT VGSH VIGI VIOO VIS VLUE VMBS VNLA VNQI VOE VONG VONV VOOG VOOV VOT VOX VPL VPU VSS VTIP VTWO VUSB VV " +
    "VXF VXX VYMI WCLD XAR XHB XLG XME XMMO XOP XRT XSD XSOE XT XYLD YINN ZROZ"
  ).split(" "),
);

/** Beginnings of names that are not the whole name of the company that manages the fund. */
const FAMILIES = ["SPDR", "Vanguard", "iShares", "Fidelity", "Schwab", "Invesco", "JPMorgan", "American Funds"]
  .concat(["Dodge & Cox", "T. Rowe Price", "ARK", "Avantis", "ProShares", "VanEck", "Xtrackers", "KraneShares"])
  .concat(["Grayscale", "United States"]);

/** Returns the company that manages a fund, by the fund's name. */
export function familyOf({ name }: Security): string {
  return FAMILIES.find((family) => name.startsWith(family) || (family === "SPDR" && name.includes("SPDR"))) ?? name;
}

/** Returns the funds, with the paths of those that `find` returns; the funds of a class without one share a path. */
export function createFunds(find: (symbol: string) => Security | undefined): Security[] {
  const own = new Map<string, Security>();
  // The path of a class: that of an index of its own, which is not listed.
  const pathOf = (id: string): Security => {
    const known = own.get(id);
    if (known) return known;
    const traits = id === "bonds" ? (["no volume"] as const) : [];
    const made = security({
      symbol: `path of ${id}`,
      name: id,
      exchange: "INDEX",
      kind: "index",
      size: "large",
      traits,
    });
    own.set(id, made);
    return made;
  };
  return GROUPS.flatMap(([id, exchange, currency, rows]) => {
    const { follows = id, times = 1 } = FUND_CLASSES[id];
    return rows.split("|").map((row) => {
      const [symbol = "", price, year, ...words] = row.split(" ");
      const name = words.join(" ");
      const usual = Number(price);
      return security({
        symbol,
        name,
        exchange,
        currency,
        reporting: (currency === "GBp" ? "GBP" : currency) as Currency,
        kind: exchange === "FUNDS" ? "fund" : "etf",
        size: "large",
        sector: "Financial Services",
        industry: "Asset Management",
        level: [usual * 0.6, usual * 1.4],
        follows: find(follows) ?? pathOf(follows),
        times,
        fund: { class: id, firstDay: firstDayOf(symbol, Number(year)), accumulates: name.includes("(Acc)") },
      });
    });
  });
}

/** Returns an invented day in a year, as days since 1970-01-01: a Tuesday to Thursday, as real first days mostly are. */
function firstDayOf(symbol: string, year: number): number {
  const day = Date.UTC(year, 0, 15) / DAY_MS + Math.floor(330 * uniform(toKey(`first day of ${symbol}`, 0), 1));
  // Day 0 was a Thursday.
  const weekday = (((day + 4) % 7) + 7) % 7;
  return day + (weekday < 2 ? 2 - weekday : weekday > 4 ? 4 - weekday : 0);
}
