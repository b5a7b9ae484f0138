/** @jsxImportSource hono/jsx */
import { formatDate, isLocalDate } from "../../../domain/time.ts";
import { isOnList } from "../../../domain/waitlist.ts";
import { addGuest } from "../../../operations/desk/add-guest.ts";
import { type WaitingGuest, waitingGuests } from "../../../operations/desk/waiting-guests.ts";
import { doorWaits } from "../../../operations/door/door-waits.ts";
import { counted } from "../../../words/en/phrases.ts";
import { RefusedHere } from "../book/refused-here.tsx";
import { ButtonLink } from "../components/button.tsx";
import { Concerned } from "../components/concerned.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { isWithoutGateway, NoGateway } from "../components/no-gateway.tsx";
import { type Tab, Tabs } from "../components/tabs.tsx";
import {
  at,
  type DeskPage,
  type DeskVisit,
  isManagedHere,
  type PageProps,
  read,
} from "../desk-visit.ts";
import { PageHead } from "../shell.tsx";
import { AddForm } from "./add-form.tsx";
import { Door } from "./door.tsx";
import { wishFromBooking } from "./from-booking.ts";
import { Guest } from "./guest.tsx";

export const waitlistPage: DeskPage = {
  path: "/waitlist",
  // The booking form posts here if a time is full. Its values fill in the waitlist form.
  submit: async (visit, typed) => ({
    ok: "again",
    again: { operation: addGuest.name, typed: wishFromBooking(visit, typed) },
  }),
  async show(visit) {
    const asked = visit.url.searchParams;
    const ended = asked.get("show") === "ended";
    const date = asked.get("date") ?? "";
    const { today, guests } = await read(visit, waitingGuests, { ended });
    const waits = await read(visit, doorWaits);
    const [atDoor, wishes] = [
      guests.filter((guest) => guest.kind === "door" && isOnList(guest)),
      guests.filter((guest) => guest.kind === undefined || !isOnList(guest)),
    ];
    const shown = isLocalDate(date) ? wishes.filter(({ day }) => day === date) : wishes;
    const only = isLocalDate(date) ? date : null;
    return {
      title: "Waitlist",
      children: (
        <>
          <PageHead title="Waitlist">
            <a class="b quiet to-add" href="#add">
              Add a guest
            </a>
            {only !== null && (
              <p class="line">
                <span>Only {formatDate(only)}</span>
                <ButtonLink href={at(visit, "/waitlist")}>All dates</ButtonLink>
              </p>
            )}
          </PageHead>
          {!visit.brand.settings.waitlist.enabled && <SwitchedOff visit={visit} />}
          {isWithoutGateway(visit) && (
            <p class="notice">
              <NoGateway visit={visit} /> Call each guest who is offered a table.
            </p>
          )}
          <RefusedHere
            visit={visit}
            inPlace={["add_guest", "add_to_door"]}
            about={visit.refused && <Concerned visit={visit} fields={visit.refused.typed} />}
          />
          {!ended && only === null && <Door visit={visit} parties={atDoor} waits={waits} />}
          <div class="waitlist-page">
            <section class="stack" aria-label="Guests">
              <Tabs label="Which guests" tabs={tabsOf(visit, ended, shown.length)} />
              {shown.length === 0 ? (
                <Nobody ended={ended} isOffering={visit.brand.settings.waitlist.enabled} />
              ) : (
                daysOf(shown, ended).map(([day, ofDay]) => (
                  <section aria-label={formatDate(day)}>
                    <h2 class="waitlist-day">
                      {day === today ? "Today, " : ""}
                      {formatDate(day)} <span class="soft">{partiesOf(ofDay)}</span>
                    </h2>
                    <ol class="waiting-guests">
                      {ofDay.map((guest) => (
                        <Guest visit={visit} guest={guest} />
                      ))}
                    </ol>
                  </section>
                ))
              )}
            </section>
            <AddForm visit={visit} date={only ?? today} />
          </div>
        </>
      ),
    };
  },
};

const SwitchedOff = ({ visit }: PageProps) => (
  <p class="notice">
    The waitlist is off: freed tables are not offered. You can still add guests and call them
    {isManagedHere(visit) && (
      <>
        , or <a href={at(visit, "/settings/waitlist")}>turn it on</a>
      </>
    )}
    .
  </p>
);

const tabsOf = (visit: DeskVisit, ended: boolean, count: number): Tab[] => [
  {
    href: at(visit, "/waitlist"),
    name: <>Waiting {!ended && <span class="count">{count}</span>}</>,
    isShown: !ended,
  },
  { href: at(visit, "/waitlist?show=ended"), name: "Ended", isShown: ended },
];

const Nobody = ({ ended, isOffering }: Readonly<{ ended: boolean; isOffering: boolean }>) =>
  ended ? (
    <EmptyState title="Nobody has left the waitlist lately">
      <p>Guests who got a table, who left, or whose time passed are listed here for a week.</p>
    </EmptyState>
  ) : (
    <EmptyState title="Nobody is waiting">
      <p>
        When a time is full, add the guest here.
        {isOffering &&
          " When seats come free, waiting guests are offered a table by text, in order."}
      </p>
    </EmptyState>
  );

/** Waiting guests: the earliest day first. Ended guests: the day with the latest change first. */
function daysOf(guests: readonly WaitingGuest[], ended: boolean): [string, WaitingGuest[]][] {
  const days = [...Map.groupBy(guests, ({ day }) => day)];
  return ended ? days : days.sort(([one], [other]) => one.localeCompare(other));
}

function partiesOf(guests: readonly WaitingGuest[]): string {
  const covers = guests.reduce((sum, { numberOfPeople }) => sum + numberOfPeople, 0);
  return `${counted(guests.length, "party", "parties")}, ${counted(covers, "cover")}`;
}
