/** Builds the files of our threads: Node starts a thread from a file of its own, which no import leads to. */
import { dirname, join } from "node:path";

/** The address of a thread's file in the code that starts the thread. */
const ADDRESS = /new URL\("(\.\/[\w-]+)\.js", import\.meta\.url\)/;

/**
 * Returns a plugin that makes a part of the build of each thread, and its file the one that is started.
 *
 * @returns {import("rolldown").Plugin}
 */
export function threads() {
  return {
    name: "threads",
    transform: {
      filter: { code: "new BoundedWorker(" },
      handler(code, id) {
        const [address, path] = ADDRESS.exec(code) ?? [];
        if (path === undefined) return undefined;
        const file = this.emitFile({ type: "chunk", id: join(dirname(id), `${path}.ts`) });
        // The lines stay where they are.
        return { code: code.replace(address, `new URL(import.meta.ROLLUP_FILE_URL_${file})`), map: null };
      },
    },
  };
}
