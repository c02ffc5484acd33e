/** Questions whose symbol is an ISIN, on the simulated market, with the calls that they take. */
import { describe, expect, it } from "vitest";
import { createApp } from "../../src/app.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { createLogger } from "../../src/lib/log.js";
import { useDemo } from "../support/demo.js";
import { withAddresses } from "../support/rest.js";

const LOG = createLogger("fatal", []);
const demo = useDemo();

/** Asks over REST without keys; the session of provider B, which all its questions share, is open already. */
async function ask(address: string) {
  let calls = 0;
  const app = createApp(demo.keyless, LOG, { onUpstream: () => calls++ });
  const rest = withAddresses(await app.openRest(), CATALOGUE);
  await rest({ url: "/api/v1/quotes?symbols=KO" });
  calls = 0;
  const { status, headers, body } = await rest({ url: `/api/v1/${address}` });
  await app.close();
  return { status, notes: headers["x-data-notes"] ?? "", body: JSON.parse(body as string), calls };
}

describe("an ISIN in place of a symbol", () => {
  it("is answered with its listing, which the note names, for one call more", async () => {
    const { status, notes, body, calls } = await ask("stock/US0378331005/dividends");
    expect(status).toBe(200);
    expect(body.symbol).toBe("AAPL");
    expect(notes).toContain("US0378331005 was read as AAPL.");
    expect(calls).toBe((await ask("stock/AAPL/dividends")).calls + 1);
  });

  it("is not found if the search has no listing", async () => {
    const { status, body } = await ask("stock/DE0007100000/news");
    expect(status).toBe(404);
    expect(JSON.stringify(body)).toContain("DE0007100000");
  });

  it("has a wrong check digit, and so is asked for as it is", async () => {
    const { status, calls } = await ask("stock/US0378331006");
    expect(status).toBe(404);
    expect(calls).toBe((await ask("stock/ZZZZ")).calls);
  });
});
