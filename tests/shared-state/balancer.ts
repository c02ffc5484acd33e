/** A minimal round-robin load balancer. */
import { once } from "node:events";
import { Agent, createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

export interface Balancer {
  url: string;
  close(): Promise<void>;
}

/** Starts a balancer for the programs; it passes the client address in `X-Forwarded-For`. */
export async function startBalancer(targets: readonly { url: string }[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((request, response) => {
    const { url } = targets[turn++ % targets.length]!;
    const forwarded = send(
      `${url}${request.url}`,
      {
        agent,
        method: request.method ?? "GET",
        headers: { ...request.headers, "x-forwarded-for": request.socket.remoteAddress ?? "" },
      },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.on("error", () => response.writeHead(502).end("{}"));
    request.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
