/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { ReservationView } from "../../operations/guest/guest-view.ts";
import { guestWords } from "../../words/guest.ts";
import { Said } from "./contact.tsx";
import { ActionForm, page } from "./page.tsx";
import { Greeting, TableFacts } from "./table-facts.tsx";

const wordsOf = ({ language }: ReservationView) => guestWords(language).pages.reservation;

export const reservationPage = (view: ReservationView, notice: Child, calendar: string) =>
  page({
    language: view.language,
    title: wordsOf(view).titles[view.status],
    brandName: view.brandName,
    contact: view.contact,
    notice,
    children: (
      <>
        <Greeting view={view} />
        <p>
          <Said text={leadOf(view)} view={view} />
        </p>
        <TableFacts view={view} />
        {view.mayConfirm && (
          <ActionForm action="confirm" revision={view.revision}>
            {wordsOf(view).confirm}
          </ActionForm>
        )}
        {view.status === "booked" && (
          <p>
            <a href={calendar}>{wordsOf(view).calendar}</a>
          </p>
        )}
        {view.mayCancel && <Cancel view={view} />}
      </>
    ),
  });

function leadOf(view: ReservationView): string {
  const { status, attendance, mayConfirm, mayCancel } = view;
  const words = wordsOf(view);
  if (status === "cancelled") return mayConfirm ? words.released : words.cancelled;
  if (status === "pending") return words.pending;
  if (mayConfirm) return words.unanswered;
  if (!mayCancel) return words.fixed;
  return attendance === "confirmed" ? words.confirmed : words.booked;
}

/** Two steps, so that nobody cancels by accident. */
function Cancel({ view }: { readonly view: ReservationView }) {
  const { plansChanged, beforeCancel, cancel } = wordsOf(view);
  return (
    <details>
      <summary>{plansChanged}</summary>
      <p>{beforeCancel}</p>
      <ActionForm action="cancel" revision={view.revision} look="stop">
        {cancel}
      </ActionForm>
    </details>
  );
}
