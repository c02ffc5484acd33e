/**
 * The manifests of the plugin, one folder that several kinds of hosts read.
 *
 * Claude Code reads `.claude-plugin/` and `.mcp.json`; the open format, which Codex and ChatGPT use, `plugin.json` and
 * `mcp.json`; Cursor `.cursor-plugin/`, GitHub Copilot `.github/plugin/` beside the open format, and Gemini CLI
 * `gemini-extension.json`. The folder is also a marketplace with this one plugin, so that they can install it.
 */
import { SERVER_NAME as NAME } from "../src/contract/host-links.js";
import { PRODUCT_SUMMARY, PRODUCT_TITLE } from "../src/mcp/product.js";
import { AUTHOR, toPages, type Package } from "./manifests.js";

/** The file of the icon, which the folder gets beside these. */
export const ICON = "icon.png";
/** Questions that a host offers in its list: at most three, of at most 128 characters. */
const STARTERS = [
  "Compare Microsoft, Alphabet and Amazon: margins, growth, valuation and returns of a year.",
  "What happened on the markets today, and which figures come out this week?",
  "Is Coca-Cola's dividend safe? Show payments, growth and payout, with sources.",
];

/** Returns the manifests by their paths in the folder. */
export function toPluginFiles(own: Package) {
  const { version, license, keywords } = own;
  const author = { name: AUTHOR };
  const { repository, homepage, support } = toPages(own);
  const page = (file: string) => `${repository.url}/blob/main/${file}`;
  const facts = {
    name: NAME,
    version,
    description: PRODUCT_SUMMARY,
    author,
    homepage,
    repository: repository.url,
    license,
    keywords,
  };
  /** @param root the variable that hosts replace by the folder into which they have installed the plugin. */
  const server = (root: string) => ({ command: "node", args: [`\${${root}}/dist/index.js`] });
  const plugins = [{ name: NAME, source: "./", description: PRODUCT_SUMMARY, version }];
  return {
    ".claude-plugin/plugin.json": { ...facts, displayName: PRODUCT_TITLE },
    ".claude-plugin/marketplace.json": { name: NAME, description: PRODUCT_SUMMARY, owner: author, plugins },
    ".cursor-plugin/plugin.json": {
      ...facts,
      displayName: PRODUCT_TITLE,
      logo: ICON,
      // Cursor deletes what its manifest does not name.
      skills: "./skills/",
      mcpServers: "./mcp.json",
    },
    ".cursor-plugin/marketplace.json": {
      name: NAME,
      owner: author,
      metadata: { description: PRODUCT_SUMMARY },
      plugins: plugins.map(({ name, source, description }) => ({ name, source, description })),
    },
    ".github/plugin/marketplace.json": {
      name: NAME,
      owner: author,
      metadata: { description: PRODUCT_SUMMARY, version },
      plugins,
    },
    "gemini-extension.json": {
      name: NAME,
      version,
      description: PRODUCT_SUMMARY,
      mcpServers: { [NAME]: { ...server("extensionPath"), cwd: "${extensionPath}" } },
    },
    ".mcp.json": { mcpServers: { [NAME]: server("CLAUDE_PLUGIN_ROOT") } },
    "plugin.json": {
      $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
      ...facts,
      extensions: {
        "com.openai": {
          interface: {
            displayName: PRODUCT_TITLE,
            shortDescription: "Market data with its sources",
            longDescription: own.description,
            developerName: AUTHOR,
            category: "Finance",
            websiteURL: homepage,
            supportURL: support,
            privacyPolicyURL: page("PRIVACY.md"),
            termsOfServiceURL: page("LICENSE"),
            defaultPrompt: STARTERS,
            logo: `./${ICON}`,
            composerIcon: `./${ICON}`,
          },
        },
      },
    },
    "mcp.json": {
      $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json",
      mcpServers: { [NAME]: { type: "stdio", ...server("PLUGIN_ROOT") } },
    },
  };
}
