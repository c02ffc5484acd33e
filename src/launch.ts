#!/usr/bin/env node
/**
 * Starts the program from V8's code cache if there is one: hosts wait for each start, and compilation takes a large
 * part of it.
 *
 * The build writes a cache for its own V8 next to each file that a start or a first answer needs
 * (`packaging/code-cache.mjs`). Under another version of V8, Node's own compile cache is used (22.8 and newer).
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import nodeModule, { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

const PROGRAM = join(import.meta.dirname, "parts", "program.js");
const EXTENSION = `${cachedDataVersionTag().toString(16)}.cache`;
const WRITES = process.env["CODE_CACHE"] === "write";

type Run = (exports: object, require: (id: string) => unknown, module: object, file: string, folder: string) => void;

const loaded = new Map<string, { module: { exports: object }; script: Script; cachePath: string }>();

if (WRITES) process.once("exit", writeCaches);
if (WRITES || existsSync(cachePathOf(PROGRAM, readFileSync(PROGRAM)))) load(PROGRAM);
else {
  (nodeModule as { enableCompileCache?: () => void }).enableCompileCache?.();
  createRequire(import.meta.url)(PROGRAM);
}

/** Loads one of our own files like `require`, from its code cache if there is one. */
function load(file: string): object {
  const known = loaded.get(file);
  if (known) return known.module.exports;
  const source = readFileSync(file);
  const cachePath = cachePathOf(file, source);
  const cachedData = readCache(cachePath);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${source.toString("utf8")}\n})`,
    {
      filename: file,
      ...(cachedData ? { cachedData } : {}),
    },
  );
  const module = { exports: {} };
  loaded.set(file, { module, script, cachePath });
  const folder = dirname(file);
  const requireExternal = createRequire(file);
  const require = (id: string) => (id.startsWith(".") ? load(resolve(folder, id)) : requireExternal(id));
  try {
    (script.runInThisContext() as Run)(module.exports, require, module, file, folder);
  } catch (error) {
    // A module that failed to load must run again at the next `require`.
    loaded.delete(file);
    throw error;
  }
  return module.exports;
}

/**
 * V8 compares only the length of the source with the cache's; the checksum in the name detects an edit of the same
 * length.
 */
function cachePathOf(file: string, source: Buffer): string {
  return `${file}.${crc32(source).toString(16)}.${EXTENSION}`;
}

function readCache(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Writes the missing caches of all loaded files. Runs at exit, when V8 has compiled the functions that were used.
 */
function writeCaches(): void {
  for (const { script, cachePath } of loaded.values())
    if (!existsSync(cachePath)) writeFileSync(cachePath, script.createCachedData());
}
