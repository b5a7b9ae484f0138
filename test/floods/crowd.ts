// Opens many connections at the same time; each sends as little as is needed to burden the server.

/** What each connection of a crowd sends. */
export interface Habit {
  /** Sent when the connection opens. */
  readonly first: (n: number) => Uint8Array | string;
  /** Then sent again and again, as fast as the server accepts it. */
  readonly endless?: Uint8Array;
  /** False: answers are not read. */
  readonly reads?: boolean;
}

export interface Crowd {
  /** The number of open connections. */
  open(): number;
  /** Counts the first status of each connection; "closed" if it ended without an answer. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Bytes that the server accepted. */
  sent(): number;
  /** Sends one more piece on each connection. */
  drip(piece: string): void;
  close(): void;
}

interface Member {
  left: Uint8Array;
  first: boolean;
  answered: boolean;
  readonly from: Habit;
}

/** How many connections to open at the same time. A listener's queue is limited. */
const AT_A_TIME = 100;

/** Opens `count` connections. Refused connections are only counted in `statuses`. */
export async function gather(port: number, count: number, habit: Habit): Promise<Crowd> {
  const members = new Set<Bun.Socket<Member>>();
  const statuses = new Map<string, number>();
  let sent = 0;
  const count1 = (what: string): void => void statuses.set(what, (statuses.get(what) ?? 0) + 1);
  const push = (socket: Bun.Socket<Member>): void => {
    const { data } = socket;
    for (;;) {
      if (data.left.length === 0) {
        if (data.from.endless === undefined) return;
        data.left = data.from.endless;
      }
      const taken = socket.write(data.left);
      if (taken <= 0) return;
      sent += taken;
      data.left = data.left.subarray(taken);
      if (data.left.length > 0) return;
    }
  };
  const join = async (n: number): Promise<void> => {
    const text = habit.first(n);
    const left = typeof text === "string" ? Buffer.from(text) : text;
    await Bun.connect<Member>({
      hostname: "127.0.0.1",
      port,
      data: { left, first: true, answered: false, from: habit },
      socket: {
        open(socket) {
          members.add(socket);
          if (habit.reads === false) socket.pause();
          push(socket);
        },
        drain: push,
        data({ data }, bytes) {
          if (data.answered) return;
          data.answered = true;
          count1(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString("latin1", 0, 16))?.[1] ?? "?");
        },
        close(socket) {
          if (members.delete(socket) && !socket.data.answered) count1("closed");
        },
        error: () => undefined,
      },
    }).catch(() => count1("refused"));
  };
  for (let from = 0; from < count; from += AT_A_TIME) {
    const some = Math.min(AT_A_TIME, count - from);
    await Promise.all(Array.from({ length: some }, (_, n) => join(from + n)));
  }
  return {
    open: () => members.size,
    statuses,
    sent: () => sent,
    drip(piece) {
      for (const member of members) member.write(piece);
    },
    close() {
      const all = [...members];
      members.clear();
      for (const member of all) member.terminate();
    },
  };
}
