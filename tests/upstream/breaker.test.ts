import { describe, expect, it } from "vitest";
import { createBreaker, type Permit } from "../../src/upstream/breaker.js";

/** A breaker with a test-controlled clock, by default without jitter. */
function createCircuit(random = 0, works: () => Promise<boolean> = async () => false) {
  let now = 0;
  const turns: string[] = [];
  const breaker = createBreaker({
    works,
    now: () => now,
    random: () => random,
    onStateChange: (state) => turns.push(state),
  });
  const enter = (): Permit => {
    const permit = breaker.enter();
    if (!permit) throw new Error("the circuit is open");
    return permit;
  };
  return {
    breaker,
    turns,
    enter,
    pass: (seconds: number) => void (now += seconds * 1000),
    fail: async (times = 1) => {
      for (let call = 0; call < times; call++) {
        enter().failed();
        await settle();
      }
    },
    succeed: (times = 1) => {
      for (let call = 0; call < times; call++) enter().succeeded();
    },
  };
}

/** Lets the call end with which the breaker checks the provider. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A breaker that has just opened. */
async function createOpen(random?: number) {
  const made = createCircuit(random);
  await made.fail(5);
  return made;
}

describe("a closed circuit", () => {
  it("allows every call", async () => {
    const { breaker, succeed } = createCircuit();
    succeed(100);
    expect([breaker.state, breaker.secondsLeft]).toEqual(["closed", 0]);
  });

  it("opens at the fifth failure in a row, for 15 s", async () => {
    const { breaker, fail } = createCircuit();
    await fail(4);
    expect(breaker.state).toBe("closed");
    await fail();
    expect([breaker.state, breaker.secondsLeft, breaker.enter()]).toEqual(["open", 15, undefined]);
  });

  it("forgets failures in a row when a call succeeds", async () => {
    const { breaker, fail, succeed } = createCircuit();
    await fail(4);
    succeed(20);
    await fail(4);
    expect(breaker.state).toBe("closed");
  });

  it("opens when half of ten calls within 30 s failed", async () => {
    const { breaker, fail, succeed } = createCircuit();
    for (let pair = 0; pair < 4; pair++) {
      succeed();
      await fail();
    }
    succeed();
    expect(breaker.state).toBe("closed");
    await fail();
    expect(breaker.state).toBe("open");
  });

  it("stays closed when as many failures are spread over a longer time", async () => {
    const { breaker, fail, succeed, pass } = createCircuit();
    for (let pair = 0; pair < 20; pair++) {
      succeed();
      await fail();
      pass(8);
    }
    expect(breaker.state).toBe("closed");
  });

  it("does not count an abandoned call, which shows nothing about the provider", async () => {
    const { breaker, enter, fail } = createCircuit();
    await fail(4);
    for (let call = 0; call < 20; call++) enter().abandoned();
    expect(breaker.state).toBe("closed");
    await fail();
    expect(breaker.state).toBe("open");
  });

  it("counts the failed calls of one question once", async () => {
    const { breaker, fail } = createCircuit();
    await fail(3);
    const question = {};
    for (let call = 0; call < 8; call++) breaker.enter(question)!.failed();
    await settle();
    expect(breaker.state).toBe("closed");
    await fail();
    expect(breaker.state).toBe("open");
  });

  it("counts a call once, whatever is reported later", async () => {
    const { breaker, enter, fail } = createCircuit();
    await fail(3);
    const permit = enter();
    permit.failed();
    await settle();
    permit.failed();
    await settle();
    permit.succeeded();
    permit.abandoned();
    expect(breaker.state).toBe("closed");
    await fail();
    expect(breaker.state).toBe("open");
  });
});

describe("an open circuit", () => {
  it("stays open up to a tenth longer, so that processes do not return at the same moment", async () => {
    expect((await createOpen(1)).breaker.secondsLeft).toBe(17);
  });

  it("ignores a call that was in flight when it opened", async () => {
    const { breaker, enter, fail, pass } = createCircuit();
    const inFlight = [enter(), enter()];
    await fail(5);
    pass(10);
    inFlight[0]!.failed();
    await settle();
    inFlight[1]!.succeeded();
    expect([breaker.state, breaker.secondsLeft]).toEqual(["open", 5]);
  });

  it("is half open after its time: it admits one call as a probe, and no further call", async () => {
    const { breaker, pass } = await createOpen();
    pass(14.999);
    expect(breaker.enter()).toBeUndefined();
    pass(0.001);
    expect([breaker.state, breaker.secondsLeft]).toEqual(["half-open", 0]);
    expect(breaker.enter()).toBeDefined();
    expect([breaker.enter(), breaker.secondsLeft]).toEqual([undefined, 1]);
  });

  it("closes when the probe succeeds, without earlier failures", async () => {
    const { breaker, enter, fail, succeed, pass } = await createOpen();
    pass(15);
    enter().succeeded();
    expect(breaker.state).toBe("closed");
    await fail(4);
    expect(breaker.state).toBe("closed");
    // With the earlier failures, these would be more than half of ten calls.
    succeed(3);
    await fail();
    expect(breaker.state).toBe("closed");
    await fail(2);
    expect(breaker.secondsLeft).toBe(15);
  });

  it("stays open twice as long after each probe that fails, five minutes at most", async () => {
    const { breaker, enter, pass } = await createOpen();
    const waits: number[] = [];
    for (let probe = 0; probe < 7; probe++) {
      pass(breaker.secondsLeft);
      enter().failed();
      await settle();
      waits.push(breaker.secondsLeft);
    }
    expect(waits).toEqual([30, 60, 120, 240, 300, 300, 300]);
  });

  it("stays open when its probe is a further call of a question that has failed before", async () => {
    const { breaker, fail, pass } = createCircuit();
    const question = {};
    breaker.enter(question)!.failed();
    await settle();
    await fail(4);
    pass(15);
    breaker.enter(question)!.failed();
    await settle();
    expect([breaker.state, breaker.secondsLeft]).toEqual(["open", 30]);
  });

  it("allows another probe when the first one was abandoned", async () => {
    const { breaker, enter, pass } = await createOpen();
    pass(15);
    const probe = enter();
    expect(breaker.enter()).toBeUndefined();
    probe.abandoned();
    expect(breaker.enter()).toBeDefined();
  });
});

describe("a provider that answers a call about a symbol that it knows", () => {
  it("keeps its circuit closed, although questions about other symbols fail", async () => {
    let checks = 0;
    const { breaker, fail, turns } = createCircuit(0, async () => ++checks > 0);
    for (let round = 1; round <= 3; round++) {
      await fail(5);
      expect([breaker.state, checks]).toEqual(["closed", round]);
    }
    expect(turns).toEqual([]);
  });

  it("has its circuit closed again, although the question that was let through fails", async () => {
    let isWorking = false;
    const { breaker, fail, pass, turns } = createCircuit(0, async () => isWorking);
    await fail(5);
    pass(15);
    isWorking = true;
    await fail();
    expect([breaker.state, turns]).toEqual(["closed", ["open", "closed"]]);
  });

  it("is checked once at a time, and nobody else calls it meanwhile if its circuit was open", async () => {
    let end!: (isWorking: boolean) => void;
    let checks = 0;
    const { breaker, fail, pass, enter } = createCircuit(
      0,
      () => new Promise((resolve) => (checks++, (end = resolve))),
    );
    await fail(7);
    expect([checks, breaker.state]).toEqual([1, "closed"]);
    end(false);
    await settle();
    expect(breaker.state).toBe("open");
    pass(15);
    enter().failed();
    // Errors name this time during the check, and it holds if the check fails too.
    expect([checks, breaker.state, breaker.enter(), breaker.secondsLeft]).toEqual([2, "open", undefined, 30]);
    end(false);
    await settle();
    expect(breaker.secondsLeft).toBe(30);
  });
});

describe("the listener", () => {
  it("is called once when the circuit opens, however many probes fail, and once when it closes again", async () => {
    const { turns, fail, succeed, pass } = createCircuit();
    await fail(5);
    pass(15);
    await fail();
    pass(30);
    await fail();
    expect(turns).toEqual(["open"]);
    pass(60);
    succeed();
    expect(turns).toEqual(["open", "closed"]);
  });
});
