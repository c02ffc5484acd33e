/** `market-data-mcp install` and `uninstall`, on files as users have them. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { HOST_IDS, HOSTS, type HostId, type Machine } from "../../../src/cli/install/hosts.js";
import { install, uninstall, type InstallWords } from "../../../src/cli/install/install.js";
import type { Terminal } from "../../../src/cli/pages/terminal.js";
import { PROVIDER_DESCRIPTIONS } from "../../../src/providers/descriptions.js";
import { temporaryFolder } from "../../support/program.js";
import { SAMPLES } from "./sample-files.js";

const folder = temporaryFolder();
const home = join(folder.path, "home");
const program = join(folder.path, "clone", "dist", "index.js");
mkdirSync(dirname(program), { recursive: true });
writeFileSync(program, "");
beforeEach(() => {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home);
});
afterAll(() => folder.remove());

const machine: Machine = { platform: "linux", home, env: {}, namesIn: () => [] };
const hostOf = (id: HostId) => HOSTS.find((host) => host.id === id)!;
const pathOf = (id: HostId) => hostOf(id).pathOn(machine);
const backupOf = (id: HostId) => `${pathOf(id)}.market-data-backup`;
const STDIO: Record<string, object> = { "claude-code": { type: "stdio" }, vscode: { type: "stdio" } };
const OWN = { command: process.execPath, args: [program] };

function put(id: HostId, text: string, mode = 0o644): void {
  mkdirSync(dirname(pathOf(id)), { recursive: true });
  writeFileSync(pathOf(id), text, { mode });
  chmodSync(pathOf(id), mode);
}
const read = (id: HostId) => readFileSync(pathOf(id), "utf8");
const parse = (id: HostId, text: string) =>
  JSON.parse(JSON.stringify(hostOf(id).format === "toml" ? parseToml(text) : parseJsonc(text))) as Record<
    string,
    Record<string, Record<string, unknown>>
  >;
const entryIn = (id: HostId) => parse(id, read(id))[hostOf(id).section]?.["market-data"];

/** A terminal that records what it shows; it answers questions in order, if answers are given. */
function terminalWith(...answers: string[]) {
  const said = { out: "", err: "", asked: [] as string[] };
  const isAsked = answers.length > 0;
  const answer = (question: string) => {
    said.asked.push(question);
    return Promise.resolve(answers.shift() ?? "");
  };
  const terminal: Terminal = {
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    overwrite: () => {},
    columns: undefined,
    live: false,
    ...(isAsked ? { ask: answer, askSecret: answer } : {}),
  };
  return { terminal, said };
}

const WORDS: Omit<InstallWords, "host"> = {
  demo: false,
  http: undefined,
  toolsets: undefined,
  yes: true,
  dryRun: false,
  print: false,
};

/** Returns the answers of a person: a key for each provider that needs one, by its letter, the mail address, and the confirmation. */
function typed({ mail = "", ...keys }: Readonly<Record<string, string>>, confirmed = ""): string[] {
  const keyed = PROVIDER_DESCRIPTIONS.filter(({ needsKey }) => needsKey);
  return [...keyed.map(({ id }) => keys[id.slice(-1)] ?? ""), mail, confirmed];
}

async function add(host: HostId, words: Partial<InstallWords> = {}, ...answers: string[]) {
  const { terminal, said } = terminalWith(...answers);
  const code = await install({ ...WORDS, host, ...words }, machine, program, terminal);
  return { code, ...said };
}

async function remove(host: HostId, words: Partial<InstallWords> = {}) {
  const { terminal, said } = terminalWith();
  const code = await uninstall({ host, yes: true, dryRun: false, ...words }, machine, terminal);
  return { code, ...said };
}

describe("a file that is not one of settings", () => {
  const DEEP = 60_000;

  it.each<[string, HostId, string]>([
    ["JSON of 60,000 levels", "cursor", `{"a":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}`],
    ["TOML with a key of 100,000 parts", "codex", `${"a.".repeat(100_000)}a = 1\n`],
  ])("is refused in a sentence: %s", async (_what, id, text) => {
    put(id, text);
    const { code, err } = await add(id);
    expect([code, err]).toEqual([1, expect.stringContaining("was not changed: it is nested too deeply.")]);
    expect(read(id)).toBe(text);
  });

  it.skipIf(process.platform === "win32").each(["a named pipe", "a link to a device"])(
    "is refused at once: %s",
    async (what) => {
      mkdirSync(dirname(pathOf("cursor")), { recursive: true });
      if (what === "a named pipe") execFileSync("mkfifo", [pathOf("cursor")]);
      else symlinkSync("/dev/zero", pathOf("cursor"));
      const { code, err } = await add("cursor");
      expect([code, err]).toEqual([1, expect.stringContaining("was not changed: it is not a regular file.")]);
    },
  );
});

it("a server under a quoted header of TOML is found and removed again", async () => {
  const before = '[projects."/home/me"]\ntrust_level = "trusted"\n';
  put("codex", `${before}\n["mcp_servers"."market-data"]\ncommand = "node"\nargs = ["${program}"]\n`);
  expect((await remove("codex")).code).toBe(0);
  expect(read("codex")).toBe(before);
});

describe("a home that is no absolute path", () => {
  it.each([
    ["an empty home", { home: "" }],
    ["a relative home", { home: "me" }],
    ["a relative folder of settings", { env: { CODEX_HOME: "codex" } }],
  ])("is refused, because the file would be below the current folder: %s", async (_what, change) => {
    const words = { ...WORDS, host: "codex" as const };
    const { terminal } = terminalWith();
    const elsewhere = { ...machine, ...change };
    const refused = /^The environment places the settings of Codex at "[^/]/;
    await expect(install(words, elsewhere, program, terminal)).rejects.toThrow(refused);
    await expect(uninstall(words, elsewhere, terminal)).rejects.toThrow(refused);
  });
});

// On Linux, Node's recursive `mkdir` never returns below such a folder.
it.runIf(existsSync("/proc/self"))("ends with a sentence where the system lets nobody create a folder", async () => {
  const { terminal, said } = terminalWith();
  const code = await install({ ...WORDS, host: "cursor" }, { ...machine, home: "/proc" }, program, terminal);
  expect(code).toBe(1);
  expect(said.err).toMatch(/^\/proc\/.cursor\/mcp.json was not changed: the system refused mkdir \(ENOENT\)\./m);
});

/**
 * Lines of `before` that `after` lacks. A comma that a list needs does not count, and a comment behind a value may stand in
 * another line.
 */
function lostLines(before: string, after: string): string[] {
  const partsOf = (text: string) =>
    text
      .replace("\uFEFF", "")
      .split(/\r?\n|(?<=\S) (?=\/\/)/)
      .map((part) => part.replaceAll(",", "").replace(/^ *(?=\/\/)/, ""));
  const left = new Set(partsOf(after));
  return partsOf(before).filter((part) => !left.has(part));
}

/** Lines that cannot stay as they are, because their list was empty or the whole file is one line. */
const REWRITTEN: Partial<Record<HostId, string[]>> = {
  "claude-code": ['  "mcpServers": {}'],
  windsurf: [SAMPLES.windsurf.trimEnd()],
};

it("uninstall leaves a valid file where its only entry has a comma behind it", async () => {
  put("vscode", "{}");
  await add("vscode");
  put("vscode", read("vscode").replace(/\}(\s*\}\s*\}\s*)$/, "},$1"));
  rmSync(backupOf("vscode"));
  expect((await remove("vscode")).code).toBe(0);
  expect(parse("vscode", read("vscode"))).toEqual({ servers: {} });
});

describe.each(HOST_IDS)("install %s", (id) => {
  describe.each([
    ["LF", (text: string) => text],
    ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
    ["CRLF and a byte order mark", (text: string) => `\uFEFF${text.replaceAll("\n", "\r\n")}`],
  ])("in a file with %s", (_ends, form) => {
    it("adds one entry, and changes nothing else, comments and line ends included", async () => {
      const before = form(SAMPLES[id]);
      put(id, before);
      expect((await add(id)).code).toBe(0);
      const after = read(id);
      expect(entryIn(id)).toEqual({ ...STDIO[id], ...OWN });
      const { section } = hostOf(id);
      const [old, changed] = [before, after].map((text) => parse(id, text.replace("\uFEFF", "")));
      delete changed![section]!["market-data"];
      expect(changed).toEqual({ ...old, [section]: old![section] ?? {} });
      expect(lostLines(before, after)).toEqual(REWRITTEN[id] ?? []);
      expect(after.startsWith("\uFEFF")).toBe(before.startsWith("\uFEFF"));
      const crlf = before.includes("\r\n");
      expect(after.includes("\r\n")).toBe(crlf);
      expect(crlf ? after.replaceAll("\r\n", "") : "").not.toContain("\n");
      expect(readFileSync(backupOf(id), "utf8")).toBe(before);
    });

    it("is undone by uninstall, byte by byte", async () => {
      const before = form(SAMPLES[id]);
      put(id, before);
      await add(id);
      expect((await remove(id)).code).toBe(0);
      expect(read(id)).toBe(before);
    });

    it("is undone by uninstall although the user has changed other lines since", async () => {
      put(id, form(SAMPLES[id]));
      await add(id);
      rmSync(backupOf(id));
      await remove(id);
      const [old, now] = [form(SAMPLES[id]), read(id)].map((text) => parse(id, text.replace("\uFEFF", "")));
      const { section } = hostOf(id);
      expect({ [section]: {}, ...now }).toEqual({ [section]: {}, ...old });
      expect(lostLines(form(SAMPLES[id]), read(id))).toEqual(REWRITTEN[id] ?? []);
    });
  });

  it("writes nothing when the entry is there already", async () => {
    put(id, SAMPLES[id]);
    await add(id);
    const [text, backup] = [read(id), readFileSync(backupOf(id), "utf8")];
    const again = await add(id);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining("stays as it is")]);
    expect([read(id), readFileSync(backupOf(id), "utf8")]).toEqual([text, backup]);
  });

  it("creates a file that only its owner reads, and uninstall removes it", async () => {
    await add(id);
    expect(entryIn(id)).toEqual({ ...STDIO[id], ...OWN });
    expect(statSync(pathOf(id)).mode & 0o777).toBe(0o600);
    await remove(id);
    expect(existsSync(pathOf(id))).toBe(false);
  });

  it("keeps the mode of the file", async () => {
    put(id, SAMPLES[id], 0o664);
    await add(id);
    expect(statSync(pathOf(id)).mode & 0o777).toBe(0o664);
  });

  it("leaves no key behind: a file with one is private, and uninstall removes the file as it was", async () => {
    put(id, SAMPLES[id], 0o644);
    const first = await add(id, { yes: false }, ...typed({ a: "key-1", mail: "me@example.com" }));
    expect(first.out).toContain(`The settings file ${pathOf(id)} holds a key now, so that only you can read it.`);
    await add(id, { yes: false }, ...typed({ a: "key-2" }));
    expect(entryIn(id)!["env"]).toEqual({ PROVIDER_A_API_KEY: "key-2", PROVIDER_D_CONTACT: "me@example.com" });
    const paths = [pathOf(id), backupOf(id)];
    expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(readFileSync(backupOf(id), "utf8")).toContain("key-1");
    await remove(id);
    expect(read(id)).not.toContain("key-");
    expect(existsSync(backupOf(id))).toBe(false);
  });

  it("keeps a mode that is stricter", async () => {
    put(id, SAMPLES[id], 0o400);
    await add(id, { yes: false }, ...typed({ a: "key-1" }));
    expect(statSync(pathOf(id)).mode & 0o777).toBe(0o400);
  });

  it("says first what will happen, and what Enter does", async () => {
    const { code, out, asked } = await add(id, { yes: false }, ...typed({}));
    const path = `(${pathOf(id)})`;
    expect(out.split("\n")[0]).toBe(
      `Adds market-data to ${hostOf(id).name} ${path}. Optional keys and your mail address for the SEC first; Enter skips.`,
    );
    expect(asked[0]).toMatch(/^Key of Financial Modeling Prep \(free at \S+; optional, Enter to skip\): $/);
    expect(asked.at(-2)).toMatch(
      /^Your mail address for SEC EDGAR \(which wants to know who asks; optional, Enter to skip\): $/,
    );
    expect([code, entryIn(id)]).toEqual([0, { ...STDIO[id], ...OWN }]);
    expect((await remove(id)).out).toMatch(/Restart it to unload the server\.\n$/);
  });

  it("updates its entry and keeps the fields that the user has added to it", async () => {
    put(id, SAMPLES[id]);
    await add(id, { toolsets: "core" });
    const edited =
      hostOf(id).format === "toml"
        ? read(id).replace("[mcp_servers.market-data]", "[mcp_servers.market-data]\nstartup_timeout_sec = 20")
        : read(id).replace(/"market-data": \{(?!\s*"command": "other)/, '"market-data": {"timeout": 20,');
    put(id, edited);
    const extra = hostOf(id).format === "toml" ? { startup_timeout_sec: 20 } : { timeout: 20 };
    expect((await add(id, { demo: true })).code).toBe(0);
    expect(entryIn(id)).toEqual({ ...STDIO[id], ...OWN, args: [program, "--demo"], ...extra });
    expect((await remove(id)).code).toBe(0);
    expect(entryIn(id)).toBeUndefined();
  });

  it.each([
    ["broken", id === "codex" ? "model = = 1\n" : '{ "a": 1, ]'],
    ["of another form", id === "codex" ? "mcp_servers = 3\n" : `{ "${hostOf(id).section}": [1] }`],
    ["with another program under our name", foreign(id)],
  ])("writes nothing into a file that is %s", async (_what, text) => {
    put(id, text);
    for (const { code, out, err } of [await add(id), await remove(id)]) {
      expect([code, out]).toEqual([1, ""]);
      expect(err).toMatch(/^\S+ was not changed: .* With --print, install shows what to add by hand\.\n$/);
    }
    expect(read(id)).toBe(text);
    expect(existsSync(backupOf(id))).toBe(false);
  });

  it("shows the change and writes nothing with --dry-run", async () => {
    put(id, SAMPLES[id]);
    const { code, out } = await add(id, { dryRun: true });
    expect([code, out]).toEqual([0, expect.stringMatching(/^\+ .*market-data/m)]);
    expect(out).not.toContain("of another server");
    expect(read(id)).toBe(SAMPLES[id]);
  });

  it("writes nothing without a confirmation", async () => {
    put(id, SAMPLES[id]);
    expect(await add(id, { yes: false })).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
    expect((await add(id, { yes: false }, ...typed({}, "n"))).code).toBe(2);
    expect(read(id)).toBe(SAMPLES[id]);
  });

  it("writes the keys that were typed, and shows none of them", async () => {
    put(id, SAMPLES[id]);
    const { code, out, err, asked } = await add(id, { yes: false }, ...typed({ a: "key-of-a\\1" }, "y"));
    expect([code, asked.length]).toEqual([0, typed({}).length]);
    expect(entryIn(id)).toEqual({ ...STDIO[id], ...OWN, env: { PROVIDER_A_API_KEY: "key-of-a\\1" } });
    expect(out + err).not.toContain("key-of-a");
    expect(out).toContain("(hidden)");
    // Enter keeps a key that is there.
    await add(id, { yes: false, demo: false, toolsets: "core" }, ...typed({ c: "key-of-c" }, "y"));
    expect(entryIn(id)!["env"]).toEqual({ PROVIDER_A_API_KEY: "key-of-a\\1", PROVIDER_C_API_KEY: "key-of-c" });
    expect((await remove(id)).out).not.toContain("key-of-");
  });

  it("prints the entry and touches no file with --print", async () => {
    const { code, out } = await add(id, { print: true });
    expect(code).toBe(0);
    expect(parse(id, out)[hostOf(id).section]!["market-data"]).toEqual({ ...STDIO[id], ...OWN });
    expect(existsSync(pathOf(id))).toBe(false);
  });
});

it("shows a change of a file with tabs without escapes, and no line with a comma alone", async () => {
  put("gemini", '{\n\t"mcpServers": {\n\t\t"other": { "command": "x" }\n\t}\n}\n');
  const { out } = await add("gemini", { dryRun: true });
  expect(out).toContain('\n+     "market-data": {\n');
  expect(out).not.toMatch(/\t|^\+ +,$/m);
});

it("asks again for a mail address or a key that is none, and keeps the answers before", async () => {
  const [key, ...others] = typed({ a: "key-1", mail: "me" }).slice(0, -1);
  const { code, asked } = await add("cursor", { yes: false }, "two words", key!, ...others, "me@example.com", "");
  expect(code).toBe(0);
  expect(asked[1]).toMatch(/^A key has at most 200 printable characters without blanks\. Key of /);
  expect(asked.at(-2)).toMatch(/^"me" is not a mail address such as name@example\.com\. Your mail address /);
  expect(JSON.stringify(entryIn("cursor"))).toMatch(/key-1.*me@example\.com/);
});

describe("a key of the shell", () => {
  const shell = { ...machine, env: { ...machine.env, PROVIDER_A_API_KEY: "of-the-shell" } };
  const addThere = async (yes: boolean, ...answers: string[]) => {
    const { terminal, said } = terminalWith(...answers);
    return { code: await install({ ...WORDS, host: "cursor", yes }, shell, program, terminal), ...said };
  };

  it.each([
    ["is taken over with Enter", "", /of-the-shell/],
    ["gives way to a typed one", "typed-1", /typed-1/],
    ["is left out where the answer says so", "-", /^(?!.*of-the-shell)/],
  ])("%s", async (_what, answer, entry) => {
    const { asked } = await addThere(false, ...typed({ a: answer }));
    expect(asked[0]).toMatch(/PROVIDER_A_API_KEY is set in this shell, but the assistant will not see it; Enter takes/);
    expect(JSON.stringify(entryIn("cursor"))).toMatch(entry);
  });

  it("is not written with --yes, which a sentence says", async () => {
    const { code, err } = await addThere(true);
    expect([code, JSON.stringify(entryIn("cursor")).includes("of-the-shell")]).toEqual([0, false]);
    expect(err).toMatch(/^PROVIDER_A_API_KEY is set in this shell; the assistant will not see it\. Without --yes, /m);
    expect(err).not.toContain("of-the-shell");
  });
});

/** A file in which somebody else's program has our name. */
function foreign(id: HostId): string {
  return id === "codex"
    ? '[mcp_servers.market-data]\ncommand = "other"\n'
    : JSON.stringify({ [hostOf(id).section]: { "market-data": { command: "other", args: ["x"] } } });
}

describe("install --http", () => {
  const address = { url: "https://host.example/mcp" };
  it.each<[HostId, object]>([
    ["claude-code", { type: "http", ...address }],
    ["cursor", address],
    ["vscode", { type: "http", ...address }],
    ["codex", address],
    ["gemini", { httpUrl: address.url }],
    ["windsurf", { serverUrl: address.url }],
    ["zed", address],
  ])("writes the address into the file of %s, in place of the program", async (id, entry) => {
    put(id, SAMPLES[id]);
    await add(id);
    await add(id, { http: "https://host.example" });
    expect(entryIn(id)).toEqual(entry);
    await add(id, { http: "https://host.example/mcp", toolsets: "core,company" });
    expect(Object.values(entryIn(id)!)).toContain("https://host.example/mcp?toolsets=core,company");
  });

  it("writes a typed key as a header", async () => {
    await add("cursor", { http: "https://host.example", yes: false }, "secret-key", "y");
    expect(entryIn("cursor")).toEqual({ ...address, headers: { "X-API-Key": "secret-key" } });
  });

  it("is refused for Claude Desktop, whose file takes no address", async () => {
    await expect(add("claude-desktop", { http: "https://host.example" })).rejects.toThrow(
      /takes no address in its file/,
    );
  });

  it.each(["host", "ftp://host/", "https://me:secret@host/mcp"])("is refused for %s", async (http) => {
    await expect(add("cursor", { http })).rejects.toThrow(/must be an http or https address/);
  });
});

describe("install refuses", () => {
  it.each([
    "/home/me/.npm/_npx/ab12/node_modules/market-data-mcp/dist/index.js",
    "C:\\npm-cache\\_npx\\1\\dist\\index.js",
  ])("a program in npm's cache: %s", async (path) => {
    const { terminal } = terminalWith();
    await expect(install({ ...WORDS, host: "zed" }, machine, path, terminal)).rejects.toThrow(/npm's cache/);
  });

  it("an unknown toolset", async () => {
    await expect(add("zed", { toolsets: "all,none" })).rejects.toThrow(/--toolsets must be a comma list of core/);
  });

  it("a file that a link puts into a repository", async () => {
    const repository = join(folder.path, "dotfiles");
    mkdirSync(join(repository, ".git"), { recursive: true });
    mkdirSync(dirname(pathOf("zed")), { recursive: true });
    writeFileSync(join(repository, "settings.json"), "{}");
    symlinkSync(join(repository, "settings.json"), pathOf("zed"));
    expect(await add("zed")).toMatchObject({ code: 1, err: expect.stringContaining("belongs to the repository") });
  });

  it("a file that another program changes between the question and the answer", async () => {
    put("zed", SAMPLES.zed);
    const { terminal, said } = terminalWith();
    const asking: Terminal = {
      ...terminal,
      ask: () => {
        put("zed", "{}");
        return Promise.resolve("y");
      },
    };
    const code = await install({ ...WORDS, host: "zed", yes: false }, machine, program, asking);
    expect([code, said.err, read("zed")]).toEqual([1, expect.stringContaining("another program has changed it"), "{}"]);
  });
});

it("follows a link to a file outside of a repository and leaves the link", async () => {
  const target = join(folder.path, "elsewhere.json");
  writeFileSync(target, "{}");
  mkdirSync(dirname(pathOf("zed")), { recursive: true });
  symlinkSync(target, pathOf("zed"));
  expect((await add("zed")).code).toBe(0);
  expect(readFileSync(target, "utf8")).toContain("market-data");
});

describe("Claude Code's own command", () => {
  const bin = join(folder.path, "bin");
  const calls = join(folder.path, "calls.txt");
  const withClaude: Machine = { ...machine, env: { PATH: bin, CALLS: calls } };
  mkdirSync(bin, { recursive: true });
  writeFileSync(
    join(bin, "claude"),
    '#!/bin/sh\nfor each; do printf "%s\\n" "$each" >> "$CALLS"; done\nexit "${FAILS:-0}"\n',
    {
      mode: 0o755,
    },
  );
  beforeEach(() => rmSync(calls, { force: true }));
  const called = () => readFileSync(calls, "utf8").trimEnd().split("\n");

  it.skipIf(process.platform === "win32")("adds and removes the entry for the user", async () => {
    const { terminal, said } = terminalWith();
    expect(await install({ ...WORDS, host: "claude-code" }, withClaude, program, terminal)).toBe(0);
    const entry = JSON.stringify({ type: "stdio", ...OWN });
    expect(called()).toEqual(["mcp", "add-json", "--scope", "user", "market-data", entry]);
    expect(said.out).toContain(`claude mcp add-json --scope user market-data '${entry}'`);
    put("claude-code", JSON.stringify({ mcpServers: { "market-data": { type: "stdio", ...OWN } } }));
    rmSync(calls);
    expect(await uninstall({ host: "claude-code", yes: true, dryRun: false }, withClaude, terminal)).toBe(0);
    expect(called()).toEqual(["mcp", "remove", "--scope", "user", "market-data"]);
  });

  it.skipIf(process.platform === "win32")(
    "gets no key, because every user can read the arguments of a process",
    async () => {
      const { terminal } = terminalWith(...typed({ a: "secret-key" }, "y"));
      expect(await install({ ...WORDS, host: "claude-code", yes: false }, withClaude, program, terminal)).toBe(0);
      expect(existsSync(calls)).toBe(false);
      expect(entryIn("claude-code")!["env"]).toEqual({ PROVIDER_A_API_KEY: "secret-key" });
    },
  );

  it.skipIf(process.platform === "win32")("is reported when it fails", async () => {
    const { terminal, said } = terminalWith();
    const failing = { ...withClaude, env: { ...withClaude.env, FAILS: "3" } };
    expect(await install({ ...WORDS, host: "claude-code" }, failing, program, terminal)).toBe(1);
    expect(said.err).toMatch(/was not changed: the command \S+claude did not change it \(exit code 3\)/);
  });
});
