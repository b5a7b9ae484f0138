/** @jsxImportSource hono/jsx */
import { formatDate, isLocalDate } from "../../../domain/time.ts";
import { type WaitingGuest, waitingGuests } from "../../../operations/desk/waiting-guests.ts";
import { ButtonLink } from "../components/button.tsx";
import { Concerned } from "../components/concerned.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Reasons } from "../components/reason.tsx";
import { at, type DeskPage, type PageProps, read } from "../desk-visit.ts";
import { PageHead } from "../shell.tsx";
import { AddForm } from "./add-form.tsx";
import { Guest } from "./guest.tsx";

/** Who waits for a table, in the order in which they are asked. */
export const waitlistPage: DeskPage = {
  path: "/waitlist",
  async show(visit) {
    const asked = visit.url.searchParams;
    const ended = asked.get("show") === "ended";
    const date = asked.get("date") ?? "";
    const { today, guests } = await read(visit, waitingGuests, { ended });
    const shown = isLocalDate(date) ? guests.filter(({ day }) => day === date) : guests;
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
          <Refusal visit={visit} />
          <div class="waitlist-page">
            <section class="stack" aria-label="Guests">
              <Tabs visit={visit} ended={ended} count={ended ? null : guests.length} />
              {shown.length === 0 ? (
                <Nobody ended={ended} />
              ) : (
                daysOf(shown).map(([day, ofDay]) => (
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

/** What somebody pressed beside a guest and could not have. */
const Refusal = ({ visit }: PageProps) =>
  visit.refused === null || visit.refused.operation === "add_guest" ? null : (
    <Reasons
      reasons={visit.refused.error.reasons}
      about={<Concerned visit={visit} fields={visit.refused.typed} />}
    />
  );

const SwitchedOff = ({ visit }: PageProps) => (
  <p class="notice">
    The waitlist is switched off: freed tables are offered to nobody. You can still write guests
    down here and call them, or <a href={at(visit, "/settings/waitlist")}>switch it on</a>.
  </p>
);

const Tabs = ({ visit, ended, count }: PageProps<{ ended: boolean; count: number | null }>) => (
  <nav class="tabs" aria-label="Which guests">
    <a href={at(visit, "/waitlist")} aria-current={ended ? undefined : "page"}>
      Waiting {count !== null && <span class="count">{count}</span>}
    </a>
    <a href={at(visit, "/waitlist?show=ended")} aria-current={ended ? "page" : undefined}>
      Ended
    </a>
  </nav>
);

const Nobody = ({ ended }: { readonly ended: boolean }) =>
  ended ? (
    <EmptyState title="Nobody's wait has ended lately">
      <p>Guests who found a table, left or whose time passed are listed here for a week.</p>
    </EmptyState>
  ) : (
    <EmptyState title="Nobody is waiting">
      <p>
        When a time is full, add the guest here. As soon as seats come free they are offered the
        table by text, in the order of the list.
      </p>
    </EmptyState>
  );

/** The guests by date, the nearest date first, in each the order in which they are asked. */
function daysOf(guests: readonly WaitingGuest[]): [string, WaitingGuest[]][] {
  const days = Map.groupBy(guests, ({ day }) => day);
  return [...days].sort(([one], [other]) => one.localeCompare(other));
}

function partiesOf(guests: readonly WaitingGuest[]): string {
  const covers = guests.reduce((sum, { numberOfPeople }) => sum + numberOfPeople, 0);
  return `${guests.length} ${guests.length === 1 ? "party" : "parties"}, ${covers} covers`;
}
