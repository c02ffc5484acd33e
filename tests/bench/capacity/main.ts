/** The capacity bench: measures one replica and derives the number needed for many users. */
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CATALOGUE } from "../../../src/catalogue.js";
import { startSimulator } from "../../../src/simulator/server.js";
import { writeKeys } from "../../system/inbound-keys.js";
import { temporaryFolder } from "../../support/program.js";
import { connectTo, startRedis } from "../../support/redis.js";
import { OF_A_COMPANY, OF_THE_MARKET } from "../economy/questions.js";
import { startSoaked, type SoakedProgram } from "../soak/program.js";
import { bytesOfCaller, measureFirst, measureHits } from "./measure.js";
import { costPerThousand, toPlan, type Assumptions } from "./plan.js";
import { firstTable, loadTable, planTable } from "./report.js";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "6000" },
    users: { type: "string", default: "1000000" },
    questions: { type: "string", default: "10" },
    "busiest-hour": { type: "string", default: "0.2" },
    symbols: { type: "string", default: "10000" },
    utilisation: { type: "string", default: "0.5" },
    "upstream-price": { type: "string" },
    "replica-price": { type: "string" },
    "redis-price": { type: "string" },
  },
});
const assumed: Assumptions = {
  users: Number(values.users),
  questions: Number(values.questions),
  busiestHour: Number(values["busiest-hour"]),
  symbols: Number(values.symbols),
  utilisation: Number(values.utilisation),
};
const count = Number(values.requests);
/** Enough callers that none reaches the limits of its plan. */
const CALLERS = 400;

const folder = temporaryFolder();
const [server, simulator] = await Promise.all([startRedis(), startSimulator()]);
const redis = await connectTo(server);
const programs: SoakedProgram[] = [];
try {
  const keysFile = join(folder.path, "keys.json");
  const keys = Array.from({ length: CALLERS }, (_, index) => `bench-key-${index}`);
  writeKeys(
    keysFile,
    keys.map((key, index) => ({ id: `caller-${index}`, key, plan: "professional" })),
  );
  const url = await start({});
  const weights = [...OF_A_COMPANY, ...OF_THE_MARKET];
  const first = await measureFirst(
    { url, redis },
    weights.map(([name]) => name),
  );
  const loads = [
    await measureHits({ url, redis }, "REST, cached", count, "rest"),
    await measureHits({ url, redis }, "MCP, cached", count, "mcp"),
  ];
  const keyed = await start({ API_KEYS_FILE: keysFile });
  const withKey = (index: number) => ({ "x-api-key": keys[index % CALLERS]! });
  loads.push(
    await measureHits({ url: keyed, redis }, "REST, cached, with a key", count, "rest", withKey),
    await measureHits({ url: keyed, redis }, "MCP, cached, with a key", count, "mcp", withKey),
  );

  const whole = weights.reduce((sum, [, weight]) => sum + weight, 0);
  const dearest = (what: "replicaMs" | "redisMs") => Math.max(...loads.map((load) => load[what]));
  const plan = toPlan(assumed, {
    replicaMs: dearest("replicaMs"),
    redisMs: dearest("redisMs"),
    bytesOfCaller: await bytesOfCaller(redis),
    mix: first.map((row, index) => ({
      ...row,
      share: weights[index]![1] / whole,
      names: namesOf(row.capability),
    })),
  });
  const prices = ["upstream-price", "replica-price", "redis-price"].map((name) =>
    Number(values[name as keyof typeof values]),
  );
  const [upstream, replica, redisPrice] = prices as [number, number, number];
  const cost = costPerThousand(assumed, plan, { upstream, replica, redis: redisPrice });
  const parts = [
    `One replica on ${cpus()[0]?.model ?? "an unknown processor"}, Node ${process.version}, ${count} requests each.`,
    loadTable(loads),
    firstTable(first),
    planTable(assumed, plan, Number.isNaN(cost) ? undefined : cost),
  ];
  process.stdout.write(`${parts.join("\n\n")}\n`);
} finally {
  for (const { child, exited } of programs) {
    child.kill("SIGTERM");
    await exited;
  }
  redis.destroy();
  await server.kill();
  await simulator.close();
  folder.remove();
}

/** Number of different questions per capability: as many searches as stocks, screens are an estimate. */
function namesOf(name: string): number {
  const { route } = CATALOGUE.find(({ capability }) => capability.name === name)!.capability;
  if (route.includes("{symbol}") || name === "search") return assumed.symbols;
  return name === "screener" ? 100 : 1;
}

async function start(env: Record<string, string>): Promise<string> {
  const unlimited = Object.fromEntries(
    ["A", "B", "C"].flatMap((letter) => [
      [`PROVIDER_${letter}_RATE_PER_MINUTE`, "100000"],
      [`PROVIDER_${letter}_DAILY_QUOTA`, "0"],
    ]),
  );
  const program = startSoaked(["--http", "--port", "0"], {
    ...simulator.env,
    ...unlimited,
    STORE_URL: server.url,
    DATA_DIR: folder.path,
    ...env,
  });
  programs.push(program);
  return program.listening;
}
