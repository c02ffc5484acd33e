import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLogger, LOG_LEVELS } from "../../src/lib/log.js";

let out: string;

beforeEach(() => {
  out = "";
  vi.useFakeTimers({ toFake: ["setImmediate", "setTimeout"] });
  vi.spyOn(process.stderr, "write").mockImplementation((chunk: unknown) => {
    out += String(chunk);
    return true;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Returns the output after the batching interval. */
function written(): string {
  vi.runAllTimers();
  return out;
}

const lines = () => written().split("\n").slice(0, -1);

describe("the log", () => {
  it("writes an event as one JSON line with time and level", () => {
    createLogger("info", []).warn({ event: "store", message: "The store can be used again." });
    expect(written().endsWith("\n")).toBe(true);
    expect(lines().map((line) => JSON.parse(line))).toEqual([
      {
        level: "warn",
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        event: "store",
        message: "The store can be used again.",
      },
    ]);
  });

  it("writes one line even if values contain newlines, colours and invisible characters", () => {
    const nasty = 'a\nb\r\n{"level":"fatal"}\u001B[31mred\u2028\u0000';
    createLogger("info", ["secret-0123"]).info({ event: nasty, [nasty]: nasty });
    expect(lines()).toHaveLength(1);
    expect(written().slice(0, -1)).not.toMatch(/[\u0000-\u001F]/); // oxlint-disable-line no-control-regex
    expect(JSON.parse(lines()[0]!)).toMatchObject({ event: nasty, [nasty]: nasty });
  });

  it("escapes characters that a terminal would interpret or hide, and keeps the text readable as JSON", () => {
    const nasty = "a\u009B31m\u202Eb\u2066c\u200B\uFEFF\u007F\u{E0041}d";
    createLogger("info", []).info({ event: nasty, note: "50 € für Žižek, 株式 📈" });
    expect(written().slice(0, -1)).not.toMatch(/\p{Cc}|\p{Cf}/u);
    expect(written()).toContain("50 € für Žižek, 株式 📈");
    expect(JSON.parse(lines()[0]!)).toMatchObject({ event: nasty });
  });

  it("writes nothing below its level, and nothing at all at level silent", () => {
    const log = createLogger("warn", []);
    log.info({ event: "request" });
    log.error({ event: "unexpected" });
    for (const level of LOG_LEVELS) if (level !== "silent") createLogger("silent", [])[level]({ event: level });
    expect(lines().map((line) => JSON.parse(line).event)).toEqual(["unexpected"]);
  });
});

describe("a secret in the log", () => {
  const SECRET = 'k€y/+0123="quoted"';
  const SPELLINGS = {
    plain: SECRET,
    "URL-encoded": encodeURIComponent(SECRET),
    base64: Buffer.from(SECRET).toString("base64"),
    hex: Buffer.from(SECRET).toString("hex"),
  };

  it.each(Object.entries(SPELLINGS))("is removed when %s, at any place in the line", (_what, spelling) => {
    const log = createLogger("trace", ["other-secret", SECRET]);
    log.info({ event: "x", url: `https://a.test/q?apikey=${spelling}&symbol=A`, deep: { list: [spelling] } });
    log.error(new Error(`failed: ${spelling}`));
    log.debug(spelling);
    const logged = lines().map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged).toHaveLength(3);
    expect(logged[0]).toMatchObject({ url: "https://a.test/q?apikey=***&symbol=A", deep: { list: ["***"] } });
    expect(logged[2]).toMatchObject({ msg: "***" });
    const shown = logged.map((line) => JSON.stringify(line)).join();
    expect(Object.values(SPELLINGS).filter((each) => shown.includes(JSON.stringify(each).slice(1, -1)))).toEqual([]);
  });

  it("is not searched for when it is empty or very short", () => {
    createLogger("info", ["", "a", "abc"]).info({ event: "abc" });
    expect(JSON.parse(lines()[0]!)).toMatchObject({ event: "abc" });
  });
});

describe("the log as text", () => {
  it("has time, level, event, message and the other fields, one event a line", () => {
    const log = createLogger("info", [], "text");
    log.warn({ event: "store", message: "It is full.", size: 3, path: "/a b" });
    log.info({ event: "request", route: "/api/v1/stock/{symbol}", status: 200, id: "id-1", ms: 3 });
    expect(lines()).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d WARN {2}store It is full\. size=3 path="\/a b"$/),
      expect.stringMatching(
        /^\d\d:\d\d:\d\d INFO {2}request route=\/api\/v1\/stock\/\{symbol\} status=200 id=id-1 ms=3$/,
      ),
    ]);
  });

  it("has no secrets and no control characters, and no text that looks like another line", () => {
    const log = createLogger("info", ['s3cret"key'], "text");
    log.info({ event: "x", message: 'a\n12:00:00 FATAL b \u001b[2J\u009b s3cret"key', name: "c\nd" });
    expect(lines()).toHaveLength(1);
    const text = written();
    const isControl = (code: number) => (code < 32 && code !== 10) || (code >= 127 && code < 160);
    expect([...text].filter((character) => isControl(character.codePointAt(0)!))).toEqual([]);
    expect(text).not.toContain("s3cret");
  });

  it("has the lines of a stack indented", () => {
    createLogger("info", [], "text").error({ event: "crash", error: "Error: x\n    at y" });
    expect(lines().slice(1)).toEqual(["    Error: x", "        at y"]);
  });
});
