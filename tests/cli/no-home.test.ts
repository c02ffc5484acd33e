/** The terminal for a user whom the machine does not know, as in a container with another user id. */
import type os from "node:os";
import { expect, it, vi } from "vitest";
import { runHere } from "./in-process.js";

// As Node does for a user id without an entry, where HOME is not set.
vi.mock("node:os", async (original) => ({
  ...(await original<typeof os>()),
  homedir: () => {
    throw new Error("A system error occurred: uv_os_homedir returned ENOENT (no such file or directory)");
  },
}));

it("gets answers and checks, with a store in memory", async () => {
  expect(await runHere(["quote", "AAPL", "--demo", "--json"])).toMatchObject({ code: 0 });
  const { code, out } = await runHere(["doctor", "--offline", "--demo"]);
  expect([code, out]).toEqual([0, expect.stringContaining("memory")]);
});

it.each(["install", "uninstall"])("has no files of hosts, as %s says", async (name) => {
  await expect(runHere([name, "cursor"])).rejects.toThrow(
    "This user has no home folder, where the files of hosts are. Set HOME.",
  );
});
