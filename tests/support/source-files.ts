/** The files of src/ with what they import, and the floors on which their rooms stand. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

export const SRC = fileURLToPath(new URL("../../src", import.meta.url));

/** A source file by its path below src, with what it imports: paths below src, or packages. */
export interface SourceFile {
  path: string;
  text: string;
  imports: string[];
}

export const FILES: readonly SourceFile[] = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => path.replaceAll("\\", "/"))
  .map((path) => {
    const text = readFileSync(join(SRC, path), "utf8");
    return { path, text, imports: importsOf(path, text) };
  });

// Finds static, type-only, dynamic and `typeof import(…)` imports, and re-exports.
function importsOf(path: string, text: string): string[] {
  const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g);
  return [...found].map(([, specifier]) =>
    specifier!.startsWith(".")
      ? normalize(join(dirname(path), specifier!))
          .replaceAll("\\", "/")
          .replace(/\.js$/, ".ts")
      : specifier!,
  );
}

/** Whether an import is a file of ours. */
export const isOurs = (specifier: string) => specifier.endsWith(".ts");

/** Folders that every room may import; the drawing leaves them out. */
export const OPEN = ["contract/", "lib/"];

/**
 * The drawing of the structure: each room (a folder or file directly below src) on its floor, with the rooms that it
 * imports. A room stands one floor above the highest room that it imports.
 */
export function drawFloors(): string {
  const rooms = new Map<string, Set<string>>();
  for (const { path, imports } of FILES) {
    const below = rooms.get(roomOf(path)) ?? new Set();
    rooms.set(roomOf(path), below);
    for (const each of imports.filter(isOurs)) if (roomOf(each) !== roomOf(path)) below.add(roomOf(each));
  }
  const imported = new Set([...rooms.values()].flatMap((below) => [...below]));
  // src/launch.ts loads the built program, and so has no arrow.
  for (const [room, below] of rooms) if (below.size === 0 && !imported.has(room)) rooms.delete(room);
  const floors = new Map<string, number>();
  const floorOf = (room: string): number => {
    const known = floors.get(room);
    if (known !== undefined) return known;
    const floor = 1 + Math.max(0, ...[...(rooms.get(room) ?? [])].map(floorOf));
    floors.set(room, floor);
    return floor;
  };
  const lines = [...rooms.keys()]
    .toSorted((one, other) => floorOf(other) - floorOf(one) || (one < other ? -1 : 1))
    .map((room, at, all) => {
      const isFirst = at === 0 || floorOf(all[at - 1]!) !== floorOf(room);
      const below = [...rooms.get(room)!].filter((each) => !OPEN.includes(each));
      const arrow = below.length > 0 ? ` ─► ${below.toSorted().join("  ")}` : "";
      return `${(isFirst ? String(floorOf(room)) : "").padStart(2)}  ${room.padEnd(13)}${arrow}`.trimEnd();
    });
  return ["```", ...lines, "```"].join("\n");
}

/**
 * The places where a question waits on its way to an upstream, in their order: files say so in a line of their own,
 * "Waiting place 1, name: who waits, until what."
 */
export function drawWaitingPlaces(): string {
  const places = FILES.flatMap(({ path, text }) =>
    [...text.matchAll(/^ \* Waiting place (\d+), (\w+): (.+), (until .+)\.$/gm)].map(([, order, ...words]) => ({
      order: Number(order),
      path,
      words: words as [name: string, who: string, until: string],
    })),
  ).toSorted((one, other) => one.order - other.order);
  return [
    "```",
    `caller ─► ${places.map(({ words: [name] }) => name).join(" ─► ")} ─► upstream`,
    "```",
    "",
    "| Place | File | Who waits | Until when |",
    "|---|---|---|---|",
    ...places.map(
      ({ path, words: [name, who, until] }) => `| ${name} | \`${path.replace(".ts", "")}\` | ${who} | ${until} |`,
    ),
  ].join("\n");
}

/** Returns the folder directly below src with a slash, or the file there. */
export function roomOf(path: string): string {
  const slash = path.indexOf("/");
  return slash < 0 ? path : path.slice(0, slash + 1);
}
