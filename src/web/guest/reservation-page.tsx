/** @jsxImportSource hono/jsx */
import type { Status } from "../../domain/reservation.ts";
import type { ReservationView } from "../../operations/guest/guest-view.ts";
import { ActionForm, page } from "./page.tsx";
import { Greeting, TableFacts } from "./table-facts.tsx";

const TITLES: Readonly<Record<Status, string>> = {
  booked: "Your reservation",
  pending: "Your request",
  arrived: "Welcome",
  seated: "Welcome",
  completed: "Thank you for your visit",
  no_show: "We missed you",
  cancelled: "This reservation is cancelled",
};

/** The page behind a reservation's link; `calendar` is the path of its calendar file. */
export const reservationPage = (view: ReservationView, notice: string | null, calendar: string) =>
  page({
    title: TITLES[view.status],
    brandName: view.brandName,
    notice,
    children: (
      <>
        <Greeting firstName={view.firstName} />
        <p>{leadOf(view)}</p>
        <TableFacts view={view} />
        {view.mayConfirm && (
          <ActionForm action="confirm" revision={view.revision}>
            Yes, we are coming
          </ActionForm>
        )}
        {view.status === "booked" && (
          <p>
            <a href={calendar}>Add to your calendar</a>
          </p>
        )}
        {view.mayCancel && <Cancel view={view} />}
      </>
    ),
  });

function leadOf({ status, attendance, mayConfirm, mayCancel }: ReservationView): string {
  if (status === "cancelled") {
    return mayConfirm
      ? "We did not hear from you and gave up your table. It may still be free: tell us if you are coming, and you know at once."
      : "If that is wrong, please call us.";
  }
  if (status === "pending") return "We have your request. It is not booked yet; we will text you.";
  if (mayConfirm) return "Will you come? Please tell us, so that we keep your table.";
  if (!mayCancel) return "If you need anything, please call us.";
  return attendance === "confirmed"
    ? "Thank you for confirming. We look forward to seeing you."
    : "We look forward to seeing you.";
}

/**
 * Two steps, so that nobody gives a table back by a slip of the thumb; without scripts, and open
 * where unknown.
 */
function Cancel({ view }: { readonly view: ReservationView }) {
  return (
    <details>
      <summary>Our plans have changed</summary>
      <p>Your table goes to guests who are waiting. This cannot be taken back here.</p>
      <ActionForm action="cancel" revision={view.revision} look="stop">
        Cancel the reservation
      </ActionForm>
    </details>
  );
}
