import { clockTime } from "../../../domain/time.ts";
import type { ReasonSentences } from "../../catalogue.ts";
import { toolCall } from "./tool-call.ts";

export const waitlist = {
  "NOT_FOUND.entry": ({ id, say }) =>
    say.brand === null
      ? `There is no waitlist entry ${id}.`
      : `There is no waitlist entry ${id} in brand "${say.brand}". list_waitlist shows the ids.`,
  "BRAND_MISMATCH.entry": ({ brand, belongsTo, say }) =>
    `Waitlist entry ${say.id} belongs to brand "${belongsTo}", not to "${brand}". Pass brand "${belongsTo}".`,
  "INVALID_INPUT.replaces_over": ({ say }) =>
    `replaces: reservation ${say.id} is already ${say.status}, so the guest cannot give it up for a new table. Leave replaces out.`,
  "INVALID_INPUT.replaces_foreign": ({ say }) =>
    `replaces: reservation ${say.id} ${say.hasPhone ? "belongs to another phone" : "has no phone"}, so it may be ` +
    "another guest's. Pass a reservation made with the phone of this entry, or leave replaces out.",
  "INVALID_INPUT.outside_window": ({ say: { wishedAt, earliestAt, latestAt, zone } }) =>
    `time ${clockTime(wishedAt, zone)} is not between ${clockTime(earliestAt, zone)} and ${clockTime(latestAt, zone)}. ` +
    "Widen the window or change time.",
  "INVALID_TRANSITION.entry_removed": ({ status, bookingId, say: { id } }) => {
    const lead = `Waitlist entry ${id} is no longer waiting: its status is ${status}.`;
    if (bookingId === null) return lead;
    const cancel = toolCall({ tool: "cancel_booking", arguments: { id: bookingId } });
    return `${lead} Its reservation is ${bookingId}: ${cancel} cancels it.`;
  },
  "INVALID_TRANSITION.entry_over": ({ status, say: { id } }) =>
    `Waitlist entry ${id} is no longer waiting: its status is ${status}. Add the guest again if they still want a table.`,
  "INVALID_TRANSITION.entry_too_late": ({ say: { id } }) =>
    `The time that waitlist entry ${id} waited for has passed. Add the guest again with another window.`,
  "INVALID_TRANSITION.phone_has_offer":
    "This phone was offered a table already: wait for the answer, or withdraw the offer.",
  "INVALID_TRANSITION.entry_has_offer":
    "This waiting guest was offered a table already: wait for the answer, or withdraw the offer.",
} satisfies Partial<ReasonSentences>;
