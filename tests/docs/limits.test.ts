/** The table of docs/fleet.md, compared with the limits of the program. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { withinHeap } from "../../src/lib/heap-share.js";
import { FAILURE_BYTES, FailureLimit, WINDOW_MS } from "../../src/access/wrong-key-limit.js";
import { MAX_BODIES_BYTES, MAX_BODY_BYTES, MAX_CLIENT_BYTES } from "../../src/http/request-body.js";
import { MAX_CONNECTIONS } from "../../src/http/connection-limits.js";
import { MAX_PIPELINED } from "../../src/http/listener.js";
import { MAX_LENGTH } from "../../src/mcp/completion.js";
import { MAX_DEPTH, MAX_VALUES } from "../../src/mcp/message-weight.js";
import { ANSWERED_BYTES, ANSWERED_MS } from "../../src/mcp/open-calls.js";
import { MAX_LINE_BYTES, MAX_UNREAD_BYTES } from "../../src/mcp/stdio.js";
import { MAX_SUBJECT_LENGTH } from "../../src/access/oauth.js";
import { MAX_BYTES as CACHE_BYTES } from "../../src/pipeline/cache.js";
import { NEGATIVE_BYTES } from "../../src/pipeline/cache.js";
import { MAX_BYTES as READY_BYTES } from "../../src/rest/response-cache.js";
import { MAX_WAITING } from "../../src/upstream/call-admission.js";
import { MAX_SOCKETS } from "../../src/upstream/http-call.js";
import { LONG_BYTES, MAX_LONG } from "../../src/upstream/long-answers.js";
import { MAX_BODY_BYTES as MAX_ANSWER_BYTES } from "../../src/upstream/read-body.js";
import { LIFETIME_MS, MAX_QUESTIONS } from "../../src/status/stale-answers.js";
import { MAX_KEYS } from "../../src/store/memory.js";
import { MAX_STALL_MS, MAX_UNSENT_BYTES } from "../../src/http/unsent-limit.js";

/** Decoded bytes of all answers of sources that can be in memory at a time. */
const SOURCE_BYTES = MAX_SOCKETS * LONG_BYTES + MAX_LONG * MAX_ANSWER_BYTES;

const TEXT = readFileSync(new URL("../../docs/fleet.md", import.meta.url), "utf8");
const rowOf = (name: string) => TEXT.split("\n").find((line) => line.startsWith(`| ${name} |`));
const inMiB = (bytes: number) => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MiB`;
const inWords = (count: number) => count.toLocaleString("en");
const inSeconds = (ms: number) => `${ms / 1_000} s`;

describe("docs/fleet.md", () => {
  it.each<[string, string[]]>([
    ["request bodies, being received or processed", [MAX_BODIES_BYTES, MAX_CLIENT_BYTES, MAX_BODY_BYTES].map(inMiB)],
    ["answers not yet read by clients", [inMiB(MAX_UNSENT_BYTES), inSeconds(MAX_STALL_MS)]],
    ["connections", [inWords(MAX_CONNECTIONS)]],
    ["requests that wait behind another one of their connection (pipelining)", [inWords(MAX_PIPELINED)]],
    ["names of recently answered MCP calls", [inMiB(ANSWERED_BYTES), inSeconds(ANSWERED_MS)]],
    ["text to complete over MCP", [inWords(MAX_LENGTH)]],
    ["addresses that sent wrong keys", [inMiB(FAILURE_BYTES), inSeconds(WINDOW_MS)]],
    ["names of callers in counters, from tokens", [inWords(MAX_SUBJECT_LENGTH)]],
    ["plan counters in memory", [inWords(MAX_KEYS)]],
    ["calls of a caller that wait for a provider", [inWords(MAX_WAITING)]],
    ["unknown symbols", [inMiB(NEGATIVE_BYTES)]],
    [
      "answers of sources, being read and mapped",
      [
        `${inMiB(SOURCE_BYTES)} decoded`,
        "512 KiB",
        `${MAX_SOCKETS} connections`,
        inMiB(MAX_ANSWER_BYTES),
        `${MAX_LONG} longer`,
      ],
    ],
    ["answers in memory", [inMiB(CACHE_BYTES)]],
    ["rendered answers in memory", [inMiB(READY_BYTES)]],
    ["stale answers on the status page", [inWords(MAX_QUESTIONS), `${LIFETIME_MS / 60_000} min`]],
    ["stdio: an unfinished line", [inMiB(MAX_LINE_BYTES)]],
    ["stdio: answers that the host has not read", [inMiB(MAX_UNREAD_BYTES)]],
  ])("states the limits of %s", (name, limits) => {
    for (const limit of limits) expect(rowOf(name)).toMatch(new RegExp(`(?<![\\d,.])${limit.replace(".", "\\.")}`));
  });

  it("states the limits of a message", () => {
    expect(TEXT).toContain(`${inWords(MAX_VALUES)} values and ${MAX_DEPTH} levels`);
  });

  it("states the sum of all limits in bytes, which is below the heap of a small machine", () => {
    const parts = [MAX_BODIES_BYTES, MAX_UNSENT_BYTES, ANSWERED_BYTES, SOURCE_BYTES];
    const total = [...parts, FAILURE_BYTES, NEGATIVE_BYTES, CACHE_BYTES, READY_BYTES].reduce((sum, each) => sum + each);
    expect(TEXT).toContain(`at most ${inMiB(total)} over HTTP`);
    expect(total).toBeLessThan(512 * 1024 * 1024);
  });
});

describe("limits of single stores", () => {
  it("caches stay within a quarter of a small heap", () => {
    const MiB = 1024 * 1024;
    expect([withinHeap(64 * MiB, 4096 * MiB), withinHeap(64 * MiB, 128 * MiB)]).toEqual([64 * MiB, 32 * MiB]);
  });

  it("addresses with wrong keys stay within their limit", () => {
    const limit = new FailureLimit();
    for (let index = 0; index < 20_000; index++) limit.note(`address ${index}`);
    expect(limit.size).toBe(FAILURE_BYTES / 500);
  });
});
