/** Builds the program and its pages: `npm run build`. Shows the current step at a terminal. */
import { build } from "rolldown";
import { clearProgress, showProgress } from "./progress.mjs";
import configs from "./rolldown.config.mjs";
import { thinMaps } from "./thin-maps.mjs";

for (const [index, config] of configs.entries()) {
  showProgress(`Building market-data-mcp, part ${index + 1} of ${configs.length}: ${namesOf(config.input)}`);
  // Computing the examples takes most of the time, of which the bundler would warn.
  await build({ logLevel: "warn", checks: { pluginTimings: false }, ...config });
}
thinMaps(new URL("../dist/parts/", import.meta.url));
clearProgress();

function namesOf(input) {
  return (typeof input === "string" ? [input] : Object.keys(input)).join(", ");
}
