import { createServer, type Socket } from "node:net";
import type { SmsMessage } from "../../src/domain/sms-provider.ts";

/** A request as received. */
export interface GatewayCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

/** What a gateway does with one complete request. */
export type Behaviour = (call: GatewayCall, socket: Socket) => void;

/**
 * A gateway on loopback that remembers its requests. The test decides what the gateway does with
 * each request, down to the socket.
 */
export interface FakeGateway extends AsyncDisposable {
  readonly url: string;
  readonly calls: GatewayCall[];
  behave: Behaviour;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string;
}

const wire = ({ status, headers = {}, body = "" }: Reply, announced?: number): string => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const lines = Object.entries({
    "content-type": "application/json",
    "content-length": String(announced ?? Buffer.byteLength(text)),
    connection: "close",
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} Status`, ...lines, "", text].join("\r\n");
};

/** Answers, then closes the connection unless `line` is "keep". */
export const replies =
  (reply: Reply, line: "close" | "keep" = "close"): Behaviour =>
  (_, socket) => {
    if (line === "keep") socket.write(wire(reply));
    else socket.end(wire(reply));
  };
/** Cuts the connection after the request has arrived. */
export const drops: Behaviour = (_, socket) => void socket.destroy();
/** Never answers. */
export const silent: Behaviour = () => undefined;
/** Sends the head and an incomplete body, then cuts the connection. */
export const breaksOff =
  (reply: Reply): Behaviour =>
  (_, socket) => {
    socket.write(wire(reply, 10_000), () => socket.destroy());
  };
/** Sends the head and an incomplete body, then nothing more. */
export const stalls =
  (reply: Reply): Behaviour =>
  (_, socket) =>
    void socket.write(wire(reply, 10_000));

/** Starts a gateway. Use with `await using`. */
export async function openGateway(behave: Behaviour): Promise<FakeGateway> {
  const calls: GatewayCall[] = [];
  const sockets = new Set<Socket>();
  const gateway = { calls, behave };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    let received = Buffer.alloc(0);
    let done = false;
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const call = done ? null : callIn(received);
      if (call === null) return;
      done = true;
      calls.push(call);
      gateway.behave(call, socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return Object.assign(gateway, {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** The address of a port on which no server listens. */
export async function closedPort(): Promise<string> {
  await using gateway = await openGateway(silent);
  return gateway.url;
}

/** The request in these bytes; null if it is incomplete. */
function callIn(bytes: Buffer): GatewayCall | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [first = "", ...lines] = bytes.subarray(0, end).toString().split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const body = bytes.subarray(end + 4);
  if (body.length < Number(headers.get("content-length") ?? 0)) return null;
  return { method, path, headers, body: body.toString() };
}

export const TEXT: SmsMessage = {
  id: "65a0000000000000000000aa",
  kind: "offer",
  to: "+12125550123",
  body: "Demo Bistro: a table for 4 & more is free. Reply YES by 5:20 PM",
  ttlSeconds: 1200,
};
