#!/usr/bin/env node
/**
 * Starts the program, from V8's code cache where there is one: a host waits for
 * us at each of its starts, and compiling is a good part of that wait.
 *
 * The build leaves a cache for its own V8 beside each file that a start or a
 * first answer needs (`packaging/code-cache.mjs`). Where another V8 runs us,
 * Node keeps one by itself, from 22.8 on.
 */
import { readFileSync, writeFileSync } from "node:fs";
import nodeModule, { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";

const PROGRAM = join(import.meta.dirname, "parts", "program.js");
const EXTENSION = `${cachedDataVersionTag().toString(16)}.cache`;
const WRITES = process.env["CODE_CACHE"] === "write";

type Run = (exports: object, require: (id: string) => unknown, module: object, file: string, folder: string) => void;

const loaded = new Map<string, { module: { exports: object }; script: Script }>();

if (WRITES) process.once("exit", writeCaches);
if (WRITES || cacheOf(PROGRAM)) load(PROGRAM);
else {
  (nodeModule as { enableCompileCache?: () => void }).enableCompileCache?.();
  createRequire(import.meta.url)(PROGRAM);
}

/** What `require` does, for our own files. */
function load(file: string): object {
  const known = loaded.get(file);
  if (known) return known.module.exports;
  const cachedData = cacheOf(file);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "utf8")}\n})`,
    {
      filename: file,
      ...(cachedData ? { cachedData } : {}),
    },
  );
  const module = { exports: {} };
  loaded.set(file, { module, script });
  const folder = dirname(file);
  const others = createRequire(file);
  const require = (id: string) => (id.startsWith(".") ? load(resolve(folder, id)) : others(id));
  try {
    (script.runInThisContext() as Run)(module.exports, require, module, file, folder);
  } catch (error) {
    // Half done, it must not pass for done: what it needs may be there when it is asked for again.
    loaded.delete(file);
    throw error;
  }
  return module.exports;
}

function cacheOf(file: string): Buffer | undefined {
  try {
    return readFileSync(`${file}.${EXTENSION}`);
  } catch {
    return undefined;
  }
}

/** At the end, when all that was needed has been compiled; what has a cache keeps it. */
function writeCaches(): void {
  for (const [file, { script }] of loaded)
    if (!cacheOf(file)) writeFileSync(`${file}.${EXTENSION}`, script.createCachedData());
}
