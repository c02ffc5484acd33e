/** Measures how long other callers wait while the program reads a filed document that is long or hostile. */
import { setTimeout as sleep } from "node:timers/promises";
import { startWarmSimulator } from "./delayed-upstream.js";
import { quantile, type Figure } from "./figures.js";
import { Lines, toRequest } from "./http-load.js";
import { startBaseline, startOurs } from "./servers.js";

/** Milliseconds between two questions of another caller. */
const EVERY_MS = 5;

/** The documents of `baselines/filing-host.mjs`. */
const DOCUMENTS = [
  "report.htm",
  "long-texts.htm",
  "paragraphs.htm",
  "lines.txt",
  "blanks.txt",
  "columns.txt",
  "depth.htm",
  "spans.htm",
];
const ACCESSION = "0000320193-25-000079";
const FOLDER = `/Archives/edgar/data/320193/${ACCESSION.replaceAll("-", "")}`;

/** The longest waits of another caller beside each document, in a program with a heap of 256 MB. */
export async function measureDocuments(): Promise<Figure[]> {
  const sec = await startBaseline("filing-host.mjs");
  const base = `http://127.0.0.1:${sec.port}`;
  const simulator = await startWarmSimulator();
  const ours = await startOurs({
    upstreamPort: 9,
    nodeArgs: ["--max-old-space-size=256"],
    env: {
      ...simulator.env,
      PROVIDER_D_CONTACT: "bench@example.com",
      PROVIDER_D_FILES_URL: base,
      PROVIDER_D_BASE_URL: base,
      PROVIDER_D_RATE_PER_SECOND: "1000",
    },
  });
  const others = await Lines.open(ours.port, 1);
  const health = toRequest("/healthz");
  const quote = toRequest("/api/v1/stock/AAPL");
  try {
    await others.run(1, () => quote);
    const figures: Figure[] = [];
    for (const name of DOCUMENTS) {
      const waits: number[] = [];
      const over = new AbortController();
      const watching = (async () => {
        while (!over.signal.aborted) {
          const { times } = await others.run(2, (index) => (index === 0 ? health : quote));
          waits.push(...times);
          await sleep(EVERY_MS);
        }
      })();
      const address = `http://127.0.0.1:${ours.port}/api/v1/filings/text?url=https://www.sec.gov${FOLDER}/${name}`;
      for (const more of ["", "&find=phones", "&page=2"]) await (await fetch(address + more)).text();
      over.abort();
      await watching;
      figures.push(toFigure(name, quantile(waits, 0.99)));
    }
    return figures;
  } finally {
    others.close();
    await ours.stop();
    simulator.close();
    await sec.stop();
  }
}

function toFigure(name: string, ours: number): Figure {
  return {
    section: "Documents",
    name: `/healthz and a cached quote beside ${name}: p99`,
    ours,
    baseline: undefined,
    unit: "ms",
    ratio: ours,
    goal: { atMost: 50 },
    spread: undefined,
  };
}
