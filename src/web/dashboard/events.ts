import type { RandomBytes } from "../../domain/ids.ts";
import type { ChangeStore } from "../../storage/change-store.ts";

/** How often the database is polled: half of what two people side by side would notice. */
const LOOK_EVERY_MS = 200;
/** Proxies and our own server close streams that are silent for longer. */
const BEAT_EVERY_MS = 15_000;
/** Maximum streams of one user, in all sessions and restaurants: nobody has more tabs open. */
const MOST_PER_USER = 40;
/**
 * Maximum streams of one restaurant; further tabs get none. There is no limit across restaurants,
 * because one team could then use up the streams of all others.
 */
const MOST_PER_BRAND = 200;

/** Tells open pages that something changed. */
export interface Events {
  /**
   * A mark of the brand's present state, different after every change; taken before the page reads
   * anything. It does not disclose how much changes on the whole instance.
   */
  seen(brand: string): string;
  /** A stream of events for a page of this brand: `changed` when it should be loaded again. */
  open(brand: string, page: ListeningPage): Response;
  /** Ends all streams, because the server stops. */
  close(): void;
}

/** A page that listens. It gets `ended` once `mayListen` says no. */
export interface ListeningPage {
  /** The id of the user who opened it. */
  readonly user: string;
  readonly mayListen: () => Promise<boolean>;
  /**
   * The state that it shows; null: unknown. If something changed since, it gets `changed` at once.
   */
  readonly seen: string | null;
}

interface Listener extends Omit<ListeningPage, "seen"> {
  readonly brand: string;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
}

const encoder = new TextEncoder();
const TOLD = "event: changed\ndata: 1\n\n";
const CHANGED = encoder.encode(TOLD);
const ENDED = encoder.encode("event: ended\ndata: 1\n\n");
const BEAT = encoder.encode(": still here\n\n");
/** Sent at once, so that the page knows it is connected. It reconnects a second after a break. */
const HELLO = "retry: 1000\n\n";
const HEARS = encoder.encode(HELLO);
const HEARS_LATE = encoder.encode(`${HELLO}${TOLD}`);

/**
 * Watches the database itself, because a change may come from another process. Nothing is watched
 * while nobody listens.
 */
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
      // The page was closed.
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
    looking ??= setInterval(look, LOOK_EVERY_MS);
    beating ??= setInterval(beat, BEAT_EVERY_MS);
  };

  return {
    seen,
    open(brand, { user, mayListen, seen: shown }) {
      const open = [...listeners];
      const ofUser = open.filter((one) => one.user === user);
      const ofBrand = open.filter((one) => one.brand === brand);
      if (ofUser.length >= MOST_PER_USER || ofBrand.length >= MOST_PER_BRAND)
        return new Response(null, { status: 204 });
      let listener: Listener | null = null;
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          listener = { brand, user, mayListen, controller };
          const present = seen(brand);
          if (!known.has(brand)) known.set(brand, present);
          listeners.add(listener);
          watch();
          controller.enqueue(shown === null || shown === present ? HEARS : HEARS_LATE);
        },
        cancel() {
          if (listener !== null) drop(listener);
        },
      });
      return new Response(stream, {
        headers: {
          "Content-Type": "text/event-stream",
          "Cache-Control": "no-store",
          // Without this header nginx buffers the stream.
          "X-Accel-Buffering": "no",
        },
      });
    },
    // Without `ended`: people stay signed in, and the pages reconnect once a server answers.
    close: () => [...listeners].forEach(part),
  };
}
