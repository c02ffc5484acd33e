/** The entries of this program in the configuration of all known hosts, and whether they still start it. */
import { accessSync, constants } from "node:fs";
import { isAbsolute } from "node:path";
import { SERVER_NAME } from "../../contract/host-links.js";
import { isObject } from "../../lib/is-object.js";
import { advise, ok, type Check } from "./check-machine.js";
import { readConfigFile } from "./config-file.js";
import { HOSTS, type Host, type Machine } from "./hosts.js";
import { editorOf, pathOf } from "./install.js";
import { isOurs } from "./launch.js";

/** Returns a check for each host that has an entry of this program; none for hosts without one. */
export function checkEntries(machine: Machine): Check[] {
  return HOSTS.flatMap((host) => {
    const entry = entryOf(host, machine);
    if (!isObject(entry) || !isOurs(entry)) return [];
    const name = `Entry of ${host.name}`;
    const missing = missingIn(entry);
    if (missing === undefined)
      return [ok(name, typeof entry["command"] === "string" ? "starts this program" : "names a server")];
    const fix = `Run install ${host.id} again.`;
    return [advise("fail", name, `${missing} does not exist any more, so that the host cannot start it`, fix)];
  });
}

/** Returns the entry; `undefined` without one, and where the file cannot be read, which `install` explains. */
function entryOf(host: Host, machine: Machine): unknown {
  try {
    const { text } = readConfigFile(pathOf(host, machine), machine.home);
    return editorOf(host).read(text, host.section)[SERVER_NAME];
  } catch {
    return undefined;
  }
}

/** Returns the path of an entry that no longer exists: that of Node or that of the program. */
function missingIn({ command, args }: Record<string, unknown>): string | undefined {
  const program: unknown = Array.isArray(args) ? args[0] : undefined;
  // A command without a folder is found by the host.
  const isMissing = (path: unknown, mode: number): path is string =>
    typeof path === "string" && isAbsolute(path) && !isThere(path, mode);
  if (isMissing(command, constants.X_OK)) return command;
  return isMissing(program, constants.R_OK) ? program : undefined;
}

function isThere(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
