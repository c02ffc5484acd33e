import { describe, expect, it } from "vitest";
import { toList } from "../../src/mcp/json-rpc.js";

describe("a list", () => {
  it("is returned at once", () => {
    expect(toList("tools", [1, 2, 3], undefined)).toEqual({ tools: [1, 2, 3] });
    expect(toList("tools", [], {})).toEqual({ tools: [] });
  });

  it.each(["", "AAAA", "row 3", null, 3, {}, Buffer.from("row 100").toString("base64url")])(
    "rejects the cursor %j",
    (cursor) => {
      expect(() => toList("tools", [1], { cursor })).toThrow(/"cursor" is not one this list has given/);
    },
  );
});
