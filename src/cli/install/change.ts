/** Changes that `install` and `uninstall` show first and make after the confirmation. */
import { rmSync } from "node:fs";
import { SERVER_NAME } from "../../contract/host-links.js";
import { findClaude, runClaude } from "./claude-command.js";
import {
  readBackup,
  replaceWithoutBackup,
  toChangedText,
  writeConfigFile,
  type ConfigFile,
  type Written,
} from "./config-file.js";
import { applyEdits, UnsafeFileError, type Edit, type Editor, type HostEntry } from "./edit.js";
import type { Host, Machine } from "./hosts.js";
import { secretsOf } from "./launch.js";

/** A change that has been prepared, to show before it is made. */
export interface Change {
  shown: string;
  /** Returns a sentence about what was left beside the change. */
  make(): string | undefined;
}

/** The change by Claude Code's own command, where it can be used. */
export function toClaudeChange(
  machine: Machine,
  { id }: Host,
  suits: boolean,
  args: string[],
  afterwards = () => {},
): Change | undefined {
  // A key in an argument could be read by every user of the machine, so an entry with keys goes into the file.
  const claude = id === "claude-code" && suits ? findClaude(machine) : undefined;
  if (claude === undefined) return undefined;
  const last = args.at(-1)!;
  return {
    shown: `claude ${[...args.slice(0, -1), last.startsWith("{") ? `'${last}'` : last].join(" ")}\n`,
    make() {
      const failure = runClaude(claude, args, machine.env);
      if (failure) throw new UnsafeFileError(`the command ${claude} did not change it (${failure})`);
      afterwards();
      return undefined;
    },
  };
}

export function toFileChange(
  file: ConfigFile,
  edits: readonly Edit[],
  editor: Editor,
  { section }: Host,
  secrets: readonly string[],
): Change {
  const changed = toChangedText(file, edits, editor, section, SERVER_NAME);
  return {
    shown: toShownEdits(file.path, file.text, edits, secrets),
    make: () => toSentences(file.path, writeConfigFile(file, changed, hasKeys(secrets))),
  };
}

const hasKeys = (secrets: readonly string[]) => secrets.some(Boolean);

/**
 * The removal of the entry. The file becomes what it was before if nothing else has changed since;
 * a file that `install` created is removed.
 */
export function toRemoval(file: ConfigFile, entry: HostEntry, editor: Editor, host: Host): Change {
  const { section } = host;
  const edits = editor.remove(file.text, section, SERVER_NAME);
  const changed = toChangedText(file, edits, editor, section, SERVER_NAME);
  const shown = toShownEdits(file.path, file.text, edits, secretsOf(entry));
  const isFrom = (before: string) =>
    editor.read(before, section)[SERVER_NAME] === undefined &&
    applyEdits(before, editor.set(before, section, SERVER_NAME, entry, [])) === file.text;
  const backup = readBackup(file);
  if (backup === undefined && isFrom("")) {
    return {
      shown: `${shown}The file has nothing else in it and is removed.\n`,
      make: () => void rmSync(file.path),
    };
  }
  const text = backup !== undefined && isFrom(backup) ? backup : changed;
  return { shown, make: () => void replaceWithoutBackup(file, text) };
}

function toSentences(path: string, { backup, isNowPrivate }: Written): string | undefined {
  const parts = [
    ...(backup ? [`The file as it was is in ${backup}.`] : []),
    ...(isNowPrivate ? [`The settings file ${path} holds a key now, so that only you can read it.`] : []),
  ];
  return parts.length > 0 ? parts.join(" ") : undefined;
}

const HIDDEN = "(hidden)";

/**
 * The removed lines (`-`) and added lines (`+`) of each edit, under its place in the file. It shows nothing else of the
 * file, which may hold keys of other servers; `secrets` are hidden.
 */
function toShownEdits(path: string, text: string, edits: readonly Edit[], secrets: readonly string[]): string {
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

function marked(sign: string, text: string): string[] {
  // A comma alone is no change that a reader looks for, and a terminal shows tabs as escapes.
  const lines = text.split(/\r?\n/).filter((line) => /[^\s,]/.test(line));
  return lines.map((line) => `${sign} ${line.replaceAll("\t", "  ")}`);
}
