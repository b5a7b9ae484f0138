// A server to compare the product with: the leanest that version 1 of the MCP SDK allows. It has
// the SDK's web-standard transport under Bun.serve, and one tool instead of the product's
// twenty-two. The schema of the tool is made only once.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { principalOf, type Store } from "./store.ts";
import { addBooking, bookingInput } from "./tool.ts";

const INPUT = bookingInput();

/** Starts the server on 127.0.0.1 and returns its port. */
export function serveLean(store: Store): number {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      if (new URL(request.url).pathname !== "/mcp") return new Response(null, { status: 404 });
      if (request.method !== "POST") return new Response(null, { status: 405 });
      const principal = principalOf(store, request.headers.get("authorization"));
      if (principal === null) return new Response(null, { status: 401 });
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      const mcp = new McpServer({ name: "rival", version: "1.0.0" });
      addBooking(mcp, INPUT, { store, principal });
      await mcp.connect(transport);
      try {
        return await transport.handleRequest(request);
      } finally {
        await mcp.close();
      }
    },
  });
  return server.port ?? 0;
}
