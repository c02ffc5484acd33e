/** A server of bare node:http, to compare ours with. Prints its address. */
import { createServer } from "node:http";

const server = createServer((_request, response) => response.end("{}"));
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
