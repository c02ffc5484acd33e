import { describe, expect, it } from "vitest";
import { mergeRepeated } from "../../src/http/repeated-headers.js";

describe("a header that was sent twice", () => {
  it.each(["mcp-protocol-version", "mcp-method", "mcp-name", "x-api-key", "x-forwarded-proto"])(
    "with one value is that value: %s",
    (name) => {
      const headers = { [name]: "one, one,one" };
      mergeRepeated(headers);
      expect(headers).toEqual({ [name]: "one" });
    },
  );

  it("with two values, or with a list of them, stays as it is", () => {
    const headers = { "mcp-protocol-version": "2025-06-18, 2025-11-25", accept: "text/csv, text/csv" };
    const before = { ...headers };
    mergeRepeated(headers);
    expect(headers).toEqual(before);
  });
});
