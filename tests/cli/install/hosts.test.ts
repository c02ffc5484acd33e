/** The file and the entry of each host, on each system. */
import { describe, expect, it } from "vitest";
import { HOST_IDS, HOSTS, type HostId, type Machine } from "../../../src/cli/install/hosts.js";

const hostOf = (id: HostId) => HOSTS.find((host) => host.id === id)!;
const machine = (platform: NodeJS.Platform, env: Machine["env"] = {}, names: readonly string[] = []): Machine => ({
  platform,
  home: platform === "win32" ? "C:\\Users\\me" : platform === "darwin" ? "/Users/me" : "/home/me",
  env,
  namesIn: () => names,
});

const PATHS: Record<HostId, { darwin: string; win32: string; linux: string }> = {
  "claude-desktop": {
    darwin: "/Users/me/Library/Application Support/Claude/claude_desktop_config.json",
    win32: "C:\\Users\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
    linux: "/home/me/.config/Claude/claude_desktop_config.json",
  },
  "claude-code": {
    darwin: "/Users/me/.claude.json",
    win32: "C:\\Users\\me\\.claude.json",
    linux: "/home/me/.claude.json",
  },
  cursor: {
    darwin: "/Users/me/.cursor/mcp.json",
    win32: "C:\\Users\\me\\.cursor\\mcp.json",
    linux: "/home/me/.cursor/mcp.json",
  },
  vscode: {
    darwin: "/Users/me/Library/Application Support/Code/User/mcp.json",
    win32: "C:\\Users\\me\\AppData\\Roaming\\Code\\User\\mcp.json",
    linux: "/home/me/.config/Code/User/mcp.json",
  },
  codex: {
    darwin: "/Users/me/.codex/config.toml",
    win32: "C:\\Users\\me\\.codex\\config.toml",
    linux: "/home/me/.codex/config.toml",
  },
  gemini: {
    darwin: "/Users/me/.gemini/settings.json",
    win32: "C:\\Users\\me\\.gemini\\settings.json",
    linux: "/home/me/.gemini/settings.json",
  },
  windsurf: {
    darwin: "/Users/me/.codeium/windsurf/mcp_config.json",
    win32: "C:\\Users\\me\\.codeium\\windsurf\\mcp_config.json",
    linux: "/home/me/.codeium/windsurf/mcp_config.json",
  },
  zed: {
    darwin: "/Users/me/.config/zed/settings.json",
    win32: "C:\\Users\\me\\AppData\\Roaming\\Zed\\settings.json",
    linux: "/home/me/.config/zed/settings.json",
  },
};

describe("the configuration file of", () => {
  const rows = HOST_IDS.flatMap((id) =>
    (["darwin", "win32", "linux"] as const).map((platform) => ({ id, platform, path: PATHS[id][platform] })),
  );
  it.each(rows)("$id on $platform is $path", ({ id, platform, path }) => {
    expect(hostOf(id).pathOn(machine(platform))).toBe(path);
  });

  it.each<[HostId, NodeJS.Platform, Machine["env"], string]>([
    ["vscode", "win32", { APPDATA: "D:\\Roaming" }, "D:\\Roaming\\Code\\User\\mcp.json"],
    ["zed", "win32", { APPDATA: "D:\\Roaming" }, "D:\\Roaming\\Zed\\settings.json"],
    ["zed", "linux", { XDG_CONFIG_HOME: "/conf" }, "/conf/zed/settings.json"],
    ["vscode", "linux", { XDG_CONFIG_HOME: "/conf" }, "/conf/Code/User/mcp.json"],
    ["codex", "linux", { CODEX_HOME: "/codex" }, "/codex/config.toml"],
    ["codex", "win32", { CODEX_HOME: "D:\\codex" }, "D:\\codex\\config.toml"],
    ["claude-code", "linux", { CLAUDE_CONFIG_DIR: "/claude" }, "/claude/.claude.json"],
  ])("%s on %s with %j is %s", (id, platform, env, path) => {
    expect(hostOf(id).pathOn(machine(platform, env))).toBe(path);
  });

  it("is inside the package's folder if Claude Desktop was installed as a package on Windows", () => {
    const packaged = machine("win32", {}, ["Microsoft.Paint_8wekyb3d8bbwe", "Claude_pzs8sxrjxfjjc"]);
    expect(hostOf("claude-desktop").pathOn(packaged)).toBe(
      "C:\\Users\\me\\AppData\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json",
    );
  });
});

describe("the entry in the form of", () => {
  const program = { command: "/node", args: ["/dist/index.js"], env: { PROVIDER_A_API_KEY: "k" } };
  const server = { url: "https://host/mcp", headers: { "X-API-Key": "k" } };
  const plain = { url: "https://host/mcp", headers: { "X-API-Key": "k" } };

  it.each<[HostId, object, object | undefined]>([
    ["claude-desktop", program, undefined],
    ["claude-code", { type: "stdio", ...program }, { type: "http", ...plain }],
    ["cursor", program, plain],
    ["vscode", { type: "stdio", ...program }, { type: "http", ...plain }],
    ["codex", program, { url: "https://host/mcp", http_headers: { "X-API-Key": "k" } }],
    ["gemini", program, { httpUrl: "https://host/mcp", headers: { "X-API-Key": "k" } }],
    ["windsurf", program, { serverUrl: "https://host/mcp", headers: { "X-API-Key": "k" } }],
    ["zed", program, plain],
  ])("%s starts the program, or names an address", (id, stdio, remote) => {
    expect([hostOf(id).toEntry(program), hostOf(id).toEntry(server)]).toEqual([stdio, remote]);
  });

  it.each(HOST_IDS)("%s has no environment and no headers without keys", (id) => {
    const entries = [hostOf(id).toEntry({ ...program, env: {} }), hostOf(id).toEntry({ ...server, headers: {} })];
    expect(JSON.stringify(entries)).not.toMatch(/env|headers/);
  });
});
