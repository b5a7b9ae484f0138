/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { LINK_PATHS } from "../../domain/guest-link.ts";
import { dateOf } from "../../domain/time.ts";
import type { OfferView } from "../../operations/guest/guest-view.ts";
import { guestWords } from "../../words/guest.ts";
import { Said } from "./contact.tsx";
import { ActionForm, page } from "./page.tsx";
import { Greeting, TableFacts } from "./table-facts.tsx";

const wordsOf = ({ language }: OfferView) => guestWords(language).pages.offer;

export const offerPage = (view: OfferView, notice: Child) =>
  page({
    language: view.language,
    title: wordsOf(view).titles[view.state],
    brandName: view.brandName,
    contact: view.contact,
    notice,
    children: (
      <>
        <Greeting view={view} />
        <Lead view={view} />
        <TableFacts view={view} />
        <Actions view={view} />
      </>
    ),
  });

function Lead({ view }: { readonly view: OfferView }) {
  const words = wordsOf(view);
  switch (view.state) {
    case "open":
      return (
        <p>
          {words.held.before}
          <strong>{heldUntil(view)}</strong>
          {words.held.after}
        </p>
      );
    case "late":
      return <p>{words.late}</p>;
    case "taken":
      return <p>{words.taken}</p>;
    case "passed":
    case "closed":
      return (
        <p>
          <Said text={view.waiting ? words.stillWaiting : words.notWaiting} view={view} />
        </p>
      );
  }
}

function Actions({ view }: { readonly view: OfferView }) {
  const { state, revision, reservationToken } = view;
  const words = wordsOf(view);
  switch (state) {
    case "open":
      return (
        <>
          <ActionForm action="accept" revision={revision}>
            {words.accept}
          </ActionForm>
          <ActionForm action="pass" revision={revision} look="quiet">
            {words.pass}
          </ActionForm>
        </>
      );
    case "late":
      return (
        <ActionForm action="accept" revision={revision}>
          {words.ask}
        </ActionForm>
      );
    case "taken":
      return reservationToken === null ? null : (
        <a class="button quiet" href={LINK_PATHS.reservation + reservationToken}>
          {words.seeReservation}
        </a>
      );
    case "passed":
    case "closed":
      return null;
  }
}

function heldUntil({ holdUntil, startAt, zone, language }: OfferView): string {
  const { dates, pages } = guestWords(language);
  const time = pages.time(dates.time(holdUntil, zone));
  const sameDay = dateOf(holdUntil, zone) === dateOf(startAt, zone);
  return sameDay ? time : pages.offer.heldUntil(time, dates.shortDay(holdUntil, zone));
}
