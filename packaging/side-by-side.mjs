/** Runs commands at the same time and fails if one of them fails: `node packaging/side-by-side.mjs "a" "b && c"`. */
import { spawn } from "node:child_process";
import { once } from "node:events";

const children = process.argv.slice(2).map((command) => spawn(command, { shell: true, stdio: "inherit" }));
const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
