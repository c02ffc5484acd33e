/** The keys command and a server that runs as another user, as the systemd unit and the Compose file set them up. */
import { chmodSync, chownSync, cpSync, linkSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { run } from "../cli/at-terminal.js";
import { PROGRAM, startHttpProgram, temporaryFolder } from "../support/program.js";
import { createVisitor } from "./http-visitor.js";
import { writeKeys } from "./inbound-keys.js";

const ALICE = { id: "alice", key: "key-of-alice", plan: "professional" } as const;
const BOB = { id: "bob", key: "key-of-bob", plan: "professional" } as const;
/** The user "nobody" of most systems; that it exists is not needed. */
const OTHER_USER = 65_534;
const QUOTE = "/api/v1/stock/AAPL";

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("!!! these tests need root to start a server as another user: SKIPPED");

const folder = temporaryFolder();
afterAll(() => folder.remove());
// A copy of the program, because the other user may not read the folder of this project.
const copy = join(folder.path, "dist");
if (isRoot) {
  chmodSync(folder.path, 0o755);
  cpSync(dirname(PROGRAM), copy, { recursive: true });
}

describe.skipIf(!isRoot)("a key that is revoked as root, on a server of another user", () => {
  it.each([
    { owner: 0, mode: 0o644, through: "its own name" },
    { owner: OTHER_USER, mode: 0o600, through: "its own name" },
    { owner: 0, mode: 0o644, through: "a symbolic link" },
    { owner: OTHER_USER, mode: 0o600, through: "a hard link" },
  ])("is refused, and a new one accepted: file of $owner with mode $mode, changed through $through", async (setup) => {
    const place = join(folder.path, `${setup.owner} ${setup.through}`);
    mkdirSync(place, { mode: 0o755 });
    const file = join(place, "keys.json");
    writeKeys(file, [ALICE, BOB]);
    chmodSync(file, setup.mode);
    chownSync(file, setup.owner, setup.owner);
    const name = setup.through === "its own name" ? file : join(folder.path, `link to ${setup.owner}`);
    if (setup.through === "a symbolic link") symlinkSync(file, name);
    if (setup.through === "a hard link") linkSync(file, name);

    const launcher = ["setpriv", `--reuid=${OTHER_USER}`, `--regid=${OTHER_USER}`, "--clear-groups"];
    const env = { STORE_URL: "memory:", API_KEYS_FILE: file };
    const start = () => startHttpProgram(["--demo"], env, launcher, join(copy, "index.js"));
    const program = await start();
    const { ask, leave } = createVisitor(program.url);
    onTestFinished(async () => {
      leave();
      await program.stop();
    });
    const statusOf = async (key: string) => (await ask(QUOTE, { headers: { "x-api-key": key } })).status;
    expect(await statusOf(ALICE.key)).toBe(200);

    expect(await run(["keys", "revoke", "alice", "--file", name])).toMatchObject({ code: 0 });
    program.child.kill("SIGHUP");
    await expect.poll(() => statusOf(ALICE.key)).toBe(401);
    const added = await run(["keys", "add", "carol", "--plan", "free", "--file", name]);
    // Without a signal, and with few requests, because wrong keys are limited.
    await expect.poll(() => statusOf(added.out.trim()), { interval: 1_000 }).toBe(200);
    expect([statSync(file).uid, statSync(file).mode & 0o777]).toEqual([setup.owner, setup.mode]);

    const next = await start();
    onTestFinished(() => void next.stop());
    expect((await fetch(next.url + QUOTE, { headers: { "x-api-key": ALICE.key } })).status).toBe(401);
    expect((await fetch(next.url + QUOTE, { headers: { "x-api-key": BOB.key } })).status).toBe(200);
  });

  it("stays valid, with an error in the log, when the server may not read its file any more", async () => {
    const file = join(folder.path, "unreadable.json");
    writeKeys(file, [ALICE]);
    chmodSync(file, 0o644);
    const launcher = ["setpriv", `--reuid=${OTHER_USER}`, `--regid=${OTHER_USER}`, "--clear-groups"];
    const env = { STORE_URL: "memory:", API_KEYS_FILE: file };
    const program = await startHttpProgram(["--demo"], env, launcher, join(copy, "index.js"));
    onTestFinished(() => void program.stop());
    chmodSync(file, 0o600);
    await expect
      .poll(() => program.stderr())
      .toContain(`API_KEYS_FILE ${file} cannot be read (EACCES). The previous keys stay valid.`);
  });
});
