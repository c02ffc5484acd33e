/**
 * Our skills, served to hosts that load skills from servers: which files a skill has, and their contents as resources.
 *
 * A skill is a folder below `skills/` with a SKILL.md. Hosts compare each file that they read with the size and digest of
 * its entry, so an entry is made of the bytes that are served.
 *
 * @see https://modelcontextprotocol.io/extensions/skills/overview (SEP-2640)
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { ReadResourceResult, Resource, Result } from "@modelcontextprotocol/sdk/types.js";
import { quoted } from "../contract/input.js";
import { once } from "../lib/once.js";
import { ICONS, LIST_HINTS } from "./product.js";
import { invalidParams } from "./json-rpc.js";

/** The folder of the package that has the skills, beside the program's. */
const FOLDER = new URL("../../skills/", import.meta.url);
const SCHEME = "skill://";
const MAIN = "SKILL.md";
const MIME_TYPE = "text/markdown";

/** The entry of a skill in `skills/list` and `skills/get`. */
interface SkillEntry {
  uri: string;
  frontmatter: Readonly<Record<string, string>>;
  resources: readonly { uri: string; digest: string; size: number }[];
}

interface Skill {
  entry: SkillEntry;
  texts: ReadonlyMap<string, string>;
}

/**
 * Creates the reader of our skills, which are read on first use. Lines that name a tool which this server never
 * answers, such as rows of its tables, are left out of the skills.
 */
export function createSkills(refused: ReadonlySet<string> = new Set()) {
  const load = once(() => readSkills(refused));
  const find = async (uri: unknown) => (await load()).find(({ entry }) => entry.uri === uri);

  return {
    /** Returns the entries of `skills/list`. */
    list: async () => (await load()).map(({ entry }) => entry),
    /**
     * Returns the answer to `skills/get`.
     *
     * @throws {RpcFailure} with a sentence for an address that is not a skill's.
     */
    async get(uri: unknown): Promise<Result> {
      const skill = await find(uri);
      if (skill) return { skill: skill.entry };
      throw invalidParams(`No skill ${quoted(String(uri))}. skills/list names them.`);
    },
    /** Returns the entries of `resources/list`: the main file of each skill. */
    listResources: async () => (await load()).map(({ entry }) => toResource(entry)),
    /** Returns a file of a skill; `undefined` for an unknown address. */
    async read(uri: unknown, modern: boolean): Promise<ReadResourceResult | undefined> {
      if (typeof uri !== "string" || !uri.startsWith(SCHEME)) return undefined;
      for (const { texts } of await load()) {
        const text = texts.get(uri);
        if (text !== undefined)
          return { contents: [{ uri, mimeType: MIME_TYPE, text }], ...(modern ? LIST_HINTS : {}) };
      }
      return undefined;
    },
  };
}

async function readSkills(refused: ReadonlySet<string>): Promise<Skill[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.toSorted().map((name) => readSkill(new URL(`${name}/`, FOLDER), `${SCHEME}${name}/`, refused)),
  );
}

async function readSkill(folder: URL, address: string, refused: ReadonlySet<string>): Promise<Skill> {
  const names = (await readdir(folder)).toSorted();
  const files = await Promise.all(
    names.map(async (name) => ({
      uri: address + name,
      bytes: withoutTools(await readFile(new URL(name, folder)), refused),
    })),
  );
  const texts = new Map(files.map(({ uri, bytes }) => [uri, bytes.toString("utf8")]));
  const resources = files.map(({ uri, bytes }) => ({
    uri,
    digest: `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
    size: bytes.length,
  }));
  const uri = address + MAIN;
  return { entry: { uri, frontmatter: frontmatterOf(texts.get(uri)!), resources }, texts };
}

/** Returns a file without the lines that name one of these tools as code; a file without them is the same bytes. */
function withoutTools(bytes: Buffer, refused: ReadonlySet<string>): Buffer {
  const namesOne = (line: string) => [...line.matchAll(/`(\w+)/g)].some(([, name]) => refused.has(name!));
  return refused.size === 0
    ? bytes
    : Buffer.from(
        bytes
          .toString("utf8")
          .split("\n")
          .filter((line) => !namesOne(line))
          .join("\n"),
      );
}

/** Returns the fields at the head of a SKILL.md; each of ours is a text on one line. */
function frontmatterOf(text: string): Record<string, string> {
  const [, head = ""] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  return Object.fromEntries(head.split("\n").map((line) => line.split(/: (.*)/s, 2)));
}

function toResource({ uri, frontmatter: { name, description }, resources }: SkillEntry): Resource {
  const { size } = resources.find((file) => file.uri === uri)!;
  return { uri, name: name!, title: `Skill ${name}`, description, mimeType: MIME_TYPE, size, icons: ICONS };
}
