/** Measures statements from a company's stored facts of filings. */
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { cpuMicros } from "./cpu.js";
import { filedFacts } from "./filed-facts.js";
import { median, type Figure } from "./figures.js";
import { Lines, toRequest } from "./http-load.js";
import { startOurs } from "./servers.js";

/** More companies than the program holds in memory after it has read their facts. */
const COMPANIES = 40;
/** Past days from 2016 on. */
const DAYS = 3_600;
const ROUNDS = 9;
const PER_ROUND = 40;
const SYMBOLS = Array.from({ length: COMPANIES }, (_, index) => `C${String(index)}`);
const STATEMENTS = ["income", "balance", "cash"];

/** The processor time of questions, each about another past day, so that none is answered from the cache of answers. */
export async function measureStoredFacts(): Promise<Figure[]> {
  const upstream = await startOfficial();
  const { port: upstreamPort } = upstream.address() as AddressInfo;
  const base = `http://127.0.0.1:${upstreamPort}`;
  const env = {
    PROVIDER_D_CONTACT: "bench@example.com",
    PROVIDER_D_BASE_URL: base,
    PROVIDER_D_FILES_URL: base,
    PROVIDER_D_RATE_PER_SECOND: "1000",
    FALLBACK: "1",
  };
  const ours = await startOurs({ upstreamPort, env });
  const lines = await Lines.open(ours.port, 1);
  let next = 0;
  const pathOf = (symbol: string, statement: string, period: string) => {
    const day = new Date(Date.UTC(2016, 0, 1 + (next++ % DAYS))).toISOString().slice(0, 10);
    return `/api/v1/provider-a/stock/${symbol}/financials?statement_type=${statement}&period=${period}&as_of=${day}`;
  };
  const cpuOf = async (total: number, symbolOf: () => string, statement: string, period: string) => {
    const before = cpuMicros(ours.pid);
    await lines.run(total, () => toRequest(pathOf(symbolOf(), statement, period)));
    return (cpuMicros(ours.pid) - before) / total / 1000;
  };
  try {
    for (const symbol of SYMBOLS) await cpuOf(1, () => symbol, "income", "annual");
    const figures: Figure[] = [];
    for (const [what, symbolOf] of [
      ["asked for again", () => SYMBOLS[0]!],
      ["not asked for lately", () => SYMBOLS[next % COMPANIES]!],
    ] as const) {
      for (const statement of STATEMENTS) {
        for (const period of ["annual", "quarter"]) {
          const rounds: number[] = [];
          for (let round = 0; round < ROUNDS; round++) {
            rounds.push(await cpuOf(PER_ROUND, symbolOf, statement, period));
          }
          figures.push(toFigure(`a company ${what}: ${statement}, ${period}`, median(rounds)));
        }
      }
    }
    return figures;
  } finally {
    lines.close();
    await ours.stop();
    upstream.close();
  }
}

function toFigure(name: string, ours: number): Figure {
  const goal = { atMost: 5 };
  return {
    section: "Stored facts",
    name,
    ours,
    baseline: undefined,
    unit: "ms CPU",
    ratio: ours,
    goal,
    spread: undefined,
  };
}

/** Starts an upstream with the list of companies and the same facts for each; it has no list of filings. */
async function startOfficial() {
  const facts = filedFacts();
  const companies = SYMBOLS.map((ticker, index) => ({ cik_str: 1000 + index, ticker, title: ticker }));
  const server = createServer(({ url = "" }, response) => {
    response.setHeader("content-type", "application/json");
    if (url.includes("company_tickers")) response.end(JSON.stringify({ ...companies }));
    else if (url.includes("companyfacts")) response.end(facts);
    else response.writeHead(404, { "content-type": "application/xml" }).end("<Error><Code>NoSuchKey</Code></Error>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}
