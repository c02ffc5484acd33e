/**
 * A process of its own that floods a server with pipelined requests. Arguments: address, path, megabytes in all,
 * connections, host to name, "read" or "unread". Ends when the server has taken all, or closed every connection, or has
 * taken nothing for three seconds; then prints the megabytes that were sent.
 */
import { connect } from "node:net";

const [address, path, megabytes, connections, host, mode] = process.argv.slice(2);
const { hostname, port } = new URL(address);
const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
const piece = request.repeat(Math.ceil(65_536 / request.length));
let toSend = Number(megabytes) * 1e6;
const total = toSend;
let open = Number(connections);

const finish = () => {
  console.log(((total - toSend) / 1e6).toFixed(0));
  process.exit(0);
};
const stalled = setTimeout(finish, 3_000);
for (let index = 0; index < Number(connections); index++) {
  const socket = connect(Number(port), hostname);
  const send = () => {
    while (toSend > 0) {
      toSend -= piece.length;
      stalled.refresh();
      if (!socket.write(piece)) return;
    }
    socket.end();
  };
  socket.on("connect", send).on("drain", send);
  if (mode === "read") socket.resume();
  socket.on("error", () => {}).on("close", () => --open === 0 && finish());
}
