/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { shownPhone } from "../../../domain/phone-text.ts";
import { LINK } from "../../../domain/segments.ts";
import { clockTime } from "../../../domain/time.ts";
import {
  type Conversation,
  type ConversationLine,
  conversation,
} from "../../../operations/desk/conversation.ts";
import { LONGEST_TEXT, textGuest, writtenText } from "../../../operations/desk/text-guest.ts";
import { TEXT_STATES, UNDERSTOOD } from "../../../words/en/host/labels.ts";
import { buttonOf } from "../../../words/en/host/operations.ts";
import { counted } from "../../../words/en/phrases.ts";
import { isTrouble } from "../components/badge.tsx";
import { Button, ButtonLink, OperationForm } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { TextField, Tick } from "../components/field.tsx";
import { isWithoutGateway, NoGateway } from "../components/no-gateway.tsx";
import { Segments } from "../components/segments.tsx";
import { at, type DeskPage, type DeskVisit, type PageProps, read } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { PageHead } from "../shell.tsx";
import { shortWhen } from "../when.ts";
import { type Bubble, Bubbles } from "./bubbles.tsx";

export const conversationPage: DeskPage = {
  path: "/messages/:id",
  async show(visit) {
    const id = visit.params["id"] ?? "";
    const found = await read(visit, conversation, { id });
    const title = found.name ?? readable(visit, found.phone) ?? "A guest without a phone";
    return {
      title: `Texts with ${title}`,
      children: (
        <>
          <PageHead title={title}>
            <About visit={visit} found={found} />
          </PageHead>
          <section class="card conversation" aria-label="Texts">
            {found.lines.length === 0 ? (
              <EmptyState title="No texts yet">
                <p>Texts to this guest and the guest's answers are shown here.</p>
              </EmptyState>
            ) : (
              <Bubbles visit={visit} bubbles={found.lines.map(bubbleOf)} mine="restaurant" />
            )}
            <MarkRead visit={visit} unread={found.unread} />
            <Answer visit={visit} found={found} id={id} />
          </section>
        </>
      ),
    };
  },
};

const readable = ({ brand }: Pick<DeskVisit, "brand">, phone: string | null): string | null =>
  phone === null ? null : shownPhone(phone, brand.settings.defaultCountry);

const About = ({ visit, found: { phone, reservation } }: PageProps<{ found: Conversation }>) => (
  <p class="line conversation-about">
    {phone !== null && <ButtonLink href={`tel:${phone}`}>Call {readable(visit, phone)}</ButtonLink>}
    {reservation !== null && (
      <ButtonLink href={at(visit, `/reservations/${reservation.id}`)}>
        {`Reservation for ${reservation.numberOfPeople}, ${shortWhen(reservation.startAt, visit)}`}
      </ButtonLink>
    )}
  </p>
);

function bubbleOf({ from, at: when, body, state, understood }: ConversationLine): Bubble {
  const shown = body === "" ? "(an empty text)" : body.replaceAll(LINK, "(link)");
  if (state === null) {
    const note = understood === null || understood === "unread" ? "" : UNDERSTOOD[understood];
    return { from, at: when, body: shown, note: note ?? "" };
  }
  const { label, meaning } = TEXT_STATES[state];
  const note = isTrouble(state) ? <strong>{`${label}: ${meaning}`}</strong> : label.toLowerCase();
  return { from, at: when, body: shown, note };
}

function whyNotTextable(visit: DeskVisit, { textable, phone: number }: Conversation): Child {
  if (textable === "no_phone") return "No phone is known for this guest.";
  const phone = readable(visit, number) ?? "";
  if (textable === "opted_out") return `This guest has opted out of texts. Call ${phone} instead.`;
  if (textable === "country") {
    return `The restaurant does not text phones of this country or kind (a premium number, for example). Call ${phone} instead.`;
  }
  if (textable === "landline")
    return `${phone} is a landline, which takes no texts. Call the guest instead.`;
  return isWithoutGateway(visit) ? <NoGateway visit={visit} /> : null;
}

const Cost = ({ visit, id, typed }: PageProps<{ id: string; typed: string }>) => (
  <div
    id="text-cost"
    aria-live="polite"
    hx-get={at(visit, `/messages/${id}`)}
    hx-trigger="input from:#body delay:300ms"
    hx-include="#body"
    hx-target="#text-cost"
    hx-select="#text-cost"
    hx-swap="outerMorph"
  >
    <Segments visit={visit} body={writtenText(typed.trim(), visit.brand)} />
  </div>
);

const MarkRead = ({ visit, unread }: PageProps<{ unread: readonly string[] }>) => {
  const last = unread.at(-1);
  if (last === undefined) return null;
  return (
    <OperationForm
      visit={visit}
      operation="mark_text_read"
      id={last}
      class="line conversation-unread"
    >
      <span>{counted(unread.length, "text")} to read</span>
      <Button look="quiet">Mark as read</Button>
    </OperationForm>
  );
};

function Answer({ visit, found, id }: PageProps<{ found: Conversation; id: string }>) {
  const why = whyNotTextable(visit, found);
  if (why !== null) return <p class="notice">{why}</p>;
  const form = formState(visit, textGuest.name);
  const { quietUntil, quick } = found;
  const zone = visit.brand.settings.timeZone;
  return (
    <>
      {quick.length > 0 && (
        <div class="line conversation-quick">
          {quick.map((answer, index) => (
            <OperationForm
              visit={visit}
              operation={textGuest.name}
              id={id}
              formId={`quick-answer-${index}`}
            >
              <Button look="quiet" name="body" value={answer}>
                {answer}
              </Button>
            </OperationForm>
          ))}
        </div>
      )}
      <OperationForm
        visit={visit}
        form={form}
        own={["body", "atNight"]}
        id={id}
        formId="text-guest"
        class="conversation-answer"
      >
        <TextField
          form={form}
          name="body"
          label="Your text"
          hint="The restaurant's name is put before your text."
          rows={2}
          maxlength={LONGEST_TEXT}
          required
        />
        <Cost
          visit={visit}
          id={id}
          typed={visit.url.searchParams.get("body") ?? form.value("body")}
        />
        {quietUntil !== null && (
          <Tick
            form={form}
            name="atNight"
            label={`Send the text now, during quiet hours (until ${clockTime(quietUntil, zone)})`}
            checked={false}
          />
        )}
        <Button>{buttonOf(textGuest.name)}</Button>
      </OperationForm>
    </>
  );
}
