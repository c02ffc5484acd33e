import { createHash } from "node:crypto";
import { chmodSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createKeyring } from "../../src/access/keyring.js";
import { KeysFileError, readKeysFile } from "../../src/access/keys-file.js";
import { temporaryFolder } from "../support/program.js";

const ALICE = { id: "key alice", plan: "free" };
const BOB = { id: "key bob", plan: "professional" };
const hash = (key: string) => createHash("sha256").update(key).digest("hex");
const KEYS = [
  { id: "alice", plan: "free", sha256: hash("alice-key") },
  { id: "bob", plan: "professional", sha256: hash("bob-key").toUpperCase() },
];

let folder: ReturnType<typeof temporaryFolder>;
let path: string;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, "keys.json");
});
afterEach(() => folder.remove());

function writeKeys(content: unknown): void {
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
}

function openWith(content: unknown) {
  writeKeys(content);
  return createKeyring(readKeysFile(path));
}

describe("a keyring", () => {
  it.each<[string, IncomingHttpHeaders, object | undefined]>([
    ["X-API-Key", { "x-api-key": "alice-key" }, ALICE],
    ["X-API-Key of another holder, whose hash is in capitals", { "x-api-key": "bob-key" }, BOB],
    ["X-API-Key with blanks around it", { "x-api-key": " alice-key " }, ALICE],
    ["Authorization: Bearer", { authorization: "Bearer bob-key" }, BOB],
    ["Authorization: bearer, in any case", { authorization: "bearer  bob-key" }, BOB],
    ["X-API-Key rather than Authorization", { "x-api-key": "alice-key", authorization: "Bearer bob-key" }, ALICE],
    [
      "a wrong X-API-Key in spite of a right Authorization",
      { "x-api-key": "x", authorization: "Bearer bob-key" },
      undefined,
    ],
    ["no key", {}, undefined],
    ["an empty key", { "x-api-key": "" }, undefined],
    ["blanks", { "x-api-key": "   " }, undefined],
    ["an unknown key", { "x-api-key": "mallory-key" }, undefined],
    ["a key in other case", { "x-api-key": "ALICE-KEY" }, undefined],
    ["the hash in place of the key", { "x-api-key": hash("alice-key") }, undefined],
    ["two keys in one header", { "x-api-key": "alice-key, bob-key" }, undefined],
    ["a key of ten kilobytes", { "x-api-key": "a".repeat(10_000) }, undefined],
    ["a key beyond ASCII", { "x-api-key": "álice-key" }, undefined],
    ["another scheme", { authorization: "Basic YWxpY2Uta2V5" }, undefined],
    ["a scheme without a key", { authorization: "Bearer " }, undefined],
  ])("identifies the caller by %s", (_what, headers, caller) => {
    expect(openWith(KEYS).callerOf(headers)).toEqual(caller);
  });

  it("rejects keys that a new file no longer lists, also if they were used before", () => {
    const keyring = openWith(KEYS);
    expect(keyring.callerOf({ "x-api-key": "alice-key" })).toEqual(ALICE);
    writeKeys([{ id: "bob", plan: "professional", sha256: hash("new-key") }]);
    keyring.replace(readKeysFile(path));
    expect(keyring.callerOf({ "x-api-key": "alice-key" })).toBeUndefined();
    expect(keyring.callerOf({ "x-api-key": "new-key" })).toEqual(BOB);
  });
});

describe("a keys file", () => {
  it("must exist", () => {
    const message = `API_KEYS_FILE ${path} does not exist; market-data-mcp keys add creates it.`;
    expect(() => readKeysFile(path)).toThrow(new KeysFileError(message));
  });

  it.skipIf(process.platform === "win32").each(["/dev/zero", tmpdir()])(
    "is a regular file, which %s is not",
    (other) => {
      const message = `API_KEYS_FILE ${other} is not a regular file.`;
      expect(() => readKeysFile(other)).toThrow(new KeysFileError(message));
    },
  );

  it.each<[string, unknown]>([
    ["that is no JSON", "alice: key"],
    ["that is empty", ""],
  ])("%s is rejected in one line", (_what, content) => {
    expect(() => openWith(content)).toThrow(new KeysFileError(`API_KEYS_FILE ${path} cannot be read as JSON.`));
  });

  it.each<[string, unknown]>([
    ["an object", { alice: "key" }],
    ["an entry without id", [{ sha256: hash("k"), plan: "free" }]],
    ["an entry with the key in place of its hash", [{ ...ALICE, sha256: "alice-key" }]],
    ["an unknown plan", [{ ...ALICE, sha256: hash("k"), plan: "gold" }]],
    ["a million numbers", Array.from({ length: 1_000_000 }, () => 1)],
    ["a misspelt field", [{ ...ALICE, sha256: hash("k"), plan: "free", palns: 1 }]],
  ])("with %s is rejected in one line that shows the format and no key", (_what, content) => {
    const format = '{"id", "sha256": hex of the key, "plan": free|starter|professional}';
    expect(() => openWith(content)).toThrow(new KeysFileError(`API_KEYS_FILE ${path} must be a list of ${format}.`));
  });

  /** Rows of more bytes than are read at a time, between these texts. */
  const LONG = Array.from({ length: 2_000 }, (_, at) => ({
    id: `caller ${at}`,
    plan: "free",
    sha256: hash(`key ${at}`),
  }));
  const toLong = (begin = "[", between = ",", end = "]") =>
    begin + LONG.map((row) => JSON.stringify(row)).join(between) + end;

  it.each<[string, string]>([
    ["on one line", toLong()],
    ["with a line for each key, and a byte order mark", toLong("\ufeff[\n", " ,\r\n  ", "\n]\n")],
    [
      "with ids that read like the end of a key",
      JSON.stringify(LONG.map((row) => ({ ...row, id: `"},{"${row.id}},` }))),
    ],
  ])("that is long has all its keys, %s", (_what, content) => {
    const keyring = openWith(content);
    const found = LONG.filter((_, at) => keyring.callerOf({ "x-api-key": `key ${at}` }) !== undefined);
    expect(found.length).toBe(LONG.length);
  });

  it.each<[string, string]>([
    ["a comma behind the last key", toLong("[", ",", ",]")],
    ["two commas", toLong("[", ",,")],
    ["two lists", `${toLong()},${toLong()}`],
    ["no end", toLong("[", ",", "")],
  ])("that is long, with %s, is no JSON", (_what, content) => {
    expect(() => openWith(content)).toThrow(`API_KEYS_FILE ${path} cannot be read as JSON.`);
  });

  it("that is an empty list admits no caller, and causes a warning", () => {
    const warnings: string[] = [];
    writeKeys([]);
    chmodSync(path, 0o600);
    expect(readKeysFile(path, (message) => warnings.push(message)).size).toBe(0);
    expect(warnings).toEqual([`API_KEYS_FILE ${path} is an empty list: no caller is admitted.`]);
    const keyring = openWith(KEYS);
    keyring.replace(new Map());
    expect(keyring.callerOf({ "x-api-key": "alice-key" })).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    [
      "two keys under one id, which would share one count",
      [KEYS[0], { ...KEYS[1], id: "alice" }],
      'lists the id "alice" twice; give each key an id of its own.',
    ],
    [
      "one key under two ids, whatever case its hash is in",
      [...KEYS, { id: "carol\n", plan: "free", sha256: hash("bob-key") }],
      'gives "bob" and "carol\\n" the same key.',
    ],
  ])("with %s is rejected in one line that names the ids and no hash", (_what, content, complaint) => {
    expect(() => openWith(content)).toThrow(new KeysFileError(`API_KEYS_FILE ${path} ${complaint}`));
  });

  it.skipIf(process.platform === "win32").each([
    [0o600, []],
    [0o640, []],
    [0o644, ["can be read by every user of this machine, who could look for weak keys: chmod 600."]],
    [0o666, ["can be written by every user of this machine, who could add a key of their own: chmod 600."]],
    [0o622, ["can be written by every user of this machine, who could add a key of their own: chmod 600."]],
  ])("of mode %o causes the warnings %j", (mode, expected) => {
    const warnings: string[] = [];
    writeKeys(KEYS);
    chmodSync(path, mode);
    readKeysFile(path, (message) => warnings.push(message));
    expect(warnings).toEqual(expected.map((complaint) => `API_KEYS_FILE ${path} ${complaint}`));
  });
});
