/** @jsxImportSource hono/jsx */
import {
  OUTBOX_VIEWS,
  type Outbox,
  type OutboxView,
  outbox,
} from "../../../operations/desk/outbox.ts";
import { counted } from "../../../words/en/phrases.ts";
import { ButtonLink } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { isWithoutGateway, NoGateway } from "../components/no-gateway.tsx";
import { Reasons } from "../components/reason.tsx";
import { type Tab, Tabs } from "../components/tabs.tsx";
import { at, type DeskPage, type DeskVisit, type PageProps, read } from "../desk-visit.ts";
import { PageHead } from "../shell.tsx";
import { replyAsGuest } from "./guest-reply.ts";
import { OutboxText } from "./outbox-text.tsx";
import { Phone } from "./phone.tsx";
import { Unclaimed, Unread } from "./unread.tsx";

const VIEWS: Record<OutboxView, string> = {
  all: "All",
  waiting: "Waiting",
  sent: "Sent",
  trouble: "Needs a look",
};

export const messagesPage: DeskPage = {
  path: "/messages",
  async show(visit) {
    const query = visit.url.searchParams;
    const isPhone = query.get("view") === "phone" && visit.desk.sms.replyAs !== null;
    const view = OUTBOX_VIEWS.find((one) => one === query.get("view")) ?? "all";
    const found = await read(visit, outbox, { view, ...beforeOf(query) });
    return {
      title: "Messages",
      children: (
        <>
          <PageHead title="Messages">
            <Budget visit={visit} lastDay={found.lastDay} />
          </PageHead>
          {visit.desk.sms.replyAs !== null && !isPhone && <NothingIsSent visit={visit} />}
          {visit.refused !== null && !isPhone && <Reasons reasons={visit.refused.error.reasons} />}
          {!isPhone && <Unread visit={visit} texts={found.unread} />}
          {!isPhone && <Unclaimed visit={visit} texts={found.unclaimed} />}
          <Tabs label="Which texts" tabs={tabsOf(visit, isPhone ? "phone" : view)} />
          {isPhone ? <Phone visit={visit} /> : <List visit={visit} found={found} view={view} />}
        </>
      ),
    };
  },
  submit: replyAsGuest,
};

function beforeOf(query: URLSearchParams): { before?: number } {
  const before = Number(query.get("before") ?? Number.NaN);
  return Number.isSafeInteger(before) && before > 0 ? { before } : {};
}

const List = ({ visit, found, view }: PageProps<{ found: Outbox; view: OutboxView }>) => (
  <>
    {found.texts.length === 0 ? (
      <EmptyState title={view === "all" ? "No texts yet" : `No texts under “${VIEWS[view]}”`}>
        <p>
          {view === "trouble"
            ? "Texts that were held, refused, late or not sent are listed here."
            : "Guests get a text that confirms a booking, asks whether they are coming, or offers a table."}
        </p>
      </EmptyState>
    ) : (
      <>
        <h2 class="unseen">Texts</h2>
        <ol class="outbox">
          {found.texts.map((text) => (
            <OutboxText visit={visit} text={text} />
          ))}
        </ol>
      </>
    )}
    {found.nextBefore !== null && (
      <p class="line outbox-older">
        <ButtonLink href={at(visit, `/messages?view=${view}&before=${found.nextBefore}`)}>
          Older texts
        </ButtonLink>
      </p>
    )}
    <p class="soft outbox-optouts">
      {found.optOuts === 0
        ? "No phone has opted out of texts."
        : `${counted(found.optOuts, "phone has", "phones have")} opted out of texts from this number. ` +
          'Their reservations are marked "SMS off". Only the guest can opt in again, by texting START.'}
    </p>
  </>
);

const tabsOf = (visit: DeskVisit, shown: string): Tab[] => [
  ...OUTBOX_VIEWS.map((view) => ({
    href: at(visit, view === "all" ? "/messages" : `/messages?view=${view}`),
    name: VIEWS[view],
    isShown: view === shown,
  })),
  ...(visit.desk.sms.replyAs === null
    ? []
    : [
        {
          href: at(visit, "/messages?view=phone"),
          name: "Guests' phones",
          isShown: shown === "phone",
        },
      ]),
];

const Budget = ({ visit, lastDay }: PageProps<{ lastDay: Outbox["lastDay"] }>) => (
  <p class="soft">
    Last 24 hours: <strong>{lastDay.texts}</strong> {lastDay.texts === 1 ? "text" : "texts"} written
    ({counted(lastDay.segments, "segment")}),{" "}
    <strong>{isWithoutGateway(visit) ? "none" : lastDay.sent}</strong> sent (daily limit:{" "}
    {lastDay.budget})
  </p>
);

const NothingIsSent = ({ visit }: PageProps) => (
  <p class="notice">
    {isWithoutGateway(visit) ? (
      <NoGateway visit={visit} />
    ) : (
      "No texts are sent here: this is a test database."
    )}{" "}
    <a href={at(visit, "/messages?view=phone")}>Open the guests' phones</a> to read and answer texts
    as a guest would.
  </p>
);
