/** The licences of bundled packages are distributed with the program. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = new URL("../..", import.meta.url).pathname;
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const notices = read("dist/THIRD-PARTY-NOTICES.txt");
/** Packages by the first line of their section: `keyv 5.6.0, @keyv/redis 5.1.6`. */
const named = new Set(
  [...notices.matchAll(/^-{78}\n\n(.+)$/gm)].flatMap(([, line]) =>
    line!.split(", ").map((each) => each.replace(/ \S+$/, "")),
  ),
);

it("name every bundled package of DEPENDENCIES.md", () => {
  const section =
    read("packaging/DEPENDENCIES.md")
      .split(/^## /m)
      .find((part) => part.startsWith("Bundled\n")) ?? "";
  const bundled = [...section.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name]) => name!);
  expect(bundled).not.toEqual([]);
  expect(bundled.filter((name) => !named.has(name))).toEqual([]);
});

it("name the dependencies of bundled packages, and no package that is not bundled", () => {
  // These are dependencies of @keyv/redis and of tough-cookie.
  expect([...named]).toEqual(expect.arrayContaining(["@redis/client", "tldts"]));
  expect([...named].filter((name) => ["libsql", "vitest", "rolldown", "msw"].includes(name))).toEqual([]);
});

it("state the version and a licence of each", () => {
  for (const part of notices.split(/^-{78}$/m).slice(1)) {
    const [head, ...body] = part.trim().split("\n");
    expect(head).toMatch(/^(?:\S+ \d+\.\d+\.\d+[^\s,]*(?:, |$))+$/);
    expect([head, body.join("\n").length > 40]).toEqual([head, true]);
  }
});

it("stay small: a shared licence is included once", () => {
  const [head = "", ...sections] = notices.split(/^-{78}$/m);
  expect(head).toContain("Permission is hereby granted, free of charge");
  const pointing = sections.filter((each) => each.includes("MIT licence, with the text at the top."));
  expect(pointing.length).toBeGreaterThan(10);
  expect(pointing.filter((each) => !/copyright|©/i.test(each))).toEqual([]);
  expect(notices.length).toBeLessThan(200_000);
  const bodies = notices
    .split(/^-{78}$/m)
    .slice(1)
    .map((part) => part.trim().split("\n").slice(1).join("\n"));
  expect(new Set(bodies).size).toBe(bodies.length);
});
