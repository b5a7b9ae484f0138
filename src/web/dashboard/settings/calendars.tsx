/** @jsxImportSource hono/jsx */

import { createHash } from "node:crypto";
import { calendarFeeds, type DeskFeed } from "../../../operations/desk/calendar-feeds.ts";
import { createFeed } from "../../../operations/desk/create-feed.ts";
import { revokeFeed } from "../../../operations/desk/revoke-feed.ts";
import { FEED_TOKEN_BYTES } from "../../../operations/feed/calendar-feed.ts";
import { sha256Hex } from "../../../storage/sha256.ts";
import { ago } from "../../auth-pages/ago.ts";
import { isLoopback } from "../../host-check.ts";
import { csrfFor } from "../../visitor.ts";
import { By } from "../access/parts.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { Field } from "../components/field.tsx";
import { Reasons } from "../components/reason.tsx";
import { at, type DeskVisit, type Outcome, type PageProps, read } from "../desk-visit.ts";
import { outcomeOf } from "../do-operation.ts";
import { formState } from "../form-state.ts";

const PATH = "/settings/calendars";

export async function CalendarsSection({ visit }: PageProps) {
  const { feeds } = await read(visit, calendarFeeds);
  // Never show another restaurant's new link here: somebody might copy it by mistake.
  const secret = visit.flash?.secret?.page === at(visit, PATH) ? visit.flash.secret : undefined;
  return (
    <>
      {secret !== undefined && <NewAddress visit={visit} path={secret.text} />}
      <section class="card stack" aria-labelledby="calendars-title">
        <h2 id="calendars-title">Calendar links</h2>
        <p class="soft">
          Show the reservations in Google Calendar, Apple Calendar, Outlook or on a screen in the
          kitchen: names, party sizes and times, from a week back to three months ahead. No phones,
          no e-mails, no notes. Anybody with a link can see the reservations. Create a separate link
          for each reader, so that you can revoke one link without the others.
        </p>
        {feeds.length === 0 ? (
          <p>No links yet.</p>
        ) : (
          <ul class="feeds">
            {feeds.map((feed) => (
              <Feed visit={visit} feed={feed} />
            ))}
          </ul>
        )}
        <NewForm visit={visit} />
      </section>
      <HowTo />
    </>
  );
}

function NewAddress({ visit, path }: PageProps<{ path: string }>) {
  const { origin } = visit.desk;
  const url = origin + path;
  return (
    <section class="card stack feed-address" aria-labelledby="new-address">
      <h2 id="new-address">The new link</h2>
      <p>
        Copy the link now: it is shown only once. Anybody who has the link can read the
        reservations.
      </p>
      <textarea readonly rows={3} aria-label="The new link">
        {url}
      </textarea>
      <p class="line">
        <a class="b quiet" href={url.replace(/^https?:/, "webcal:")} hx-boost="false">
          Open in this device's calendar
        </a>
      </p>
      {isLoopback(new URL(origin).hostname) && (
        <p class="soft">
          This server can only be reached from its own machine, so only a calendar on that machine
          can read the link.
        </p>
      )}
    </section>
  );
}

function Feed({ visit, feed }: PageProps<{ feed: DeskFeed }>) {
  const zone = visit.brand.settings.timeZone;
  const { id, name, createdAt, readAt, maker } = feed;
  const problem = formState(visit, revokeFeed.name, id).refused;
  return (
    <li>
      <div>
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>
        </p>
        <p class="soft small">
          Created {ago(createdAt, visit.now, zone)}
          <By maker={maker} />
          {"; "}
          {readAt === null ? "not read yet" : `last read ${ago(readAt, visit.now, zone)}`}
        </p>
        {problem !== null && <Reasons reasons={problem.reasons} />}
      </div>
      <OperationForm visit={visit} operation={revokeFeed.name} id={id}>
        <Button look="stop" aria-label={`Revoke: ${name}`}>
          Revoke
        </Button>
      </OperationForm>
    </li>
  );
}

function NewForm({ visit }: PageProps) {
  const form = formState(visit, createFeed.name);
  return (
    <OperationForm
      visit={visit}
      form={form}
      own={["name"]}
      action={PATH}
      formId="new-calendar"
      class="stack settings-form"
    >
      <Field
        form={form}
        name="name"
        label="Who uses this link"
        placeholder="Kitchen screen"
        maxlength={120}
        required
      />
      <Button>Create a link</Button>
    </OperationForm>
  );
}

const HowTo = () => (
  <section class="card" aria-labelledby="how-title">
    <h2 id="how-title">How to add a link</h2>
    <dl class="feeds-how">
      <dt>Google Calendar</dt>
      <dd>
        On a computer, click the plus beside “Other calendars”, then “From URL”. Paste the link.
        Google reads the link every few hours, and only if the link begins with https.
      </dd>
      <dt>Apple Calendar</dt>
      <dd>
        iPhone and iPad: Calendars, “Add Calendar”, “Add Subscription Calendar”. Mac: File, “New
        Calendar Subscription”, where you also choose how often the Mac reads the link.
      </dd>
      <dt>Outlook</dt>
      <dd>
        “Add calendar”, then “Subscribe from web”. Paste the link and give it a name. Outlook reads
        the link every few hours.
      </dd>
    </dl>
    <p class="soft">
      Cancelled reservations disappear when the calendar reads the link again. Calendars lag behind,
      so use the day sheet during the evening.
    </p>
  </section>
);

export async function makeCalendar(visit: DeskVisit, fields: URLSearchParams): Promise<Outcome> {
  const key = fields.get("idempotencyKey") ?? "";
  // The token is derived from the form's idempotency key. So a form sent twice makes one link, and the
  // link can be shown again although the token is not stored.
  const token = createHash("sha256")
    .update(csrfFor(visit, `calendar ${visit.brand.slug} ${key}`))
    .digest()
    .subarray(0, FEED_TOKEN_BYTES)
    .toString("base64url");
  const input = {
    name: fields.get("name") ?? "",
    tokenHash: sha256Hex(token),
    ...(key === "" ? {} : { idempotencyKey: key }),
  };
  return outcomeOf(createFeed, fields, async () => {
    await visit.desk.invoke(createFeed, input, visit.caller, {});
    const text = "The link is created: copy it now";
    const secret = { page: at(visit, PATH), text: `/feeds/${token}.ics` };
    return { flash: { text, warnings: [], secret } };
  });
}
