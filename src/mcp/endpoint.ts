import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Caller } from "../domain/caller.ts";
import type { Log } from "../log.ts";
import type { Tool } from "../operations/define.ts";
import type { Invoke } from "../operations/invoke.ts";
import { createAskingCalls } from "./asking.ts";
import { CLIENT_FAULT_NAMES, mendClientFaults, type Received } from "./client-faults.ts";
import { readMessage, rpcError } from "./message.ts";
import { INVALID_PARAMS, problemOfParams } from "./params.ts";
import type { Call } from "./questions.ts";
import { createSdkFastPath } from "./sdk-fast-path.ts";
import {
  type CallReached,
  createServerFactory,
  type Fixtures,
  type MakeServer,
  serverInfoOf,
} from "./server.ts";
import { createToolCall, type Exchange } from "./tool-call.ts";
import { createToolList } from "./tool-list.ts";

export interface McpEndpointOptions {
  readonly operations: readonly Tool[];
  readonly invoke: Invoke;
  readonly log: Log;
  readonly version: string;
  readonly origin: string;
  readonly questionKey: Uint8Array;
  readonly clock: () => number;
  readonly unmendedFaults?: readonly string[];
  readonly fixtures?: Fixtures;
}

export interface McpEndpoint {
  readonly serve: (
    request: Request,
    body: string,
    caller: Caller,
    exchange: Exchange,
  ) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Shorter than the idle timeout of Bun's server, which would cut a silent stream. */
const KEEP_ALIVE_MS = 8_000;

export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { log, fixtures } = options;
  const toolList = createToolList(options.operations);
  const enabled = mendedFaults(options.unmendedFaults ?? []);
  const onerror = ({ message }: Error): void =>
    log.debug("protocol_error", { message: withoutQuoted(message) });
  const callTool = createToolCall({ ...options, toolList });
  const fastPath = createSdkFastPath(serverInfoOf(options.version));
  const askingCalls = createAskingCalls({
    asks: (tool) => toolList.operation(tool)?.asks === true,
    callTool,
    key: options.questionKey,
    clock: options.clock,
    keepAliveMs: KEEP_ALIVE_MS,
  });
  const reached = new WeakSet<Exchange>();
  /** Calls as the client sent them. The SDK's copies leave out some properties, such as `__proto__`. */
  const sent = new WeakMap<Exchange, Received>();
  const callReached: CallReached = async (params, caller, exchange, context) => {
    const received = sent.get(exchange);
    const call = received === undefined ? params : callIn(received);
    const asking =
      received !== undefined && askingCalls.mayAsk(received)
        ? askingCalls.askingOf(call, caller, exchange, context)
        : null;
    const result = await callTool(call, caller, exchange, asking);
    reached.add(exchange);
    return result;
  };
  const makeServer = createServerFactory({
    tools: toolList.tools,
    callTool: callReached,
    version: options.version,
    fixtures,
    onerror,
  });
  const modern = createMcpHandler(
    ({ authInfo }) => {
      if (authInfo === undefined) throw new Error("A message came without its caller.");
      const { caller, exchange } = authInfo.extra as unknown as CallContext;
      return makeServer(caller, exchange);
    },
    { legacy: "reject", keepAliveMs: KEEP_ALIVE_MS, onerror },
  );

  return {
    close() {
      askingCalls.close();
      return modern.close();
    },
    async serve(request, text, caller, exchange) {
      const make = () => makeServer(caller, exchange);
      if (request.method !== "POST") {
        return (await fixtures?.session?.(request, undefined, make)) ?? methodNotAllowed();
      }
      if (!isJsonContentType(request.headers.get("content-type"))) {
        return rpcError(415, -32_000, "Unsupported media type: send application/json.");
      }
      const read = readMessage(text);
      if (!read.ok) return read.response;
      const { received, mended } = mendClientFaults(
        { headers: request.headers, body: read.body },
        toolList.declaredArguments,
        enabled,
      );
      if (mended.length > 0) exchange.note({ mended });
      const { body } = received;
      exchange.note({ rpc: shortName(body["method"]) });
      const taken = askingCalls.takeAnswer(received, caller);
      if (taken !== null) return taken;
      const mayAsk = askingCalls.mayAsk(received);
      const kind = fixtures === undefined && !mayAsk ? fastPath.kindOf(received) : null;
      const known = kind === null ? undefined : fastPath.judged(kind);
      if (known !== undefined) {
        const result = await callTool(callIn(received), caller, exchange);
        return fastPath.answer(body["id"], result, known);
      }
      const message = withHeaders(request, received.headers);
      const legacy = await isLegacyRequest(message, body);
      const problem = problemOfParams(body, legacy);
      // Status 200, because older clients ignore the body of other statuses.
      if (problem !== null) return rpcError(200, INVALID_PARAMS, problem, { id: body["id"] });
      if (body["method"] === "tools/call") sent.set(exchange, received);
      const authInfo = authInfoOf({ caller, exchange });
      const response = legacy
        ? ((await fixtures?.session?.(message, body, make)) ??
          (await serveLegacy(message, body, make)))
        : await modern.fetch(message, { parsedBody: body, authInfo });
      if (kind !== null && reached.has(exchange) && response.ok) {
        fastPath.accept(kind, { legacy });
      }
      if (legacy) askingCalls.greet(received, response);
      return askingCalls.streamOf(received, caller, exchange) ?? response;
    },
  };
}

function mendedFaults(unmended: readonly string[]): ReadonlySet<string> {
  const unknown = unmended.find((name) => !CLIENT_FAULT_NAMES.includes(name));
  if (unknown !== undefined) {
    const known = CLIENT_FAULT_NAMES.join(", ");
    throw new Error(`Unknown client fault "${unknown}". Known: ${known}.`);
  }
  return new Set(CLIENT_FAULT_NAMES.filter((name) => !unmended.includes(name)));
}

const callIn = ({ body }: Received) => body["params"] as Call;

interface CallContext {
  readonly caller: Caller;
  readonly exchange: Exchange;
}

const authInfoOf = (context: CallContext) => ({
  token: "",
  clientId: context.caller.principal,
  scopes: [...context.caller.scopes],
  extra: { ...context },
});

const withHeaders = ({ url, signal }: Request, headers: Headers): Request =>
  new Request(url, { method: "POST", headers, signal });

async function serveLegacy(
  request: Request,
  body: unknown,
  makeServer: () => ReturnType<MakeServer>,
): Promise<Response> {
  const server = makeServer();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}

/** The SDK's errors quote what the client sent. The quotes must not reach the log. */
const withoutQuoted = (text: string): string => text.replace(/: \{.*$/s, "");

const shortName = (method: unknown): string =>
  typeof method === "string" ? method.slice(0, 60) : "response";

const methodNotAllowed = (): Response =>
  rpcError(405, -32_000, "Method not allowed: send messages by POST.", {
    headers: { Allow: "POST, OPTIONS" },
  });
