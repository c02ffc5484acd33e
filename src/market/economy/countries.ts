/** The economies of which the World Bank has figures, with their codes of two and three letters, and three groups of them. */
import { ownValue } from "../../lib/own-value.js";

/** Codes of ISO 3166-1 of two and of three letters, one behind the other. */
const COUNTRIES = new Map(
  `
  ADAND AEARE AFAFG AGATG ALALB AMARM AOAGO ARARG ASASM ATAUT AUAUS AWABW AZAZE BABIH BBBRB BDBGD BEBEL BFBFA
  BGBGR BHBHR BIBDI BJBEN BMBMU BNBRN BOBOL BRBRA BSBHS BTBTN BWBWA BYBLR BZBLZ CACAN CDCOD CFCAF CGCOG CHCHE
  CICIV CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU
  EEEST EGEGY ERERI ESESP ETETH FIFIN FJFJI FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GHGHA GIGIB GLGRL GMGMB
  GNGIN GQGNQ GRGRC GTGTM GUGUM GWGNB GYGUY HKHKG HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IQIRQ
  IRIRN ISISL ITITA JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO
  LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD
  MLMLI MMMMR MNMNG MOMAC MPMNP MRMRT MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NGNGA NINIC
  NLNLD NONOR NPNPL NRNRU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PRPRI PSPSE PTPRT PWPLW PYPRY
  QAQAT ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SISVN SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR
  SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TGTGO THTHA TJTJK TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV
  TZTZA UAUKR UGUGA USUSA UYURY UZUZB VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WSWSM XKXKK YEYEM ZAZAF ZMZMB ZWZWE
`
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 2), pair.slice(2)] as const),
);

/** Groups of countries by the World Bank's codes, with their names. */
const GROUPS: Readonly<Record<string, string>> = { WLD: "World", EMU: "Euro area", EUU: "European Union" };
/** Further names by their letters, without "the". */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  uk: "GB",
  greatbritain: "GB",
  eu: "EUU",
  eurozone: "EMU",
  america: "US",
  unitedstatesofamerica: "US",
  hongkong: "HK",
  turkey: "TR",
};

interface Country {
  /** The code in our names: `de` of Germany, `wld` of the world. */
  code: string;
  /** The code of the World Bank's answers, of three letters. */
  iso3: string;
  name: string;
}

const toLetters = (text: string) =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");

/** Returns the country or group with this code of two or three letters, or this English name; `undefined` for others. */
export function findCountry(text: string): Country | undefined {
  const letters = toLetters(text).replace(/^the/, "");
  const code = (ownValue(OTHER_NAMES, letters) ?? letters).toUpperCase();
  const group = Object.entries(GROUPS).find(([key, name]) => key === code || toLetters(name) === letters);
  if (group) return { code: group[0].toLowerCase(), iso3: group[0], name: group[1] };
  const names = new Intl.DisplayNames("en", { type: "region" });
  const found = [...COUNTRIES].find(
    ([iso2, iso3]) => iso2 === code || iso3 === code || toLetters(names.of(iso2)!) === letters,
  );
  return found && { code: found[0].toLowerCase(), iso3: found[1], name: names.of(found[0])! };
}
