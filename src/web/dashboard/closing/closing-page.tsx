/** @jsxImportSource hono/jsx */
import { plannedServices, specialDayOn, todayOf } from "../../../domain/calendar.ts";
import { formatDate, isLocalDate } from "../../../domain/time.ts";
import { type Closing, closeWithParties } from "../../../operations/desk/close-with-parties.ts";
import { counted } from "../../../words/en/phrases.ts";
import { Button, ButtonLink, OperationForm } from "../components/button.tsx";
import { Tabs } from "../components/tabs.tsx";
import { at, type DeskPage, type DeskVisit, type PageProps, read } from "../desk-visit.ts";
import { hoursInWords } from "../settings/day-form.tsx";
import { PageHead } from "../shell.tsx";
import { closeAsChosen, closingPath } from "./close-as-chosen.ts";
import { CloseForm } from "./close-form.tsx";
import { Cancelled } from "./parties.tsx";

/** The value of `service` in the URL for parties booked outside the opening hours. */
const OUTSIDE = "outside the hours";

export const closingPage: DeskPage = {
  path: "/close",
  sends: closeWithParties,
  submit: closeAsChosen,
  async show(visit) {
    const { settings } = visit.brand;
    const asked = visit.url.searchParams.get("date") ?? "";
    const date = isLocalDate(asked) ? asked : todayOf(settings, visit.now);
    const present = await dryRun(visit, { date, keepHours: true });
    const { keepHours, service } = scopeOf(visit, date, present);
    const scope = keepHours ? { keepHours } : service === null ? {} : { service };
    const listed = keepHours ? present : await dryRun(visit, { date, ...scope });
    const tabs = present.closed ? [] : tabsOf(visit, { date, keepHours, service }, present);
    const title = formatDate(date);
    return {
      title,
      children: (
        <>
          <PageHead title={title}>
            <p class="line">
              <ButtonLink href={at(visit, `?date=${date}`)}>Reservations</ButtonLink>
            </p>
          </PageHead>
          <div class="settings stack">
            <Hours visit={visit} date={date} closed={present.closed} />
            {tabs.length > 1 && <Tabs label="What to close" tabs={tabs} />}
            {(!present.closed || listed.concerned.length > 0) && (
              <CloseForm visit={visit} closing={listed} keepHours={keepHours} />
            )}
            <Cancelled visit={visit} parties={present.cancelled} />
          </div>
        </>
      ),
    };
  },
};

const dryRun = (
  visit: DeskVisit,
  input: { date: string; service?: string; keepHours?: boolean },
): Promise<Closing> =>
  read(visit, closeWithParties, { ...input, date: formatDate(input.date), dryRun: true });

interface Scope {
  readonly keepHours: boolean;
  /** Null for the whole day. */
  readonly service: string | null;
}

function scopeOf({ url, brand }: DeskVisit, date: string, { closed }: Closing): Scope {
  const asked = url.searchParams.get("service");
  if (closed || asked === OUTSIDE) return { keepHours: true, service: null };
  const service = plannedServices(brand.settings, date).find(({ name }) => name === asked);
  return { keepHours: false, service: service?.name ?? null };
}

function tabsOf(
  visit: DeskVisit,
  { date, keepHours, service }: Scope & { readonly date: string },
  { concerned }: Closing,
) {
  const names = plannedServices(visit.brand.settings, date).map(({ name }) => name);
  const tab = (name: string, value: string | null, isShown: boolean) => ({
    href: closingPath(visit, date, value),
    name,
    isShown,
  });
  return [
    tab("All day", null, !keepHours && service === null),
    ...(names.length < 2 ? [] : names).map((name) => tab(name, name, service === name)),
    ...(concerned.length === 0
      ? []
      : [
          tab(
            `${counted(concerned.length, "party", "parties")} outside the hours`,
            OUTSIDE,
            keepHours,
          ),
        ]),
  ];
}

function Hours({ visit, date, closed }: PageProps<{ date: string; closed: boolean }>) {
  const { settings } = visit.brand;
  const special = specialDayOn(settings, date);
  return (
    <section class="card stack" aria-labelledby="hours-title">
      <h2 id="hours-title">{closed ? "Closed on this day" : "Open"}</h2>
      {special?.note !== undefined && (
        <p>
          <bdi>{special.note}</bdi>
        </p>
      )}
      {!closed && <p>{hoursInWords(plannedServices(settings, date))}.</p>}
      {special !== undefined && (
        <OperationForm
          visit={visit}
          operation={closeWithParties.name}
          action="/close"
          back={closingPath(visit, date)}
          class="stack settings-form"
        >
          <input type="hidden" name="date" value={date} />
          <input type="hidden" name="reopen" value="true" />
          <p class="soft small">
            The day gets its previous hours again. Parties that were cancelled stay cancelled.
          </p>
          <Button look="quiet">{closed ? "Open again" : "Back to the previous hours"}</Button>
        </OperationForm>
      )}
    </section>
  );
}
