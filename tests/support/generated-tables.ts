/** The tables in README.md and docs/ that are generated from the catalogue and the settings. */
import { RULES } from "../../src/market/consistency.js";
import { PRICE_RULES } from "../../src/market/price-consistency.js";
import { CATALOGUE, TOOLS } from "../../src/catalogue.js";
import { shownDefault } from "../../src/config/setting.js";
import { SETTINGS } from "../../src/config/settings.js";
import type { Capability } from "../../src/contract/capability.js";
import type { ProviderDescription } from "../../src/contract/provider-description.js";
import { DEFAULT_TOOLSETS, TOOLSETS } from "../../src/contract/toolsets.js";
import { UNANSWERED } from "../../src/views/unanswered.js";
import { errorTable, kindTable, routeSections } from "./interface-tables.js";
import { drawFloors, drawWaitingPlaces } from "./source-files.js";

/** File → block name → markdown. In the file a block stands between `<!-- name -->` and `<!-- /name -->`. */
export const TABLES: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  "README.md": { keyless: keylessSentence, catalogue: catalogueTable, unanswered: unansweredSentence },
  "docs/architecture.md": { structure: drawFloors, waiting: drawWaitingPlaces },
  "docs/settings.md": { settings: settingsTable },
  "docs/mcp.md": { toolsets: toolsetsTable },
  "docs/interface.md": { consistency: consistencyTable, errors: errorTable, kinds: kindTable },
  "docs/reference.md": { routes: routeSections },
};

/** The sentence about use without any key. It lists the capabilities whose sources all need one, or a further setting. */
function keylessSentence(): string {
  const titles = CATALOGUE.filter(
    ({ sources }) => sources.length > 0 && sources.every(({ provider, needs }) => provider.needsKey || needs),
  ).map(({ capability }) => capability.title);
  const [last, ...others] = titles.toReversed();
  const start = "**Without any key or setting** everything below is answered";
  if (last === undefined) return `${start}.`;
  const listed = others.length > 0 ? `${others.toReversed().join(", ")} and ${last}` : last;
  return `${start}, most of it by Yahoo Finance, except: ${listed}.`;
}

function unansweredSentence(): string {
  return `**It has no** ${UNANSWERED.join(", ")}. It does not trade, and it does not stream prices: exchanges delay quotes by up to 20 minutes.`;
}

function catalogueTable(): string {
  const rows = CATALOGUE.map(({ capability, sources, enrichers, derive }) => {
    const answered = vendors(capability, sources) || (derive ? "computed from other rows" : "this server itself");
    const filled = vendors(capability, enrichers);
    const by = filled ? `${answered}; missing fields: ${filled}` : answered;
    return `| ${capability.title} | \`${capability.tool.name}\` | \`GET ${capability.route}\` | ${by} |`;
  });
  return ["| What | MCP tool | REST route | Answered by |", "|---|---|---|---|", ...rows].join("\n");
}

function toolsetsTable(): string {
  const tools = TOOLS.map(({ capability }) => capability.tool);
  const rows = TOOLSETS.map((set) => {
    const names = tools.filter((tool) => tool.set === set).map(({ name }) => `\`${name}\``);
    return `| \`${set}\` | ${DEFAULT_TOOLSETS.includes(set) ? "yes" : "no"} | ${names.join(", ")} |`;
  });
  return ["| Set | Listed by default | Tools |", "|---|---|---|", ...rows].join("\n");
}

function settingsTable(): string {
  const rows = SETTINGS.map((setting) => {
    const { variable, flag, meaning } = setting;
    const name = flag ? `\`${variable}\`, \`--${flag.name}\`` : `\`${variable}\``;
    return `| ${name} | \`${shownDefault(setting)}\` | ${meaning} |`;
  });
  return ["| Setting | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
}

function consistencyTable(): string {
  const rows = Object.values({ ...RULES, ...PRICE_RULES }).map(
    (rule) => `| ${rule.compares} | ${rule.accepts} | ${rule.otherwise} |`,
  );
  return ["| Compared | Accepted | Otherwise |", "|---|---|---|", ...rows].join("\n");
}

/** Names the sources in their order, an office whose figures a provider passes on by its own name. */
function vendors({ publishers }: Capability, sources: readonly { provider: ProviderDescription }[]): string {
  const names = sources.map(({ provider: { id, shortName } }) => {
    const offices = publishers?.[id];
    return offices === undefined ? shortName : `${offices} (${id.slice(-1).toUpperCase()})`;
  });
  return [...new Set(names)].join(", then ");
}
