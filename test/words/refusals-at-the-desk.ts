// Refusals and warnings whose sentences differ between hosts and agents, each caused for real.
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

/** By situation; each situation has its own restaurant. */
export const SAID = {
  "a party that sits is marked a no-show": async (house) =>
    again(house, "mark_no_show", { id: await seated(house) }, HOST),
  "a party that sits is moved": async (house) =>
    again(house, "update_booking", { id: await seated(house), time: "8:00 PM" }, HOST),
  "a cancelled reservation is moved": async (house) => {
    const id = await house.book();
    await house.ok("cancel_booking", { id });
    return again(house, "update_booking", { id, time: "8:00 PM" }, HOST);
  },
  "a no-show that may still come is completed": async (house) => {
    const id = await house.book();
    house.at = EVENING + HOUR;
    await house.ok("mark_no_show", { id }, HOST);
    return again(house, "mark_completed", { id }, HOST);
  },
  "a guest of another day is seated": async (house) =>
    again(house, "mark_seated", { id: await house.book() }, HOST),
  "a no-show is marked before the guest is late": async (house) => {
    const id = await house.book();
    house.at = EVENING;
    return again(house, "mark_no_show", { id }, HOST);
  },
  "a reservation is looked for that there is not": refused("get_booking", { id: NOBODY }, HOST),
  "a reservation of another brand is looked for": async (house) => {
    house.set({ ...PLAIN, services: undefined }, TRATTORIA);
    const made = await house.ok(
      "create_booking",
      { ...WISH, brand: TRATTORIA },
      caller({ brands: [TRATTORIA] }),
    );
    return again(house, "get_booking", { brand: "bistro", id: made.reservation.id }, BOTH);
  },
  "an entry of another brand is taken off": async (house) => {
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
  "somebody was quicker": async (house) => {
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
  "a cancelled party comes back to seats that are taken": async (house) => {
    const id = await house.book({ numberOfPeople: 20 });
    await house.ok("cancel_booking", { id }, HOST);
    await house.book({ numberOfPeople: 20 });
    return again(house, "undo_last_change", { id }, HOST);
  },
  "a no-show comes back to seats that are taken": async (house) => {
    const id = await house.book({ numberOfPeople: 20 });
    house.at = EVENING + 20 * MINUTE;
    await house.ok("mark_no_show", { id }, HOST);
    await house.book({ numberOfPeople: 20, time: "7:30 PM" });
    return again(house, "mark_arrived", { id }, HOST);
  },
  "a key takes back that a party has left, and its seats are taken": async (house) => {
    const id = await house.book({ numberOfPeople: 20 });
    house.at = EVENING;
    await house.ok("mark_seated", { id });
    await house.ok("mark_completed", { id });
    await house.book({ numberOfPeople: 20, time: "7:30 PM" });
    const [reason] = await again(house, "undo_last_change", { id });
    return reason === undefined ? [] : [reason];
  },
  "a party that has left, and whose seats are taken, never left": async (house) => {
    const id = await house.book({ numberOfPeople: 20 });
    house.at = EVENING;
    await house.ok("mark_seated", { id }, MANAGER);
    await house.ok("mark_completed", { id }, MANAGER);
    await house.book({ name: "Nia", numberOfPeople: 20, time: "7:30 PM" });
    return warned(house, "undo_last_change", { id }, MANAGER);
  },
  "a reservation is taken for a walk-in": async (house) => {
    const id = await seated(house);
    return again(house, undoWalkIn, { id }, HOST);
  },
  "a decision is made about something other than a request": async (house) =>
    again(house, approveRequest, { id: await seated(house) }, MANAGER),
  "an entry is taken off that there is not": refused("remove_from_waitlist", { id: NOBODY }, HOST),
  "an entry is taken off that has its table": async (house) => {
    const entryId = (await offerTo(house, ADA, 4)).entryId;
    const bookingId = await house.book({ phone: ADA, name: "Wim", time: "8:00 PM" });
    if (house.stores.waitlist.entry(entryId)?.bookingId !== bookingId)
      throw new Error("Not booked");
    return again(house, "remove_from_waitlist", { id: entryId }, HOST);
  },
  "an entry is paused that waits no more": async (house) => {
    const id = await waits(house);
    await house.ok("remove_from_waitlist", { id });
    return again(house, pauseEntry, { id }, HOST);
  },
  "an entry is resumed whose evening is over": async (house) => {
    const id = await waits(house);
    await house.invoke(pauseEntry, { id }, HOST);
    house.at = EVENING + DAY;
    return again(house, resumeEntry, { id }, HOST);
  },
  "a text is sent again that there is not": refused(sendTextAgain, { id: NOBODY }, HOST),
  "a text is sent again that went out": async (house) => {
    const id = oneText(house, await house.book({ phone: ADA }));
    return again(house, sendTextAgain, { id }, HOST);
  },
  "a text is read that there is not": refused(markTextRead, { id: NOBODY }, HOST),
  "a calendar address is taken back that there is not": refused(
    revokeFeed,
    { id: NOBODY },
    MANAGER,
  ),
  "a key is revoked that there is not": refused(revokeApiKey, { id: NOBODY }, OWNER),
  "somebody is taken out who has left": refused(takeOut, { id: NOBODY }, OWNER),
  "a party is large": async (house) => {
    house.set({ ...PLAIN, largeParty: { from: 9, mode: "refuse" } });
    return again(house, "create_booking", { ...WISH, numberOfPeople: 10 }, HOST);
  },
  "a large party comes too late to be a request": async (house) => {
    house.set({ ...PLAIN, largeParty: { from: 9, mode: "pending" } });
    house.at = EVENING - HOUR;
    return again(house, "create_booking", { ...WISH, numberOfPeople: 10 }, HOST);
  },
  "a party grows large": async (house) => {
    house.set({ ...PLAIN, largeParty: { from: 9, mode: "pending" } });
    return again(house, "update_booking", { id: await house.book(), numberOfPeople: 10 }, HOST);
  },
  "a party is larger than the house": refused(
    "create_booking",
    { ...WISH, numberOfPeople: 31 },
    HOST,
  ),
  "a party is more than the kitchen starts": async (house) => {
    house.set({ ...PLAIN, paceCovers: 8, largeParty: { from: 9, mode: "allow" } });
    await house.book({ numberOfPeople: 2 });
    return again(house, "create_booking", { ...WISH, numberOfPeople: 10 }, HOST);
  },
  "a phone is booked twice": async (house) => {
    await house.book({ phone: ADA });
    return booked(house, { time: "7:30 PM" });
  },
  "a guest is booked who waits": async (house) => {
    await waits(house);
    return booked(house, {});
  },
} satisfies Record<string, (house: House) => Promise<readonly string[]>>;
