/** The simulated market in a process of its own, started by `delayed-upstream.ts`; ends with its parent. */
import { startSimulator } from "../../../src/simulator/server.js";

const { url, env } = await startSimulator();
// Makes up all companies, so that no later answer takes longer than the delay.
await (await fetch(`${url}/a/company-screener?apikey=demo&limit=1000`)).text();
process.send?.({ url, env });
process.once("disconnect", () => process.exit(0));
