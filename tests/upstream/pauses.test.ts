import { describe, expect, it } from "vitest";
import type { SharedPause } from "../../src/contract/channels.js";
import { keptMs, readPause, writePause } from "../../src/store/pause-text.js";
import { Pauses, type NewPause } from "../../src/upstream/pauses.js";

/** Pauses with a test-controlled clock, in seconds. */
function createPauses() {
  const clock = { seconds: 0 };
  return { clock, pauses: new Pauses(() => clock.seconds * 1000) };
}

describe("Pauses", () => {
  it("lasts for the requested time, and reports its reason and the time left", () => {
    const { clock, pauses } = createPauses();
    pauses.set("provider-a", undefined, 30, "rate_limited");
    expect(pauses.get("provider-a")).toEqual({ reason: "rate_limited", seconds: 30 });
    clock.seconds = 29.5;
    expect(pauses.get("provider-a")).toEqual({ reason: "rate_limited", seconds: 1 });
    clock.seconds = 30;
    expect(pauses.get("provider-a")).toBeUndefined();
  });

  it("reports a pause when it begins, not when it gets longer", () => {
    const clock = { seconds: 0 };
    const begun: NewPause[] = [];
    const pauses = new Pauses(() => clock.seconds * 1000, { onBegin: (pause) => begun.push(pause) });
    pauses.set("provider-a", undefined, 30, "key_refused");
    clock.seconds = 10;
    pauses.set("provider-a", undefined, 30, "key_refused");
    expect(begun).toEqual([{ provider: "provider-a", scope: undefined, seconds: 30, reason: "key_refused" }]);
    clock.seconds = 40;
    pauses.set("provider-a", undefined, 30, "key_refused");
    expect(begun).toHaveLength(2);
  });

  it("pauses one provider and not another", () => {
    const { pauses } = createPauses();
    pauses.set("provider-a", undefined, 30, "rate_limited");
    expect(pauses.get("provider-b", ["/quote"])).toBeUndefined();
  });

  it("pauses one scope and leaves the rest of the provider open", () => {
    const { pauses } = createPauses();
    pauses.set("provider-a", "/income AAPL", 60, "not_in_plan");
    expect(pauses.get("provider-a", ["/income", "/income AAPL"])).toEqual({ reason: "not_in_plan", seconds: 60 });
    expect(pauses.get("provider-a", ["/income", "/income MSFT"])).toBeUndefined();
    expect(pauses.get("provider-a")).toBeUndefined();
  });

  it("pauses every scope of a provider that is paused as a whole", () => {
    const { pauses } = createPauses();
    pauses.set("provider-a", undefined, 60, "key_refused");
    expect(pauses.get("provider-a", ["/quote"])).toEqual({ reason: "key_refused", seconds: 60 });
  });

  it("reports the longest of those that hold", () => {
    const { pauses } = createPauses();
    pauses.set("provider-a", undefined, 1, "rate_limited");
    pauses.set("provider-a", "/quote", 600, "not_in_plan");
    pauses.set("provider-a", "/quote AAPL", 60, "rate_limited");
    expect(pauses.get("provider-a", ["/quote", "/quote AAPL"])).toEqual({ reason: "not_in_plan", seconds: 600 });
  });

  it("keeps the longer of two pauses, with its reason", () => {
    const { pauses } = createPauses();
    pauses.set("provider-a", undefined, 60, "key_refused");
    pauses.set("provider-a", undefined, 10, "rate_limited");
    expect(pauses.get("provider-a")).toEqual({ reason: "key_refused", seconds: 60 });
    pauses.set("provider-a", undefined, 90, "rate_limited");
    expect(pauses.get("provider-a")).toEqual({ reason: "rate_limited", seconds: 90 });
  });

  it("evicts the oldest scopes during a flood of symbols outside the plan", () => {
    const { pauses } = createPauses();
    pauses.set("provider-a", undefined, 60, "rate_limited");
    for (let symbol = 0; symbol < 6000; symbol++) pauses.set("provider-b", `/quote ${symbol}`, 60, "not_in_plan");
    const kept = Array.from({ length: 6000 }, (_, symbol) => pauses.get("provider-b", [`/quote ${symbol}`]));
    expect(kept.filter(Boolean)).toHaveLength(4999);
    expect(kept.at(-1)).toEqual({ reason: "not_in_plan", seconds: 60 });
    expect(pauses.get("provider-a")).toEqual({ reason: "rate_limited", seconds: 60 });
  });

  describe("that double", () => {
    const limited = (pauses: Pauses) => pauses.set("provider-b", undefined, 60, "rate_limited", 3600);

    it("are twice as long as the last one while limits continue, up to an hour", () => {
      const { clock, pauses } = createPauses();
      const lengths = Array.from({ length: 8 }, () => {
        const seconds = limited(pauses);
        clock.seconds += seconds;
        return seconds;
      });
      expect(lengths).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600]);
    });

    it("do not grow because of calls that were in flight when they began", () => {
      const { clock, pauses } = createPauses();
      limited(pauses);
      clock.seconds = 0.5;
      expect(limited(pauses)).toBe(60);
      clock.seconds = 60.5;
      expect(limited(pauses)).toBe(120);
    });

    it("begin at a minute again when no limit follows a pause for as long as the pause was", () => {
      const { clock, pauses } = createPauses();
      limited(pauses);
      clock.seconds = 119;
      expect(limited(pauses)).toBe(120);
      clock.seconds = 119 + 240;
      expect(limited(pauses)).toBe(60);
    });

    it("can count as longer than the first one is, so that the second one comes late", () => {
      const { clock, pauses } = createPauses();
      const refused = () => pauses.set("provider-b", "session", 60, "session_limited", 3600, 600);
      expect(refused()).toBe(60);
      clock.seconds = 30;
      expect(refused()).toBe(60);
      clock.seconds = 30 + 60 + 599;
      expect(refused()).toBe(1200);
      clock.seconds += 1200 + 1200;
      expect(refused()).toBe(60);
    });

    it.each([
      ["still lasts", 10],
      ["has ended", 70],
    ])("continue to double in a process that starts while the last pause %s", (_when, seconds) => {
      const { clock, pauses } = createPauses();
      const stored: { text: string; until: number }[] = [];
      const publishing = new Pauses(() => clock.seconds * 1000, {
        onPublish: (pause) => stored.push({ text: writePause(pause), until: clock.seconds * 1000 + keptMs(pause) }),
      });
      limited(publishing);
      clock.seconds = seconds;
      for (const { text, until } of stored) {
        readPause(`[${until - clock.seconds * 1000},${text}]`, (pause) => pauses.receive(pause));
      }
      expect(pauses.get("provider-b")?.seconds).toBe(seconds < 60 ? 60 - seconds : undefined);
      clock.seconds = 71;
      expect(limited(pauses)).toBe(120);
    });
  });

  describe("for what a plan lacks", () => {
    const HOUR = 3_600;
    const DAY = 86_400;
    const lack = (pauses: Pauses, scope = "quote") => pauses.set("provider-a", scope, HOUR, "not_in_plan", DAY);

    it("last an hour, and a day after the second refusal", () => {
      const { clock, pauses } = createPauses();
      const lengths = Array.from({ length: 4 }, () => {
        const seconds = lack(pauses);
        clock.seconds += seconds;
        return seconds;
      });
      expect(lengths).toEqual([HOUR, DAY, DAY, DAY]);
    });

    it("last an hour again when nothing was refused for an hour after the first one", () => {
      const { clock, pauses } = createPauses();
      lack(pauses);
      clock.seconds = 2 * HOUR;
      expect(lack(pauses)).toBe(HOUR);
    });

    /** Stores the pauses of one process; `start` begins another one that reads them, as from a store. */
    function createStored() {
      const clock = { seconds: 0 };
      const stored: { text: string; until: number }[] = [];
      const store = (pause: SharedPause) =>
        void stored.push({ text: writePause(pause), until: clock.seconds * 1000 + keptMs(pause) });
      const create = (keepPlansMs?: number, keyMark = () => "key") =>
        new Pauses(() => clock.seconds * 1000, { onPublish: store, keyMark }, keepPlansMs);
      const read = (pauses: Pauses) =>
        stored.forEach(({ text, until }) =>
          readPause(`[${until - clock.seconds * 1000},${text}]`, (pause) => pauses.receive(pause)),
        );
      return {
        clock,
        create,
        read,
        start(...settings: Parameters<typeof create>) {
          const pauses = create(...settings);
          read(pauses);
          return pauses;
        },
      };
    }

    it.each([
      ["a server over HTTP", 0, 60, undefined],
      ["a server over stdio, while the pause is younger than an hour", HOUR * 1000, 1_800, HOUR / 2],
    ])("end or hold at the start of %s", (_what, keepPlansMs, age, seconds) => {
      const { clock, create, start } = createStored();
      lack(create());
      clock.seconds = age;
      expect(start(keepPlansMs).get("provider-a", ["quote"])?.seconds).toBe(seconds);
    });

    it("of a day hold for an hour's starts over stdio, and end at a later one", () => {
      const { clock, create, start } = createStored();
      const first = create();
      lack(first);
      clock.seconds = HOUR;
      expect(lack(first)).toBe(DAY);
      clock.seconds = 2 * HOUR;
      expect(start(HOUR * 1000).get("provider-a", ["quote"])?.seconds).toBe(DAY - HOUR);
      clock.seconds = 2 * HOUR + 1;
      expect(start(HOUR * 1000).get("provider-a", ["quote"])).toBeUndefined();
    });

    it("last a day when the first refusal after a start repeats one from before it", () => {
      const { clock, create, start } = createStored();
      lack(create());
      clock.seconds = 60;
      expect(lack(start(0))).toBe(DAY);
    });

    it("of symbols end at a start as well, and last a day after each refusal", () => {
      const { clock, create, start } = createStored();
      create().set("provider-a", "quote AAPL", DAY, "not_in_plan", DAY);
      clock.seconds = 60;
      const started = start(0);
      expect(started.get("provider-a", ["quote AAPL"])).toBeUndefined();
      expect(started.set("provider-a", "quote AAPL", DAY, "not_in_plan", DAY)).toBe(DAY);
    });

    it("end in all processes with the key when one of them asks the plan again, and begin again at a refusal", () => {
      const { clock, create, read } = createStored();
      const [server, doctor, otherKey] = [create(0), create(), create(0, () => "other key")];
      lack(server);
      lack(otherKey);
      clock.seconds = 60;
      doctor.askPlanAgain("provider-a");
      for (const each of [server, otherKey]) read(each);
      expect(server.get("provider-a", ["quote"])).toBeUndefined();
      expect(otherKey.get("provider-a", ["quote"])?.seconds).toBe(HOUR - 60);
      clock.seconds = 61;
      expect(lack(server)).toBe(DAY);
      read(server);
      read(doctor);
      expect(server.get("provider-a", ["quote"])?.seconds).toBe(DAY);
      expect(doctor.get("provider-a", ["quote"])?.seconds).toBe(DAY);
    });

    it("of a whole provider end when its plan is asked again", () => {
      const { clock, create, read } = createStored();
      const [server, doctor] = [create(0), create()];
      server.set("provider-c", undefined, HOUR, "not_in_plan");
      clock.seconds = 60;
      doctor.askPlanAgain("provider-c");
      read(server);
      expect(server.get("provider-c")).toBeUndefined();
    });

    it("by a version without lengths are as old as a day less what is left of them", () => {
      const { clock, create } = createStored();
      clock.seconds = DAY;
      const old = { provider: "provider-a", scope: "quote #key", reason: "not_in_plan" } as const;
      const [young, aged] = [create(HOUR * 1000), create(HOUR * 1000)];
      young.receive({ ...old, ms: (DAY - 60) * 1000 });
      aged.receive({ ...old, ms: (DAY - 2 * HOUR) * 1000 });
      expect(young.get("provider-a", ["quote"])?.seconds).toBe(DAY - 60);
      expect(aged.get("provider-a", ["quote"])).toBeUndefined();
    });
  });

  it("continues to double in a process that receives a pause that has ended", () => {
    const { pauses } = createPauses();
    pauses.receive({ provider: "provider-b", scope: undefined, ms: -1_000, reason: "rate_limited", lengthMs: 60_000 });
    expect(pauses.get("provider-b")).toBeUndefined();
    expect(pauses.set("provider-b", undefined, 60, "rate_limited", 3_600)).toBe(120);
  });

  describe("shared with other processes", () => {
    function createTwo() {
      const clock = { seconds: 0 };
      const news: SharedPause[] = [];
      const now = () => clock.seconds * 1000;
      const other = new Pauses(now);
      const one = new Pauses(now, {
        onPublish(pause) {
          news.push(pause);
          other.receive(pause);
        },
      });
      return { clock, news, one, other };
    }

    it("applies to all when the upstream limits the account or a scope of it", () => {
      const { one, other } = createTwo();
      one.set("provider-a", undefined, 30, "rate_limited");
      one.set("provider-b", "/quote", 20, "quota_spent");
      expect(other.get("provider-a")).toEqual({ reason: "rate_limited", seconds: 30 });
      expect(other.get("provider-b", ["/quote"])).toEqual({ reason: "quota_spent", seconds: 20 });
      expect(other.get("provider-b")).toBeUndefined();
    });

    it("is not shared when a provider refuses the key of a process", () => {
      const { news, one, other } = createTwo();
      one.set("provider-a", undefined, 60, "key_refused");
      other.receive({ provider: "provider-a", scope: undefined, ms: 60_000, reason: "key_refused" });
      expect(news).toEqual([]);
      expect(other.get("provider-a")).toBeUndefined();
    });

    it("applies to all with the same key when the key's plan lacks a path or a symbol", () => {
      const news: SharedPause[] = [];
      const withKey = (key: string) =>
        new Pauses(() => 0, { onPublish: (pause) => news.push(pause), keyMark: (provider) => `${provider} ${key}` });
      const [one, same, upgraded] = ["free", "free", "paid"].map(withKey) as [Pauses, Pauses, Pauses];
      one.set("provider-a", "/income AAPL", 86_400, "not_in_plan");
      for (const pause of news.splice(0)) for (const other of [same, upgraded]) other.receive(pause);
      expect(same.get("provider-a", ["/income AAPL"])).toEqual({ reason: "not_in_plan", seconds: 86_400 });
      expect(same.get("provider-a", ["/income MSFT"])).toBeUndefined();
      expect(upgraded.get("provider-a", ["/income AAPL"])).toBeUndefined();
      expect(news).toEqual([]);
    });

    it("does not let a stored refusal of a plan pause a whole provider", () => {
      const { news, one, other } = createTwo();
      one.set("provider-a", undefined, 60, "not_in_plan");
      other.receive({ provider: "provider-a", scope: undefined, ms: 60_000, reason: "not_in_plan" });
      expect(news).toEqual([]);
      expect(other.get("provider-a")).toBeUndefined();
    });

    it("is published once for all calls in flight, and again when it gets a second longer", () => {
      const { clock, news, one } = createTwo();
      for (clock.seconds = 0; clock.seconds < 0.9; clock.seconds += 0.1) {
        one.set("provider-a", undefined, 30, "rate_limited");
      }
      expect(news).toHaveLength(1);
      one.set("provider-a", undefined, 60, "rate_limited");
      expect(news.at(-1)).toEqual({ provider: "provider-a", scope: undefined, ms: 60_000, reason: "rate_limited" });
      expect(news).toHaveLength(2);
    });

    it("is not published again by processes that received it, nor shortened by a later message", () => {
      const { news, one } = createTwo();
      one.receive({ provider: "provider-a", scope: undefined, ms: 30_000, reason: "rate_limited" });
      one.receive({ provider: "provider-a", scope: undefined, ms: 5_000, reason: "rate_limited" });
      expect(one.get("provider-a")).toEqual({ reason: "rate_limited", seconds: 30 });
      expect(news).toEqual([]);
    });

    it("is published again, if it still lasts, when the connection to other processes is restored", () => {
      const { clock, news, one } = createTwo();
      one.set("provider-a", undefined, 30, "rate_limited");
      one.set("provider-b", undefined, 5, "rate_limited");
      clock.seconds = 10;
      news.length = 0;
      one.publishAll();
      expect(news).toEqual([{ provider: "provider-a", scope: undefined, ms: 20_000, reason: "rate_limited" }]);
    });
  });
});
