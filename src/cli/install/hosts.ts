/** The hosts that `install` knows: where each keeps its user's configuration, and the form of an entry in it. */
import { posix, win32 } from "node:path";

/** The server to add: a program that the host starts, or an address. */
export type Launch =
  | { command: string; args: readonly string[]; env: Readonly<Record<string, string>> }
  | { url: string; headers: Readonly<Record<string, string>> };

/** The machine on which a configuration file is looked for. */
export interface Machine {
  platform: NodeJS.Platform;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Names in a folder; none where it cannot be read. */
  namesIn(folder: string): readonly string[];
}

export interface Host {
  id: HostId;
  /** The product's name. */
  name: string;
  format: "jsonc" | "toml";
  /** The key of the file under which the host keeps its servers. */
  section: string;
  /** The path of the user's configuration file. */
  pathOn(machine: Machine): string;
  /** The host's form of an entry; `undefined` where the file takes no address. */
  toEntry(launch: Launch): Record<string, unknown> | undefined;
  /** The step after which the host sees the change. */
  next: string;
}

export const HOST_IDS = [
  "claude-desktop",
  "claude-code",
  "cursor",
  "vscode",
  "codex",
  "gemini",
  "windsurf",
  "zed",
] as const;

export type HostId = (typeof HOST_IDS)[number];

/** Every host, in the order of the documents. */
export const HOSTS: readonly Host[] = [
  {
    id: "claude-desktop",
    name: "Claude Desktop",
    format: "jsonc",
    section: "mcpServers",
    pathOn: (machine) => inClaudeFolder(machine),
    // Claude Desktop skips entries with an address; it takes servers elsewhere as connectors of the account.
    toEntry: (launch) => ("url" in launch ? undefined : toStdio(launch)),
    next: "Quit Claude Desktop, also from the tray or menu bar, and start it again.",
  },
  {
    id: "claude-code",
    name: "Claude Code",
    format: "jsonc",
    section: "mcpServers",
    pathOn: (machine) => join(machine, machine.env["CLAUDE_CONFIG_DIR"] || machine.home, ".claude.json"),
    toEntry: (launch) =>
      "url" in launch ? { type: "http", ...toRemote(launch) } : { type: "stdio", ...toStdio(launch) },
    next: "Start a new session; /mcp shows the server.",
  },
  {
    id: "cursor",
    name: "Cursor",
    format: "jsonc",
    section: "mcpServers",
    pathOn: (machine) => join(machine, machine.home, ".cursor", "mcp.json"),
    toEntry: (launch) => ("url" in launch ? toRemote(launch) : toStdio(launch)),
    next: "Cursor Settings, Tools & MCP shows the server; switch it on there if it is off.",
  },
  {
    id: "vscode",
    name: "VS Code",
    format: "jsonc",
    section: "servers",
    pathOn: (machine) => join(machine, toSettingsFolder(machine), "Code", "User", "mcp.json"),
    toEntry: (launch) =>
      "url" in launch ? { type: "http", ...toRemote(launch) } : { type: "stdio", ...toStdio(launch) },
    next: 'Run "MCP: List Servers" from the Command Palette and start it; the tools are in agent mode.',
  },
  {
    id: "codex",
    name: "Codex",
    format: "toml",
    section: "mcp_servers",
    pathOn: (machine) =>
      join(machine, machine.env["CODEX_HOME"] || join(machine, machine.home, ".codex"), "config.toml"),
    toEntry: (launch) => ("url" in launch ? toRemote(launch, "url", "http_headers") : toStdio(launch)),
    next: "Start a new session; /mcp shows the server.",
  },
  {
    id: "gemini",
    name: "Gemini CLI",
    format: "jsonc",
    section: "mcpServers",
    pathOn: (machine) => join(machine, machine.home, ".gemini", "settings.json"),
    // Under "url" Gemini CLI expects the older transport with server-sent events.
    toEntry: (launch) => ("url" in launch ? toRemote(launch, "httpUrl") : toStdio(launch)),
    next: "Start a new session; /mcp shows the server.",
  },
  {
    id: "windsurf",
    name: "Windsurf",
    format: "jsonc",
    section: "mcpServers",
    pathOn: (machine) => join(machine, machine.home, ".codeium", "windsurf", "mcp_config.json"),
    toEntry: (launch) => ("url" in launch ? toRemote(launch, "serverUrl") : toStdio(launch)),
    next: "Refresh the list of MCP servers in Cascade, or restart Windsurf.",
  },
  {
    id: "zed",
    name: "Zed",
    format: "jsonc",
    section: "context_servers",
    pathOn: (machine) =>
      machine.platform === "darwin"
        ? join(machine, machine.home, ".config", "zed", "settings.json")
        : join(machine, toSettingsFolder(machine), machine.platform === "win32" ? "Zed" : "zed", "settings.json"),
    toEntry: (launch) => ("url" in launch ? toRemote(launch) : toStdio(launch)),
    next: "The Agent Panel's settings show the server; a green dot means that it runs.",
  },
];

/** Fields of an entry that `install` sets, in any host's form. Other fields of an entry belong to its user. */
export const ENTRY_FIELDS = [
  "type",
  "command",
  "args",
  "env",
  "url",
  "httpUrl",
  "serverUrl",
  "headers",
  "http_headers",
];

function toStdio(launch: Exclude<Launch, { url: string }>): Record<string, unknown> {
  const { command, args, env } = launch;
  return { command, args: [...args], ...(Object.keys(env).length > 0 ? { env: { ...env } } : {}) };
}

function toRemote(launch: Extract<Launch, { url: string }>, address = "url", headers = "headers") {
  const filled = Object.keys(launch.headers).length > 0;
  return { [address]: launch.url, ...(filled ? { [headers]: { ...launch.headers } } : {}) };
}

/** The folder in which programs with a window keep their settings. */
function toSettingsFolder(machine: Machine): string {
  const { platform, home, env } = machine;
  if (platform === "win32") return env["APPDATA"] || join(machine, home, "AppData", "Roaming");
  if (platform === "darwin") return join(machine, home, "Library", "Application Support");
  return env["XDG_CONFIG_HOME"] || join(machine, home, ".config");
}

const CLAUDE_FILE = "claude_desktop_config.json";

/**
 * The file that Claude Desktop reads. Windows redirects the settings of an app that was installed as a package (MSIX)
 * into the package's folder, and such an app does not see a file outside of it.
 */
function inClaudeFolder(machine: Machine): string {
  const { platform, home, env } = machine;
  if (platform === "win32") {
    const packages = join(machine, env["LOCALAPPDATA"] || join(machine, home, "AppData", "Local"), "Packages");
    const own = machine.namesIn(packages).find((name) => name.startsWith("Claude_"));
    if (own) return join(machine, packages, own, "LocalCache", "Roaming", "Claude", CLAUDE_FILE);
  }
  return join(machine, toSettingsFolder(machine), "Claude", CLAUDE_FILE);
}

function join({ platform }: Machine, ...parts: readonly string[]): string {
  return (platform === "win32" ? win32 : posix).join(...parts);
}
