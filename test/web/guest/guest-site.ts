// Serves the guests' pages over a real database, with links to them.
import type { Reservation } from "../../../src/domain/reservation.ts";
import type { WaitlistOffer } from "../../../src/domain/waitlist.ts";
import { createGuestDesk } from "../../../src/operations/guest/guest-desk.ts";
import { createGuestPages, type GuestPages } from "../../../src/web/guest/guest-pages.tsx";
import { addBrands, entry, HOUR, NOW, offer, reservation } from "../../storage/samples.ts";
import { serveApp } from "../../support/served-app.ts";

/** The phone of the guest who gets the links. */
export const GUEST = "+12125550123";
const NAME = "Ada <b>Lovelace</b>";

/** Serves the pages. Stop the server after the test. */
export async function openGuestSite() {
  let pages: GuestPages | undefined;
  const later: GuestPages = (request, address) => {
    if (pages === undefined) throw new Error("The pages are not made yet");
    return pages(request, address);
  };
  const app = await serveApp({ app: { guestPages: later } });
  app.now = NOW;
  const { stores, writer } = app.house;
  const clock = () => app.now;
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  pages = createGuestPages({ desk: createGuestDesk({ stores, writer, clock, random }), clock });
  addBrands(stores);

  return {
    app,
    /** Adds a reservation, and returns it with the path of its link. */
    booked(change: Partial<Reservation> = {}): { path: string; id: string } {
      const row = reservation({
        name: NAME,
        phone: GUEST,
        notes: "window seat",
        attendance: "pending",
        ...change,
      });
      stores.reservations.insert(row);
      const link = { kind: "reservation", subjectId: row.id } as const;
      return { path: `/r/${stores.guestLinks.tokenOf(link, GUEST)}`, id: row.id };
    },
    /** Offers a table to a waiting guest, and returns the offer with the path of its link. */
    offered(change: Partial<WaitlistOffer> = {}): { path: string; held: WaitlistOffer } {
      const waits = entry({ name: NAME, phone: GUEST, status: "offered" });
      stores.waitlist.insert(waits);
      const held = offer({
        entryId: waits.id,
        phone: GUEST,
        state: "sent",
        holdUntil: NOW + HOUR,
        createdAt: NOW,
        ...change,
      });
      stores.offers.insert(held);
      const link = { kind: "offer", subjectId: held.id } as const;
      return { path: `/o/${stores.guestLinks.tokenOf(link, GUEST)}`, held };
    },
    async get(path: string) {
      const response = await fetch(app.url + path);
      const { status, headers } = response;
      return { status, headers, body: await response.text() };
    },
    async press(path: string, action: string, more: Record<string, string> = {}) {
      const response = await fetch(app.url + path, {
        method: "POST",
        body: new URLSearchParams({ action, revision: "1", ...more }),
        headers: { Origin: app.url },
        redirect: "manual",
      });
      const { status, headers } = response;
      return { status, location: headers.get("location"), body: await response.text() };
    },
  };
}
export type GuestSite = Awaited<ReturnType<typeof openGuestSite>>;
