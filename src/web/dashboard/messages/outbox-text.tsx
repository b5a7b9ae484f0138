/** @jsxImportSource hono/jsx */
import { roleAtLeast } from "../../../domain/caller.ts";
import { shownPhone } from "../../../domain/phone-text.ts";
import type { OutboxText as Text } from "../../../operations/desk/outbox.ts";
import { faultWords } from "../../../words/en/host/gateway-faults.ts";
import { TEXT_KINDS, TEXT_STATES } from "../../../words/en/host/labels.ts";
import { counted } from "../../../words/en/phrases.ts";
import { Badge, isTrouble, TextBadge } from "../components/badge.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";
import { shortWhen } from "../when.ts";

type Props = PageProps<{ text: Text }>;

export const OutboxText = ({ visit, text }: Props) => (
  <li
    class={isTrouble(text.state) ? "outbox-text trouble" : "outbox-text"}
    id={text.id === null ? undefined : `text-${text.id}`}
  >
    <div class="outbox-head">
      <h3>
        <About visit={visit} text={text} />
      </h3>
      <span class="soft">{TEXT_KINDS[text.kind]}</span>
      <TextBadge state={text.state} />
      {text.smsOff && <Badge tone="care">SMS off</Badge>}
    </div>
    <p class="outbox-body">
      <bdi>{text.body.replaceAll("{link}", "(link)")}</bdi>
    </p>
    <p class="soft small">
      <Phone visit={visit} text={text} />
      {facts(visit, text).join(", ")}
      {isTrouble(text.state) && `. ${TEXT_STATES[text.state].meaning}`}
    </p>
    <Actions visit={visit} text={text} />
  </li>
);

const About = ({ visit, text }: Props) => {
  const { reservationId, entryId, guestName, phone } = text;
  const name = <bdi>{guestName ?? readable(visit, phone)}</bdi>;
  if (reservationId !== null)
    return <a href={at(visit, `/reservations/${reservationId}`)}>{name}</a>;
  return entryId === null ? name : <a href={at(visit, `/waitlist#entry-${entryId}`)}>{name}</a>;
};

const Phone = ({ visit, text: { id, phone } }: Props) =>
  phone === "" ? null : (
    <>
      {id === null ? (
        readable(visit, phone)
      ) : (
        <a href={at(visit, `/messages/${id}`)}>{readable(visit, phone)}</a>
      )}
      {", "}
    </>
  );

const readable = ({ brand }: DeskVisit, phone: string): string =>
  shownPhone(phone, brand.settings.defaultCountry);

function facts(visit: DeskVisit, text: Text): string[] {
  const { state, dueAt, attemptedAt, attempts, segments, fault } = text;
  const said: string[] = [];
  if (state === "due") said.push(`goes out ${shortWhen(dueAt, visit)}`);
  else said.push(shortWhen(attemptedAt ?? text.createdAt, visit));
  said.push(counted(segments, "segment"));
  if (attempts > 1) said.push(`${attempts} attempts`);
  if (fault !== null) said.push(faultWords(fault));
  return said;
}

const Actions = ({ visit, text }: Props) => {
  const { id, releasable, again } = text;
  const mayRelease = releasable && roleAtLeast(visit.role, "manager");
  if (id === null || (!mayRelease && !again)) return null;
  return (
    <div class="line">
      {mayRelease && (
        <OperationForm visit={visit} operation="release_text" id={id}>
          <Button look="quiet">Send anyway</Button>
        </OperationForm>
      )}
      {again && (
        <OperationForm visit={visit} operation="send_text_again" id={id}>
          <Button look="quiet">Try again</Button>
        </OperationForm>
      )}
    </div>
  );
};
