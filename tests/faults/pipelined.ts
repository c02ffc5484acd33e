/** Sends many requests on one connection in one write, so that they arrive together. */
import { connect } from "node:net";

/** Requests a path `count` times at once; returns status and body of each answer as one text. */
export function askPipelined(url: string, path: string, count: number): Promise<string[]> {
  const { host, hostname, port } = new URL(url);
  const request = (last: boolean) =>
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${last ? "Connection: close\r\n" : ""}\r\n`;
  const requests = Array.from({ length: count }, (_, index) => request(index === count - 1)).join("");
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(requests));
    socket.setEncoding("utf8");
    socket.on("data", (data) => (text += data));
    socket.on("error", reject);
    socket.on("end", () => {
      const answers = text.matchAll(/HTTP\/1\.1 (\d+) [\s\S]*?\r\n\r\n(\{.*?\})(?=HTTP\/1\.1 |$)/g);
      resolve([...answers].map(([, status, body]) => `${status} ${body}`));
    });
  });
}
