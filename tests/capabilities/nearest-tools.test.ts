import { describe, expect, it } from "vitest";
import { createRefusal } from "../../src/capabilities/nearest-tools.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { PROVIDER_IDS, type ProviderId } from "../../src/contract/provider-id.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";

const capabilityOf = (name: string) => CATALOGUE.find(({ capability }) => capability.tool.name === name)!.capability;
const nearest = (name: string, ids: readonly ProviderId[]) => createRefusal(ids, CATALOGUE)(capabilityOf(name)).hints;

describe("the nearest tool", () => {
  it.each(
    CATALOGUE.filter(({ own, capability }) => !own && DEFAULT_TOOLSETS.includes(capability.tool.set)).map(
      ({ capability }) => capability.tool.name,
    ),
  )("is found for %s, which has a place among the subjects", (name) => {
    expect(nearest(name, PROVIDER_IDS), "Add it to src/capabilities/nearest-tools.ts.").toMatchObject([{ tool: name }]);
  });

  it.each<[string, readonly ProviderId[], string]>([
    ["get_news", ["provider-d"], "get_filing_text"],
    ["get_market_calendar", ["provider-d"], "get_economic_series"],
    ["get_key_statistics", ["provider-d"], "provider_a_get_financial_statements"],
    ["provider_b_get_stock_quote", ["provider-d"], "provider_a_get_stock_quote"],
    ["search_symbols", ["provider-d"], "get_sec_filings"],
    ["get_filing_text", ["provider-b"], "get_earnings"],
    ["get_price_history", ["provider-e"], "provider_a_get_stock_quote"],
  ])("of %s with %j is %s", (name, ids, tool) => {
    expect(nearest(name, ids)).toEqual([{ tool, why: "is the nearest that this server has" }]);
  });

  it("is the state of the server where none of the subject is left", () => {
    expect(nearest("get_options_chain", ["provider-c"])).toEqual([
      { tool: "get_service_status", why: "says which sources this server has" },
    ]);
  });
});
