// Child process: a server without the product's logic. Its calls show the least that a call can
// cost. First argument: "bare" starts Bun's HTTP server with a fixed answer (from the file that the
// second argument names, if there is one). "sdk" starts our /mcp endpoint with one tool, which
// repeats its argument; there is no gate, no rule and no database. Prints the server's port.
import { z } from "zod";
import { type Caller, NO_BUDGETS, SCOPES } from "../../../src/domain/caller.ts";
import { createMcpEndpoint } from "../../../src/mcp/endpoint.ts";
import { defineTool } from "../../../src/operations/define.ts";
import { type Answer, listen } from "../../../src/web/server.ts";

const echo = defineTool({
  name: "echo",
  title: "Echo",
  scope: null,
  description: "Says it again.",
  brandless: true,
  input: z.strictObject({ words: z.string() }),
  output: z.strictObject({ said: z.string() }),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  examples: [],
  run: ({ words }) => ({ said: words }),
  text: ({ said }) => said,
});

const caller: Caller = {
  kind: "system",
  principal: "echo",
  actor: { kind: "system", id: "echo", name: "echo" },
  environment: "test",
  brands: [],
  scopes: SCOPES,
  tools: null,
  budgets: NO_BUDGETS,
  headerBrand: null,
  roles: {},
};

function sdk(): Answer {
  const endpoint = createMcpEndpoint({
    operations: [echo],
    async invoke(_operation, raw) {
      const { words } = raw as { words: string };
      const structured = { said: words };
      return { structured, json: JSON.stringify(structured), text: words, replayed: false };
    },
    log: { debug() {}, info() {}, warn() {}, error: console.error },
    version: "1",
    origin: "http://127.0.0.1",
    questionKey: new Uint8Array(32),
    clock: Date.now,
  });
  const exchange = { id: "1", note() {} };
  return async (request) => endpoint.serve(request, await request.text(), caller, exchange);
}

const [which, file] = process.argv.slice(2);
const fixed =
  file === undefined
    ? JSON.stringify({ jsonrpc: "2.0", id: 1, result: { content: [] } })
    : await Bun.file(file).text();
const bare: Answer = async (request) => {
  await request.text();
  return new Response(fixed, { headers: { "Content-Type": "application/json" } });
};

const answer = which === "bare" ? bare : sdk();
console.log(listen({ host: "127.0.0.1", ports: [0] }, answer).port);
