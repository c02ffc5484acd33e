/** The README's tables, made from the catalogue and the settings. */
import { CATALOGUE } from "../../src/catalogue.js";
import { shownDefault } from "../../src/config/setting.js";
import { SETTINGS } from "../../src/config/settings.js";

/** Block name → markdown. In the README each stands between `<!-- name -->` and `<!-- /name -->`. */
export const TABLES: Readonly<Record<string, () => string>> = {
  catalogue() {
    const rows = CATALOGUE.map(({ capability, sources, suppliers }) => {
      const titles = [...new Set(sources.map(({ provider }) => letter(provider.id)))].join(", then ");
      const filled = [...new Set(suppliers.map(({ provider }) => letter(provider.id)))];
      const answered = filled.length > 0 ? `${titles} (gaps: ${filled.join(", then ")})` : titles;
      const by = answered || "this server";
      return `| ${capability.title} | \`${capability.tool.name}\` | \`GET ${capability.route}\` | ${by} |`;
    });
    return ["| What | Tool | Route | Answered by |", "|---|---|---|---|", ...rows].join("\n");
  },
  settings() {
    const rows = SETTINGS.map((setting) => {
      const { variable, flag, meaning } = setting;
      const name = flag ? `\`${variable}\`, \`--${flag.name}\`` : `\`${variable}\``;
      return `| ${name} | \`${shownDefault(setting)}\` | ${meaning} |`;
    });
    return ["| Setting | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
  },
};

/** The text with each block replaced by what its table says today. */
export function withTables(readme: string): string {
  return Object.entries(TABLES).reduce(
    (text, [name, make]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`),
        (_all, open, close) => `${open}${make()}\n${close}`,
      ),
    readme,
  );
}

function letter(id: string): string {
  return id.at(-1)!.toUpperCase();
}
