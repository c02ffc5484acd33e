/** Serves HTTP with several processes behind one port. */
import { followKeysFile } from "../access/keys-file.js";
import type { Config } from "../config/config.js";
import type { Logger } from "../lib/log.js";
import type { FollowKeys } from "../workers/keys.js";
import { runWorkers } from "../workers/run.js";

/**
 * Runs the configured number of workers until `stopAsked` resolves; returns the exit code. The first process follows
 * the keys file for all, so that workers that start later use the same version of it.
 *
 * @throws {ConfigError} when the keys file cannot be read, before any worker is started.
 */
export function serveWithWorkers(config: Config, log: Logger, stopAsked: Promise<void>): Promise<number> {
  const { workers: count, apiKeysFile } = config;
  const followKeys: FollowKeys | undefined =
    apiKeysFile === undefined ? undefined : (onNew) => followKeysFile(apiKeysFile, log, onNew);
  return runWorkers({ count, log, followKeys, stopAsked });
}
