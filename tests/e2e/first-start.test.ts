/** The output for a person who starts the program manually for the first time. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { CATALOGUE, onlyFrom } from "../../src/catalogue.js";
import { PROGRAM, startHttpProgram, startProgram, temporaryFolder } from "../support/program.js";
import { providersOf } from "../../src/contract/entry.js";
import { toKeyVariable } from "../../src/contract/provider-id.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { atTerminal, hasTerminal } from "../support/terminal.js";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const env = { DATA_DIR: folder.path };

describe("over stdio", () => {
  it.skipIf(!hasTerminal)(
    "explains at a terminal that it waits for a host, and what to try; stdout stays empty",
    async () => {
      const out = join(folder.path, "stdout");
      const shown = await atTerminal(`"${process.execPath}" "${PROGRAM}" > "${out}"`, env, "doctor");
      expect(shown).toMatch(/^market-data-mcp \d+\.\d+\.\d+ waits for an MCP host on stdin/m);
      for (const hint of ["--http --demo", "call get_quotes symbols=AAPL,MSFT --demo", "market-data-mcp doctor"]) {
        expect(shown).toContain(hint);
      }
      expect(readFileSync(out, "utf8")).toBe("");
    },
  );

  it("prints only log lines when a host starts it", async () => {
    const program = startProgram([], env);
    program.child.stdin!.end();
    expect(await program.exited).toBe(0);
    expect(program.stdout()).toBe("");
    for (const line of program.stderr().trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("event");
  });
});

describe("over HTTP", () => {
  async function said(extra: Record<string, string>, ...args: string[]): Promise<string> {
    const { stop, stdout } = await startHttpProgram(args, { ...env, ...extra });
    await expect.poll(stdout).toContain("Status");
    await stop();
    return stdout();
  }

  it("prints its addresses, the missing keys, and what is unavailable without them", async () => {
    const text = await said({});
    expect(text).toMatch(/^ {2}MCP +http:\S+\/mcp$/m);
    const onlyFromFmp = onlyFrom(providersOf(CATALOGUE).find(({ id }) => id === "provider-a")!);
    expect(onlyFromFmp).toContain("DCF valuation");
    const loss = `no ${onlyFromFmp.join(", no ")}`;
    expect(text).toMatch(
      /^ {2}Key A {2}none \(Financial Modeling Prep\): .+\. Free at https:\S+; set PROVIDER_A_API_KEY\.$/m,
    );
    expect(text).toContain(`none (Financial Modeling Prep): ${loss}. Free at`);
    expect(text).toMatch(/^ {2}Key C {2}none \(Alpha Vantage\): .* set PROVIDER_C_API_KEY\.$/m);
    expect(text).toMatch(/^ {2}More D PROVIDER_D_CONTACT enables official filings .* \(SEC EDGAR\)\.$/m);
    expect(text).toContain("market-data-mcp doctor");
  });

  it("does not mention keys that are set or not needed", async () => {
    const one = await said({ PROVIDER_A_API_KEY: "key-of-a" });
    expect(one).not.toContain("Key A");
    expect(one).toContain("Key C");
    expect(one).not.toContain("key-of-a");
    const keys = PROVIDER_DESCRIPTIONS.filter(({ needsKey }) => needsKey).map(({ id }) => [toKeyVariable(id), "key"]);
    const all = { ...Object.fromEntries(keys), PROVIDER_D_CONTACT: "ops@example.com" };
    expect(await said(all)).not.toMatch(/Key|More|doctor/);
    expect(await said({}, "--demo")).not.toMatch(/Key|More|doctor/);
  });
});
