/** Well-known companies of exchanges outside the US: names and fields, no numbers. */
import { COMPANIES, type Size } from "./companies.js";
import type { Currency, PriceCurrency } from "./currencies.js";
import type { Country, ExchangeName } from "./exchanges.js";
import { security, type Security } from "./security.js";

/** An exchange by the suffix of its symbols, with the country and currency of most of its companies. */
export interface Place {
  exchange: ExchangeName;
  country: Country;
  currency: Exclude<PriceCurrency, "USX">;
}

export const PLACES: Readonly<Record<string, Place>> = {
  L: { exchange: "LSE", country: "GB", currency: "GBp" },
  T: { exchange: "JPX", country: "JP", currency: "JPY" },
  SW: { exchange: "SIX", country: "CH", currency: "CHF" },
  DE: { exchange: "XETRA", country: "DE", currency: "EUR" },
  PA: { exchange: "PARIS", country: "FR", currency: "EUR" },
  AS: { exchange: "AMSTERDAM", country: "NL", currency: "EUR" },
  BR: { exchange: "BRUSSELS", country: "BE", currency: "EUR" },
  LS: { exchange: "LISBON", country: "PT", currency: "EUR" },
  MI: { exchange: "MILAN", country: "IT", currency: "EUR" },
  MC: { exchange: "MADRID", country: "ES", currency: "EUR" },
  VI: { exchange: "VIENNA", country: "AT", currency: "EUR" },
  HE: { exchange: "HELSINKI", country: "FI", currency: "EUR" },
  ST: { exchange: "STOCKHOLM", country: "SE", currency: "SEK" },
  CO: { exchange: "COPENHAGEN", country: "DK", currency: "DKK" },
  OL: { exchange: "OSLO", country: "NO", currency: "NOK" },
  WA: { exchange: "WARSAW", country: "PL", currency: "PLN" },
  IS: { exchange: "ISTANBUL", country: "TR", currency: "TRY" },
  NS: { exchange: "NSE", country: "IN", currency: "INR" },
  BO: { exchange: "BSE", country: "IN", currency: "INR" },
  SS: { exchange: "SHANGHAI", country: "CN", currency: "CNY" },
  SZ: { exchange: "SHENZHEN", country: "CN", currency: "CNY" },
  HK: { exchange: "HONG_KONG", country: "HK", currency: "HKD" },
  KS: { exchange: "KOREA", country: "KR", currency: "KRW" },
  TW: { exchange: "TAIPEI", country: "TW", currency: "TWD" },
  SI: { exchange: "SINGAPORE", country: "SG", currency: "SGD" },
  AX: { exchange: "SYDNEY", country: "AU", currency: "AUD" },
  SA: { exchange: "SAO_PAULO", country: "BR", currency: "BRL" },
  TO: { exchange: "TORONTO", country: "CA", currency: "CAD" },
};

/** Industries of the table below by sector, beside those of the companies of the US. */
const SECTORS: Readonly<Record<string, string>> = {
  Technology:
    "Electronic Components|Consumer Electronics|Scientific & Technical Instruments|Electronics & Computer Distribution",
  "Communication Services": "Electronic Gaming & Multimedia|Telecom Services",
  "Consumer Cyclical": "Luxury Goods|Apparel Retail|Furnishings, Fixtures & Appliances|Travel Services",
  "Consumer Defensive": "Beverages - Wineries & Distilleries|Beverages - Brewers|Grocery Stores|Packaged Foods|Tobacco",
  Healthcare: "Medical Devices|Biotechnology|Drug Manufacturers - Specialty & Generic",
  "Financial Services":
    "Banks - Regional|Banks - Diversified|Asset Management|Insurance - Life|Financial Data & Stock Exchanges|Capital Markets",
  Industrials:
    "Specialty Industrial Machinery|Electrical Equipment & Parts|Conglomerates|Airlines|Marine Shipping|Integrated Freight & Logistics|Building Products & Equipment",
  Energy: "Oil & Gas Refining & Marketing|Thermal Coal",
  "Basic Materials": "Steel|Other Industrial Metals & Mining|Chemicals|Gold",
  Utilities: "Utilities - Renewable|Utilities - Diversified",
};
const SECTOR_OF = new Map<string, string>([
  ...COMPANIES.map(([, , , , sector, industry]) => [industry, sector] as const),
  ...Object.entries(SECTORS).flatMap(([sector, list]) => list.split("|").map((each) => [each, sector] as const)),
]);

/**
 * By suffix, the companies as symbol without it, industry and name. A star stands for a mid cap, and CN for a company with
 * accounts in yuan.
 */
const ROWS: Readonly<Record<string, string>> = {
  T: "6758;Consumer Electronics;Sony Group Corporation|6861;Scientific & Technical Instruments;Keyence Corporation|8306;Banks - Diversified;Mitsubishi UFJ Financial Group, Inc.|9984;Telecom Services;SoftBank Group Corp.|7974;Electronic Gaming & Multimedia;Nintendo Co., Ltd.|8035;Semiconductors;Tokyo Electron Limited|9983;Apparel Retail;Fast Retailing Co., Ltd.|6501;Conglomerates;Hitachi, Ltd.|4502;Drug Manufacturers - General;Takeda Pharmaceutical Company Limited|7267;Auto Manufacturers;Honda Motor Co., Ltd.",
  HK: "0700;Internet Content & Information;Tencent Holdings Limited;CN|9988;Specialty Retail;Alibaba Group Holding Limited;CN|3690;Specialty Retail;Meituan;CN|1810;Consumer Electronics;Xiaomi Corporation;CN|0005;Banks - Diversified;HSBC Holdings plc|1299;Insurance - Life;AIA Group Limited|0388;Financial Data & Stock Exchanges;Hong Kong Exchanges and Clearing Limited|0939;Banks - Diversified;China Construction Bank Corporation;CN|1211;Auto Manufacturers;BYD Company Limited;CN",
  SS: "600519;Beverages - Wineries & Distilleries;Kweichow Moutai Co., Ltd.|601398;Banks - Diversified;Industrial and Commercial Bank of China Limited|601857;Oil & Gas Integrated;PetroChina Company Limited|600036;Banks - Regional;China Merchants Bank Co., Ltd.|601318;Insurance - Life;Ping An Insurance (Group) Company of China, Ltd.|688981;Semiconductors;Semiconductor Manufacturing International Corporation",
  SZ: "300750;Electrical Equipment & Parts;Contemporary Amperex Technology Co., Limited|300014;Electrical Equipment & Parts;EVE Energy Co., Ltd.;*|000858;Beverages - Wineries & Distilleries;Wuliangye Yibin Co., Ltd.|002594;Auto Manufacturers;BYD Company Limited|000333;Furnishings, Fixtures & Appliances;Midea Group Co., Ltd.|300760;Medical Devices;Shenzhen Mindray Bio-Medical Electronics Co., Ltd.|002415;Electronic Components;Hangzhou Hikvision Digital Technology Co., Ltd.;*",
  KS: "005930;Consumer Electronics;Samsung Electronics Co., Ltd.|000660;Semiconductors;SK hynix Inc.|373220;Electrical Equipment & Parts;LG Energy Solution, Ltd.|005380;Auto Manufacturers;Hyundai Motor Company|035420;Internet Content & Information;NAVER Corporation|068270;Biotechnology;Celltrion, Inc.|105560;Banks - Regional;KB Financial Group Inc.;*|035720;Internet Content & Information;Kakao Corp.;*",
  TW: "2330;Semiconductors;Taiwan Semiconductor Manufacturing Company Limited|2317;Electronic Components;Hon Hai Precision Industry Co., Ltd.|2454;Semiconductors;MediaTek Inc.|2308;Electronic Components;Delta Electronics, Inc.|2412;Telecom Services;Chunghwa Telecom Co., Ltd.;*|2881;Insurance - Life;Fubon Financial Holding Co., Ltd.;*|2603;Marine Shipping;Evergreen Marine Corporation (Taiwan) Ltd.;*",
  NS: "ICICIBANK;Banks - Regional;ICICI Bank Limited|BHARTIARTL;Telecom Services;Bharti Airtel Limited|SBIN;Banks - Regional;State Bank of India|HINDUNILVR;Household & Personal Products;Hindustan Unilever Limited|LT;Conglomerates;Larsen & Toubro Limited|MARUTI;Auto Manufacturers;Maruti Suzuki India Limited|TATAMOTORS;Auto Manufacturers;Tata Motors Limited",
  IS: "THYAO;Airlines;Türk Hava Yollari Anonim Ortakligi|GARAN;Banks - Regional;Türkiye Garanti Bankasi A.S.|AKBNK;Banks - Regional;Akbank T.A.S.|ASELS;Aerospace & Defense;Aselsan Elektronik Sanayi ve Ticaret A.S.|BIMAS;Discount Stores;BIM Birlesik Magazalar A.S.;*|KCHOL;Conglomerates;Koç Holding A.S.|TUPRS;Oil & Gas Refining & Marketing;Türkiye Petrol Rafinerileri A.S.;*|EREGL;Steel;Eregli Demir ve Çelik Fabrikalari T.A.S.;*|SISE;Packaged Foods;Türkiye Sise ve Cam Fabrikalari A.S.;*|FROTO;Auto Manufacturers;Ford Otomotiv Sanayi A.S.;*",
  SA: "PETR4;Oil & Gas Integrated;Petróleo Brasileiro S.A. - Petrobras|VALE3;Other Industrial Metals & Mining;Vale S.A.|ITUB4;Banks - Regional;Itaú Unibanco Holding S.A.|BBDC4;Banks - Regional;Banco Bradesco S.A.|BBAS3;Banks - Regional;Banco do Brasil S.A.|ABEV3;Beverages - Brewers;Ambev S.A.|WEGE3;Specialty Industrial Machinery;WEG S.A.|MGLU3;Specialty Retail;Magazine Luiza S.A.;*",
  L: "SHEL;Oil & Gas Integrated;Shell plc|AZN;Drug Manufacturers - General;AstraZeneca PLC|HSBA;Banks - Diversified;HSBC Holdings plc|ULVR;Household & Personal Products;Unilever PLC|BP;Oil & Gas Integrated;BP p.l.c.|GSK;Drug Manufacturers - General;GSK plc|BARC;Banks - Diversified;Barclays PLC|LLOY;Banks - Regional;Lloyds Banking Group plc|RIO;Other Industrial Metals & Mining;Rio Tinto Group|VOD;Telecom Services;Vodafone Group Public Limited Company;*|SMT;Asset Management;Scottish Mortgage Investment Trust PLC;*|RR;Aerospace & Defense;Rolls-Royce Holdings plc|DGE;Beverages - Wineries & Distilleries;Diageo plc",
  DE: "SAP;Software - Application;SAP SE|SIE;Specialty Industrial Machinery;Siemens Aktiengesellschaft|ALV;Insurance - Diversified;Allianz SE|DTE;Telecom Services;Deutsche Telekom AG|MBG;Auto Manufacturers;Mercedes-Benz Group AG|BMW;Auto Manufacturers;Bayerische Motoren Werke Aktiengesellschaft|VOW3;Auto Manufacturers;Volkswagen AG|BAS;Chemicals;BASF SE|BAYN;Drug Manufacturers - General;Bayer Aktiengesellschaft|ADS;Apparel - Footwear & Accessories;adidas AG|RHM;Aerospace & Defense;Rheinmetall AG",
  PA: "MC;Luxury Goods;LVMH Moët Hennessy - Louis Vuitton, Société Européenne|OR;Household & Personal Products;L'Oréal S.A.|TTE;Oil & Gas Integrated;TotalEnergies SE|SAN;Drug Manufacturers - General;Sanofi|AIR;Aerospace & Defense;Airbus SE|BNP;Banks - Regional;BNP Paribas SA|RMS;Luxury Goods;Hermès International Société en commandite par actions|SU;Electrical Equipment & Parts;Schneider Electric S.E.",
  AS: "ASML;Semiconductors;ASML Holding N.V.|INGA;Banks - Diversified;ING Groep N.V.|ADYEN;Software - Infrastructure;Adyen N.V.|HEIA;Beverages - Brewers;Heineken N.V.|PRX;Internet Content & Information;Prosus N.V.|PHIA;Medical Devices;Koninklijke Philips N.V.",
  SW: "NOVN;Drug Manufacturers - General;Novartis AG|ROG;Drug Manufacturers - General;Roche Holding AG|UBSG;Banks - Diversified;UBS Group AG|ABBN;Electrical Equipment & Parts;ABB Ltd|ZURN;Insurance - Diversified;Zurich Insurance Group AG|CFR;Luxury Goods;Compagnie Financière Richemont SA",
  MI: "ENI;Oil & Gas Integrated;Eni S.p.A.|ENEL;Utilities - Diversified;Enel SpA|ISP;Banks - Regional;Intesa Sanpaolo S.p.A.|UCG;Banks - Regional;UniCredit S.p.A.|RACE;Auto Manufacturers;Ferrari N.V.|STLAM;Auto Manufacturers;Stellantis N.V.",
  MC: "SAN;Banks - Diversified;Banco Santander, S.A.|IBE;Utilities - Diversified;Iberdrola, S.A.|ITX;Apparel Retail;Industria de Diseño Textil, S.A.|BBVA;Banks - Diversified;Banco Bilbao Vizcaya Argentaria, S.A.|TEF;Telecom Services;Telefónica, S.A.",
  ST: "VOLV-B;Agricultural - Machinery;AB Volvo (publ)|ERIC-B;Communication Equipment;Telefonaktiebolaget LM Ericsson (publ)|INVE-B;Asset Management;Investor AB (publ)|ATCO-A;Specialty Industrial Machinery;Atlas Copco AB",
  CO: "NOVO-B;Drug Manufacturers - General;Novo Nordisk A/S|MAERSK-B;Marine Shipping;A.P. Møller - Mærsk A/S|DSV;Integrated Freight & Logistics;DSV A/S",
  OL: "EQNR;Oil & Gas Integrated;Equinor ASA|DNB;Banks - Regional;DNB Bank ASA|TEL;Telecom Services;Telenor ASA",
  HE: "NOKIA;Communication Equipment;Nokia Oyj|KNEBV;Specialty Industrial Machinery;KONE Oyj",
  BR: "ABI;Beverages - Brewers;Anheuser-Busch InBev SA/NV|KBC;Banks - Regional;KBC Group NV",
  LS: "EDP;Utilities - Diversified;EDP, S.A.;*|GALP;Oil & Gas Integrated;Galp Energia, SGPS, S.A.;*",
  VI: "OMV;Oil & Gas Integrated;OMV Aktiengesellschaft;*|EBS;Banks - Regional;Erste Group Bank AG",
  WA: "PKO;Banks - Regional;Powszechna Kasa Oszczednosci Bank Polski S.A.|PKN;Oil & Gas Refining & Marketing;Orlen S.A.",
  AX: "BHP;Other Industrial Metals & Mining;BHP Group Limited|CBA;Banks - Diversified;Commonwealth Bank of Australia|CSL;Biotechnology;CSL Limited",
  SI: "D05;Banks - Regional;DBS Group Holdings Ltd|O39;Banks - Regional;Oversea-Chinese Banking Corporation Limited",
  TO: "RY;Banks - Diversified;Royal Bank of Canada|TD;Banks - Diversified;The Toronto-Dominion Bank|SHOP;Software - Application;Shopify Inc.|ENB;Oil & Gas Integrated;Enbridge Inc.|CNR;Integrated Freight & Logistics;Canadian National Railway Company",
};

/** Returns the companies. */
export function createListings(): Security[] {
  return Object.entries(ROWS).flatMap(([suffix, rows]) => {
    const place = PLACES[suffix]!;
    return rows.split("|").map((row) => {
      const [root = "", industry = "", name = "", mark] = row.split(";");
      const size: Size = mark === "*" ? "mid" : "large";
      const own = place.currency === "GBp" ? "GBP" : place.currency;
      const reporting: Currency = mark === "CN" ? "CNY" : own;
      const country = mark === "CN" ? "CN" : place.country;
      const bank = industry.startsWith("Banks") ? (["bank"] as const) : [];
      return security({
        ...place,
        symbol: `${root}.${suffix}`,
        name,
        size,
        sector: SECTOR_OF.get(industry) ?? "",
        industry,
        country,
        reporting,
        decimals: place.currency === "KRW" ? 0 : 2,
        traits: ["no insiders", ...bank],
      });
    });
  });
}
