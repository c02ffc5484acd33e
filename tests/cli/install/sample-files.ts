/** Configuration files of hosts as their users have them: with comments, other servers, and either line end. */
import type { HostId } from "../../../src/cli/install/hosts.js";

export const SAMPLES: Record<HostId, string> = {
  "claude-desktop": `{
  "globalShortcut": "Alt+Space",
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/Users/me/Desktop"],
      "env": { "TOKEN": "of another server" }
    }
  }
}
`,
  "claude-code": `{
  "numStartups": 42,
  "projects": {
    "/home/me/shop": { "allowedTools": [], "mcpServers": { "market-data": { "command": "other" } } }
  },
  "mcpServers": {},
  "userID": "abc"
}`,
  cursor: `{
\t"mcpServers": {
\t\t"github": {
\t\t\t"url": "https://api.githubcopilot.com/mcp/",
\t\t\t"headers": { "Authorization": "Bearer of another server" }
\t\t}
\t}
}
`,
  vscode: `{
  // Keys are asked for once.
  "inputs": [
    { "type": "promptString", "id": "key", "description": "Key", "password": true }, // stays
  ],
  "servers": {
    "playwright": { "command": "npx", "args": ["-y", "@playwright/mcp@latest"] }, // for tests
    /* the last one */
    "memory": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"] } // no comma here
  }
}
`,
  codex: `# My settings
model = "gpt-5.2" # the usual one
approval_policy = "on-request"

[mcp_servers.context7]
command = "npx"
args = [
  "-y", # without a question
  "@upstash/context7-mcp",
]
env = { TOKEN = "of another server" }

# Trusted folders
[projects."/home/me/shop"]
trust_level = "trusted"
`,
  gemini: `{
    "theme": "GitHub", // light
    "selectedAuthType": "gemini-api-key"
}
`,
  windsurf: `{ "mcpServers": { "one": { "command": "a" } } }
`,
  zed: `// Zed settings
//
// For information on how to configure Zed, see the Zed documentation: https://zed.dev/docs/configuring-zed
{
  "theme": {
    "mode": "system",
    "light": "One Light",
    "dark": "One Dark", // at night
  },
  "buffer_font_size": 15, // large
}
`,
};
