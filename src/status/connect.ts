/** Connection instructions: the configuration to paste, for each client. */
import { SERVER_NAME, toHostLink, type LinkedHost } from "../contract/host-links.js";
import { html, type Html } from "./html.js";

export interface ConnectOptions {
  /** Base address of this server as its callers write it. */
  base: string;
  /** Whether the operator has stated this address, so that the one in the browser does not replace it. */
  isStated?: boolean;
  /** Whether callers need a key. */
  needsKey: boolean;
  /** Path of the program's file, if the reader may see it. */
  program: string | undefined;
  simulated: boolean;
}

interface Client {
  id: string;
  name: string;
  where: string;
  paste: string;
  /** The entry that a link adds, for a host that has such links. */
  link?: { host: LinkedHost; entry: Readonly<Record<string, unknown>> };
}

const KEY = "YOUR_KEY";
const UNKNOWN_PROGRAM = "/path/to/market-data-mcp/dist/index.js";

function toClients({ base, needsKey, program = UNKNOWN_PROGRAM, simulated }: ConnectOptions): Client[] {
  const remote = { url: `${base}/mcp`, ...(needsKey ? { headers: { "X-API-Key": KEY } } : {}) };
  const local = { command: "node", args: [program, ...(simulated ? ["--demo"] : [])] };
  const header = (flag: string) => (needsKey ? ` ${flag} "X-API-Key: ${KEY}"` : "");
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    {
      id: "claude-code",
      name: "Claude Code",
      where: "Run this in a terminal.",
      paste: `claude mcp add --transport http ${SERVER_NAME} ${base}/mcp${header("--header")}`,
    },
    {
      id: "claude-desktop",
      name: "Claude Desktop",
      where: "Settings → Developer → Edit Config. It starts a server of its own, which takes its keys from “env”.",
      paste: json({ mcpServers: { [SERVER_NAME]: local } }),
    },
    {
      id: "cursor",
      name: "Cursor",
      where: "In .cursor/mcp.json of a project, or ~/.cursor/mcp.json.",
      paste: json({ mcpServers: { [SERVER_NAME]: remote } }),
      link: { host: "cursor", entry: remote },
    },
    {
      id: "vs-code",
      name: "VS Code",
      where: "In .vscode/mcp.json of a folder.",
      paste: json({ servers: { [SERVER_NAME]: { type: "http", ...remote } } }),
      link: { host: "vscode", entry: { type: "http", ...remote } },
    },
    {
      id: "codex",
      name: "Codex",
      where: "In ~/.codex/config.toml.",
      paste: [
        `[mcp_servers.${SERVER_NAME}]`,
        `url = "${base}/mcp"`,
        ...(needsKey ? [`http_headers = { X-API-Key = "${KEY}" }`] : []),
      ].join("\n"),
    },
    {
      id: "gemini",
      name: "Gemini CLI",
      where: "Run this in a terminal.",
      paste: `gemini mcp add --scope user --transport http${header("--header")} ${SERVER_NAME} ${base}/mcp`,
    },
    {
      id: "chatgpt",
      name: "ChatGPT",
      where:
        "Settings → Security and login → Developer mode; then the plus button on chatgpt.com/plugins. ChatGPT needs an address on the internet with HTTPS, and signs in with OAuth or calls an open server: it sends no key.",
      paste: `${base}/mcp`,
    },
    {
      id: "curl",
      name: "curl",
      where: "Or any other program that speaks HTTP; the reference has all endpoints.",
      paste: `curl${header("-H")} ${base}/api/v1/stock/AAPL`,
    },
  ];
}

/**
 * Returns one panel per client, selected by radio buttons, so that no script is needed; a script shows the copy
 * buttons.
 */
export function connectPanels(options: ConnectOptions): Html {
  const clients = toClients(options);
  const choices = clients.map(
    ({ id, name }, each) =>
      html`<input type="radio" name="client" id="client-${id}" ${each === 0 ? html` checked` : ""} /><label
          for="client-${id}"
          >${name}</label
        >`,
  );
  const panels = clients.map(
    ({ id, name, where, paste, link }) =>
      html`<div class="panel" data-client="${id}">
        <p>${where}</p>
        <div class="paste">
          <pre tabindex="0" aria-label="For ${name}"><code>${paste}</code></pre>
          <button type="button" class="copy" hidden>Copy<span class="hidden"> for ${name}</span></button>
        </div>
        ${link ? addLink(name, link) : ""}
      </div>`,
  );
  return html`<fieldset class="connect" data-base="${options.isStated ? "" : options.base}">
    <legend class="hidden">Client</legend>
    ${choices}${panels}
  </fieldset>`;
}

/** A link that adds the server; the page's script puts the address of the page into it. */
function addLink(name: string, { host, entry }: NonNullable<Client["link"]>): Html {
  return html`<p>
    <a class="add" data-host="${host}" data-entry="${JSON.stringify(entry)}" href="${toHostLink(host, entry)}"
      >Add to ${name}</a
    >
  </p>`;
}
