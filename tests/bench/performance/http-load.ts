/** HTTP load over bare sockets, so that the client costs little compared with the server. */
import { connect, type Socket } from "node:net";

/** A persistent connection that sends one request after the other. */
class Line {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #length = 0;
  #wanted = 0;
  #settle: { resolve(status: number): void; reject(error: Error): void } | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("error", (error) => this.#settle?.reject(error));
    socket.on("close", () => this.#settle?.reject(new Error("The server closed the connection.")));
  }

  /** Sends a raw request and returns the status of its answer. */
  ask(request: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) throw new Error("The server has closed the connection.");
      this.#settle = { resolve, reject };
      this.#socket.write(request);
    });
  }

  end(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#wanted === 0) {
      const whole = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
      this.#chunks = [whole];
      const end = whole.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = whole.toString("latin1", 0, end);
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      if (length === undefined && !/ 304 | 204 /.test(head)) throw new Error(`An answer without a length:\n${head}`);
      this.#wanted = end + 4 + Number(length ?? 0);
    }
    if (this.#length < this.#wanted) return;
    const status = Number(this.#chunks[0]!.toString("latin1", 9, 12));
    this.#chunks = [];
    this.#length = 0;
    this.#wanted = 0;
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.resolve(status);
  }
}

/** Returns the bytes of a GET, or of a POST with a body. */
export function toRequest(path: string, headers: Record<string, string> = {}, body?: string): Buffer {
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (body === undefined) return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join("")}${length}\r\n${body}`);
}

export interface Load {
  /** All times to an answer, in milliseconds. */
  times: number[];
  seconds: number;
}

/** A number of persistent connections to one server. */
export class Lines {
  readonly #lines: Line[];

  private constructor(lines: Line[]) {
    this.#lines = lines;
  }

  static async open(port: number, count: number): Promise<Lines> {
    const lines = Array.from({ length: count }, async () => {
      const socket = connect(port, "127.0.0.1");
      await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
      return new Line(socket);
    });
    return new Lines(await Promise.all(lines));
  }

  /** Sends `total` requests over all connections at once; every answer must have the expected status. */
  async run(total: number, requestAt: (index: number) => Buffer, expected = 200): Promise<Load> {
    const times: number[] = [];
    let next = 0;
    const started = performance.now();
    await Promise.all(
      this.#lines.map(async (line) => {
        while (next < total) {
          const request = requestAt(next++);
          const asked = performance.now();
          const status = await line.ask(request);
          times.push(performance.now() - asked);
          if (status !== expected) throw new Error(`Answered with ${status}, not ${expected}: ${request.toString()}`);
        }
      }),
    );
    return { times, seconds: (performance.now() - started) / 1000 };
  }

  close(): void {
    for (const line of this.#lines) line.end();
  }
}
