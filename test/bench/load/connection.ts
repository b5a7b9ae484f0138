// A connection that stays open: it sends a request, waits for the whole answer and sends the next
// request. It does as little work as possible, because client and server share the machine.

/** Called with each answer. Returns the next request; null ends the connection. */
export type OnAnswer = (wentWell: boolean) => Buffer | null;

const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = Buffer.from("Content-Length: ");
/** The header as Express writes it. */
const SMALL_LENGTH = Buffer.from("content-length: ");
const OK = Buffer.from("HTTP/1.1 200");
const REFUSED = Buffer.from('"isError":true');

/** Opens a connection and sends `first`. Resolves after the last answer. */
export async function talk(port: number, first: Buffer, onAnswer: OnAnswer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let held: Buffer | null = null;
  let unsent: Buffer | null = null;
  const send = (socket: Bun.Socket, request: Buffer): void => {
    const written = socket.write(request);
    unsent = written < request.length ? request.subarray(Math.max(written, 0)) : null;
  };
  await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: (socket) => send(socket, first),
      drain(socket) {
        if (unsent !== null) send(socket, unsent);
      },
      data(socket, chunk) {
        const answer: Buffer = held === null ? chunk : Buffer.concat([held, chunk]);
        if (!isWhole(answer)) {
          // Once this returns, the socket may overwrite the chunk.
          held = held === null ? Buffer.from(chunk) : answer;
          return;
        }
        held = null;
        const next = onAnswer(answer.indexOf(OK) === 0 && !answer.includes(REFUSED));
        if (next !== null) return send(socket, next);
        resolve();
        socket.end();
      },
      error: (_socket, error) => reject(error),
      close: () => reject(new Error("The server closed a connection.")),
    },
  });
  return promise;
}

/** Every answer in the bench has a Content-Length. */
function isWhole(answer: Buffer): boolean {
  const headEnd = answer.indexOf(HEAD_END);
  if (headEnd === -1) return false;
  const named = answer.indexOf(LENGTH);
  const at = named === -1 ? answer.indexOf(SMALL_LENGTH) : named;
  if (at === -1 || at > headEnd) throw new Error("An answer came without its length.");
  const digits = answer.toString("latin1", at + LENGTH.length, answer.indexOf("\r", at));
  return answer.length >= headEnd + HEAD_END.length + Number(digits);
}
