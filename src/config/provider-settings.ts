/** The settings of each provider, generated from its description. */
import type { ProviderDescription } from "../contract/provider-description.js";
import { toKeyVariable } from "../contract/provider-id.js";
import { row, type Setting } from "./setting.js";
import { headerValue, mail, milliseconds, text, url, whole } from "./setting-types.js";

const OPTION_KINDS = { url, header: headerValue, mail, milliseconds, text } as const;

/** The settings of one provider. */
export function settingsOf({ id, label, title, vendor, needsKey, defaults, options = {} }: ProviderDescription) {
  const bySecond = defaults.ratePerSecond !== undefined;
  return {
    ...(needsKey
      ? {
          apiKey: row({
            variable: toKeyVariable(id),
            value: text,
            default: undefined,
            meaning: `Key of ${title} (${vendor})`,
            secret: true,
          }),
        }
      : {}),
    baseUrl: row({
      variable: `${label}_BASE_URL`,
      value: url,
      default: defaults.baseUrl,
      meaning: `Address of ${title}`,
    }),
    rate: row({
      variable: `${label}_RATE_PER_${bySecond ? "SECOND" : "MINUTE"}`,
      value: whole(1, bySecond ? 1_000 : 100_000),
      default: defaults.ratePerSecond ?? defaults.ratePerMinute,
      meaning: bySecond
        ? `Upstream calls a second to ${title}, at most, by all processes with the same store`
        : `Upstream calls a minute to ${title}, at most`,
    }),
    dailyQuota: row({
      variable: `${label}_DAILY_QUOTA`,
      value: whole(0, 1_000_000_000),
      default: defaults.dailyQuota,
      meaning: `Upstream calls to ${title} in 24 hours; \`0\` is unlimited`,
    }),
    timeoutMs: row({
      variable: `${label}_TIMEOUT_MS`,
      value: whole(50, 600_000),
      default: defaults.timeoutMs,
      meaning: `Deadline of one upstream attempt at ${title}`,
    }),
    options: Object.fromEntries(
      Object.entries(options).map(([name, { suffix, kind, default: fallback, meaning, secret }]) => {
        const rest = { value: OPTION_KINDS[kind], meaning, ...(secret ? { secret } : {}) };
        return [
          name,
          { variable: `${label}_${suffix}`, default: fallback, ...rest } satisfies Setting<string | undefined>,
        ];
      }),
    ),
  };
}
