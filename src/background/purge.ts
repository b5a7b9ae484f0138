import { DAY } from "../domain/time.ts";
import type { Step } from "./loop.ts";
import type { Machine } from "./sweep.ts";

/** An answer counts for a call sent again within this time (booking-rules, idempotency). */
const KEPT_MS = DAY;
const BATCH = 500;

/**
 * Removes stored answers that count no more. Nothing depends on when: they are judged when they are
 * read.
 */
export const purge = ({ stores, writer }: Machine): Step => ({
  name: "purge",
  whenWoken: false,
  run: (now) => writer.write(() => stores.idempotency.purge(now - KEPT_MS, BATCH)),
  nextDueAt: () => null,
});
