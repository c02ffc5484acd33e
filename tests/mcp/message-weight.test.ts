import { describe, expect, it } from "vitest";
import { MAX_DEPTH, MAX_VALUES, weigh } from "../../src/mcp/message-weight.js";

describe("the weight of a message", () => {
  it("counts the values of objects and lists, not the punctuation in texts", () => {
    expect(weigh(`["${",".repeat(50_000)}\\"[[[\\\\"]`).complaint).toBeUndefined();
    expect(weigh(`[${Array(MAX_VALUES).fill("1").join()}]`).complaint).toBeUndefined();
    expect(
      weigh(
        `[${Array(MAX_VALUES + 2)
          .fill("1")
          .join()}]`,
      ).complaint,
    ).toBe(`it holds more than ${MAX_VALUES} values`);
  });

  it("counts levels of nesting", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(weigh(nested(MAX_DEPTH)).complaint).toBeUndefined();
    expect(weigh(nested(MAX_DEPTH + 1)).complaint).toBe(`it is nested more than ${MAX_DEPTH} levels deep`);
  });

  it.each<[string, unknown]>([
    ['{"jsonrpc":"2.0","id":7,"method":"ping"}', 7],
    ['{"params":{"id":1,"x":[{"id":2}]},"id" : "a\\"b" }', 'a"b'],
    ['{"params":{"id":1}}', undefined],
    ['{"id":{"id":1}}', undefined],
    ['{"id":1.5}', undefined],
    [`{"id":"${"x".repeat(1_000)}"}`, undefined],
    ['{"id":', undefined],
    ["no JSON", undefined],
    [`{"params":${"[".repeat(1_000)}${"]".repeat(1_000)},"id":8}`, 8],
    [`{"params":["é${'\\\\"'.repeat(500)}",${"1,".repeat(MAX_VALUES)}1],"id":9}`, 9],
  ])("reads the id of the request in %s", (text, id) => {
    expect(weigh(text).id).toBe(id);
  });
});
