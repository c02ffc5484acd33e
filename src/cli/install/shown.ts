/** Output of `install`: the change of a file, and the entry to paste where no file is changed. */
import { stringify } from "smol-toml";
import { SERVER_NAME, toHostLink } from "../../contract/host-links.js";
import type { Edit } from "./edit.js";
import type { Host } from "./hosts.js";

const HIDDEN = "(hidden)";

/**
 * The removed lines (`-`) and added lines (`+`) of each edit, under its place in the file. It shows
 * nothing else of the file, which may hold keys of other servers; `secrets` are hidden.
 */
export function toShownEdits(path: string, text: string, edits: readonly Edit[], secrets: readonly string[]): string {
  const parts = edits.map((edit) => {
    const old = text.slice(edit.offset, edit.offset + edit.length);
    // An edit that begins with a line break concerns the next line.
    const skipped = /^[,\s]*\n/.exec(old || edit.text)?.[0] ?? "";
    const line = text.slice(0, edit.offset).split("\n").length + (skipped && edit.offset > 0 ? 1 : 0);
    return [`${path}:${line}`, ...marked("-", old), ...marked("+", edit.text)].join("\n");
  });
  return `${hideSecrets(parts.join("\n"), secrets)}\n`;
}

/** Replaces each secret, also in the spelling that it has inside a quoted text. */
function hideSecrets(text: string, secrets: readonly string[]): string {
  const spellings = secrets.filter(Boolean).flatMap((each) => [each, JSON.stringify(each).slice(1, -1)]);
  return spellings.reduce((left, each) => left.replaceAll(each, HIDDEN), text);
}

/** The entry in the form of the host's file. */
export function toPasted({ format, section }: Host, entry: Readonly<Record<string, unknown>>): string {
  const value = { [section]: { [SERVER_NAME]: entry } };
  return format === "toml" ? stringify(value) : `${JSON.stringify(value, null, 2)}\n`;
}

/** The link that adds the entry with one click, where the host has such links. */
export function toLink({ id }: Host, entry: Readonly<Record<string, unknown>>): string | undefined {
  return id === "cursor" || id === "vscode" ? toHostLink(id, entry) : undefined;
}

function marked(sign: string, text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.map((line) => `${sign} ${line}`);
}
