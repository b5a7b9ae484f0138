import type { RandomBytes } from "../../domain/ids.ts";
import type { ChangeStore } from "../../storage/change-store.ts";

const POLL_EVERY_MS = 200;
/** Shorter than the idle timeout of common proxies and of our own server. */
const BEAT_EVERY_MS = 15_000;
const MOST_PER_USER = 40;
/** Per brand, so that one team cannot use up the limit of another. */
const MOST_PER_BRAND = 200;

export interface Events {
  /**
   * A mark that changes with the brand's data. Take it before you read the data for a page, or the page
   * may miss a change. The mark is hashed with a random seed, to hide the number of changes.
   */
  seen(brand: string): string;
  /**
   * Sends `changed` when the page should reload, and `ended` when the user may no longer see the brand.
   * Answers 204 if too many pages listen.
   */
  open(brand: string, page: ListeningPage): Response;
  close(): void;
}

export interface ListeningPage {
  readonly userId: string;
  readonly mayListen: () => Promise<boolean>;
  /** The page's mark, if known. A page with an old mark gets `changed` immediately. */
  readonly seen: string | null;
}

interface Listener extends Omit<ListeningPage, "seen"> {
  readonly brand: string;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
}

const encoder = new TextEncoder();
const CHANGED_EVENT = "event: changed\ndata: 1\n\n";
const CHANGED = encoder.encode(CHANGED_EVENT);
const ENDED = encoder.encode("event: ended\ndata: 1\n\n");
const BEAT = encoder.encode(": still here\n\n");
/** `retry`: if the connection is lost, the browser reconnects after 1000 ms. */
const HELLO = "retry: 1000\n\n";
const OPENED = encoder.encode(HELLO);
const OPENED_LATE = encoder.encode(`${HELLO}${CHANGED_EVENT}`);

/** Polls, because other processes write to the database too. Stops when no page listens. */
export function createEvents(
  changes: Pick<ChangeStore, "stamp" | "ofBrand">,
  random: RandomBytes,
): Events {
  const seed = new DataView(random(8).slice().buffer).getBigUint64(0);
  const seen = (brand: string): string => Bun.hash(changes.ofBrand(brand), seed).toString(36);
  const listeners = new Set<Listener>();
  const known = new Map<string, string>();
  let stamp = "";
  let looking: Timer | null = null;
  let beating: Timer | null = null;

  const drop = (listener: Listener): void => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    if (looking !== null) clearInterval(looking);
    if (beating !== null) clearInterval(beating);
    looking = beating = null;
    known.clear();
  };
  const send = (listener: Listener, bytes: Uint8Array): void => {
    try {
      listener.controller.enqueue(bytes);
    } catch {
      drop(listener);
    }
  };
  const part = (listener: Listener): void => {
    if (!listeners.has(listener)) return;
    drop(listener);
    listener.controller.close();
  };
  const end = (listener: Listener): void => {
    send(listener, ENDED);
    part(listener);
  };
  const look = (): void => {
    const present = changes.stamp();
    if (present === stamp) return;
    stamp = present;
    for (const brand of new Set([...listeners].map((one) => one.brand))) {
      const state = seen(brand);
      if (known.get(brand) === state) continue;
      known.set(brand, state);
      for (const one of listeners) if (one.brand === brand) send(one, CHANGED);
    }
  };
  const beat = (): void => {
    for (const one of listeners) {
      one.mayListen().then(
        (may) => (may ? send(one, BEAT) : end(one)),
        () => end(one),
      );
    }
  };

  const watch = (): void => {
    looking ??= setInterval(look, POLL_EVERY_MS);
    beating ??= setInterval(beat, BEAT_EVERY_MS);
  };

  return {
    seen,
    open(brand, { userId, mayListen, seen: shown }) {
      const open = [...listeners];
      const ofUser = open.filter((one) => one.userId === userId);
      const ofBrand = open.filter((one) => one.brand === brand);
      if (ofUser.length >= MOST_PER_USER || ofBrand.length >= MOST_PER_BRAND)
        return new Response(null, { status: 204 });
      let listener: Listener | null = null;
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          listener = { brand, userId, mayListen, controller };
          const present = seen(brand);
          if (!known.has(brand)) known.set(brand, present);
          listeners.add(listener);
          watch();
          controller.enqueue(shown === null || shown === present ? OPENED : OPENED_LATE);
        },
        cancel() {
          if (listener !== null) drop(listener);
        },
      });
      return new Response(stream, {
        headers: {
          "Content-Type": "text/event-stream",
          "Cache-Control": "no-store",
          "X-Accel-Buffering": "no",
        },
      });
    },
    // Sends no `ended`: people stay signed in, and their pages reconnect after a restart.
    close: () => [...listeners].forEach(part),
  };
}
