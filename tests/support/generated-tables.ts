/** The tables in README.md, docs/ and the skill that are generated from the catalogue and the settings. */
import { CATALOGUE, TOOLS } from "../../src/catalogue.js";
import { shownDefault } from "../../src/config/setting.js";
import { SETTINGS } from "../../src/config/settings.js";
import type { Capability } from "../../src/contract/capability.js";
import type { ProviderDescription } from "../../src/contract/provider-description.js";
import { toCallText } from "../../src/capabilities/prompts/workflows.js";
import { toKeyVariable, toLetter } from "../../src/contract/provider-id.js";
import { DEFAULT_TOOLSETS, TOOLSETS } from "../../src/contract/toolsets.js";
import { toToolInput } from "../../src/mcp/tools.js";
import { capital } from "../../src/lib/capital.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { UNANSWERED } from "../../src/views/unanswered.js";
import { formulaTable, ruleTable } from "./consistency-tables.js";
import { toRoutes } from "../../packaging/reference.js";
import { errorTable, kindTable } from "./interface-tables.js";
import { drawFloors, drawWaitingPlaces } from "./source-files.js";
import { WORKFLOWS } from "./workflows.js";

/** File → block name → markdown. In the file a block stands between `<!-- name -->` and `<!-- /name -->`. */
export const TABLES: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  "README.md": { keys: () => `${keysTable()}\n\n${keylessSentence()}`, unanswered: unansweredSentence },
  "PRIVACY.md": { receivers: receiversTable },
  "docs/keys-and-plans.md": { terms: termsTable },
  "docs/tools.md": { vendors: vendorsSentence, catalogue: catalogueTable },
  "skills/market-data/SKILL.md": { tools: skillTable, workflows: workflowTable, unanswered: unansweredSentence },
  "docs/architecture.md": { structure: drawFloors, consistency: formulaTable, waiting: drawWaitingPlaces },
  "docs/settings.md": { settings: settingsTable },
  "docs/mcp.md": { toolsets: toolsetsTable },
  "docs/interface.md": { consistency: ruleTable, errors: errorTable, kinds: kindTable },
};

/** Parts of answers that lack a source without a setting; `tests/docs/readme.test.ts` asks for them. */
export const KEYED_PARTS = { contact: ["the check of statements", "revenue by segment"] } as const;

/** The sentence about use without any key: capabilities and parts whose sources all need one, or a mail address. */
function keylessSentence(): string {
  const lacking = CATALOGUE.filter(
    ({ sources }) => sources.length > 0 && sources.every(({ provider, setting }) => provider.needsKey || setting),
  );
  const titles = (needsContact: boolean) =>
    lacking
      .filter(({ sources }) => sources.some(({ setting }) => setting !== undefined) === needsContact)
      .map(({ capability: { title } }) => title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()));
  const key = titles(false);
  const contact = [...titles(true), ...KEYED_PARTS.contact];
  return `**Without any key or setting** all but ${key.length + contact.length} kinds of answer work. ${capital(listOf(key))} ${key.length === 1 ? "needs" : "need"} a key of Financial Modeling Prep; ${listOf(contact)} need your mail address, for the SEC. [A few fields](docs/tools.md#without-a-key) of other answers need one of them, too.`;
}

/** Vendors by the letter of their provider, with the short name in tables where it is no part of the name. */
function vendorsSentence(): string {
  const named = PROVIDER_DESCRIPTIONS.map(({ title, vendor, shortName }) => {
    const short = shortName.replace(/ \(\w\)$/, "");
    return `${title} is ${vendor}${vendor.includes(short) ? "" : ` (${short})`}`;
  });
  return `In names, ${listOf(named)}. Provider D stands for other official sources as well: US Treasury, New York Fed, ECB and US Bureau of Labor Statistics (BLS).`;
}

function listOf(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");
}

function unansweredSentence(): string {
  return `**It has no** ${UNANSWERED.join(", ")}. It does not trade, and it does not stream prices: exchanges delay quotes by up to 20 minutes.`;
}

function catalogueTable(): string {
  const rows = CATALOGUE.map(({ capability, sources, enrichers, derive }) => {
    const answered = vendors(capability, sources) || (derive ? "computed from other rows" : "this server itself");
    const filled = vendors(capability, enrichers);
    const by = filled ? `${answered}; missing fields: ${filled}` : answered;
    return `| ${capability.title} | \`${capability.tool.name}\` | ${toRoutes(capability, "<br>")} | ${by} |`;
  });
  return ["| What | MCP tool | REST route | Answered by |", "|---|---|---|---|", ...rows].join("\n");
}

/** Every tool for a model: its result, and its parameters, of which a short list of values is given. */
function skillTable(): string {
  const rows = CATALOGUE.map(({ capability }) => {
    const { properties = {}, required = [] } = toToolInput(capability);
    const parameters = Object.entries(properties as Record<string, { enum?: string[] }>).map(([name, schema]) => {
      const values = schema.enum && schema.enum.length <= 6 ? ` (${schema.enum.join(", ")})` : "";
      return required.includes(name) ? `**${name}**${values}` : `${name}${values}`;
    });
    const { name, set, description } = capability.tool;
    const mark = DEFAULT_TOOLSETS.includes(set) ? "" : " (*)";
    return `| \`${name}\`${mark} | ${description} | ${parameters.join(", ")} |`;
  });
  return ["| Tool | Answers | Parameters |", "|---|---|---|", ...rows].join("\n");
}

/** Every workflow with its calls for an example, in their order. */
function workflowTable(): string {
  const rows = WORKFLOWS.map(({ title, name, steps, conclude }) => {
    const calls = steps("KO").map((step) => `\`${toCallText(step)}\``);
    return `| ${title} (prompt \`${name}\`) | ${calls.join("; ")} | ${conclude} |`;
  });
  return ["| Workflow | Calls in this order, for KO | What to say |", "|---|---|---|", ...rows].join("\n");
}

function toolsetsTable(): string {
  const tools = TOOLS.map(({ capability }) => capability.tool);
  const rows = TOOLSETS.map((set) => {
    const names = tools.filter((tool) => tool.set === set).map(({ name }) => `\`${name}\``);
    return `| \`${set}\` | ${DEFAULT_TOOLSETS.includes(set) ? "yes" : "no"} | ${names.join(", ")} |`;
  });
  return ["| Set | Listed by default | Tools |", "|---|---|---|", ...rows].join("\n");
}

/** The key of each provider: first those that need nothing, last those that ask who calls. */
function keysTable(): string {
  const rankOf = ({ needsKey, options }: ProviderDescription) => (needsKey ? 1 : options?.["contact"] ? 2 : 0);
  const rows = PROVIDER_DESCRIPTIONS.toSorted((one, other) => rankOf(one) - rankOf(other)).map((provider) => {
    const { id, label, vendor, plan = {}, signUpUrl } = provider;
    const name = `${vendor} (${toLetter(id)})${plan.about ? `, ${plan.about}` : ""}`;
    const [key, setting] = [
      ["none needed", "–"],
      [`[get one](${signUpUrl})`, `\`${toKeyVariable(id)}\``],
      ["none; your mail address, which the SEC requires", `\`${label}_CONTACT\``],
    ][rankOf(provider)]!;
    return `| ${name} | ${key} | ${plan.gives ?? "–"} | ${setting} |`;
  });
  return ["| Provider | Key | Free plan | Setting |", "|---|---|---|---|", ...rows].join("\n");
}

function termsTable(): string {
  const rows = PROVIDER_DESCRIPTIONS.flatMap(({ vendor, termsUrl, terms }) =>
    terms ? [`| [${vendor}](${termsUrl}) | ${terms.own} | ${terms.others} |`] : [],
  );
  return ["| Provider | For yourself | For others |", "|---|---|---|", ...rows].join("\n");
}

/** The services that get requests, with their hosts and the secrets that each of them gets. */
function receiversTable(): string {
  const rows = PROVIDER_DESCRIPTIONS.map(
    ({ vendor, offices = [], title, privacyUrl, needsKey, id, label, ...rest }) => {
      const options = Object.values(rest.options ?? {});
      const defaults = options.flatMap(({ kind, default: fallback }) => (kind === "url" ? [fallback!] : []));
      const hosts = [rest.defaults.baseUrl, ...defaults].map((address) => `\`${new URL(address).host}\``);
      const secrets = options.flatMap(({ secret, suffix }) => (secret ? [`${label}_${suffix}`] : []));
      const got = [...(needsKey ? [toKeyVariable(id)] : []), ...secrets].map((variable) => `\`${variable}\``);
      const names = `${listOf([vendor, ...offices])} (${title})`;
      return `| ${names} | ${hosts.join(", ")} | ${got.join(", ") || "none"} | [${new URL(privacyUrl).host}](${privacyUrl}) |`;
    },
  );
  return ["| Who | Hosts | Keys and secrets of yours | Their policy |", "|---|---|---|---|", ...rows].join("\n");
}

function settingsTable(): string {
  const rows = SETTINGS.map((setting) => {
    const { variable, flag, meaning } = setting;
    const name = flag ? `\`${variable}\`, \`--${flag.name}\`` : `\`${variable}\``;
    return `| ${name} | \`${shownDefault(setting)}\` | ${meaning} |`;
  });
  return ["| Setting | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
}

/** Names the sources in their order, an office whose figures a provider passes on by its own name. */
function vendors({ publishers }: Capability, sources: readonly { provider: ProviderDescription }[]): string {
  const names = sources.map(({ provider: { id, shortName } }) => {
    const offices = publishers?.[id];
    return offices === undefined ? shortName : `${offices} (${id.slice(-1).toUpperCase()})`;
  });
  return [...new Set(names)].join(", then ");
}
