/** @jsxImportSource hono/jsx */

import { shownPhone } from "../../../domain/phone-text.ts";
import { segmentsOf } from "../../../domain/segments.ts";
import { inThread } from "../../../operations/desk/conversation.ts";
import type { ListedMessage } from "../../../storage/message-list.ts";
import { UNDERSTOOD } from "../../../words/en/host/labels.ts";
import { guestWords } from "../../../words/guest.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { shortWhen } from "../when.ts";
import { type Bubble, Bubbles } from "./bubbles.tsx";
import { LONGEST_REPLY, REPLY } from "./guest-reply.ts";

const MOST_TEXTS = 200;
const MOST_PHONES = 40;
const MOST_IN_THREAD = 60;
const SHOWN_STATES = ["sending", "accepted", "delivered", "unknown", "logged"] as const;
function quickReplies({ brand }: DeskVisit): readonly string[] {
  const { yes, no } = guestWords(brand.settings.language).replies;
  return [...yes.slice(0, 1), ...no.slice(0, 1), "STOP", "START"];
}

export function Phone({ visit }: PageProps) {
  const phones = phonesOf(visit);
  const [first] = phones;
  if (first === undefined) {
    return (
      <EmptyState title="No guest has been texted yet">
        <p>
          Book a table with a phone number, and the confirmation appears here as on the guest's
          phone.
        </p>
      </EmptyState>
    );
  }
  const chosen = visit.desk.stores.messages.get(visit.url.searchParams.get("with") ?? "");
  const shown = phones.find(({ phone }) => phone === chosen?.to) ?? first;
  return (
    <div class="phones">
      <nav class="phone-list" aria-label="Phones">
        <ul>
          {phones.map((one) => (
            <li>
              <a
                href={`${at(visit, "/messages?view=phone&with=")}${one.id}`}
                aria-current={one === shown ? "true" : undefined}
              >
                <strong>
                  <bdi>{one.name ?? one.phone}</bdi>
                </strong>
                <span class="soft small">
                  {shownPhone(one.phone, visit.brand.settings.defaultCountry)},{" "}
                  {shortWhen(one.at, visit)}
                </span>
                <span class="soft small phone-last">
                  <bdi>{one.last}</bdi>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Conversation visit={visit} phone={shown} />
    </div>
  );
}

interface OnePhone {
  /** Id of a text to this phone. Page addresses contain this id, not the phone number. */
  readonly id: string;
  readonly phone: string;
  readonly name: string | null;
  readonly last: string;
  readonly at: number;
}

function phonesOf({ desk, brand }: DeskVisit): OnePhone[] {
  const texts = desk.stores.messageList.outbox(brand.slug, {
    states: SHOWN_STATES,
    before: Number.MAX_SAFE_INTEGER,
    limit: MOST_TEXTS,
  });
  const byPhone = Map.groupBy(texts, ({ to }) => to);
  return [...byPhone.values()].slice(0, MOST_PHONES).flatMap((list) => {
    const [latest] = list;
    if (latest === undefined) return [];
    const name = list.find(({ guestName }) => guestName !== null)?.guestName ?? null;
    return { id: latest.id, phone: latest.to, name, last: latest.body, at: sentAt(latest) };
  });
}

const sentAt = ({ attemptedAt, createdAt }: ListedMessage): number => attemptedAt ?? createdAt;

function bubblesOf({ desk, brand }: DeskVisit, phone: string): Bubble[] {
  const { messageList, guestLinks } = desk.stores;
  const sent = messageList
    .thread(brand.slug, phone, MOST_IN_THREAD)
    .filter(({ state }) => (SHOWN_STATES as readonly string[]).includes(state))
    .map((text): Bubble => {
      const body = guestLinks.complete(text);
      const segments = segmentsOf(body);
      const note = segments === 1 ? "" : `${segments} segments`;
      return { from: "restaurant", at: sentAt(text), body, note };
    });
  const received = messageList.sentBy(brand.slug, phone, MOST_IN_THREAD).map(
    ({ receivedAt, body, handledAs }): Bubble => ({
      from: "guest",
      at: receivedAt,
      body,
      note: UNDERSTOOD[handledAs] ?? handledAs,
    }),
  );
  return [...received, ...sent].sort(inThread);
}

const Conversation = ({ visit, phone }: PageProps<{ phone: OnePhone }>) => {
  const form = formState(visit, REPLY);
  const problem = form.problem("body");
  return (
    <section class="phone-screen" aria-label={`The phone of ${phone.name ?? phone.phone}`}>
      <header>
        <strong>
          <bdi>{visit.brand.name}</bdi>
        </strong>
        <span class="small">
          on the phone of <bdi>{phone.name ?? phone.phone}</bdi>
        </span>
      </header>
      <Bubbles visit={visit} bubbles={bubblesOf(visit, phone.phone)} mine="guest" />
      <OperationForm
        visit={visit}
        form={form}
        action="/messages"
        id={phone.id}
        formId={`answer-${phone.phone.replace(/\D/g, "")}`}
        class="phone-answer"
      >
        <label class="unseen" for="reply">
          Answer as the guest
        </label>
        <input
          id="reply"
          name="body"
          maxlength={LONGEST_REPLY}
          placeholder="Answer as the guest"
          autocomplete="off"
          value={form.value("body")}
          aria-invalid={problem === undefined ? undefined : "true"}
          aria-describedby={problem === undefined ? undefined : "reply-note"}
        />
        <Button>Send</Button>
        {problem !== undefined && (
          <small id="reply-note" class="problem">
            {problem}
          </small>
        )}
      </OperationForm>
      <div class="line phone-quick">
        {quickReplies(visit).map((word) => (
          <OperationForm
            visit={visit}
            form={{ ...form, key: `${form.key}-${word}` }}
            action="/messages"
            id={phone.id}
            formId={`quick-${word}`}
          >
            <Button look="quiet" name="body" value={word}>
              {word}
            </Button>
          </OperationForm>
        ))}
      </div>
    </section>
  );
};
