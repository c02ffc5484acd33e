/** A minimal MCP client over stdin and stdout. */
import { createInterface } from "node:readline";
import { start, type Started } from "./servers.js";

export const INITIALIZE = {
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "0" } },
};

/** A server over stdio; answers are returned as raw lines. */
export class Host {
  readonly server: Started;
  readonly #waiting = new Map<number, { resolve(line: string): void; reject(error: Error): void }>();
  #id = 0;

  constructor(command: string, args: readonly string[], env: Record<string, string> = {}) {
    this.server = start(command, args, env);
    createInterface({ input: this.server.child.stdout! }).on("line", (line) => {
      // Answers contain their id first or last; the text between may be long.
      const id = /"id":(\d+)\}$/.exec(line.slice(-24))?.[1] ?? /"id":(\d+)/.exec(line)?.[1];
      const asked = this.#waiting.get(Number(id));
      this.#waiting.delete(Number(id));
      asked?.resolve(line);
    });
    this.server.child.once("exit", (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`${command} ${args[0]} ended with ${code}.`));
    });
  }

  ask(method: string, params?: object): Promise<string> {
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.server.child.stdin!.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
  }

  async initialize(): Promise<void> {
    await this.ask(INITIALIZE.method, INITIALIZE.params);
    this.server.child.stdin!.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  }

  /** Sends the same request `total` times with a small concurrency. */
  async repeat(total: number, method: string, params?: object, atOnce = 8): Promise<void> {
    let left = total;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left-- > 0) await this.ask(method, params);
      }),
    );
  }
}
