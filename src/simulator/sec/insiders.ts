/** The simulated SEC's Forms 4: each trade of an insider is a form of its own. */
import { DAY_MS } from "../../lib/day.js";
import { tradesOf, type Trade, type TradeCode } from "../companies/insiders.js";
import { dateOf, type World } from "../companies/world.js";
import type { Filer, SimulatedFiling } from "./filers.js";

/** Codes with A for acquired and D for disposed of. */
const CODES: Readonly<Record<TradeCode, readonly [code: string, side: "A" | "D"]>> = {
  "P-Purchase": ["P", "A"],
  "S-Sale": ["S", "D"],
  "M-Exempt": ["M", "A"],
  "A-Award": ["A", "A"],
  "G-Gift": ["G", "D"],
  "F-InKind": ["F", "D"],
};

/** Returns a company's Forms 4 up to a moment, newest first; a page shows each of them in a folder of its own. */
export function formsOf({ market }: World, filer: Filer, at: number): Omit<SimulatedFiling, "about">[] {
  const trades = filer.isForeign ? [] : (tradesOf(filer.security, market, at) ?? []);
  return trades
    .filter(({ filedDay }) => filedDay * DAY_MS <= at)
    .map((trade) => {
      const filed = dateOf(trade.filedDay * DAY_MS);
      const accession = `${String(filer.cik).padStart(10, "0")}-${filed.slice(2, 4)}-${String(500_000 + trade.day)}`;
      const reported = dateOf(trade.day * DAY_MS);
      return { accession, form: "4", filed, reported, items: "", document: `xslF345X05/${nameOf(trade)}` };
    });
}

/** Returns the document with this name; `undefined` if there is none. */
export function formDocument(
  { market }: World,
  { cik, security }: Filer,
  name: string,
  at: number,
): string | undefined {
  const trade = tradesOf(security, market, at)?.find((each) => nameOf(each) === name);
  if (!trade) return undefined;
  const [code, side] = CODES[trade.code];
  const isDirector = trade.relation === "Director";
  const value = (element: string, content: string | number, footnote = "") =>
    `<${element}><value>${content}</value>${footnote}</${element}>`;
  const note = trade.highPrice === undefined ? "" : '<footnoteId id="F1"/>';
  const footnotes =
    note === "" ? "" : '<footnote id="F1">The price is a weighted average of several trades.</footnote>';
  return `<?xml version="1.0"?>
<ownershipDocument><documentType>4</documentType><periodOfReport>${dateOf(trade.day * DAY_MS)}</periodOfReport>
<issuer><issuerCik>${String(cik).padStart(10, "0")}</issuerCik></issuer>
<reportingOwner><reportingOwnerId><rptOwnerCik>${numberOf(trade)}</rptOwnerCik><rptOwnerName>${trade.name}</rptOwnerName></reportingOwnerId>
<reportingOwnerRelationship><isDirector>${isDirector ? 1 : 0}</isDirector><isOfficer>${isDirector ? 0 : 1}</isOfficer><officerTitle>${isDirector ? "" : trade.relation}</officerTitle></reportingOwnerRelationship></reportingOwner>
<aff10b5One>${trade.code === "S-Sale" ? 1 : 0}</aff10b5One>
<nonDerivativeTable><nonDerivativeTransaction>${value("securityTitle", "Common Stock")}${value("transactionDate", dateOf(trade.day * DAY_MS))}
<transactionCoding><transactionFormType>4</transactionFormType><transactionCode>${code}</transactionCode></transactionCoding>
<transactionAmounts>${value("transactionShares", trade.shares)}${value("transactionPricePerShare", trade.price, note)}${value("transactionAcquiredDisposedCode", side)}</transactionAmounts>
<postTransactionAmounts>${value("sharesOwnedFollowingTransaction", trade.owned)}</postTransactionAmounts>
<ownershipNature>${value("directOrIndirectOwnership", "D")}</ownershipNature></nonDerivativeTransaction></nonDerivativeTable>
<footnotes>${footnotes}</footnotes></ownershipDocument>`;
}

const nameOf = ({ day }: Trade) => `form4-${day}.xml`;

/** Returns an invented number of a person, ten digits, the same for each of their trades. */
function numberOf({ name }: Trade): string {
  const sum = [...name].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1_000_000, 7);
  return String(2_000_000 + sum).padStart(10, "0");
}
