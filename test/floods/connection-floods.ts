// Floods of connections and of bytes: they burden the server before it knows who sends them.
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { gather, type Habit } from "./crowd.ts";
import { type Flood, onlyStatuses, type Poured } from "./flood.ts";
import type { FloodedDesk } from "./flooded-desk.ts";

const HOST = "Host: 127.0.0.1\r\n";
const FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
const MEBIBYTE = "a".repeat(1024 * 1024);
/** Memory that every flood needs, for the client's calls and for compiled code. */
const USUAL_MIB = 80;

interface Holding {
  readonly forMs: number;
  readonly allowed: readonly string[];
  /** True: all connections must be open at the end. */
  readonly all?: boolean;
  /** True: the server must have closed every connection by the end. */
  readonly none?: boolean;
  readonly drip?: string;
}

async function hold(
  target: FloodedDesk,
  size: number,
  habit: Habit,
  how: Holding,
): Promise<Poured> {
  const crowd = await gather(target.port, size, habit);
  const most = crowd.open();
  const until = performance.now() + how.forMs;
  while (performance.now() < until) {
    await Bun.sleep(Math.min(500, how.forMs));
    if (how.drip !== undefined) crowd.drip(how.drip);
    if (how.none === true && crowd.open() === 0) break;
  }
  const left = crowd.open();
  const statuses = new Map(crowd.statuses);
  crowd.close();
  const faults = onlyStatuses(statuses, how.allowed);
  if (how.all === true && left < size)
    faults.push(`only ${left} of ${size} connections stayed open`);
  if (how.none === true && left > 0) faults.push(`${left} of ${size} connections are still open`);
  return { held: most, statuses, faults };
}

const flood = (
  name: string,
  sizes: Flood["sizes"],
  kibEach: number,
  habit: (target: FloodedDesk) => Habit,
  how: Holding,
): Flood => ({
  name,
  sizes,
  holds: true,
  mayTake: (size) => USUAL_MIB + Math.ceil((size * kibEach) / 1024),
  pour: (target, size, patience) =>
    // If the server must close the connections, the full time is needed.
    hold(target, size, habit(target), {
      ...how,
      forMs: how.none ? how.forMs : how.forMs * patience,
    }),
});

const posting = (path: string, more: string): string =>
  `POST ${path} HTTP/1.1\r\n${HOST}${FORM}${more}\r\n`;

const CHUNK = Buffer.from(`10000\r\n${"a".repeat(0x10000)}\r\n`);
const ROOM_MIB = 64;

/** Zeros compress to a thousandth; unpacking ten such bodies would exceed the memory limit. */
const BOMB_BYTES = 64 * 1024 * 1024;
const BOMBS: Readonly<Record<string, () => Buffer>> = {
  gzip: () => gzipSync(Buffer.alloc(BOMB_BYTES)),
  deflate: () => deflateSync(Buffer.alloc(BOMB_BYTES)),
  br: () =>
    brotliCompressSync(Buffer.alloc(BOMB_BYTES), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    }),
};

const bomb = (coding: string): Flood => {
  let made: Buffer | null = null;
  return flood(
    `${coding} bombs as bodies`,
    [10, 60],
    1024,
    ({ key }) => {
      made ??= BOMBS[coding]?.() ?? Buffer.alloc(0);
      const body = made;
      const paths = ["/mcp", "/token", "/session", "/register", "/hooks/sms/twilio", "/sign-in"];
      return {
        first: (n) =>
          Buffer.concat([
            Buffer.from(
              `POST ${paths[n % paths.length]} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n` +
                `Authorization: Bearer ${key}\r\nContent-Encoding: ${coding}\r\n` +
                `X-Forwarded-For: 203.0.113.${n % 200}\r\nContent-Length: ${body.length}\r\n\r\n`,
            ),
            body,
          ]),
      };
    },
    { forMs: 1500, allowed: ["400", "403", "404", "413", "415"] },
  );
};

export const CONNECTION_FLOODS: readonly Flood[] = [
  flood("idle connections", [1000, 10_000], 16, () => ({ first: () => "" }), {
    forMs: 2000,
    allowed: [],
    all: true,
  }),
  flood(
    "headers that come byte by byte",
    [300, 5000],
    40,
    () => ({ first: () => `GET / HTTP/1.1\r\n${HOST}X-Slow: ${"a".repeat(12_000)}` }),
    { forMs: 20_000, allowed: ["closed"], none: true, drip: "a" },
  ),
  flood(
    "headers of a megabyte",
    [50, 500],
    64,
    () => ({
      first: () => `GET / HTTP/1.1\r\n${HOST}X-Long: ${MEBIBYTE}\r\n\r\n`,
    }),
    { forMs: 1000, allowed: ["431", "closed"] },
  ),
  flood(
    "addresses of a megabyte",
    [50, 500],
    64,
    () => ({
      first: () => `GET /${MEBIBYTE} HTTP/1.1\r\n${HOST}\r\n`,
    }),
    { forMs: 1000, allowed: ["431", "closed"] },
  ),
  flood(
    "ten thousand headers",
    [50, 500],
    64,
    () => ({
      first: () => `GET / HTTP/1.1\r\n${HOST}${"X-Many: y\r\n".repeat(10_000)}\r\n`,
    }),
    { forMs: 1000, allowed: ["431", "closed"] },
  ),
  {
    ...flood(
      "forms that are never finished",
      [1500, 5000],
      0,
      () => ({
        first: () => posting("/token", "Content-Length: 65000\r\n") + "a".repeat(64_900),
      }),
      { forMs: 4000, allowed: ["429"] },
    ),
    mayTake: () => USUAL_MIB + ROOM_MIB,
  },
  {
    ...flood(
      "forms never finished, from 500 addresses",
      [1500, 5000],
      0,
      () => ({
        first: (n) =>
          posting(
            "/token",
            `X-Forwarded-For: 10.1.${n % 4}.${n % 250}\r\nContent-Length: 5000\r\n`,
          ) + "a".repeat(4900),
      }),
      { forMs: 4000, allowed: ["429", "503"] },
    ),
    mayTake: () => USUAL_MIB + ROOM_MIB,
  },
  flood(
    "bodies that declare a hundred megabytes",
    [50, 400],
    128,
    () => ({
      first: () => posting("/token", "Content-Length: 104857600\r\n"),
      endless: CHUNK,
    }),
    { forMs: 2000, allowed: ["413", "closed"] },
  ),
  flood(
    "bodies without end",
    [50, 400],
    256,
    ({ key }) => ({
      first: (n) =>
        posting(
          ["/token", "/mcp", "/nothing", "/session"][n % 4] ?? "/",
          `Authorization: Bearer ${key}\r\nTransfer-Encoding: chunked\r\n`,
        ),
      endless: CHUNK,
    }),
    { forMs: 2000, allowed: ["413", "400", "404", "415", "429", "closed"] },
  ),
  bomb("gzip"),
  bomb("deflate"),
  bomb("br"),
  flood(
    "answers that nobody reads",
    [100, 400],
    512,
    () => ({
      first: () => `GET /openapi.json HTTP/1.1\r\n${HOST}\r\n`.repeat(30),
      reads: false,
    }),
    { forMs: 3000, allowed: ["closed"] },
  ),
];
