/** Processes share the session of provider B, through one folder or one Redis. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { playHealthy } from "../support/healthy-upstream.js";
import { reply } from "../support/faults.js";
import { startFaultyUpstream, type FaultyUpstream, type Play } from "../support/faulty-upstream.js";
import { temporaryFolder } from "../support/program.js";
import { hasRedis, startRedis, type RedisServer } from "../support/redis.js";
import { ask, killAll, startFleet, type Program } from "./fleet.js";

const COOKIE = "/door";
const CRUMB = "/b/v1/test/getcrumb";
/** The first crumb of the upstream and the value of its cookie; neither may be in a log. */
const SECRETS = ["crumb/1234.", encodeURIComponent("crumb/1234."), "RENEWED.567", "A3=d"];

let upstream: FaultyUpstream;
let programs: Program[];
let redis: RedisServer | undefined;
let folder: ReturnType<typeof temporaryFolder>;
beforeAll(async () => void (upstream = await startFaultyUpstream()));
afterAll(() => upstream.close());

beforeEach(() => {
  upstream.reset();
  folder = temporaryFolder();
  programs = [];
});

afterEach(async () => {
  await killAll(programs);
  await redis?.kill();
  redis = undefined;
  folder.remove();
});

/** Each way to share a session: its name, whether it can be tested here, and its settings. */
const SHARED: readonly (readonly [string, boolean, () => Promise<Record<string, string>>])[] = [
  ["one folder", true, async () => ({ DATA_DIR: folder.path })],
  ["one Redis", hasRedis, async () => ({ STORE_URL: (redis ??= await startRedis()).url })],
];

/** The path of a question that provider B answers only with a crumb. */
const quoteOf = (symbol: string) => `/stock/${symbol}/recommendations`;
const handshakes = () => [upstream.calls(COOKIE).length, upstream.calls(CRUMB).length];

/** Accepts only calls with this crumb. */
const accepting =
  (crumb: string): Play =>
  (call) =>
    call.query.get("crumb") === crumb
      ? playHealthy({
          ...call,
          query: new URLSearchParams({ ...Object.fromEntries(call.query), crumb: "crumb/1234." }),
        })
      : reply(401, { finance: { result: null, error: { code: "Unauthorized", description: "Invalid Crumb" } } })(call);

for (const [what, available, settings] of SHARED) {
  describe.skipIf(!available)(`processes with ${what}`, () => {
    async function start(count: number): Promise<Program[]> {
      const { PROVIDER_A_API_KEY: _a, PROVIDER_C_API_KEY: _c, ...addresses } = upstream.env;
      const started = await startFleet(count, { ...addresses, LOG_LEVEL: "debug", ...(await settings()) });
      programs.push(...started);
      return started;
    }

    async function statuses(asked: readonly [Program, string][]): Promise<number[]> {
      return (await Promise.all(asked.map(([program, symbol]) => ask(program, quoteOf(symbol))))).map(
        ({ status }) => status,
      );
    }

    /** Starts two processes, which then have a session. */
    async function startTwo(): Promise<[Program, Program]> {
      const [one, other] = (await start(2)) as [Program, Program];
      const asked: [Program, string][] = [
        [one, "AAA"],
        [other, "BBB"],
      ];
      expect(await statuses(asked)).toEqual([200, 200]);
      return [one, other];
    }

    function expectNothingLogged(): void {
      for (const { stderr } of programs) for (const secret of SECRETS) expect(stderr()).not.toContain(secret);
    }

    it("make one handshake in total, also for a process that starts later", async () => {
      const [one, other] = (await start(2)) as [Program, Program];
      expect(
        await statuses(
          [one, other].flatMap((program, index) => [
            [program, `P${index}A`],
            [program, `P${index}B`],
          ]),
        ),
      ).toEqual([200, 200, 200, 200]);
      const [late] = (await start(1)) as [Program];
      expect(await statuses([[late, "LATE"]])).toEqual([200]);
      expect(handshakes()).toEqual([1, 1]);
      expectNothingLogged();
    });

    it("renew it once for all callers after a rejection", async () => {
      const [one, other] = await startTwo();
      upstream.on(CRUMB, reply(200, "RENEWED.567", { "content-type": "text/plain" }));
      upstream.on("/b/v10", accepting("RENEWED.567"));
      const asked = ["CCC", "DDD", "EEE", "FFF"].map((symbol, index): [Program, string] => [
        index % 2 === 0 ? one : other,
        symbol,
      ]);
      expect(await statuses(asked)).toEqual([200, 200, 200, 200]);
      expect(handshakes()).toEqual([2, 2]);
      expectNothingLogged();
    });

    it("discard it after two rejections; neither they nor a process that starts later open another one", async () => {
      const [one, other] = await startTwo();
      upstream.on("/b/v10", reply(401, {}));
      expect(await statuses([[one, "CCC"]])).toEqual([500]);
      expect(handshakes()).toEqual([2, 2]);
      const [late] = (await start(1)) as [Program];
      const refused = await Promise.all([one, other, late].map((program, index) => ask(program, quoteOf(`R${index}`))));
      for (const { status, body } of refused) {
        expect([status, body["detail"]]).toEqual([500, expect.stringContaining("refuses the crumb")]);
      }
      expect(handshakes()).toEqual([2, 2]);
      expectNothingLogged();
    });
  });
}
