/** The systemd unit is sandboxed, and valid according to systemd where that is installed. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { SETTINGS } from "../../src/config/settings.js";
import { PROGRAM, temporaryFolder } from "../support/program.js";

const unit = readFileSync(new URL("../../packaging/market-data-mcp.service", import.meta.url), "utf8");
/** Values by name; a repeated name has all its values. */
const values = new Map<string, string[]>();
for (const [, name, value] of unit.matchAll(/^([A-Z]\w+)=(.*)$/gm)) {
  values.set(name!, [...(values.get(name!) ?? []), value!]);
}
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
if (!hasSystemd) console.warn("!!! systemd-analyze is not installed: the unit is checked by its text only");
/** The highest exposure level that is allowed, in tenths: systemd gives 0 to the safest unit and 96 to an unprotected one. */
const MOST_EXPOSED = "20";

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** The unit, with this machine's Node and program instead of the installed ones. */
function unitHere(): string {
  const path = join(folder.path, "market-data-mcp.service");
  writeFileSync(path, unit.replace(/^ExecStart=\S+ \S+/m, `ExecStart=${process.execPath} ${PROGRAM}`));
  return path;
}

it.skipIf(!hasSystemd)("has no fault that systemd finds", () => {
  const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", unitHere()], { encoding: "utf8" });
  // systemd may also report problems of this machine's other units.
  expect(`${stdout}${stderr}`.split("\n").filter((line) => line.includes("market-data-mcp"))).toEqual([]);
  expect(status).toBe(0);
});

it.skipIf(!hasSystemd)("is well sandboxed according to systemd", () => {
  const args = ["security", "--offline=true", `--threshold=${MOST_EXPOSED}`, "--no-pager", unitHere()];
  const { status, stdout } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
  expect([status, stdout.split("\n").findLast((line) => line.includes("exposure"))]).toEqual([0, expect.anything()]);
});

it("runs as a separate user that can write only its state", () => {
  const wanted = {
    DynamicUser: "yes",
    ProtectSystem: "strict",
    ProtectHome: "yes",
    StateDirectory: "market-data-mcp",
    NoNewPrivileges: "yes",
    CapabilityBoundingSet: "",
  };
  for (const [name, value] of Object.entries(wanted)) expect([name, values.get(name)]).toEqual([name, [value]]);
  // Node compiles at run time.
  expect(values.has("MemoryDenyWriteExecute")).toBe(false);
});

it("sets only variables of settings, contains no keys, and has its store in the state folder", () => {
  const known = new Set([...SETTINGS.map(({ variable }) => variable), "NODE_ENV"]);
  const set = Object.fromEntries(
    values.get("Environment")!.flatMap((text) => text.split(" ").map((pair) => pair.split("="))),
  );
  expect(Object.keys(set).filter((name) => !known.has(name))).toEqual([]);
  expect(set["DATA_DIR"]).toBe("%S/market-data-mcp");
  expect(values.get("EnvironmentFile")).toEqual(["-/etc/market-data-mcp/environment"]);
  expect(Object.keys(set).filter((name) => name.endsWith("KEY"))).toEqual([]);
});

it("leaves the settings of a public server to the file of settings, and names them", () => {
  const set = values.get("Environment")!.join(" ");
  for (const name of [
    "PROVIDERS",
    "PROVIDER_D_CONTACT",
    "ANONYMOUS_PLAN",
    "ALLOWED_HOSTS",
    "TRUSTED_PROXIES",
    "PUBLIC_URL",
  ]) {
    expect(set).not.toContain(`${name}=`);
    expect(unit).toMatch(new RegExp(`^#.*\\b${name}\\b`, "m"));
    expect(SETTINGS.map(({ variable }) => variable)).toContain(name);
  }
});

it("serves HTTP, waits for draining, reloads keys, and does not restart after a usage error", () => {
  expect(values.get("ExecStart")).toEqual([expect.stringMatching(/\/dist\/index\.js --http$/)]);
  expect(Number(values.get("TimeoutStopSec")![0])).toBeGreaterThan(11);
  expect(values.get("ExecReload")).toEqual(["/bin/kill -HUP $MAINPID"]);
  expect(values.get("RestartPreventExitStatus")).toEqual(["2"]);
});
