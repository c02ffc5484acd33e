import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toBundleManifest, type Package } from "../../../packaging/manifests.js";
import { checkOptions, checkProvider } from "../../../src/cli/check/check-providers.js";
import { readCommand, readProviders, toProviderSecrets } from "../../../src/config/config.js";
import { officialSources } from "../../../src/providers/official/provider.js";
import { toStartBanner } from "../../../src/serve/start-banner.js";
import { providerCards } from "../../../src/status/providers.js";
import { providerOf, reportOf } from "../../status/reports.js";

const ENABLES = "official filings and statements as known on a past day";
const without = readProviders({})["provider-d"];
const withContact = readProviders({ PROVIDER_D_CONTACT: "jo@example.com" })["provider-d"];

describe("the contact of provider D", () => {
  it("is named by doctor while it is not set, and no longer once it is", () => {
    expect(checkOptions(officialSources as never, without)).toEqual([
      {
        name: "More of D",
        state: "note",
        found: `not set up: ${ENABLES}`,
        fix: "Set PROVIDER_D_CONTACT; see docs/settings.md.",
        shown: {
          name: "SEC filings",
          found: "off: needs your mail address (PROVIDER_D_CONTACT)",
          needsNoFix: true,
        },
      },
    ]);
    expect(checkOptions(officialSources as never, withContact)).toEqual([]);
    expect(checkProvider(officialSources as never, without)).toEqual([
      { name: "Provider D", state: "skipped", found: "not called", shown: null },
    ]);
  });

  it("is named by the start banner while it is not set", () => {
    const bannerOf = (env: Record<string, string>) => {
      const command = readCommand(["--http"], env);
      return "run" in command ? toStartBanner("http://127.0.0.1:1", command.run) : "";
    };
    const line = `  More D PROVIDER_D_CONTACT enables ${ENABLES} (SEC EDGAR).\n`;
    expect(bannerOf({})).toContain(line);
    expect(bannerOf({ PROVIDER_D_CONTACT: "jo@example.com" })).not.toContain("PROVIDER_D_CONTACT");
  });

  it("is named on the status page while it is not set", () => {
    const unset = [{ variable: "PROVIDER_D_CONTACT", enables: ENABLES }];
    const page = (options: typeof unset) =>
      String(providerCards(reportOf({ providers: [providerOf("d", { unset_options: options })] })));
    expect(page(unset)).toContain(`PROVIDER_D_CONTACT enables ${ENABLES}.`);
    expect(page([])).not.toContain("PROVIDER_D_CONTACT");
  });

  it("is asked for by desktop hosts, with the sentence that says what it enables", () => {
    const manifest = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as Package;
    expect(toBundleManifest(manifest).user_config).toMatchObject({
      provider_d_contact: { description: `Optional. It enables ${ENABLES}.`, required: false },
    });
  });

  it("is a secret, so that no log line contains it", () => {
    expect(toProviderSecrets(readProviders({ PROVIDER_D_CONTACT: "jo@example.com" }))).toEqual(["jo@example.com"]);
  });
});
