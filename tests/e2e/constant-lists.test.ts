/** Lists that clients may cache: the same bytes at every start, regardless of upstream failures. */
import { createHash } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { startHttpProgram, temporaryFolder } from "../support/program.js";

const LISTS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"];
const UNREACHABLE = "http://127.0.0.1:9";
const folder = temporaryFolder();
afterAll(() => folder.remove());

async function post(url: string, method: string, params: object = {}): Promise<string> {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return response.text();
}

/** The lists of one run of the program, before and after a call. */
async function listsOf(args: readonly string[], env: Record<string, string>): Promise<string[]> {
  const program = await startHttpProgram(args, { DATA_DIR: folder.path, ...env });
  try {
    const read = async () => Promise.all(LISTS.map((method) => post(program.url, method)));
    const before = await read();
    const call = { name: "provider_a_get_market_losers", arguments: {} };
    expect(await post(program.url, "tools/call", call)).toContain('"result"');
    expect(await read()).toEqual(before);
    return before;
  } finally {
    await program.stop();
  }
}

describe("lists", () => {
  it("are the same bytes after a restart, with and without keys, and while no provider can be reached", async () => {
    const bases = ["A", "B", "C"].map((letter): [string, string] => [`PROVIDER_${letter}_BASE_URL`, UNREACHABLE]);
    const down = { ...Object.fromEntries(bases), PROVIDER_B_COOKIE_URL: UNREACHABLE, REQUEST_TIMEOUT_MS: "1000" };
    const runs = [
      await listsOf(["--demo"], {}),
      await listsOf(["--demo"], { FALLBACK: "off", ENRICH: "off", LOG_LEVEL: "trace" }),
      await listsOf([], down),
      await listsOf([], { ...down, PROVIDER_A_API_KEY: "some-key", PROVIDER_C_API_KEY: "some-key" }),
    ];
    const digests = runs.map((lists) => lists.map((list) => createHash("sha256").update(list).digest("hex")));
    for (const digest of digests) expect(digest).toEqual(digests[0]);
    expect(runs[0]![0]).toContain('"search_symbols"');
  });
});
