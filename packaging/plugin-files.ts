/**
 * The manifests of the plugin, one folder that two kinds of hosts read.
 *
 * Claude Code reads `.claude-plugin/` and `.mcp.json`; the open format, which Codex and ChatGPT use, `plugin.json` and
 * `mcp.json`. The folder is also a marketplace with this one plugin, so that both can install it.
 */
import { SERVER_NAME as NAME } from "../src/contract/host-links.js";
import { PRODUCT_SUMMARY, PRODUCT_TITLE } from "../src/contract/product.js";
import { AUTHOR, toPage, type Package } from "./manifests.js";

/** Returns the manifests by their paths in the folder. */
export function toPluginFiles(own: Package) {
  const { version, license, keywords } = own;
  const author = { name: AUTHOR };
  const repository = toPage(own.repository);
  const facts = { name: NAME, version, description: PRODUCT_SUMMARY, author, repository, license, keywords };
  /** @param root the variable that hosts replace by the folder into which they have installed the plugin. */
  const server = (root: string) => ({ command: "node", args: [`\${${root}}/dist/index.js`] });
  return {
    ".claude-plugin/plugin.json": { ...facts, displayName: PRODUCT_TITLE },
    ".claude-plugin/marketplace.json": {
      name: NAME,
      description: PRODUCT_SUMMARY,
      owner: author,
      plugins: [{ name: NAME, source: "./", description: PRODUCT_SUMMARY, version }],
    },
    ".mcp.json": { mcpServers: { [NAME]: server("CLAUDE_PLUGIN_ROOT") } },
    "plugin.json": {
      $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
      ...facts,
      extensions: {
        "com.openai": {
          interface: { displayName: PRODUCT_TITLE, longDescription: own.description, developerName: AUTHOR },
        },
      },
    },
    "mcp.json": {
      $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json",
      mcpServers: { [NAME]: { type: "stdio", ...server("PLUGIN_ROOT") } },
    },
  };
}
