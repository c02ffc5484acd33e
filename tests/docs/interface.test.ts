/** Figures and texts of docs/interface.md that the generated reference does not have, compared with the program. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { financials } from "../../src/capabilities/companies/financials.js";
import { insiderTransactions, noInsiderTransactions } from "../../src/capabilities/companies/insider-transactions.js";
import { MAX_MOVERS } from "../../src/capabilities/prices/movers.js";
import { news } from "../../src/capabilities/companies/news.js";
import { priceHistory } from "../../src/capabilities/prices/price-history.js";
import { MAX_MATCHES } from "../../src/capabilities/companies/search.js";
import { TOOLS } from "../../src/catalogue.js";
import type { Capability } from "../../src/contract/capability.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { SETTINGS } from "../../src/config/settings.js";
import { createResourceList } from "../../src/mcp/resources.js";
import { toListedTools } from "../../src/mcp/tools.js";
import { EXAMPLES } from "../support/consistency-tables.js";
import { RATINGS, toConsensus } from "../../src/market/holdings/rating.js";

const read = (path: string) => readFileSync(new URL(`../../docs/${path}`, import.meta.url), "utf8");
const TEXT = read("interface.md");
const rowsOf = ({ tool }: Capability) => tool.rows!.limit!;

describe("docs/interface.md", () => {
  it("states the boundaries of the consensus", () => {
    const stated = [...TEXT.matchAll(/up to (\d\.\d) ([A-Z]\w+(?: [A-Z]\w+)?),/g)];
    expect(stated.map(([, , word]) => word)).toEqual(RATINGS.slice(0, -1));
    for (const [, boundary, word] of stated) {
      expect(toConsensus(Number(boundary))).toBe(word);
      expect(toConsensus(Number(boundary) + 0.001)).not.toBe(word);
    }
    expect(TEXT).toContain(`above that ${RATINGS.at(-1)!}.`);
    expect(toConsensus(null)).toBeNull();
  });

  it("states the answer for a company without insider transactions", () => {
    const { insider_transactions: text, ...rest } = noInsiderTransactions("<S>", null);
    expect(TEXT).toContain(`is the text \`${text}\`, and \`total_transactions\` is left out`);
    expect(rest).not.toHaveProperty("total_transactions");
  });

  it.each([
    ["Matches of a search", MAX_MATCHES],
    ["Gainers and losers", MAX_MOVERS],
    ["Bars of a price history, of `total_bars`", rowsOf(priceHistory).max],
  ])("states the limit of %s", (name, limit) => {
    expect(TEXT).toContain(`| ${name} | ${limit.toLocaleString("en")} |`);
  });

  it.each(Object.entries(EXAMPLES))("shows an example that breaks the rule %s", (_key, { rule, figures }) => {
    expect(rule.isBroken(figures as never)).toBe(true);
  });

  it("states the waiting time of a caller", () => {
    const setting = Object.values(SETTINGS).find(({ variable }) => variable === "REQUEST_TIMEOUT_MS")!;
    expect(TEXT).toContain(`\`REQUEST_TIMEOUT_MS\`, ${Number(setting.default) / 1_000} s by default`);
  });
});

it("docs/mcp.md names every resource, and no other", () => {
  const { resources, templates } = createResourceList(TOOLS);
  const listed = [...resources.map(({ uri }) => uri), ...templates.map(({ uriTemplate }) => uriTemplate)];
  const named = [...read("mcp.md").matchAll(/`(market:[^`]+)`/g)].map(([, address]) => address!);
  expect(named.toSorted()).toEqual(listed.toSorted());
});

it("docs/hosts.md names every default tool of which VS Code asks a person to confirm the results", () => {
  const foreign = toListedTools(TOOLS).filter(
    ({ set, tool }) => DEFAULT_TOOLSETS.includes(set) && tool.annotations?.openWorldHint,
  );
  const section = read("hosts.md").split("## VS Code")[1]!.split("\n## ")[0]!;
  const named = [...section.matchAll(/`(\w+_\w+)`/g)].map(([, name]) => name!);
  expect(named).toEqual(foreign.map(({ tool }) => tool.name));
});

it("docs/mcp.md states the rows that a tool shows by default", () => {
  const [trades, statements, bars, items] = [insiderTransactions, financials, priceHistory, news].map(
    (each) => rowsOf(each as Capability).shown,
  );
  expect(read("mcp.md")).toContain(
    `${trades} insider transactions, ${statements} statements with their usual fields, ${bars} bars, ${items} news items.`,
  );
});
