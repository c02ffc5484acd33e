/** A fund: its costs and returns, its largest holdings and its sectors as bars. */
import { FUND_FIELDS } from "./declared-fields.js";
import { recordIn, listIn, numberIn, rowsIn, textIn, type Answer, type Fields } from "./answer.js";
import { declaredFacts, fieldsIn, toProviderId } from "./declared-figure.js";
import { html } from "./elements.js";
import { factList, type Fact } from "./fact-list.js";
import { shareBars, type Share } from "./holder-bars.js";
import type { PictureContext, Picture } from "./picture.js";
import type { Words } from "./format.js";

const SHOWN = 6;

/** Draws the answer of a fund. */
export function drawFund({ body, source }: Answer, { words }: PictureContext): Picture {
  // Provider A sends weights in percent.
  const factor = source?.includes("provider A") === true ? 0.01 : 1;
  const shares = (rows: readonly Fields[], nameOf: (each: Fields) => string | null) =>
    rows.flatMap((each): Share[] => {
      const [name, weight] = [nameOf(each), numberIn(each, "weight")];
      return name === null || weight === null ? [] : [{ name, share: weight * factor }];
    });
  const held = listIn(body, "holdings");
  const names = held.map((each) => textIn(each, "name"));
  const holdings = shares(held, (each) => {
    const [name, symbol] = [textIn(each, "name"), textIn(each, "symbol")];
    // Two classes of shares of one company have the same name.
    const isTwice = names.indexOf(name) !== names.lastIndexOf(name);
    return name === null || symbol === null || !isTwice ? (name ?? symbol) : `${name} (${symbol})`;
  });
  const sectors = shares(rowsIn(body, "sectors"), (each) => textIn(each, "sector"));
  return {
    heading: textIn(body, "name") ?? textIn(body, "symbol") ?? "",
    subheading: ["symbol", "category", "currency"]
      .map((field) => textIn(body, field))
      .filter((part) => part !== null)
      .join(" · "),
    content: [
      ...[factList(factsOf(body, "", source, words))].filter((list) => list !== null),
      ...section("Returns", factsOf(recordIn(body, "returns"), "returns", source, words)),
      ...shareBars("Largest holdings", holdings, SHOWN, "holdings", words),
      ...shareBars("Sectors", sectors, SHOWN, "sectors", words),
      ...section("Shares held", factsOf(recordIn(body, "equity"), "equity", source, words)),
    ],
  };
}

function section(heading: string, facts: readonly Fact[]): HTMLElement[] {
  const list = factList(facts);
  return list ? [html("section", {}, html("h2", {}, heading), list)] : [];
}

const IN_SUBHEADING = new Set(["symbol", "name", "category", "currency", "family", "type"]);

/** Returns the facts of the declared fields of one group, without those that the answer does not have. */
function factsOf(fields: Fields, group: string, source: string | null, words: Words): Fact[] {
  const all = fieldsIn(FUND_FIELDS, group).filter(({ name }) => !IN_SUBHEADING.has(name));
  return declaredFacts(fields, all, words, toProviderId(source) ?? "provider-b");
}
