/**
 * Calls every source, without the cache, and reports upstreams that have changed: `npm run probe`, for maintainers.
 * [docs/terminal.md](../../../docs/terminal.md#check-the-upstreams) describes it. CI runs it on the simulated market only.
 */
import manifest from "../../../package.json" with { type: "json" };
import { askAtTerminal } from "../../../src/cli/pages/terminal.js";
import { toProviderSecrets } from "../../../src/config/config.js";
import { createLogger } from "../../../src/lib/log.js";
import { runProbe } from "./run.js";

const { stdin, stdout, stderr, env } = process;
const isInteractive = stdin.isTTY === true && stderr.isTTY === true;

const code = await runProbe(process.argv.slice(2), {
  env,
  version: manifest.version,
  openLog: ({ logLevel, providers }) => createLogger(logLevel, toProviderSecrets(providers), "text"),
  terminal: {
    out: (text) => stdout.write(text),
    err: (text) => stderr.write(text),
    overwrite: (text) => stderr.write(`\r\u001B[K${text}`),
    ask: isInteractive ? askAtTerminal : undefined,
    columns: stdout.isTTY ? stdout.columns : undefined,
    live: stderr.isTTY === true && !env["CI"],
  },
}).catch((error: Error) => {
  stderr.write(`probe: ${error.message}\n`);
  return 2;
});
// Idle upstream connections would keep the process running.
stdout.write("", () => process.exit(code));
