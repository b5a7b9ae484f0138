import { clockTime } from "../../../domain/time.ts";
import type { ReasonSentences } from "../../catalogue.ts";
import { quoted } from "../phrases.ts";

export const desk = {
  "INVALID_INPUT.too_many_feeds": ({ most }) =>
    `There are ${most} calendar links already. First revoke a link that nobody uses.`,
  "INVALID_INPUT.feed_known": "This link already exists. Reload the page to make another link.",
  "INVALID_INPUT.brand_name_taken": ({ say }) =>
    `There is already a restaurant called ${say.name}. To add another with the same name, choose a short name for the new restaurant.`,
  "INVALID_INPUT.brand_slug_taken": ({ say }) => `There is already a brand ${say.slug}.`,
  "INVALID_INPUT.brand_slug": ({ expected, say }) =>
    `slug must be ${expected}; got ${quoted(say.slug)}.`,
  "INVALID_INPUT.brand_name": ({ expected, say }) =>
    `name must be ${expected}; got ${quoted(say.name)}.`,
  "FORBIDDEN_TOOL.add_brand":
    "Only an owner of all restaurants can add a restaurant. Ask an owner of all restaurants to add it.",
  "INVALID_INPUT.no_override_reason":
    "Going over a limit needs a reason: say why in a few words. The reason is kept with the reservation.",
  "INVALID_INPUT.override_reason_too_long": ({ say }) =>
    `The reason has ${say.length} characters; the limit is 500.`,
  "INVALID_INPUT.opted_out":
    "This phone has opted out of texts. To allow them again, send START from this phone to the restaurant's number.",
  "INVALID_INPUT.country_not_texted": ({ say }) =>
    `The restaurant does not text phones of this country or kind: ${say.phone}. The setting smsCountries lists the countries that it texts.`,
  "INVALID_INPUT.tested_just_now":
    "A test went to this phone within the last minute. Wait a minute, then try again.",
  "INVALID_INPUT.no_phone_to_text":
    "This guest has no phone, so no text can be sent. First add a phone to the reservation.",
  "INVALID_INPUT.landline": ({ say }) =>
    `${say.phone} is a landline, which takes no texts. Call the guest instead.`,
  "INVALID_INPUT.guest_opted_out": ({ say }) =>
    `This guest has opted out of texts. Call ${say.phone} instead.`,
  "INVALID_INPUT.quiet_hours": ({ until, say }) =>
    `Quiet hours last until ${clockTime(until, say.zone)}. Send the text now anyway, or wait until then.`,
  "INVALID_INPUT.no_tables_wanted":
    "Enter the number of tables of each size, at least one table in all.",
  "INVALID_INPUT.tables_there": ({ count }) =>
    `There ${count === 1 ? "is a table" : `are ${count} tables`} already. Add more below, one at a time.`,
  "INVALID_INPUT.name_on_plan": ({ say }) =>
    `${say.kind === "area" ? "An area" : "A table"} called ${quoted(say.name)} is on the plan or was removed from it. Choose another name. To restore a removed ${say.kind}, do not rename another one: add ${say.kind === "area" ? "an area" : "a table"} with the old name.`,
  "NOT_FOUND.on_plan": ({ nearest, say }) =>
    `There is no ${say.kind} ${quoted(say.name)} on the plan.${nearest === null ? "" : ` Did you mean ${quoted(nearest)}?`}`,
  "NOT_FOUND.conversation": ({ id }) =>
    `There is no conversation ${quoted(id)}: its reservation or its texts have been deleted.`,
  "INVALID_INPUT.no_time": "Choose a time: tap a slot, or type another time.",
  "INVALID_INPUT.likely_twin": ({ say }) =>
    `${say.name}, party of ${say.partySize}, is booked at ${clockTime(say.startAt, say.zone)} already, ` +
    `${say.samePhone ? "with this phone" : "under the same name"}. Change that reservation, or book this one as well.`,
  "FORBIDDEN_TOOL.retention": ({ brand }) =>
    `Only an owner of ${brand} can change how long guests' data is kept: cleared data cannot be restored.`,
  "REVISION_CONFLICT.settings":
    "Somebody changed the settings while this form was open. What you typed is kept: check it, then save again.",
  "INVALID_INPUT.last_day": ({ say }) =>
    `The last day must be within ${say.most} days of the first day; got ${quoted(say.until)}.`,
  "INVALID_INPUT.no_such_date": ({ say }) =>
    `${quoted(say.typed)} is not a date such as 2026-11-20.`,
  "INVALID_INPUT.days_swapped": ({ say }) =>
    `${say.to} is before ${say.from}: put the earlier day first.`,
  "INVALID_INPUT.days_of_download": ({ say }) =>
    `That is ${say.days} days; a download covers at most ${say.most}. Choose fewer days, or ask the person who runs the server to use: maitred export --format csv`,
  "INVALID_INPUT.no_guest_phone": "Texts go to real phones here, so only the guest can answer.",
  "INVALID_INPUT.no_phone_chosen": "First choose the guest whose phone sends the text.",
  "INVALID_INPUT.no_reply_typed": "Type the guest's answer, such as YES.",
  "INVALID_INPUT.reply_too_long": ({ say }) =>
    `A text has at most ${say.most} characters; this one has ${say.length}.`,
  "FORBIDDEN_TOOL.clock":
    "Only a manager or an owner can confirm that the clock is right, with the button on this page.",
  "REVISION_CONFLICT.page":
    "This page was out of date, so nothing was done. What you typed is kept: check it, then send it again.",
} satisfies Partial<ReasonSentences>;
