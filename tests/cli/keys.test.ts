/** `market-data-mcp keys`: the file of inbound keys. */
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { runKeys, type KeysWords } from "../../src/cli/keys/keys.js";
import { ConfigError } from "../../src/contract/errors.js";
import { startProgram, temporaryFolder } from "../support/program.js";

const folder = temporaryFolder();
const file = join(folder.path, "keys.json");
beforeEach(() => {
  for (const path of [file, `${file}.lock`]) rmSync(path, { force: true, recursive: true });
});
afterAll(() => folder.remove());

/** Runs the command on the file; returns what it printed. */
function keys(words: KeysWords, environment?: string) {
  const said = { out: "", err: "" };
  const code = runKeys(words, environment, {
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    overwrite: () => {},
    columns: undefined,
    live: false,
  });
  return { code, ...said };
}
const add = (id: string) => keys({ do: "add", id, plan: "free", file });
/** Leaves a lock as a command does that was killed a minute ago. */
function leaveLock(): void {
  const longAgo = Date.now() / 1000 - 60;
  mkdirSync(`${file}.lock`);
  utimesSync(`${file}.lock`, longAgo, longAgo);
}
const content = () => JSON.parse(readFileSync(file, "utf8")) as unknown;

describe("keys add", () => {
  it("prints a key once and writes its hash, for the owner only", () => {
    const { code, out, err } = add("alice");
    const key = out.trim();
    expect([code, key]).toEqual([0, expect.stringMatching(/^[\w-]{32}$/)]);
    const sha256 = createHash("sha256").update(key).digest("hex");
    expect(content()).toEqual([{ id: "alice", sha256, plan: "free" }]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8") + err).not.toContain(key);
  });

  it("keeps the other keys", () => {
    add("alice");
    const [alice] = content() as object[];
    add("bob");
    expect(content()).toEqual([alice, expect.objectContaining({ id: "bob" })]);
  });

  it("waits for another command that is changing the file", () => {
    mkdirSync(`${file}.lock`);
    const held = statSync(`${file}.lock`).mtimeMs;
    expect(() => add("alice")).toThrow(
      `Another command is changing ${file}. Try again; if none is, remove ${file}.lock*.`,
    );
    expect([existsSync(file), statSync(`${file}.lock`).mtimeMs]).toEqual([false, held]);
    rmdirSync(`${file}.lock`);
    add("alice");
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it("does not wait for a command that was killed", () => {
    leaveLock();
    add("alice");
    expect([content(), existsSync(`${file}.lock`)]).toEqual([[expect.objectContaining({ id: "alice" })], false]);
  });

  it.each(["no lock", "the lock of a command that was killed"])(
    "loses no key when several run at once: %s",
    async (left) => {
      if (left !== "no lock") leaveLock();
      const ids = ["a", "b", "c", "d", "e", "f"];
      const programs = ids.map((id) => startProgram(["keys", "add", id, "--plan", "free", "--file", file]));
      expect(await Promise.all(programs.map(({ exited }) => exited))).toEqual(ids.map(() => 0));
      expect((content() as { id: string }[]).map(({ id }) => id).toSorted()).toEqual(ids);
    },
  );

  it.each(["add", "revoke"] as const)("to a folder that does not exist is refused in a sentence: %s", (what) => {
    const nowhere = join(folder.path, "none", "keys.json");
    expect(() => keys({ do: what, id: "alice", plan: "free", file: nowhere })).toThrow(
      new ConfigError(`${nowhere} cannot be changed: its folder does not exist. Nothing was changed.`),
    );
  });

  it.each(["", "a\nb", "x".repeat(101)])("refuses the id %j", (id) => {
    expect(() => add(id)).toThrow("An id has 1 to 100 printable characters.");
    expect(existsSync(file)).toBe(false);
  });

  it("refuses a second key of the same caller", () => {
    add("alice");
    expect(() => add("alice")).toThrow(/already has a key of "alice"; revoke it first\.$/);
  });
});

describe("a change of the file", () => {
  const link = join(folder.path, "link.json");
  beforeEach(() => rmSync(link, { force: true }));

  it("keeps its mode, owner and hard links", () => {
    add("alice");
    chmodSync(file, 0o644);
    linkSync(file, link);
    const { ino, uid, gid } = statSync(file);
    add("bob");
    keys({ do: "revoke", id: "alice", file: link });
    expect(statSync(file)).toMatchObject({ ino, uid, gid, nlink: 2 });
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(content()).toEqual([expect.objectContaining({ id: "bob" })]);
  });

  it("follows a symbolic link, with the lock of the file itself", () => {
    add("alice");
    symlinkSync(file, link);
    mkdirSync(`${file}.lock`);
    expect(() => keys({ do: "revoke", id: "alice", file: link })).toThrow(/Another command is changing/);
    rmdirSync(`${file}.lock`);
    keys({ do: "revoke", id: "alice", file: link });
    expect([lstatSync(link).isSymbolicLink(), content()]).toEqual([true, []]);
  });

  it("is refused through a link to a file that does not exist", () => {
    symlinkSync(join(folder.path, "none.json"), link);
    expect(() => keys({ do: "add", id: "alice", plan: "free", file: link })).toThrow(
      `${link} cannot be changed: it is a link to a file that does not exist. Nothing was changed.`,
    );
    expect(existsSync(join(folder.path, "none.json"))).toBe(false);
  });

  it.skipIf(process.platform === "win32")("leaves it as it was when there is no room", async () => {
    const rows = Array.from({ length: 9 }, (_, index) => ({
      id: `${index}`,
      sha256: `${index}`.repeat(64),
      plan: "free",
    }));
    writeFileSync(file, JSON.stringify(rows));
    const before = readFileSync(file, "utf8");
    // The shell counts in blocks of 512 or 1024 bytes.
    const launcher = ["sh", "-c", 'ulimit -f 1; exec "$@"', "sh"];
    const program = startProgram(["keys", "add", "alice", "--plan", "free", "--file", file], {}, launcher);
    expect([await program.exited, program.stdout()]).toEqual([2, ""]);
    expect(program.stderr()).toContain("Nothing was changed.");
    expect(readFileSync(file, "utf8")).toBe(before);
  });
});

describe("keys list", () => {
  it("shows callers and plans, and no hash", () => {
    add("alice");
    expect(keys({ do: "list", json: false, file }).out).toBe("id     plan\n-----  ----\nalice  free\n");
    expect(JSON.parse(keys({ do: "list", json: true, file: undefined }, file).out)).toEqual([
      { id: "alice", plan: "free" },
    ]);
  });
});

describe("keys revoke", () => {
  it("removes the key of one caller", () => {
    add("alice");
    add("bob");
    keys({ do: "revoke", id: "alice", file });
    expect(content()).toEqual([expect.objectContaining({ id: "bob" })]);
  });

  it("refuses an unknown caller", () => {
    add("alice");
    expect(() => keys({ do: "revoke", id: "carol", file })).toThrow(/has no key of "carol"\.$/);
  });
});

describe("the keys file", () => {
  it("has to be named", () => {
    expect(() => keys({ do: "list", json: false, file: undefined })).toThrow(/--file, or set API_KEYS_FILE/);
  });

  it("stays as it is when it is not a keys file", () => {
    writeFileSync(file, "{}");
    expect(() => add("alice")).toThrow(/must be a list of/);
    expect(readFileSync(file, "utf8")).toBe("{}");
  });
});
