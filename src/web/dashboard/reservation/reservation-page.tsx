/** @jsxImportSource hono/jsx */
import { changeContact } from "../../../operations/desk/change-contact.ts";
import { reservationCard } from "../../../operations/desk/reservation-card.ts";
import { writeNotes } from "../../../operations/desk/write-notes.ts";
import { updateBooking } from "../../../operations/update-booking.ts";
import { RefusedHere } from "../book/refused-here.tsx";
import { type DeskPage, read } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { Unread } from "../messages/unread.tsx";
import { Actions } from "./actions.tsx";
import { Messages, Timeline, Visits } from "./history.tsx";
import { Move } from "./move.tsx";
import { Notes } from "./notes.tsx";
import { Facts, RecordHead } from "./record.tsx";
import { moveOf, verdictOn } from "./verdict.ts";

const ENDED = ["completed", "no_show", "cancelled"];

export const reservationPage: DeskPage = {
  path: "/reservations/:id",
  async show(visit) {
    const id = visit.params["id"] ?? "";
    const card = await read(visit, reservationCard, { id });
    const { reservation } = card;
    const form = formState(visit, updateBooking.name);
    const wish = moveOf(visit, form, card);
    const movable = !ENDED.includes(reservation.status);
    const verdict = movable ? await verdictOn(visit, id, wish) : ({ kind: "none" } as const);
    const written = [writeNotes.name, changeContact.name];
    const inPlace = movable ? [...written, updateBooking.name] : written;
    return {
      title: reservation.name,
      children: (
        <div class="reservation">
          <RecordHead visit={visit} card={card} />
          <div class="stack">
            <RefusedHere visit={visit} inPlace={inPlace} revision={reservation.revision} />
            <Unread visit={visit} texts={card.unread} withoutLink />
            <Actions visit={visit} card={card} />
            {movable && (
              <Move
                visit={visit}
                reservation={reservation}
                wish={wish}
                verdict={verdict}
                form={form}
              />
            )}
            <Notes visit={visit} reservation={reservation} />
            <Timeline visit={visit} card={card} />
          </div>
          <div class="stack">
            <Facts visit={visit} card={card} />
            <Messages visit={visit} card={card} />
            <Visits visit={visit} card={card} />
          </div>
        </div>
      ),
    };
  },
};
