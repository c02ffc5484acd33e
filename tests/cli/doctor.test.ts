/** `market-data-mcp doctor`, run as a person runs it. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { CATALOGUE, onlyFrom } from "../../src/catalogue.js";
import { checkNode } from "../../src/cli/install/check-machine.js";
import { openMarket, type Call, type Fault } from "../system/market.js";
import { providersOf } from "../../src/contract/entry.js";
import { toKeyVariable, toLetter } from "../../src/contract/provider-id.js";
import { createFakeClock, hasFakeClock } from "../support/fake-clock.js";
import { temporaryFolder } from "../support/program.js";
import { hasRedis, startRedis } from "../support/redis.js";
import { run, type Said } from "./at-terminal.js";
import { runHere } from "./in-process.js";

const folder = temporaryFolder();
const inFolder = (name: string) => join(folder.path, name);
const KEYS = { PROVIDER_A_API_KEY: "cnry-A/4f2&+b=81~d", PROVIDER_C_API_KEY: 'cnry-C"9e7%41<6c>0d' };
const market = await openMarket({ STORE_URL: "memory:", ...KEYS });
afterEach(() => market.behave(() => undefined));
afterAll(async () => {
  await market.close();
  folder.remove();
});

interface Report {
  healthy: boolean;
  calls: Record<string, number>;
  checks: { name: string; state: string; found: string; fix?: string }[];
}

const runDoctor = (env: Record<string, string> = {}, ...flags: string[]) => reportOf(runHere, env, flags);

async function reportOf(by: typeof run, env: Record<string, string>, flags: string[] = []): Promise<Said & Report> {
  const said = await by(["doctor", "--json", ...flags], { ...market.env, ...env });
  const report = JSON.parse(said.out) as Report;
  expect(said.code).toBe(report.healthy ? 0 : 1);
  expect(said.out + said.err).not.toMatch(/cnry/);
  return { ...said, ...report };
}

const PROVIDERS = providersOf(CATALOGUE);
const ONLY_FROM_A = onlyFrom(PROVIDERS.find(({ id }) => id === "provider-a")!);
const checkOf = ({ checks }: Report, name: string) => checks.find((check) => check.name === name);
const facesOf = (calls: readonly Call[]) => calls.map(({ url }) => url![1]).toSorted();
/** The calls of a run: one for each provider, of provider B two more where it opens a session. */
const facesOfAll = (ofYahoo: 1 | 3 = 3) =>
  PROVIDERS.flatMap(({ id }) => Array<string>(id === "provider-b" ? ofYahoo : 1).fill(toLetter(id).toLowerCase()));
/** The variables of all keys, without a value. */
const NO_KEYS = Object.fromEntries(
  PROVIDERS.filter(({ needsKey }) => needsKey).map(({ id }) => [toKeyVariable(id), ""]),
);
const onFace =
  (letter: string, fault: Fault) =>
  ({ url }: Call) =>
    url?.startsWith(`/${letter}/`) ? fault : undefined;

describe("market-data-mcp doctor", () => {
  it("finds no problem in a working setup, with one call per provider and a session with B, and states these calls", async () => {
    const before = market.calls.length;
    const { code, out, err } = await run(["doctor"], market.env);
    expect([code, err]).toEqual([0, ""]);
    expect(facesOf(market.calls.slice(before))).toEqual(facesOfAll());
    expect(out).toMatch(/^(?:ok|note) +Node +v\d/m);
    expect(out).toMatch(/^ok +Store +in memory/m);
    expect(out).toMatch(/^ok +Financial Modeling Prep {2}reached; the key is accepted; \d+ calls? in 24 hours$/m);
    expect(out).toMatch(/^ok +Yahoo Finance +reached; session opened; \d+ calls in 24 hours$/m);
    expect(out).toMatch(/^ok +Alpha Vantage +reached; the key is accepted; /m);
    expect(out).toMatch(/^ok +SEC filings +reached; /m);
    // A person sees no letters of providers, and one row for each.
    expect(out).not.toMatch(/\b[Pp]rovider\b|\bof [A-D]\b/);
    expect(out).toMatch(/^ok +Clock +agrees/m);
    expect(out).toMatch(/^Nothing (?:to fix|is broken; 1 note has advice)\.$/m);
    expect(out).toContain(
      "\nUpstream calls made: 1 to Financial Modeling Prep, 3 to Yahoo Finance, 1 to Alpha Vantage, 1 to SEC EDGAR, 1 to Finnhub.",
    );
  });

  it("says in one row what the SEC needs, and keeps the names of the checks in JSON", async () => {
    const { out } = await run(["doctor", "--offline"], { ...market.env, PROVIDER_D_CONTACT: "" });
    expect(out.match(/SEC.*/g)).toEqual([
      expect.stringMatching(/^SEC filings +off: needs your mail address \(PROVIDER_D_CONTACT\)$/),
    ]);
    const report = await runDoctor({ PROVIDER_D_CONTACT: "" }, "--offline");
    const names = report.checks.map(({ name }) => name).filter((name) => name.endsWith(" D"));
    expect(names).toEqual(["Provider D", "More of D", "Quota of D"]);
    expect(report.checks.every((check) => !("shown" in check))).toBe(true);
  });

  it("fits a narrow terminal, and does not say that nothing is to fix beside advice", async () => {
    const { screen } = await runHere(["doctor", "--offline"], { ...market.env, PROVIDER_A_API_KEY: "" }, 60);
    const isLong = (line: string) => line.length > 60 && !/^ +\S+$/.test(line);
    expect(screen.split("\n").filter(isLong)).toEqual([]);
    expect(screen).toMatch(/^note {2}Financial Modeling Prep\n {6}no key; .*\n {6}> Get a free one at\n/m);
    expect(screen).toMatch(/^Nothing is broken; \d notes? ha(?:s|ve) advice\.$/m);
  });

  it("makes no call with --offline, and still checks this machine", async () => {
    const before = market.calls.length;
    const report = await runDoctor({}, "--offline");
    expect(market.calls).toHaveLength(before);
    expect(report.healthy).toBe(true);
    expect(report.calls).toEqual({});
    expect(checkOf(report, "Store")?.state).toBe("ok");
    for (const name of ["Provider A", "Provider B", "Provider C", "Provider D", "Clock"]) {
      expect(checkOf(report, name)?.state).toBe("skipped");
    }
  });

  it("names variables that look like settings, and never their values", async () => {
    const report = await runDoctor({ PROVIDER_A_APIKEY: "cnry-D", TOOLSET: "cnry-E" }, "--offline");
    expect(report.healthy).toBe(false);
    expect(report.checks.filter(({ name }) => name === "Settings")).toEqual([
      {
        name: "Settings",
        state: "fail",
        found: "PROVIDER_A_APIKEY is not a setting",
        fix: "Rename it to PROVIDER_A_API_KEY.",
      },
      { name: "Settings", state: "note", found: "TOOLSET is not a setting", fix: "Rename it to TOOLSETS." },
    ]);
  });

  it("names variables whose values are ignored, because other programs use them or only HTTP does", async () => {
    const report = await runDoctor({ LOG_LEVEL: "cnry-F", API_KEYS_FILE: "${KEYS}" }, "--offline");
    expect(report.healthy).toBe(true);
    const settings = report.checks.filter(({ name }) => name === "Settings");
    expect(settings.map(({ state, found }) => [state, found])).toEqual([
      ["note", expect.stringMatching(/^API_KEYS_FILE has a placeholder .* the default \(none\) is used\.$/)],
      ["note", expect.stringMatching(/^LOG_LEVEL must be one of .* the default \(info\) is used\.$/)],
    ]);
    expect(JSON.stringify(report)).not.toContain("cnry-F");
  });

  it("names missing keys and where to get them as notes, not as faults", async () => {
    const before = market.calls.length;
    const report = await runDoctor({
      ...NO_KEYS,
      PROVIDER_C_API_KEY: "${user_config.provider_c_api_key}",
      PROVIDER_D_CONTACT: "",
    });
    expect(report.healthy).toBe(true);
    expect(facesOf(market.calls.slice(before))).toEqual(["b", "b", "b"]);
    // Provider D needs no key, but its probe needs a contact.
    expect(report.calls).toEqual({ "provider-b": 3, "provider-d": 0 });
    expect(ONLY_FROM_A).toContain("DCF valuation");
    expect(checkOf(report, "Provider A")).toMatchObject({
      state: "note",
      found: `no key; without it there is no ${ONLY_FROM_A.join(", no ")}`,
      fix: expect.stringContaining("PROVIDER_A_API_KEY") as string,
    });
    expect(checkOf(report, "Provider C")).toMatchObject({ state: "note", found: "no key; other sources answer" });
  });

  it("counts its calls against the quota, and makes none when it is used up", async () => {
    // A second run must not find the first run's counts.
    rmSync(inFolder("counted"), { recursive: true, force: true });
    const env = { STORE_URL: "", DATA_DIR: inFolder("counted"), PROVIDER_C_DAILY_QUOTA: "1" };
    const first = await runDoctor(env);
    expect(first.calls["provider-c"]).toBe(1);
    expect(checkOf(first, "Store")).toMatchObject({ state: "ok", found: `${inFolder("counted")} can be written` });
    const before = market.calls.length;
    const second = await runDoctor(env);
    expect(facesOf(market.calls.slice(before))).toEqual(facesOfAll(1).filter((face) => face !== "c"));
    expect(second.calls["provider-c"]).toBe(0);
    expect(checkOf(second, "Provider C")).toMatchObject({ state: "note" });
    expect(checkOf(second, "Quota of C")).toMatchObject({ state: "note", found: "0 of 1 left" });
    expect(second.checks.filter(({ state }) => state === "fail")).toEqual([]);
    expect(second.healthy).toBe(true);
  });
});

describe("market-data-mcp doctor explains how to fix a problem, and exits with 1:", () => {
  it.each<[string, string, Fault, RegExp, RegExp]>([
    ["a refused key", "a", { status: 401, body: "{}" }, /refuses our API key/, /PROVIDER_A_API_KEY/],
    ["a refused key", "c", { status: 403, body: "{}" }, /refuses our API key/, /PROVIDER_C_API_KEY/],
    ["a reset connection", "b", "reset", /could not be reached/, /network, DNS, proxy/],
    ["silence", "a", "hang", /did not answer in time/, /network, DNS, proxy/],
    ["a server error", "b", { status: 502, body: "" }, /answered with an error/, /unless it lasts/],
    ["a stranger's page", "a", { status: 200, body: "<html>log in</html>" }, /cannot be used/, /PROVIDER_A_BASE_URL/],
  ])("%s of provider %s", async (_what, letter, fault, found, fix) => {
    market.behave(onFace(letter, fault));
    const before = market.calls.length;
    const report = await runDoctor({ PROVIDER_A_TIMEOUT_MS: "2000" });
    expect(report.code).toBe(1);
    // Not even a failed connection is tried twice. A provider B that answers is also asked for a cookie and a crumb.
    expect(facesOf(market.calls.slice(before))).toEqual(facesOfAll(letter === "b" ? 1 : 3));
    const failed = report.checks.filter(({ state }) => state === "fail");
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatchObject({ name: `Provider ${letter.toUpperCase()}` });
    expect(failed[0]!.found).toMatch(found);
    expect(failed[0]!.fix).toMatch(fix);
  });

  it("a folder that cannot be written, and a file of keys that cannot be used", async () => {
    writeFileSync(inFolder("file"), "");
    mkdirSync(inFolder("keys.json"), { recursive: true });
    const env = { STORE_URL: "", DATA_DIR: inFolder("file"), API_KEYS_FILE: inFolder("keys.json") };
    const report = await runDoctor(env, "--offline");
    expect(report.code).toBe(1);
    expect(checkOf(report, "Store")).toMatchObject({
      state: "fail",
      found: `DATA_DIR ${inFolder("file")} cannot be used`,
    });
    expect(checkOf(report, "Store")!.fix).toContain("Set DATA_DIR");
    expect(checkOf(report, "Inbound keys")).toMatchObject({ state: "fail" });
  });

  it.runIf(hasRedis)("an unreachable Redis, without revealing the password in its address", async () => {
    const redis = await startRedis({ password: "cnrypassword" });
    const there = await runDoctor({ STORE_URL: redis.url }, "--offline");
    expect(checkOf(there, "Store")).toMatchObject({ state: "ok", found: `Redis at 127.0.0.1:${redis.port} answers` });
    await redis.kill();
    const gone = await runDoctor({ STORE_URL: redis.url }, "--offline");
    expect(gone.code).toBe(1);
    expect(checkOf(gone, "Store")).toMatchObject({ state: "fail" });
    expect(checkOf(gone, "Store")!.fix).toContain("STORE_URL");
  });

  it.runIf(hasFakeClock)("a clock that is an hour ahead", async () => {
    const clock = createFakeClock(folder.path);
    clock.set(3600);
    const report = await reportOf(run, clock.env);
    expect(report.code).toBe(1);
    expect(checkOf(report, "Clock")?.found).toMatch(/^(?:3600|3599|3601) s ahead$/);
  });

  it.each([
    ["v20.18.3", "fail"],
    ["v18.20.0", "fail"],
    ["v20.19.0", "ok"],
    ["v20.20.2", "ok"],
    ["v24.0.0", "ok"],
  ])("a Node that is too old: %s is %s", (version, state) => {
    expect(checkNode(version, ">=20.19", new Date("2026-04-30"))).toMatchObject({ state });
  });

  it("a Node that gets no more security fixes", () => {
    const later = new Date("2026-05-01");
    expect(checkNode("v20.20.2", ">=20.19", later)).toEqual({
      name: "Node",
      state: "note",
      found: "v20.20.2 gets no more security fixes since 2026-04-30",
      fix: "Install Node 22 or 24.",
    });
    expect(checkNode("v24.21.0", ">=20.19", later)).toMatchObject({ state: "ok" });
  });
});

describe("market-data-mcp doctor", () => {
  it.each([
    ["a provider that limits us", { status: 429, body: "{}", headers: { "retry-after": "7" } }, /limiting.*7 s/],
    ["a plan that lacks the call", { status: 402, body: "{}" }, /plan/],
  ])("does not report as a fault: %s", async (_what, fault, found) => {
    market.behave(onFace("a", fault));
    const report = await runDoctor();
    expect(report.healthy).toBe(true);
    expect(checkOf(report, "Provider A")).toMatchObject({
      state: "note",
      found: expect.stringMatching(found) as string,
    });
  });

  it("states why provider B opens no session, and that some of its calls still work", async () => {
    market.behave(({ url }) => (url?.includes("getcrumb") ? { status: 401, body: "{}" } : undefined));
    const report = await runDoctor();
    expect(report.healthy).toBe(true);
    expect(checkOf(report, "Provider B")).toMatchObject({ state: "ok", found: "reached" });
    expect(checkOf(report, "Session of B")).toMatchObject({
      state: "note",
      found: expect.stringMatching(/^refuses the crumb.*60 s$/) as string,
      fix: expect.stringContaining("opens no session") as string,
    });
  });

  it("tells an address without a session from one that provider B limits or blocks altogether", async () => {
    const limit: Fault = { status: 429, body: "Too Many Requests\r\n" };
    market.behave(({ url }) => (url?.includes("getcrumb") ? limit : undefined));
    const crumb = await runDoctor();
    expect([checkOf(crumb, "Provider B"), checkOf(crumb, "Session of B")]).toMatchObject([
      { state: "ok", found: "reached" },
      {
        state: "note",
        found: "limits sessions from our address; try again in 60 s",
        fix: expect.stringMatching(/cloud hosts, VPNs and shared networks.*PROVIDER_B_USER_AGENT/) as string,
      },
    ]);
    market.behave(onFace("b", limit));
    const limited = await runDoctor();
    expect([checkOf(limited, "Provider B"), checkOf(limited, "Session of B")]).toMatchObject([
      {
        state: "note",
        found: "is limiting our requests; try again in 60 s",
        fix: expect.stringContaining("Stop for an hour") as string,
      },
      undefined,
    ] as object[]);
    market.behave(onFace("b", { status: 999, body: "<html></html>" }));
    const blocked = await runDoctor();
    expect(checkOf(blocked, "Provider B")).toMatchObject({
      state: "fail",
      fix: expect.stringContaining("Use another network") as string,
    });
  });

  it("reveals no key, even when a provider's answer contains it", async () => {
    const body = JSON.stringify({ "Error Message": `Invalid API KEY ${KEYS.PROVIDER_A_API_KEY}` });
    market.behave(() => ({ status: 200, body }));
    const said = await run(["doctor"], { ...market.env, LOG_LEVEL: "trace" });
    expect(said.code).toBe(1);
    expect(said.out + said.err).not.toMatch(/cnry/);
  });

  it.each([[["doctor", "now"]], [["doctor", "--http"]], [["doctor", "--ofline"]]])(
    "exits with 2 on invalid arguments: %j",
    async (words) => {
      const { code, out, err } = await run(words);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(/^market-data-mcp: [^\n]+\n$/);
    },
  );
});
