import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chooseEncoding, toEncoded } from "../../src/http/compress.js";
import { readPage, type Page } from "../../src/http/page.js";
import type { HttpReply } from "../../src/contract/reply.js";
import { JSON_TYPE, render, toReply } from "../../src/rest/respond.js";
import { servedOf } from "../support/fakes.js";

const LONG = JSON.stringify({ text: "quote ".repeat(500) });

function replyOf(body: string, { varies = false, ifNoneMatch }: { varies?: boolean; ifNoneMatch?: string } = {}) {
  const served = servedOf({});
  const rendered = render(served, { type: JSON_TYPE, body, note: "", varies, isPrivate: false });
  return toReply(rendered, served, ifNoneMatch);
}

describe("Accept-Encoding", () => {
  it.each([
    ["gzip, deflate, br", "br"],
    ["gzip, deflate", "gzip"],
    ["GZIP", "gzip"],
    ["br;q=0.5, gzip", "gzip"],
    ["br;q=0, gzip;q=0.2", "gzip"],
    ["*", "br"],
    ["br;q=0, *;q=0.1", "gzip"],
    ["identity", undefined],
    ["deflate", undefined],
    ["gzip;q=0", undefined],
    ["gzip;q=x", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%j asks for %s", (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });
});

describe("a reply", () => {
  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const)("is compressed as %s, with an ETag of its own", async (encoding, unpack) => {
    const plain = replyOf(LONG);
    const { headers, encoded } = await toEncoded(plain, encoding);
    expect(unpack(encoded!.bytes).toString()).toBe(LONG);
    expect(encoded!.encoding).toBe(encoding);
    expect(headers).toMatchObject({
      vary: "Accept-Encoding",
      etag: plain.headers["etag"]!.replace(/"$/, `-${encoding}"`),
    });
  });

  it("says that it varies also when it is sent as it is", () => {
    const { headers, encoded } = toEncoded(replyOf(LONG, { varies: true }), undefined) as HttpReply;
    expect([headers["vary"], encoded]).toEqual(["Accept, Accept-Encoding", undefined]);
  });

  it("stays as it is when it is short", () => {
    const short = replyOf('{"price":1}');
    expect(toEncoded(short, "br")).toBe(short);
    expect(short.headers).not.toHaveProperty("vary");
  });

  it("of 304 has the ETag of the encoding that the body would have", async () => {
    const { etag } = (await toEncoded(replyOf(LONG), "br")).headers;
    const { status, headers, encoded } = await toEncoded(replyOf(LONG, { ifNoneMatch: etag! }), "br");
    expect([status, headers["etag"], encoded]).toEqual([304, etag, undefined]);
  });

  it("is compressed once for requests that arrive together", async () => {
    const plain = replyOf(LONG);
    const [one, other] = await Promise.all([toEncoded(plain, "br"), toEncoded(plain, "br")]);
    expect(one.encoded!.bytes).toBe(other.encoded!.bytes);
  });
});

describe("a page", () => {
  it("is compressed once as long as its content stays the same", async () => {
    let content = LONG;
    const page: Page = { type: "text/html", content: () => content };
    const ask = async () => toEncoded(await readPage(page, "GET"), "gzip");
    const [first, second] = [await ask(), await ask()];
    expect(second.encoded!.bytes).toBe(first.encoded!.bytes);
    content = `${LONG} `;
    expect(gunzipSync((await ask()).encoded!.bytes).toString()).toBe(content);
  });
});
