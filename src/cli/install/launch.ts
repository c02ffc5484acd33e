/** The entry that `install` adds: how a host starts this program, or reaches a server. */
import { existsSync, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { ConfigError } from "../../contract/errors.js";
import { readToolsets, TOOLSET_CHOICES } from "../../contract/toolsets.js";
import { isObject } from "../../lib/is-object.js";
import type { Launch } from "./hosts.js";

export interface LaunchWords {
  demo: boolean;
  /** Address of a server that runs elsewhere. */
  http: string | undefined;
  toolsets: string | undefined;
}

/**
 * Returns the launch of this program by absolute paths, because a host with a window does not see the `PATH` of a
 * shell. They are the paths by which the person reached Node and the program, if these are links: package managers keep
 * versions in folders that the next upgrade deletes, and change the links.
 *
 * @throws {ConfigError} when the file is in npm's cache, which npm empties at any time.
 */
export function toProgramLaunch(
  { demo, toolsets }: LaunchWords,
  program: string,
  env: Readonly<Record<string, string>>,
  searched: string | undefined,
): Extract<Launch, { command: string }> {
  const file = existsSync(program) ? realpathSync(program) : program;
  if (/[\\/](?:_npx|_cacache)[\\/]/.test(file)) {
    throw new ConfigError(
      "This copy of the program is in npm's cache, which npm may empty at any time. Install it in a folder that stays, such as a clone or with npm install --global, and run install from there.",
    );
  }
  if (toolsets !== undefined) checkToolsets(toolsets);
  const args = [
    file === program || !isAbsolute(program) ? file : program,
    ...(demo ? ["--demo"] : []),
    ...(toolsets === undefined ? [] : ["--toolsets", toolsets]),
  ];
  return { command: nodeOn(searched) ?? process.execPath, args, env };
}

/** Returns the path of this Node in the folders of `PATH`, which may be a link; `undefined` if another one, or none, comes first. */
function nodeOn(searched = ""): string | undefined {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const first = searched
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
  return first !== undefined && realpathSync(first) === realpathSync(process.execPath) ? first : undefined;
}

/**
 * Returns the launch that reaches a server at an address; `/mcp` is added to an address without a path.
 *
 * @throws {ConfigError} when it is not an http or https address, or contains credentials.
 */
export function toRemoteLaunch(
  { http, toolsets }: LaunchWords,
  headers: Readonly<Record<string, string>>,
): Extract<Launch, { url: string }> {
  const address = http !== undefined && URL.canParse(http) ? new URL(http) : undefined;
  if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password || address.hash) {
    throw new ConfigError(
      "--http must be an http or https address without user and password, such as https://host/mcp.",
    );
  }
  if (address.pathname === "/") address.pathname = "/mcp";
  if (toolsets !== undefined) checkToolsets(toolsets);
  if (toolsets !== undefined) address.searchParams.set("toolsets", toolsets);
  return { url: address.href.replaceAll("%2C", ","), headers };
}

function checkToolsets(text: string): void {
  if ("unknown" in readToolsets(text)) throw new ConfigError(`--toolsets must be a comma list of ${TOOLSET_CHOICES}.`);
}

/** Whether an entry was added by this program, or starts or reaches it in the same way. */
export function isOurs(entry: unknown): boolean {
  if (!isObject(entry)) return false;
  const args = Array.isArray(entry["args"]) ? entry["args"] : [];
  const address = entry["url"] ?? entry["httpUrl"] ?? entry["serverUrl"];
  const reaches = typeof address === "string" && URL.canParse(address) && new URL(address).pathname.endsWith("/mcp");
  return reaches || args.some((each) => typeof each === "string" && (PROGRAM.test(each) || isOurLink(each)));
}

const PROGRAM = /(?:^|[\\/])dist[\\/]index\.js$/;

/** Whether a path is a link to this program, or was one: another package of the same name is not ours. */
function isOurLink(path: string): boolean {
  if (!isAbsolute(path) || !/[\\/]market-data-mcp$/.test(path)) return false;
  return !existsSync(path) || PROGRAM.test(realpathSync(path));
}

/** The values that must not be shown: keys in the environment and headers of an entry. */
export function secretsOf(entry: unknown): string[] {
  if (!isObject(entry)) return [];
  return [entry["env"], entry["headers"], entry["http_headers"]].flatMap((each) =>
    isObject(each) ? Object.values(each).filter((value): value is string => typeof value === "string") : [],
  );
}
