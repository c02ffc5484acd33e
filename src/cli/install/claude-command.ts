/** Claude Code's own command, which changes its configuration while sessions of it are running. */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { posix, win32 } from "node:path";
import type { Machine } from "./hosts.js";

/**
 * The path of `claude` on `PATH`; `undefined` where there is none. A script of npm for Windows (`claude.cmd`) counts as
 * none, because the shell that it needs would change quotes in JSON.
 */
export function findClaude({ platform, env }: Machine): string | undefined {
  const { delimiter, join } = platform === "win32" ? win32 : posix;
  const file = platform === "win32" ? "claude.exe" : "claude";
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, file)).find(canRun);
}

/** The arguments that add a server for all projects of the user. */
export function toAddArguments(name: string, entry: unknown): string[] {
  return ["mcp", "add-json", "--scope", "user", name, JSON.stringify(entry)];
}

export function toRemoveArguments(name: string): string[] {
  return ["mcp", "remove", "--scope", "user", name];
}

const MAX_MS = 60_000;

/** Runs the command without a shell; returns the reason if it failed. */
export function runClaude(path: string, args: readonly string[], env: Machine["env"]): string | undefined {
  const { status, error } = spawnSync(path, args, { env, stdio: "ignore", timeout: MAX_MS, windowsHide: true });
  if (error) return (error as NodeJS.ErrnoException).code ?? "it could not be started";
  return status === 0 ? undefined : `exit code ${status}`;
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
