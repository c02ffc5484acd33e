/**
 * Clients that generators make of the OpenAPI document: they compile in strict mode, and work with a list as a parameter and
 * a record of accounts, which has more fields than the declared ones. Wrong requests do not compile.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../packaging/install.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const LOADER = new URL("../support/typescript-5.mjs", import.meta.url).href;
/** Its 300 packages, one of them with an install script, are no dependency of ours. */
const ORVAL = "orval@7.13.2";

/** How a generator is called in `folder`, and a program that uses its client. */
interface Generator {
  /** The package that the test installs; the test is skipped where no registry can be reached. */
  installs?: string;
  generate(folder: string): void;
  client: string;
}

const GENERATORS: Readonly<Record<string, Generator>> = {
  "openapi-typescript with openapi-fetch": {
    generate(folder) {
      const cli = fromRoot("node_modules/openapi-typescript/bin/cli.js");
      run(process.execPath, ["--import", LOADER, cli, "openapi.json", "-o", "service.d.ts"], folder);
      mkdirSync(join(folder, "node_modules"));
      symlinkSync(fromRoot("node_modules/openapi-fetch"), join(folder, "node_modules/openapi-fetch"), "junction");
    },
    client: `
      import createClient from "openapi-fetch";
      import type { paths } from "./service.js";

      const client = createClient<paths>({ baseUrl: process.argv[2]! });
      const symbols = ["AAPL", "MSFT"];
      const { data: answer } = await client.GET("/api/v1/quotes", { params: { query: { symbols, fields: ["symbol", "price"] } } });
      const { data: accounts } = await client.GET("/api/v1/provider-a/stock/{symbol}/financials", {
        params: { path: { symbol: "AAPL" }, query: { statement_type: "cash" } },
      });
      // @ts-expect-error: symbols are texts
      const wrong = () => client.GET("/api/v1/quotes", { params: { query: { symbols: [1] } } });
      // @ts-expect-error: this route does not have that parameter
      const { response } = await client.GET("/api/v1/crypto", { params: { query: { page: 2 } } });
      if (response.status !== 400) throw new Error(String(response.status));
      const { data: quote } = await client.GET("/api/v1/stock/{symbol}", { params: { path: { symbol: "AAPL" } } });
      if (!quote) throw new Error("no quote");
      const price: number = quote.price;
      // @ts-expect-error: a quote has no such field
      quote.cost;
      // @ts-expect-error: a missing value is null
      quote.eps.toFixed(2);
      const { error } = await client.GET("/api/v1/stock/{symbol}", { params: { path: { symbol: "NOSUCH" } } });
      // CSV is text, in a client too.
      const csv = await client.GET("/api/v1/stock/{symbol}", {
        params: { path: { symbol: "AAPL" }, query: { format: "csv" } },
        parseAs: "text",
      });
      if (!csv.data?.startsWith("symbol,price,")) throw new Error(String(csv.data));
      const detail: string | undefined = error?.detail;
      if (detail === undefined) throw new Error("no error");
      if (!answer || !accounts || !(price > 0)) throw new Error("no answer");
      const quotes = answer.quotes;
      const row = accounts.data[0]!;
    `,
  },
  "@hey-api/openapi-ts": {
    generate(folder) {
      const cli = fromRoot("node_modules/@hey-api/openapi-ts/dist/run.mjs");
      run(
        process.execPath,
        ["--import", LOADER, cli, "-i", "openapi.json", "-o", "service", "-c", "@hey-api/client-fetch"],
        folder,
      );
    },
    client: `
      import { getQuotes, providerAGetFinancialStatements } from "./service/index.js";

      const baseUrl = process.argv[2]!;
      const symbols = ["AAPL", "MSFT"];
      const answer = await getQuotes({ baseUrl, query: { symbols, fields: ["symbol", "price"] }, throwOnError: true });
      const accounts = await providerAGetFinancialStatements({
        baseUrl, path: { symbol: "AAPL" }, query: { statement_type: "cash" }, throwOnError: true,
      });
      // @ts-expect-error: symbols are texts
      const wrong = () => getQuotes({ baseUrl, query: { symbols: [1] } });
      const quotes = answer.data.quotes;
      const row = accounts.data.data[0]!;
    `,
  },
  orval: {
    installs: ORVAL,
    generate(folder) {
      run("npm", ["install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", ORVAL], folder);
      const cli = "node_modules/orval/dist/bin/orval.js";
      run(process.execPath, [cli, "--input", "openapi.json", "--output", "service.ts", "--client", "fetch"], folder);
    },
    client: `
      import { getQuotes, providerAGetFinancialStatements } from "./service.js";

      const { fetch } = globalThis;
      globalThis.fetch = (path, options) => fetch(new URL(String(path), process.argv[2]), options);
      const symbols = ["AAPL", "MSFT"];
      const answer = await getQuotes({ symbols, fields: ["symbol", "price"] });
      const accounts = await providerAGetFinancialStatements("AAPL", { statement_type: "cash" });
      // @ts-expect-error: symbols are texts
      const wrong = () => getQuotes({ symbols: [1] });
      if (answer.status !== 200 || accounts.status !== 200) throw new Error(String(answer.status));
      const quotes = answer.data.quotes;
      const row = accounts.data.data[0]!;
    `,
  },
};

/** Follows each program, which has `quotes` and `row`. */
const REPORT = `
  const date: string = row.date;
  // @ts-expect-error: the type of a further field is not known
  const flow: number = row["operatingCashFlow"];
  console.log(JSON.stringify({ quotes: quotes.map(({ symbol }) => symbol), date: date.length, flow: typeof flow }));
`;

const SETTINGS = {
  compilerOptions: {
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable"],
    module: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    types: ["node"],
    typeRoots: [fromRoot("node_modules/@types")],
  },
  files: ["client.ts"],
};

function canInstall(name: string): boolean {
  return spawnSync("npm", ["view", name, "version"], { timeout: 20_000 }).status === 0;
}

let program: Awaited<ReturnType<typeof startHttpProgram>>;
const folder = temporaryFolder();

beforeAll(async () => {
  program = await startHttpProgram(["--demo"]);
});

afterAll(async () => {
  await program.stop();
  folder.remove();
});

describe("the client of", () => {
  it.for(Object.entries(GENERATORS))(
    "%s compiles and works",
    { timeout: 240_000 },
    async ([name, generator], { skip }) => {
      skip(generator.installs !== undefined && !canInstall(generator.installs), "no registry can be reached");
      const path = join(folder.path, name.replaceAll(/\W/g, "-"));
      mkdirSync(path, { recursive: true });
      const write = (file: string, text: string) => writeFileSync(join(path, file), text);
      write("package.json", '{"type":"module"}');
      write("tsconfig.json", JSON.stringify(SETTINGS));
      write("client.ts", generator.client + REPORT);
      write("openapi.json", await (await fetch(`${program.url}/openapi.json`)).text());

      generator.generate(path);
      run(process.execPath, [fromRoot("node_modules/typescript/bin/tsc"), "-p", "."], path);
      const answered = run(process.execPath, ["client.js", program.url], path);
      expect(JSON.parse(answered)).toEqual({ quotes: ["AAPL", "MSFT"], date: 10, flow: "number" });
    },
  );
});
