/** Documents in the embedded store: a limit of their own, and the least recently used go first. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTidy } from "../../src/store/sqlite-database.js";
import { createSqliteCache } from "../../src/store/sqlite.js";
import { openStoreFile, type StoreFile } from "../../src/store/sqlite-file.js";
import { temporaryFolder } from "../support/program.js";

const LONG = "x".repeat(40_000);
const YEAR = 365 * 86_400_000;

let folder: ReturnType<typeof temporaryFolder>;
let file: StoreFile;
let now = Date.UTC(2026, 2, 5);
beforeEach(async () => {
  folder = temporaryFolder();
  file = await openStoreFile(
    folder.path,
    () => {},
    () => now,
  );
});
afterEach(async () => {
  await file.close();
  folder.remove();
});

const keyOf = (number: number) => `v1:part:provider-d:document ${number}`;

it("never takes more than their limit; the least recently used go first", async () => {
  const cache = createSqliteCache(file, 100_000);
  await cache.set("v1:answer", LONG, YEAR);
  for (const number of [1, 2]) {
    now += 1;
    await cache.set(keyOf(number), LONG, YEAR);
  }
  // A read is noted every ten minutes.
  now += 11 * 60_000;
  expect(await cache.get(keyOf(1))).toBe(LONG);
  await cache.set(keyOf(3), LONG, YEAR);
  expect(await Promise.all([1, 2, 3].map((number) => cache.get(keyOf(number))))).toEqual([LONG, undefined, LONG]);
  expect(await cache.get("v1:answer")).toBe(LONG);
});

it("are limited in bytes, of which a character may have several", async () => {
  const cache = createSqliteCache(file, 100_000);
  const text = "–".repeat(20_000);
  for (const number of [1, 2]) await cache.set(keyOf(number), text, YEAR);
  expect([await cache.get(keyOf(1)), await cache.get(keyOf(2))].filter(Boolean)).toEqual([text]);
});

it.each([LONG, "–".repeat(13_000)])("does not push other answers out of a full file", async (text) => {
  const cache = createSqliteCache(file);
  await cache.set("v1:answer", "short", YEAR);
  for (const number of [1, 2, 3, 4, 5]) await cache.set(keyOf(number), text, YEAR);
  const tidy = createTidy(file.prepare, () => now, 40);
  tidy();
  expect(await cache.get("v1:answer")).toBe("short");
});

it("expires, and is found under no other key", async () => {
  const cache = createSqliteCache(file);
  await cache.set(keyOf(1), "text", 1000);
  expect(await cache.get(keyOf(1))).toBe("text");
  expect(await cache.get("v1:search:document 1")).toBeUndefined();
  now += 1001;
  expect(await cache.get(keyOf(1))).toBeUndefined();
});
