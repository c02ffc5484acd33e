import { beforeEach, describe, expect, it } from "vitest";
import { addressGroup, FailureLimit } from "../../src/access/wrong-key-limit.js";

describe("the group of an address", () => {
  it.each<[string | undefined, string]>([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:192.0.2.7", "192.0.2.7"],
    ["::ffff:102:304", "1.2.3.4"],
    ["::FFFF:C000:0207", "192.0.2.7"],
    ["0:0:0:0:0:ffff:1.2.3.4", "1.2.3.4"],
    ["0000:0000:0000:0000:0000:ffff:0102:0304", "1.2.3.4"],
    ["::ffff:0:0", "0.0.0.0"],
    ["::ffff:1:102:304", "0:0:0:0::/64"],
    ["64:ff9b::1.2.3.4", "64:ff9b:0:0::/64"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:0:0:1::", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    [undefined, "unknown"],
    ["", "unknown"],
  ])("of %s is %s", (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});

describe("the limit on wrong keys", () => {
  let now: number;
  let limit: FailureLimit;
  beforeEach(() => {
    now = 1_000_000;
    limit = new FailureLimit(() => now);
  });

  const fail = (times: number, address = "a") => {
    for (let time = 0; time < times; time++) limit.note(address);
  };

  it("allows 20 in a minute", () => {
    fail(19);
    expect(limit.secondsLeft("a")).toBe(0);
    fail(1);
    expect(limit.secondsLeft("a")).toBe(60);
  });

  it("states the time until the oldest one is a minute old, and ends then", () => {
    fail(1);
    now += 30_500;
    fail(19);
    expect(limit.secondsLeft("a")).toBe(30);
    now += 29_499;
    expect(limit.secondsLeft("a")).toBe(1);
    now += 1;
    expect(limit.secondsLeft("a")).toBe(0);
    fail(1);
    expect(limit.secondsLeft("a")).toBe(31);
  });

  it("is separate for each address", () => {
    fail(20);
    expect([limit.secondsLeft("a"), limit.secondsLeft("b")]).toEqual([60, 0]);
  });

  it("evicts the oldest addresses when there are too many", () => {
    fail(20);
    for (let index = 0; index < 10_000; index++) limit.note(`other ${index}`);
    fail(20, "b");
    expect([limit.secondsLeft("a"), limit.secondsLeft("b")]).toEqual([0, 60]);
  });
});
