/**
 * The manifests for registries and desktop hosts, generated from the program's settings and tools.
 */
import { CATALOGUE } from "../src/catalogue.js";
import { shownDefault, type Setting } from "../src/config/setting.js";
import { toUnsetOptions } from "../src/contract/provider-description.js";
import { PRODUCT_SUMMARY, PRODUCT_TITLE } from "../src/mcp/product.js";
import { toKeyVariable } from "../src/contract/provider-id.js";
import { TOOLSET_CHOICES } from "../src/contract/toolsets.js";
import { SETTINGS } from "../src/config/settings.js";
import { PROVIDER_DESCRIPTIONS } from "../src/providers/descriptions.js";
import { PROMPTS } from "../src/capabilities/prompts/prompts.js";

/** The fields of package.json that the manifests use. */
export interface Package {
  name: string;
  mcpName: string;
  version: string;
  description: string;
  license: string;
  keywords: readonly string[];
  engines: { node: string };
  /** Its address is that of a repository at GitHub, in npm's form. */
  repository: { url: string };
}

/** Pictures of the program in lists of bundles, below packaging/screenshots. */
export const SCREENSHOTS = ["listing-quote", "listing-history", "listing-comparison", "listing-earnings"].map(
  (name) => `screenshots/${name}.png`,
);

/** Name for lists that ask for an author. */
export const AUTHOR = "The market-data-mcp authors";

/** Providers that need the user's key. */
const KEYED = PROVIDER_DESCRIPTIONS.filter(({ needsKey }) => needsKey);

/** Options that some of a provider's sources need, such as a contact. */
const OPTIONS = PROVIDER_DESCRIPTIONS.flatMap((description) => toUnsetOptions(description, {}));

/** Settings that a host asks the user for before it starts the program; all other settings keep their defaults. */
const ASKED: readonly { variable: string; format?: "number" | "boolean" | "filepath" }[] = [
  ...KEYED.map(({ id }) => ({ variable: toKeyVariable(id) })),
  ...KEYED.flatMap(({ label }) => [
    { variable: `${label}_RATE_PER_MINUTE`, format: "number" as const },
    { variable: `${label}_DAILY_QUOTA`, format: "number" as const },
  ]),
  ...OPTIONS.map(({ variable }) => ({ variable })),
  { variable: "TOOLSETS" },
  { variable: "DEMO", format: "boolean" },
  { variable: "DATA_DIR", format: "filepath" },
  { variable: "STORE_URL" },
  { variable: "LOG_LEVEL" },
];

/**
 * Returns the entry of the MCP registry, `server.json`.
 *
 * @param bundle the file of the desktop bundle and its SHA-256, once a release has made it.
 * @see the registry's server.schema.json of 2025-12-11
 */
export function toServerJson(
  { name, mcpName, version, repository }: Package,
  bundle?: { file: string; sha256: string },
) {
  const url = toPage(repository);
  const stdio = { type: "stdio" };
  const environmentVariables = ASKED.map(({ variable, format }) => {
    const setting = settingOf(variable);
    const { meaning, secret, shown, default: fallback } = setting;
    const inWords = fallback === undefined || shown !== undefined;
    return {
      name: variable,
      description: plain(meaning),
      isRequired: false,
      ...(secret ? { isSecret: true } : {}),
      ...(format ? { format } : {}),
      ...(inWords ? {} : { default: format === "boolean" ? String(fallback) : shownDefault(setting) }),
    };
  });
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: mcpName,
    title: PRODUCT_TITLE,
    description: PRODUCT_SUMMARY,
    version,
    repository: { url, source: "github" },
    packages: [
      {
        registryType: "npm",
        identifier: name,
        version,
        runtimeHint: "npx",
        transport: stdio,
        environmentVariables,
      },
      {
        registryType: "oci",
        identifier: `${url.replace("https://github.com/", "ghcr.io/").toLowerCase()}:${version}`,
        runtimeHint: "docker",
        transport: stdio,
        environmentVariables: [
          { name: "TRANSPORT", description: "The image serves HTTP by default", isRequired: true, value: "stdio" },
          // In the image, DATA_DIR is the folder for a volume.
          ...environmentVariables.filter((each) => each.name !== "DATA_DIR"),
        ],
      },
      ...(bundle
        ? [
            {
              registryType: "mcpb",
              identifier: `${url}/releases/download/v${version}/${bundle.file}`,
              version,
              fileSha256: bundle.sha256,
              transport: stdio,
            },
          ]
        : []),
    ],
  };
}

/**
 * Returns the manifest of the bundle for desktop hosts, version 0.3.
 *
 * The fields for keys have an empty default, because without one some hosts pass the placeholder of an empty field to
 * the program.
 */
export function toBundleManifest(own: Package) {
  const { name, version, description, license, keywords, engines } = own;
  const key = (variable: string, where: string) => ({
    type: "string",
    title: settingOf(variable).meaning,
    description: `Optional, and free at ${where}. It is kept by this app and sent to that provider only.`,
    sensitive: true,
    required: false,
    default: "",
  });
  return {
    manifest_version: "0.3",
    name,
    display_name: PRODUCT_TITLE,
    version,
    description: PRODUCT_SUMMARY,
    long_description: `${description} Every answer says which source it comes from and how old it is. Works without any key, and answers more with keys. It sends requests to ${VENDORS} only.`,
    author: { name: AUTHOR },
    ...toPages(own),
    icon: "icon.png",
    screenshots: SCREENSHOTS,
    // The services that receive a user's symbols and search words; there is none of ours.
    privacy_policies: PROVIDER_DESCRIPTIONS.map(({ privacyUrl }) => privacyUrl),
    server: {
      type: "node",
      entry_point: "dist/index.js",
      mcp_config: {
        command: "node",
        args: ["${__dirname}/dist/index.js"],
        env: Object.fromEntries(
          Object.keys(userConfig(key)).map((asked) => [asked.toUpperCase(), `\${user_config.${asked}}`]),
        ),
      },
    },
    tools: CATALOGUE.map(({ capability: { tool } }) => ({ name: tool.name, description: tool.description })),
    prompts_generated: PROMPTS.length > 0,
    keywords,
    license,
    user_config: userConfig(key),
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: engines.node } },
  };
}

/** Returns the page of a repository in npm's form, `git+https://github.com/owner/name.git`. */
export function toPage({ url }: Package["repository"]): string {
  return url.replace(/^git\+|\.git$/g, "");
}

/** Returns the project's pages. */
export function toPages({ repository }: Package) {
  const url = toPage(repository);
  return { repository: { type: "git", url }, homepage: `${url}#readme`, support: `${url}/issues` };
}

/** Returns the fields of the host's form, by the setting's name in small letters. */
function userConfig<Key>(key: (variable: string, where: string) => Key) {
  return {
    ...Object.fromEntries(
      KEYED.map(({ id, signUpUrl }) => [toKeyVariable(id).toLowerCase(), key(toKeyVariable(id), siteOf(signUpUrl!))]),
    ),
    ...Object.fromEntries(OPTIONS.map(({ variable, enables }) => [variable.toLowerCase(), option(variable, enables)])),
    toolsets: {
      type: "string",
      title: "Sets of tools",
      description: `Which tools the model sees: a comma list of ${TOOLSET_CHOICES}. Fewer tools leave more room for the conversation.`,
      required: false,
      default: "default",
    },
    demo: {
      type: "boolean",
      title: "Simulated market",
      description: "To look around: no key, no network, every figure is invented.",
      required: false,
      default: false,
    },
  };
}

/** Returns the field of an option that some of a provider's sources need. */
function option(variable: string, enables: string) {
  const title = settingOf(variable).meaning;
  return { type: "string", title, description: `Optional. It enables ${enables}.`, required: false, default: "" };
}

const VENDORS = new Intl.ListFormat("en").format(
  PROVIDER_DESCRIPTIONS.flatMap(({ vendor, offices = [] }) => [vendor, ...offices]),
);

/** Returns the site of an address in its usual short form: `financialmodelingprep.com`. */
function siteOf(address: string): string {
  return new URL(address).hostname.split(".").slice(-2).join(".");
}

export function settingOf(variable: string): Setting {
  const setting = SETTINGS.find((each) => each.variable === variable);
  if (!setting) throw new Error(`${variable} is not a setting.`);
  return setting;
}

/** Removes Markdown marks. */
function plain(text: string): string {
  return text.replaceAll("`", "");
}
