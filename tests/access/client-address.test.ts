import { describe, expect, it } from "vitest";
import { createAddressOf } from "../../src/access/client-address.js";
import { parseNetwork } from "../../src/lib/network.js";

const PROXY = "10.1.2.3";
const networks = (...texts: string[]) => texts.map((text) => parseNetwork(text)!);
const addressOf = createAddressOf(networks("10.0.0.0/8", "192.0.2.7", "2001:db8:aaaa::/48"));
const seen = (remoteAddress: string | undefined, forwarded?: string) =>
  addressOf({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  });

describe("the caller's address", () => {
  it.each<[string, string, string | undefined, string]>([
    ["the socket's, without the header", "198.51.100.1", undefined, "198.51.100.1"],
    ["a proxy's own, without the header", PROXY, undefined, PROXY],
    ["the socket's, whatever an unlisted sender writes into the header", "198.51.100.1", "203.0.113.9", "198.51.100.1"],
    [
      "the socket's, also when an unlisted sender names a proxy",
      "198.51.100.1",
      `203.0.113.9, ${PROXY}`,
      "198.51.100.1",
    ],
    ["the one that a proxy reports", PROXY, "203.0.113.9", "203.0.113.9"],
    [
      "the one that a proxy reports, when its own address is IPv4 mapped to IPv6",
      `::ffff:${PROXY}`,
      "203.0.113.9",
      "203.0.113.9",
    ],
    ["the one that a proxy reports, if it is listed as a single address", "192.0.2.7", "203.0.113.9", "203.0.113.9"],
    [
      "the socket's, if it is the neighbour of a proxy listed as a single address",
      "192.0.2.8",
      "203.0.113.9",
      "192.0.2.8",
    ],
    ["the one that the first of three proxies reports", PROXY, "203.0.113.9, 10.9.9.9,192.0.2.7", "203.0.113.9"],
    [
      "the one that the proxy reports, not an earlier entry of the caller",
      PROXY,
      "1.1.1.1, 203.0.113.9",
      "203.0.113.9",
    ],
    ["the same when the caller wrote a proxy's address", PROXY, `1.1.1.1, ${PROXY}, 203.0.113.9`, "203.0.113.9"],
    ["the first proxy's, when all are proxies", PROXY, "10.0.0.9, 10.0.0.8", "10.0.0.9"],
    ["IPv6", PROXY, "2001:db8::7", "2001:db8::7"],
    ["IPv6 reported by an IPv6 proxy", "2001:db8:aaaa::1", "2001:db8:bbbb::7", "2001:db8:bbbb::7"],
    ["IPv6 through a proxy listed in another spelling", "2001:0DB8:AAAA:0::1", "2001:db8::7", "2001:db8::7"],
    ["without the port that some proxies add", PROXY, "203.0.113.9:51234", "203.0.113.9"],
    ["without brackets and port", PROXY, "[2001:db8::7]:51234", "2001:db8::7"],
    ["without brackets", PROXY, "[2001:db8::7]", "2001:db8::7"],
  ])("is %s", (_what, socket, forwarded, address) => {
    expect(seen(socket, forwarded)).toBe(address);
  });

  it.each([
    "",
    " ",
    ",",
    "unknown",
    "_hidden",
    "localhost",
    "203.0.113.9 evil",
    "203.0.113.256",
    "203.0.113",
    "0x7f000001",
    "203.0.113.9:port",
    "[203.0.113.9",
    "[[2001:db8::7]]",
    "2001:db8::7%eth0\u0000",
    "<script>",
    "203.0.113.9,",
    "203.0.113.9, ,",
    'for="203.0.113.9"',
    "x".repeat(16_000),
    ",".repeat(16_000),
  ])("is that of the proxy when the forwarded entry is not an address: %j", (forwarded) => {
    expect(seen(PROXY, forwarded)).toBe(PROXY);
  });

  it("is that of the last valid proxy when an invalid entry precedes it", () => {
    expect(seen(PROXY, "203.0.113.9, junk, 10.0.0.9")).toBe("10.0.0.9");
  });

  it("is found after thousands of entries that a caller wrote", () => {
    const written = "1.1.1.1, ".repeat(1_500);
    expect(seen(PROXY, `${written}203.0.113.9`)).toBe("203.0.113.9");
  });

  it("is searched for among a limited number of entries", () => {
    expect(seen(PROXY, `203.0.113.9, ${"10.0.0.9, ".repeat(1_500)}10.0.0.8`)).toBe("10.0.0.9");
  });

  it("is unknown when the socket has no address", () => {
    expect(seen(undefined, "203.0.113.9")).toBeUndefined();
  });

  it("is always that of the socket when no proxy is trusted", () => {
    const request = { socket: { remoteAddress: "127.0.0.1" }, headers: { "x-forwarded-for": "203.0.113.9" } };
    expect(createAddressOf([])(request)).toBe("127.0.0.1");
  });
});

describe("a network", () => {
  it.each([
    ["192.0.2.7", { address: "192.0.2.7", prefix: 32, family: "ipv4" }],
    ["10.0.0.0/8", { address: "10.0.0.0", prefix: 8, family: "ipv4" }],
    ["::1", { address: "::1", prefix: 128, family: "ipv6" }],
    ["fd00::/8", { address: "fd00::", prefix: 8, family: "ipv6" }],
  ])("is parsed from %s", (text, network) => {
    expect(parseNetwork(text)).toEqual(network);
  });

  it.each([
    "",
    "proxy.test",
    "0.0.0.0/0",
    "::/0",
    "10.0.0.0/33",
    "10.0.0.0/",
    "10/8",
    "fd00::/129",
    "fe80::1%eth0",
    "*",
  ])("is not parsed from %s", (text) => {
    expect(parseNetwork(text)).toBeUndefined();
  });
});
