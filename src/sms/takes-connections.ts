import { connect } from "node:net";

/** True where something takes a connection at the address within `limitMs`; nothing is sent. */
export async function takesConnections(address: string, limitMs: number): Promise<boolean> {
  const { protocol, hostname, port } = new URL(address);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  });
  socket.once("connect", () => resolve(true));
  socket.once("error", () => resolve(false));
  const timer = setTimeout(() => resolve(false), limitMs);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
