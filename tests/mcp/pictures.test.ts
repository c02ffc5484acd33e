import { describe, expect, it, vi } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { PICTURES } from "../../src/contract/pictures.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { createPictureReader } from "../../src/mcp/pictures.js";
import { servedOf } from "../support/fakes.js";
import { QUOTE, serving } from "../support/mcp-client.js";

const MIME = "text/html;profile=mcp-app";

describe("charts of answers", () => {
  it("are named by their tools and listed with everything that a host needs", async () => {
    const { client } = await serving(servedOf(QUOTE));
    const { tools } = await client.listTools();
    const named = tools.flatMap(({ name, _meta }) => (_meta ? [[name, _meta]] : []));
    expect(named).toEqual(
      CATALOGUE.flatMap(({ capability: { tool } }) =>
        tool.picture && DEFAULT_TOOLSETS.includes(tool.set)
          ? [[tool.name, { ui: { resourceUri: `ui://market/${tool.picture}` } }]]
          : [],
      ),
    );
    const { resources } = await client.listResources();
    const listed = new Map(resources.map((resource) => [resource.uri, resource]));
    const shown = CATALOGUE.flatMap(({ capability: { tool } }) =>
      tool.picture && DEFAULT_TOOLSETS.includes(tool.set) ? [tool.picture] : [],
    );
    for (const name of shown) {
      expect(listed.get(`ui://market/${name}`)).toMatchObject({
        mimeType: MIME,
        _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] } } },
      });
    }
  });

  it.each(Object.keys(PICTURES))(
    "return for ui://market/%s the page with the name of the chart, without a question",
    async (name) => {
      const { client, inputs } = await serving(servedOf(QUOTE));
      const uri = `ui://market/${name}`;
      expect(await client.readResource({ uri })).toEqual({
        contents: [
          {
            uri,
            mimeType: MIME,
            text: `<html data-picture="${name}"></html>`,
            _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
          },
        ],
      });
      expect(inputs()).toEqual([]);
    },
  );

  it.each(["ui://market", "ui://market/", "ui://market/none", "ui://market/quote/x", "ui://other/quote"])(
    "reject %s like any other unknown address",
    async (uri) => {
      const { client } = await serving(servedOf(QUOTE));
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32002 });
    },
  );

  it("load their page once, at the first request", async () => {
    const load = vi.fn<() => Promise<string>>(async () => '<html data-picture="">');
    const read = createPictureReader(load);
    expect(await read("market://status", false)).toBeUndefined();
    expect(load).not.toHaveBeenCalled();
    await Promise.all([read("ui://market/quote", false), read("ui://market/movers", true)]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("state a lifetime in the protocol revision whose results have one", async () => {
    const read = createPictureReader(async () => '<html data-picture="">');
    expect(await read("ui://market/quote", true)).toMatchObject({ ttlMs: 300_000, cacheScope: "public" });
    expect(await read("ui://market/quote", false)).not.toHaveProperty("ttlMs");
  });

  it("load their page again after a failure", async () => {
    const load = vi.fn<() => Promise<string>>(async () => '<html data-picture="">');
    load.mockRejectedValueOnce(new Error("too many open files"));
    const read = createPictureReader(load);
    await expect(read("ui://market/quote", false)).rejects.toThrow("too many open files");
    expect(await read("ui://market/quote", false)).toBeDefined();
  });
});
