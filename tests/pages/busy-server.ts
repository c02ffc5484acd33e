/** The built program on the simulated market, with realistic quotas, after a quarter of an hour of traffic. */
import { CATALOGUE } from "../../src/catalogue.js";
import { startSimulator } from "../../src/simulator/server.js";
import { startHttpProgram } from "../support/program.js";
import { createProgramClock } from "../support/program-clock.js";

const QUERIES: Readonly<Record<string, string>> = {
  search: "?q=apple",
  screener: "?sector=Technology&limit=5",
  quotes: "?symbols=AAPL,MSFT",
  "compare-stocks": "?symbols=AAPL,MSFT",
};
const SYMBOLS = ["AAPL", "MSFT", "NVDA", "AMZN", "KO", "JPM"];
const ROUNDS = 50;
const ROUND_SECONDS = 15;

/** Starts the program and calls every endpoint, some of them often; its clock advances between the calls. */
export async function startBusyServer(rounds = ROUNDS) {
  const simulator = await startSimulator();
  let forgetClock = () => {};
  const clock = createProgramClock({ atEnd: (remove) => (forgetClock = remove) });
  const quotas = { PROVIDER_A_DAILY_QUOTA: "250", PROVIDER_B_DAILY_QUOTA: "500", PROVIDER_C_DAILY_QUOTA: "25" };
  const rates = { PROVIDER_B_RATE_PER_MINUTE: "100000", PROVIDER_D_RATE_PER_SECOND: "1000" };
  const env = { ...simulator.env, ...quotas, ...rates, ...clock.env, STORE_URL: "memory:" };
  const program = await startHttpProgram([], env);
  // A persistent connection would have timed out at the next call, or while the clock advances.
  const askOnce = async (path: string) =>
    (await fetch(program.url + path, { headers: { connection: "close" } })).arrayBuffer();
  let ended: number | string | undefined;
  void program.exited.then((code) => (ended = code));
  const toEnd = () => `the program ended with ${ended}: ${program.stderr().slice(-2_000)}`;
  const ask = (path: string) =>
    askOnce(path)
      .catch(() => askOnce(path))
      .catch((error: unknown) => {
        throw new Error(`${path}: ${toEnd()}`, { cause: error });
      });

  for (const { capability } of CATALOGUE) {
    await ask(`${capability.route.replace("{symbol}", "AAPL")}${QUERIES[capability.name] ?? ""}`);
  }
  for (let round = 0; round < rounds; round++) {
    // A varying number of calls.
    const times = Math.round(5 + 4 * Math.sin(round / 6) + (round % 3));
    for (let each = 0; each < times; each++) {
      await ask(`/api/v1/stock/${SYMBOLS[(round * each) % SYMBOLS.length]}`);
      if (each % 3 === 0) await ask("/api/v1/market/gainers");
      if (each % 4 === 0) await ask(`/api/v1/stock/${SYMBOLS[each % SYMBOLS.length]}/overview`);
    }
    // Earlier calls have ended when this one is answered, so the clock can advance.
    await ask("/healthz");
    clock.pass(ROUND_SECONDS);
  }
  await ask("/api/v1/stock/AAPL");
  return {
    ...program,
    clock,
    simulator,
    async close() {
      // An end during the tests says why, beside the refused connections of those that follow.
      if (ended !== undefined) throw new Error(toEnd());
      await program.stop();
      await simulator.close();
      forgetClock();
    },
  };
}
