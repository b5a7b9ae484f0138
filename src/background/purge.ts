import { DAY } from "../domain/time.ts";
import type { Step } from "./loop.ts";
import type { Machine } from "./sweep.ts";

/** An answer counts for a call sent again within this time (booking-rules, idempotency). */
const ANSWERS_KEPT_MS = DAY;
/** What a guest texted is of use to somebody for as long: the way ahead that tables are booked. */
const TEXTS_KEPT_MS = 180 * DAY;
/** A link has opened nothing for a month when it goes; until then it says that it has expired. */
const LINKS_KEPT_MS = 30 * DAY;
const BATCH = 500;
/** Looked at in one run: links are not in the order of their age, so all are walked through. */
const LINKS_PAGE = 200;

/**
 * Removes what counts no more: stored answers, guests' texts, links of what is long over. Nothing
 * depends on when: each is judged when it is read.
 */
export function purge({ stores, writer }: Machine): Step {
  const { idempotency, inboundTexts, guestLinks } = stores;
  /** Where the walk through the links has come to; a new process begins anew. */
  let walkedTo = "";
  return {
    name: "purge",
    whenWoken: false,
    run(now) {
      const page = guestLinks.page(walkedTo, LINKS_PAGE);
      const over = page.filter(({ overAt }) => overAt <= now - LINKS_KEPT_MS);
      walkedTo = page.length < LINKS_PAGE ? "" : (page.at(-1)?.tokenHash ?? "");
      return writer.write(() => {
        for (const { tokenHash } of over) guestLinks.remove(tokenHash);
        return (
          idempotency.purge(now - ANSWERS_KEPT_MS, BATCH) +
          inboundTexts.purge(now - TEXTS_KEPT_MS, BATCH) +
          over.length
        );
      });
    },
    nextDueAt: () => null,
  };
}
