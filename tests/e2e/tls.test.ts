/** The built program calls an upstream over TLS. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { run } from "../cli/at-terminal.js";
import { temporaryFolder } from "../support/program.js";

const folder = temporaryFolder();
const key = join(folder.path, "key.pem");
const cert = join(folder.path, "cert.pem");
const SELF_SIGNED = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"];
const made = spawnSync("openssl", [
  ...SELF_SIGNED,
  "-addext",
  "subjectAltName=DNS:localhost",
  "-keyout",
  key,
  "-out",
  cert,
]);
afterAll(() => folder.remove());

describe.skipIf(made.status !== 0)("an upstream over TLS", () => {
  it("is called only with a trusted certificate, whatever the environment says", async () => {
    let asked = 0;
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
      asked++;
      response.setHeader("content-type", "application/json").end('[{"symbol":"AAPL","price":189.5}]');
    }).listen(0, "localhost");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const quoteWith = (env: Record<string, string>) =>
      run(["call", "provider_a_get_stock_quote", "symbol=AAPL"], {
        PROVIDER_A_BASE_URL: `https://localhost:${port}/stable`,
        PROVIDER_A_API_KEY: "a-key-long-enough",
        STORE_URL: "memory:",
        FALLBACK: "0",
        ENRICH: "0",
        ...env,
      });
    try {
      expect((await quoteWith({})).err).toContain("could not be reached");
      expect((await quoteWith({ NODE_TLS_REJECT_UNAUTHORIZED: "0" })).err).toContain("could not be reached");
      expect(asked).toBe(0);

      expect((await quoteWith({ NODE_EXTRA_CA_CERTS: cert })).out).toMatch(/^Price +189\.50$/m);
      expect(asked).toBe(1);
    } finally {
      server.close();
    }
  });
});
