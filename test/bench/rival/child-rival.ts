// The stack that people usually write: the first generation of the SDK with a server for each
// request over stateless Streamable HTTP, zod, one transaction a call; under the same Bun, without a
// framework between. Arguments: database, API key, houses. Prints its port.
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { houses, ZONE } from "../bookings.ts";
import { hashOf, openStore } from "./store.ts";
import { createServer } from "./tool.ts";

const [path = "", token = "", count = "1"] = process.argv.slice(2);
const store = openStore(path);
store.addKey(hashOf(token), "agent");
for (const slug of houses(Number(count))) {
  store.addHouse({ slug, timeZone: ZONE, seats: 10_000, largestParty: 20 });
}

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    if (new URL(request.url).pathname !== "/mcp") return new Response(null, { status: 404 });
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const key = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
    const principal = key === undefined ? null : store.keyName(hashOf(key));
    if (principal === null) return new Response(null, { status: 401 });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const mcp = createServer(store, principal);
    await mcp.connect(transport);
    try {
      return await transport.handleRequest(request);
    } finally {
      await mcp.close();
    }
  },
});
// Texts go nowhere, as those of the product do.
const SENDING_MS = 50;
setInterval(() => {
  while (store.sendDue(() => {}) > 0);
}, SENDING_MS);
console.log(server.port);
