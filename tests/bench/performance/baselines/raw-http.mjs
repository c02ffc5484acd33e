/** Node's own HTTP server with a prepared answer, headers and bytes as ours sends them. */
import { createServer } from "node:http";

const { headers, body, status } = JSON.parse(process.env.ANSWER);
const bytes = Buffer.from(body);
const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(status === 304 ? undefined : bytes);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
