/** A client typed from the OpenAPI document: generated, compiled, run against the service. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startHttpProgram, temporaryFolder } from "../support/program.js";

const run = promisify(execFile);
const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const TSC = fromRoot("node_modules/typescript/bin/tsc");
const GENERATOR = fromRoot("node_modules/openapi-typescript/bin/cli.js");

/** A client program that uses the generated types; lines that must not compile are marked. */
const CLIENT = `
import type { operations } from "./service.js";

type Name = keyof operations;
type Json<Response> = Response extends { content: { "application/json": infer Body } } ? Body : never;
type Answer<N extends Name> = operations[N] extends { responses: { 200: infer Response } } ? Json<Response> : never;
type NotFound<N extends Name> = operations[N] extends { responses: { 404: infer Response } } ? Json<Response> : never;
type Query<N extends Name> = NonNullable<operations[N]["parameters"]["query"]>;

const base = process.argv[2]!;
async function get<N extends Name>(path: string, query?: Query<N>): Promise<Answer<N>> {
  const response = await fetch(base + path + "?" + new URLSearchParams(query as Record<string, string>));
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()) as Answer<N>;
}

const quote = await get<"provider_a_get_stock_quote">("/api/v1/stock/AAPL");
const symbol: string = quote.symbol;
// @ts-expect-error: a quote has no such field
quote.cost;
// @ts-expect-error: a missing value is null
quote.eps.toFixed(2);

const coins = await get<"provider_a_get_crypto_prices">("/api/v1/crypto", { limit: 3 });
const first: string = coins.cryptocurrencies[0]!.symbol;
// @ts-expect-error: this endpoint does not have that parameter
const refused = await get<"provider_a_get_crypto_prices">("/api/v1/crypto", { page: 2 }).catch(({ message }) => message);

const unknown = await fetch(base + "/api/v1/stock/NOSUCH/overview");
const { code } = (await unknown.json()) as NotFound<"get_company_overview">;
const { detail } = (await (await fetch(base + "/api/v1/stock/NOSUCH")).json()) as NotFound<"provider_a_get_stock_quote">;

console.log(JSON.stringify({ symbol, price: typeof quote.price, coins: coins.cryptocurrencies.length, first: typeof first, refused, code, detail }));
`;

const SETTINGS = {
  compilerOptions: {
    target: "es2023",
    module: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    types: ["node"],
    typeRoots: [fromRoot("node_modules/@types")],
  },
  files: ["client.ts"],
};

let program: Awaited<ReturnType<typeof startHttpProgram>>;
const folder = temporaryFolder();

beforeAll(async () => {
  program = await startHttpProgram(["--demo"]);
});

afterAll(async () => {
  await program.stop();
  folder.remove();
});

it(
  "gives types with which a client compiles and works, and wrong requests do not compile",
  { timeout: 90_000 },
  async () => {
    const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text);
    write("package.json", '{"type":"module"}');
    write("tsconfig.json", JSON.stringify(SETTINGS));
    write("client.ts", CLIENT);
    write("openapi.json", await (await fetch(`${program.url}/openapi.json`)).text());

    const loader = new URL("../support/typescript-5.mjs", import.meta.url).href;
    const within = { cwd: folder.path };
    await run(process.execPath, ["--import", loader, GENERATOR, "openapi.json", "-o", "service.d.ts"], within);
    const compiled: unknown = await run(process.execPath, [TSC, "-p", "."], within).catch((error: unknown) => error);
    expect(compiled).toMatchObject({ stdout: "" });

    const { stdout } = await run(process.execPath, [join(folder.path, "client.js"), program.url]);
    expect(JSON.parse(stdout)).toEqual({
      symbol: "AAPL",
      price: "number",
      coins: 3,
      first: "string",
      refused: "400",
      code: 404,
      detail: "404: Failed to fetch quote for NOSUCH",
    });
  },
);
