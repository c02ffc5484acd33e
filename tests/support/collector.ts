/** A trace collector: receives OTLP over HTTP as JSON, and stores the spans. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  traceState?: string;
  /** 1 internal, 2 server, 3 client. */
  kind: number;
  attributes: Record<string, string | number>;
  /** 2: an error. */
  status: number;
  /** Nanoseconds since the epoch. */
  start: bigint;
  end: bigint;
}

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  /** The sender's resource attributes. */
  resource: Record<string, string | number>;
  /** Method, address and body of every request, as text. */
  received: () => string;
  /** Sets the status of later answers; with `never` it stops answering. */
  answer(how: number | "never"): void;
  close(): Promise<void>;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: RawSpan[] }[];
  }[];
}
interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number; boolValue?: boolean };
}
type RawSpan = Pick<CollectedSpan, "name" | "traceId" | "spanId" | "parentSpanId" | "traceState" | "kind"> & {
  attributes: Attribute[];
  status: { code?: number };
  startTimeUnixNano: string;
  endTimeUnixNano: string;
};

/** Starts a collector on a free port. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const resource: Collector["resource"] = {};
  let received = "";
  let how: number | "never" = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    received += `${request.method} ${request.url} ${text}\n`;
    if (how === "never") return;
    if (how === 200 && request.url === "/v1/traces") collect(JSON.parse(text) as Sent);
    response.writeHead(how, { "content-type": "application/json" }).end("{}");
  });

  function collect({ resourceSpans }: Sent): void {
    for (const sent of resourceSpans) {
      Object.assign(resource, read(sent.resource.attributes));
      for (const raw of sent.scopeSpans.flatMap((scope) => scope.spans)) {
        const { attributes, status, startTimeUnixNano, endTimeUnixNano, ...span } = raw;
        spans.push({
          ...span,
          attributes: read(attributes),
          status: status.code ?? 0,
          start: BigInt(startTimeUnixNano),
          end: BigInt(endTimeUnixNano),
        });
      }
    }
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resource,
    received: () => received,
    answer(next) {
      how = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function read(attributes: readonly Attribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? String(value.boolValue)]),
  );
}
