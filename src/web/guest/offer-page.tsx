/** @jsxImportSource hono/jsx */
import { LINK_PATHS } from "../../domain/guest-link.ts";
import { shortDate } from "../../domain/message-text.ts";
import { clockTime, dateOf } from "../../domain/time.ts";
import type { OfferView } from "../../operations/guest/guest-view.ts";
import { ActionForm, page } from "./page.tsx";
import { Greeting, TableFacts } from "./table-facts.tsx";

const TITLES: Readonly<Record<OfferView["state"], string>> = {
  open: "A table is free for you",
  late: "We could not hold it longer",
  taken: "The table is yours",
  passed: "You passed on this table",
  closed: "This table is no longer free",
};

/** The page behind an offer's link. */
export const offerPage = (view: OfferView, notice: string | null) =>
  page({
    title: TITLES[view.state],
    brandName: view.brandName,
    notice,
    children: (
      <>
        <Greeting firstName={view.firstName} />
        <Lead view={view} />
        <TableFacts view={view} />
        <Actions view={view} />
      </>
    ),
  });

function Lead({ view }: { readonly view: OfferView }) {
  const waits = view.waiting
    ? "You are still on our waitlist, and we will text you when another table comes free."
    : "Please call us if you would like to come.";
  switch (view.state) {
    case "open":
      return (
        <p>
          We are holding this table for you until <strong>{heldUntil(view)}</strong>.
        </p>
      );
    case "late":
      return (
        <p>We do not hold this table any more. It may still be free: ask, and you know at once.</p>
      );
    case "taken":
      return <p>We look forward to seeing you.</p>;
    case "passed":
    case "closed":
      return <p>{waits}</p>;
  }
}

function Actions({ view }: { readonly view: OfferView }) {
  const { state, revision, reservationToken } = view;
  switch (state) {
    case "open":
      return (
        <>
          <ActionForm action="accept" revision={revision}>
            Take the table
          </ActionForm>
          <ActionForm action="pass" revision={revision} look="quiet">
            No, thank you
          </ActionForm>
        </>
      );
    case "late":
      return (
        <ActionForm action="accept" revision={revision}>
          Ask for the table
        </ActionForm>
      );
    case "taken":
      return reservationToken === null ? null : (
        <a class="button quiet" href={LINK_PATHS.reservation + reservationToken}>
          See the reservation
        </a>
      );
    case "passed":
    case "closed":
      return null;
  }
}

/** A hold may end on the day before. */
function heldUntil({ holdUntil, startAt, zone }: OfferView): string {
  const time = clockTime(holdUntil, zone);
  const sameDay = dateOf(holdUntil, zone) === dateOf(startAt, zone);
  return sameDay ? time : `${time} on ${shortDate(holdUntil, zone)}`;
}
