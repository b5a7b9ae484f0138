// Calls that cause the refusals and warnings whose sentences differ between hosts and agents.
import { revokeApiKey } from "../../src/operations/access/revoke-api-key.ts";
import { takeOut } from "../../src/operations/access/take-out.ts";
import { approveRequest } from "../../src/operations/desk/approve-request.ts";
import { markTextRead } from "../../src/operations/desk/mark-text-read.ts";
import { pauseEntry } from "../../src/operations/desk/pause-entry.ts";
import { resumeEntry } from "../../src/operations/desk/resume-entry.ts";
import { revokeFeed } from "../../src/operations/desk/revoke-feed.ts";
import { sendTextAgain } from "../../src/operations/desk/send-text-again.ts";
import { undoWalkIn } from "../../src/operations/desk/undo-walk-in.ts";
import { sayReason } from "../../src/words/render.ts";
import { HOST, MANAGER, OWNER, offerTo } from "../operations/desk/people.ts";
import {
  ADA,
  caller,
  DAY,
  EVENING,
  FRIDAY,
  HOUR,
  type House,
  MINUTE,
  PLAIN,
  TRATTORIA,
} from "../operations/house.ts";

const NOBODY = "01a1f03ea60027935d40f69e";
const BOTH = { ...MANAGER, brands: ["bistro", TRATTORIA] };
const WISH = { name: "Wim", phone: ADA, numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" };

const refused =
  (...call: Parameters<House["refused"]>) =>
  (house: House): Promise<readonly string[]> =>
    again(house, ...call);
const again = async (house: House, ...call: Parameters<House["refused"]>) =>
  (await house.refused(...call)).reasons.map((one) => sayReason(one, "host"));
const waits = async (house: House): Promise<string> =>
  (await house.ok<{ entry: { id: string } }>("add_to_waitlist", WISH)).entry.id;
const seated = async (house: House): Promise<string> => {
  const id = await house.book();
  house.at = EVENING;
  await house.ok("mark_seated", { id }, HOST);
  return id;
};
const warned = async (house: House, ...[name, input, by = HOST]: Parameters<House["ok"]>) =>
  (await house.ok(name, input, by, {})).warnings.map(({ message }) => message);
const booked = (house: House, change: object) =>
  warned(house, "create_booking", { ...WISH, ...change });
const oneText = (house: House, id: string): string => {
  const [text] = house.stores.messages.ofReservation(id);
  if (text === undefined) throw new Error("No text was written");
  return text.id;
};

/** For each situation, the sentences that a host reads. Each situation needs a new restaurant. */
export const SAID = {
  "a seated party is marked a no-show": async (house) =>
    again(house, "mark_no_show", { id: await seated(house) }, HOST),
  "a seated party is moved to another time": async (house) =>
    again(house, "update_booking", { id: await seated(house), time: "8:00 PM" }, HOST),
  "a cancelled reservation is moved to another time": async (house) => {
    const id = await house.book();
    await house.ok("cancel_booking", { id });
    return again(house, "update_booking", { id, time: "8:00 PM" }, HOST);
  },
  "a no-show is marked as done": async (house) => {
    const id = await house.book();
    house.at = EVENING + HOUR;
    await house.ok("mark_no_show", { id }, HOST);
    return again(house, "mark_completed", { id }, HOST);
  },
  "a guest of another day is seated": async (house) =>
    again(house, "mark_seated", { id: await house.book() }, HOST),
  "a guest is marked a no-show before they are late": async (house) => {
    const id = await house.book();
    house.at = EVENING;
    return again(house, "mark_no_show", { id }, HOST);
  },
  "a reservation that does not exist is opened": refused("get_booking", { id: NOBODY }, HOST),
  "a reservation of another brand is opened": async (house) => {
    house.set({ ...PLAIN, services: undefined }, TRATTORIA);
    const made = await house.ok(
      "create_booking",
      { ...WISH, brand: TRATTORIA },
      caller({ brands: [TRATTORIA] }),
    );
    return again(house, "get_booking", { brand: "bistro", id: made.reservation.id }, BOTH);
  },
  "a waitlist entry of another brand is removed": async (house) => {
    const theirs = caller({ brands: [TRATTORIA] });
    const { entry } = await house.ok<{ entry: { id: string } }>(
      "add_to_waitlist",
      { ...WISH, brand: TRATTORIA },
      theirs,
    );
    return again(house, "remove_from_waitlist", { brand: "bistro", id: entry.id }, BOTH);
  },
  "nothing is changed": async (house) =>
    again(house, "update_booking", { id: await house.book() }, HOST),
  "somebody else has changed the reservation meanwhile": async (house) => {
    const id = await house.book();
    await house.ok("update_booking", { id, notes: "Window" });
    return again(house, "cancel_booking", { id }, HOST, { revision: 1 });
  },
  "a new reservation is undone": async (house) =>
    again(house, "undo_last_change", { id: await house.book() }, HOST),
  "a change of somebody else is undone": async (house) => {
    const id = await house.book();
    await house.ok("cancel_booking", { id });
    return again(house, "undo_last_change", { id }, HOST);
  },
  "a change is undone twice": async (house) => {
    const id = await house.book();
    await house.ok("cancel_booking", { id }, HOST);
    await house.ok("undo_last_change", { id }, HOST);
    return again(house, "undo_last_change", { id }, HOST);
  },
  "a change is undone too late": async (house) => {
    const id = await house.book();
    await house.ok("cancel_booking", { id }, HOST);
    house.at += 16 * MINUTE;
    return again(house, "undo_last_change", { id }, HOST);
  },
  "a cancellation is undone after its seats were taken": async (house) => {
    const id = await house.book({ numberOfPeople: 20 });
    await house.ok("cancel_booking", { id }, HOST);
    await house.book({ numberOfPeople: 20 });
    return again(house, "undo_last_change", { id }, HOST);
  },
  "a no-show arrives after the seats were taken": async (house) => {
    const id = await house.book({ numberOfPeople: 20 });
    house.at = EVENING + 20 * MINUTE;
    await house.ok("mark_no_show", { id }, HOST);
    await house.book({ numberOfPeople: 20, time: "7:30 PM" });
    return again(house, "mark_arrived", { id }, HOST);
  },
  "a key undoes “Done” after the seats were taken": async (house) => {
    const id = await house.book({ numberOfPeople: 20 });
    house.at = EVENING;
    await house.ok("mark_seated", { id });
    await house.ok("mark_completed", { id });
    await house.book({ numberOfPeople: 20, time: "7:30 PM" });
    const [reason] = await again(house, "undo_last_change", { id });
    return reason === undefined ? [] : [reason];
  },
  "a manager undoes “Done” after the seats were taken": async (house) => {
    const id = await house.book({ numberOfPeople: 20 });
    house.at = EVENING;
    await house.ok("mark_seated", { id }, MANAGER);
    await house.ok("mark_completed", { id }, MANAGER);
    await house.book({ name: "Nia", numberOfPeople: 20, time: "7:30 PM" });
    return warned(house, "undo_last_change", { id }, MANAGER);
  },
  "the undo for walk-ins is used for a reservation": async (house) => {
    const id = await seated(house);
    return again(house, undoWalkIn, { id }, HOST);
  },
  "a reservation that is not a request is approved": async (house) =>
    again(house, approveRequest, { id: await seated(house) }, MANAGER),
  "a waitlist entry that does not exist is removed": refused(
    "remove_from_waitlist",
    { id: NOBODY },
    HOST,
  ),
  "a waitlist entry that is booked already is removed": async (house) => {
    const entryId = (await offerTo(house, ADA, 4)).entryId;
    const bookingId = await house.book({ phone: ADA, name: "Wim", time: "8:00 PM" });
    if (house.stores.waitlist.entry(entryId)?.bookingId !== bookingId)
      throw new Error("Not booked");
    return again(house, "remove_from_waitlist", { id: entryId }, HOST);
  },
  "a waitlist entry that was removed is paused": async (house) => {
    const id = await waits(house);
    await house.ok("remove_from_waitlist", { id });
    return again(house, pauseEntry, { id }, HOST);
  },
  "a waitlist entry is resumed after its evening": async (house) => {
    const id = await waits(house);
    await house.invoke(pauseEntry, { id }, HOST);
    house.at = EVENING + DAY;
    return again(house, resumeEntry, { id }, HOST);
  },
  "a text that does not exist is sent again": refused(sendTextAgain, { id: NOBODY }, HOST),
  "a text that did not fail is sent again": async (house) => {
    const id = oneText(house, await house.book({ phone: ADA }));
    return again(house, sendTextAgain, { id }, HOST);
  },
  "a text that does not exist is marked as read": refused(markTextRead, { id: NOBODY }, HOST),
  "a calendar link that does not exist is revoked": refused(revokeFeed, { id: NOBODY }, MANAGER),
  "a key that does not exist is revoked": refused(revokeApiKey, { id: NOBODY }, OWNER),
  "a person who is not in the team is removed": refused(takeOut, { id: NOBODY }, OWNER),
  "a large party is booked": async (house) => {
    house.set({ ...PLAIN, largeParty: { from: 9, mode: "refuse" } });
    return again(house, "create_booking", { ...WISH, numberOfPeople: 10 }, HOST);
  },
  "a large party is booked too late for a request": async (house) => {
    house.set({ ...PLAIN, largeParty: { from: 9, mode: "pending" } });
    house.at = EVENING - HOUR;
    return again(house, "create_booking", { ...WISH, numberOfPeople: 10 }, HOST);
  },
  "a party becomes large": async (house) => {
    house.set({ ...PLAIN, largeParty: { from: 9, mode: "pending" } });
    return again(house, "update_booking", { id: await house.book(), numberOfPeople: 10 }, HOST);
  },
  "a party is larger than the restaurant takes": refused(
    "create_booking",
    { ...WISH, numberOfPeople: 31 },
    HOST,
  ),
  "a party is above the pace": async (house) => {
    house.set({ ...PLAIN, paceCovers: 8, largeParty: { from: 9, mode: "allow" } });
    await house.book({ numberOfPeople: 2 });
    return again(house, "create_booking", { ...WISH, numberOfPeople: 10 }, HOST);
  },
  "the same phone is booked twice for overlapping times": async (house) => {
    await house.book({ phone: ADA });
    return booked(house, { time: "7:30 PM" });
  },
  "a guest on the waitlist is booked": async (house) => {
    await waits(house);
    return booked(house, {});
  },
} satisfies Record<string, (house: House) => Promise<readonly string[]>>;
