import { networkOf } from "../auth/attempt-limit.ts";
import { refusal } from "./errors.ts";
import type { HttpApp } from "./routes/router.ts";

export interface BodyLimits {
  /** Reserves the bytes. Returns a function that releases them, or the name of the limit reached. */
  enter(address: string, bytes: number): (() => void) | "address" | "everybody";
}

const MIB = 1024 * 1024;
/** Bytes that one address may send at the same time: a hundred times what a fast, correct program needs. */
const PER_ADDRESS = 8 * MIB;
/** For all addresses together. Eight addresses would have to work together to block everybody else. */
const IN_ALL = 64 * MIB;

const REQUEST_BYTES = 4 * 1024;
const MOST_BYTES = MIB;
const UNDECLARED_BYTES = 64 * 1024;

export function createBodyLimits({ perAddress = PER_ADDRESS, inAll = IN_ALL } = {}): BodyLimits {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    enter(address, bytes) {
      const network = networkOf(address);
      const mine = taken.get(network) ?? 0;
      if (mine + bytes > perAddress) return "address";
      if (total + bytes > inAll) return "everybody";
      taken.set(network, mine + bytes);
      total += bytes;
      return () => {
        total -= bytes;
        const left = (taken.get(network) ?? 0) - bytes;
        if (left > 0) taken.set(network, left);
        else taken.delete(network);
      };
    },
  };
}

export function boundBodies(app: HttpApp, room: BodyLimits = createBodyLimits()): void {
  app.use(async (c, next) => {
    const bytes = bytesToReserve(c.req.raw);
    if (bytes === 0) return next();
    const leave = room.enter(c.get("info").address, bytes);
    if (leave === "address")
      return crowded(429, "This address is sending too much data at the same time");
    if (leave === "everybody")
      return crowded(503, "The server is receiving too much data at the same time");
    try {
      await next();
    } finally {
      leave();
    }
  });
}

function bytesToReserve({ headers }: Request): number {
  if (headers.has("transfer-encoding")) return REQUEST_BYTES + UNDECLARED_BYTES;
  const declared = Number(headers.get("content-length") ?? 0);
  return declared > 0 ? REQUEST_BYTES + Math.min(declared, MOST_BYTES) : 0;
}

const crowded = (status: 429 | 503, why: string): Response =>
  refusal(status, "temporarily_unavailable", `${why}. Try again in a second.`, {
    headers: { "Retry-After": "1" },
  });
