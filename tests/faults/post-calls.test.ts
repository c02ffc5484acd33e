/** Calls that provider B takes by POST: paced, cut off and redacted as every other call. */
import { describe, expect, it } from "vitest";
import { hang, reply } from "../support/faults.js";
import { createStage, type Stage } from "../support/stage.js";
import { waitForOpenCircuit } from "./open-circuit.js";

/** The crumb and the cookie of the healthy upstream, as sent and as encoded in an address. */
const SECRETS = ["crumb/1234.", "crumb%2F1234.", "A3=d"];
const POSTS = [
  ["the calendar", "/b/v1/finance/visualization", "/market/calendar/earnings?", "get_market_calendar"],
  ["the screener", "/b/v1/finance/screener", "/screener?change_min=1&", "provider_a_screen_stocks"],
] as const;

/** Asks different questions, one after another; returns their statuses. */
async function askInTurn({ get }: Stage, address: string, count: number, from = 0): Promise<number[]> {
  const statuses = [];
  for (let index = from; index < from + count; index++) {
    statuses.push((await get(`${address}market_cap_min=${index + 1}`)).status);
  }
  return statuses;
}

describe.each(POSTS)("POST calls of %s", (_name, path, address, tool) => {
  it("F36: keep to the provider's rate, and a question without a turn is rejected at once", async () => {
    // Two calls open the session.
    const stage = await createStage({ PROVIDER_B_RATE_PER_MINUTE: "4" });
    stage.upstream.on(path, reply(404, {}));
    const statuses = await askInTurn(stage, address, 4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect(stage.upstream.calls(path).map(({ request }) => request.method)).toEqual(["POST", "POST"]);
  });

  it("F20: are not made for a while after five failed questions, when the source fails with other calls, too", async () => {
    const stage = await createStage({ PROVIDER_B_RATE_PER_MINUTE: "100" });
    stage.upstream.on(path, reply(503, {}));
    stage.upstream.on("/b/v8/finance/chart/AAPL", reply(503, {}));
    await askInTurn(stage, address, 5);
    await waitForOpenCircuit(stage, "provider-b");
    const { length } = stage.upstream.calls(path);
    expect(await askInTurn(stage, address, 3, 100)).toEqual([503, 503, 503]);
    expect(stage.upstream.calls(path)).toHaveLength(length);
  });

  it("leave neither crumb nor cookie in answers and in the log when they fail", async () => {
    const stage = await createStage({ PROVIDER_B_RATE_PER_MINUTE: "100", PROVIDER_B_TIMEOUT_MS: "300" });
    const echo = (status: number) => reply(status, `bad crumb ${SECRETS.join(" ")}`);
    stage.upstream.on(path, echo(500), echo(429), hang);
    const answers = [];
    for (const index of [1, 2, 3]) {
      answers.push(await stage.get(`${address}market_cap_min=${index}`));
      answers.push(await stage.call(tool, { ...argumentsOf(address), market_cap_min: 10 + index }));
    }
    expect(stage.upstream.calls(path).length).toBeGreaterThan(0);
    const output = JSON.stringify(answers) + stage.program.stdout() + stage.program.stderr();
    for (const secret of SECRETS) expect(output).not.toContain(secret);
  });
});

function argumentsOf(address: string) {
  return address.startsWith("/screener") ? { change_min: 1 } : { kind: "earnings" };
}
