import { nameInLine } from "../../../domain/plain-text.ts";
import { counted } from "../phrases.ts";

interface Closing {
  readonly date: string;
  readonly service: string | null;
  readonly closed: boolean;
  readonly changed: boolean;
  readonly dryRun: boolean;
  readonly concerned: readonly {
    readonly id: string | null;
    readonly entryId: string | null;
    readonly name: string;
    readonly phone: string | null;
    readonly date: string;
    readonly time: string;
  }[];
}

export function closingLines(
  { date, service, closed, changed, dryRun, concerned }: Closing,
  { isReopening }: { readonly isReopening: boolean },
): string[] {
  const what = service === null ? date : `${service} on ${date}`;
  const done = isReopening ? "open again" : "closed";
  const rest = !isReopening && service !== null && closed ? " Nothing else opens that day." : "";
  const lead = !changed
    ? `Nothing was changed: ${isReopening ? `${what} was not closed by close_service` : `${what} is already closed`}.`
    : dryRun
      ? `Dry run, nothing was changed: ${what} would be ${done}.${rest}`
      : `${what} is ${done}.${rest}`;
  if (concerned.length === 0) {
    return [lead, isReopening ? "" : "Nobody is booked or waiting for that time."].filter(Boolean);
  }
  const booked = concerned.filter(({ id }) => id !== null).length;
  const counts = [
    ...(booked === 0 ? [] : [counted(booked, "reservation")]),
    ...(booked === concerned.length ? [] : [counted(concerned.length - booked, "waiting guest")]),
  ];
  return [
    lead,
    `Nothing ${dryRun ? "would be" : "was"} cancelled and no text sent. ${dryRun ? "Outside" : "Now outside"} the opening hours: ${counts.join(" and ")}. ` +
      "Call these guests, then move a reservation with update_booking, cancel it with " +
      "cancel_booking { id }, or take a waiting guest off the list with remove_from_waitlist { id }.",
    ...concerned.map(concernedLine),
  ];
}

function concernedLine({ id, entryId, name, phone, date, time }: Closing["concerned"][number]) {
  const call =
    phone === null ? "no phone" : phone.startsWith("+") ? phone : `phone ending ${phone}`;
  return id === null
    ? `${entryId}: ${nameInLine(name)}, waiting for a table from ${time} on ${date}, ${call}`
    : `${id}: ${nameInLine(name)}, booked ${date} at ${time}, ${call}`;
}
