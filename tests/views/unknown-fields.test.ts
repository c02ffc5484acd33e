/** Names in `fields` that a tool does not know, over every tool and route that takes the parameter. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.js";
import { optionsChain } from "../../src/capabilities/prices/options-chain.js";
import { CATALOGUE } from "../../src/catalogue.js";
import type { Capability } from "../../src/contract/capability.js";
import { TOOLSETS } from "../../src/contract/toolsets.js";
import { createLogger } from "../../src/lib/log.js";
import { rowFields, viewShape } from "../../src/views/view.js";
import { argumentsFor, pathFor } from "../e2e/examples.js";
import { useDemo } from "../support/demo.js";
import { withAddresses } from "../support/rest.js";

const demo = useDemo();
let app: ReturnType<typeof createApp>;
beforeAll(() => void (app = createApp(demo.config, createLogger("fatal", []))));
afterAll(() => app.close());

const WITH_FIELDS = CATALOGUE.map(({ capability }) => capability).filter((each) => "fields" in viewShape(each));

/** Arguments with which an answer has rows of its list. */
const MORE: Readonly<Record<string, Record<string, string>>> = {
  "key-statistics": { history: "year" },
  technicals: { series: "sma20" },
  "reference-rates": { from: "2026-02-20" },
};

async function askTool(capability: Capability, fields: readonly string[]) {
  const params = {
    name: capability.tool.name,
    arguments: { ...argumentsFor(capability), ...MORE[capability.name], fields },
  };
  const extra = { signal: new AbortController().signal, sendNotification: async () => {} };
  const result = (await app.mcp(TOOLSETS)({ method: "tools/call", params }, extra)) as {
    isError?: boolean;
    content: { text: string }[];
  };
  return { refused: result.isError === true, text: result.content[0]!.text };
}

async function askRoute(capability: Capability, fields: readonly string[]) {
  const get = withAddresses(await app.openRest(), CATALOGUE);
  const path = pathFor(capability);
  const query = new URLSearchParams({ ...MORE[capability.name], fields: fields.join() });
  const { status, body } = await get({ url: `${path}${path.includes("?") ? "&" : "?"}${query}` });
  return { refused: status === 400, text: String(body) };
}

describe("a field that the tool does not know", () => {
  it.each(WITH_FIELDS.map((capability) => ({ name: capability.tool.name, capability })))(
    "is refused alone and beside a known one, in one sentence: $name",
    async ({ capability }) => {
      const [known = "date"] = rowFields(capability).names;
      for (const ask of [askTool, askRoute]) {
        expect(await ask(capability, [known])).toMatchObject({ refused: false });
        for (const fields of [["fooBarBaz"], [known, "fooBarBaz"]]) {
          const { refused, text } = await ask(capability, fields);
          expect(refused).toBe(true);
          expect(text).toMatch(/Invalid \\?"fields\\?": got \\?"fooBarBaz\\?"\. /);
          expect(text.length).toBeLessThan(500);
        }
      }
    },
  );

  it("is named with the nearest ones, of several each with its own", async () => {
    expect((await askTool(optionsChain, ["strike", "deltaa", "vegas"])).text).toBe(
      'Invalid "fields": got "deltaa", "vegas". Nearest: delta, vega. "*" is for all.',
    );
  });

  it("is none that stands beside the rows in every answer", async () => {
    expect((await askTool(optionsChain, ["strike", "impliedMove", "putCallRatio"])).refused).toBe(false);
  });
});
