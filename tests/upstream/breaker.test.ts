import { describe, expect, it } from "vitest";
import { createBreaker, type Permit } from "../../src/upstream/breaker.js";

/** A breaker with a test-controlled clock, by default without jitter. */
function createCircuit(random = 0) {
  let now = 0;
  const turns: string[] = [];
  const breaker = createBreaker(
    () => now,
    () => random,
    (state) => turns.push(state),
  );
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
    fail: (times = 1) => {
      for (let call = 0; call < times; call++) enter().failed();
    },
    succeed: (times = 1) => {
      for (let call = 0; call < times; call++) enter().succeeded();
    },
  };
}

/** A breaker that has just opened. */
function createOpen(random?: number) {
  const made = createCircuit(random);
  made.fail(5);
  return made;
}

describe("a closed circuit", () => {
  it("allows every call", () => {
    const { breaker, succeed } = createCircuit();
    succeed(100);
    expect([breaker.state, breaker.secondsLeft]).toEqual(["closed", 0]);
  });

  it("opens at the fifth failure in a row, for 15 s", () => {
    const { breaker, fail } = createCircuit();
    fail(4);
    expect(breaker.state).toBe("closed");
    fail();
    expect([breaker.state, breaker.secondsLeft, breaker.enter()]).toEqual(["open", 15, undefined]);
  });

  it("forgets failures in a row when a call succeeds", () => {
    const { breaker, fail, succeed } = createCircuit();
    fail(4);
    succeed(20);
    fail(4);
    expect(breaker.state).toBe("closed");
  });

  it("opens when half of ten calls within 30 s failed", () => {
    const { breaker, fail, succeed } = createCircuit();
    for (let pair = 0; pair < 4; pair++) {
      succeed();
      fail();
    }
    succeed();
    expect(breaker.state).toBe("closed");
    fail();
    expect(breaker.state).toBe("open");
  });

  it("stays closed when as many failures are spread over a longer time", () => {
    const { breaker, fail, succeed, pass } = createCircuit();
    for (let pair = 0; pair < 20; pair++) {
      succeed();
      fail();
      pass(8);
    }
    expect(breaker.state).toBe("closed");
  });

  it("does not count an abandoned call, which shows nothing about the provider", () => {
    const { breaker, enter, fail } = createCircuit();
    fail(4);
    for (let call = 0; call < 20; call++) enter().abandoned();
    expect(breaker.state).toBe("closed");
    fail();
    expect(breaker.state).toBe("open");
  });

  it("counts the failed calls of one question once", () => {
    const { breaker, fail } = createCircuit();
    fail(3);
    const question = {};
    for (let call = 0; call < 8; call++) breaker.enter(question)!.failed();
    expect(breaker.state).toBe("closed");
    fail();
    expect(breaker.state).toBe("open");
  });

  it("counts a call once, whatever is reported later", () => {
    const { breaker, enter, fail } = createCircuit();
    fail(3);
    const permit = enter();
    permit.failed();
    permit.failed();
    permit.succeeded();
    permit.abandoned();
    expect(breaker.state).toBe("closed");
    fail();
    expect(breaker.state).toBe("open");
  });
});

describe("an open circuit", () => {
  it("stays open up to a tenth longer, so that processes do not return at the same moment", () => {
    expect(createOpen(1).breaker.secondsLeft).toBe(17);
  });

  it("ignores a call that was in flight when it opened", () => {
    const { breaker, enter, fail, pass } = createCircuit();
    const inFlight = [enter(), enter()];
    fail(5);
    pass(10);
    inFlight[0]!.failed();
    inFlight[1]!.succeeded();
    expect([breaker.state, breaker.secondsLeft]).toEqual(["open", 5]);
  });

  it("is half open after its time: it admits one call as a probe, and no further call", () => {
    const { breaker, pass } = createOpen();
    pass(14.999);
    expect(breaker.enter()).toBeUndefined();
    pass(0.001);
    expect([breaker.state, breaker.secondsLeft]).toEqual(["half-open", 0]);
    expect(breaker.enter()).toBeDefined();
    expect([breaker.enter(), breaker.secondsLeft]).toEqual([undefined, 1]);
  });

  it("closes when the probe succeeds, without earlier failures", () => {
    const { breaker, enter, fail, succeed, pass } = createOpen();
    pass(15);
    enter().succeeded();
    expect(breaker.state).toBe("closed");
    fail(4);
    expect(breaker.state).toBe("closed");
    // With the earlier failures, these would be more than half of ten calls.
    succeed(3);
    fail();
    expect(breaker.state).toBe("closed");
    fail(2);
    expect(breaker.secondsLeft).toBe(15);
  });

  it("stays open twice as long after each probe that fails, five minutes at most", () => {
    const { breaker, enter, pass } = createOpen();
    const waits: number[] = [];
    for (let probe = 0; probe < 7; probe++) {
      pass(breaker.secondsLeft);
      enter().failed();
      waits.push(breaker.secondsLeft);
    }
    expect(waits).toEqual([30, 60, 120, 240, 300, 300, 300]);
  });

  it("stays open when its probe is a further call of a question that has failed before", () => {
    const { breaker, fail, pass } = createCircuit();
    const question = {};
    breaker.enter(question)!.failed();
    fail(4);
    pass(15);
    breaker.enter(question)!.failed();
    expect([breaker.state, breaker.secondsLeft]).toEqual(["open", 30]);
  });

  it("allows another probe when the first one was abandoned", () => {
    const { breaker, enter, pass } = createOpen();
    pass(15);
    const probe = enter();
    expect(breaker.enter()).toBeUndefined();
    probe.abandoned();
    expect(breaker.enter()).toBeDefined();
  });
});

describe("the listener", () => {
  it("is called once when the circuit opens, however many probes fail, and once when it closes again", () => {
    const { turns, fail, succeed, pass } = createCircuit();
    fail(5);
    pass(15);
    fail();
    pass(30);
    fail();
    expect(turns).toEqual(["open"]);
    pass(60);
    succeed();
    expect(turns).toEqual(["open", "closed"]);
  });
});
