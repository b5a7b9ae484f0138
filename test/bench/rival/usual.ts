// A rival for the benchmark, built like the MCP SDK's example of a stateless server: the SDK's
// Express application and, for each request, a new server on which every tool is registered with
// its schema. Only the answers differ: plain JSON instead of a stream of one event.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { addOthers } from "./other-tools.ts";
import { principalOf, type Store } from "./store.ts";
import { addBooking, bookingInput } from "./tool.ts";

type Request = IncomingMessage & { readonly body: unknown };

function createServer(store: Store, principal: string): McpServer {
  const server = new McpServer({ name: "rival", version: "1.0.0" });
  addBooking(server, bookingInput(), { store, principal });
  addOthers(server);
  return server;
}

/** Serves on 127.0.0.1. Resolves to the port. */
export function serveUsual(store: Store): Promise<number> {
  const app = createMcpExpressApp();
  const answer = async (request: Request, response: ServerResponse): Promise<void> => {
    const principal = principalOf(store, request.headers.authorization ?? null);
    if (principal === null) return void response.writeHead(401).end();
    const server = createServer(store, principal);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on("close", () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  };
  app.post("/mcp", (request: Request, response: ServerResponse) => answer(request, response));
  const { promise, resolve } = Promise.withResolvers<number>();
  const listening = app.listen(0, "127.0.0.1", () => {
    resolve((listening.address() as AddressInfo).port);
  });
  return promise;
}
