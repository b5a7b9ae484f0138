// The callers and servers of one evening of load.
import { numbersFrom } from "../../support/numbers.ts";
import { answeringGuests, booker, type Caller, type Chance, waitingGuests } from "./callers.ts";
import type { Diary, Sender } from "./diary.ts";
import { Family } from "./families.ts";
import type { Guests } from "./guests-gateway.ts";
import type { Rows } from "./rows.ts";
import type { House, Server } from "./served-house.ts";

/** An instance under load, with its servers and the records of its callers. */
export interface Scene {
  readonly house: House;
  readonly diary: Diary;
  readonly servers: Server[];
  readonly guests: Guests;
  readonly rows: Rows;
  readonly pick: Chance;
  readonly families: readonly Family[];
  readonly callers: readonly Caller[];
}

const BOOKERS = 8;

/**
 * Makes the agents (with a key or a connected app's token), the connected apps, and the guests who
 * wait or answer offers.
 */
export function peopleOf(
  house: House,
  diary: Diary,
  pick: Chance,
): Pick<Scene, "families" | "callers"> {
  const sharing = new Family(house, diary, "sharing");
  const families = [
    sharing,
    new Family(house, diary, "strict"),
    new Family(house, diary, "fickle"),
    new Family(house, diary, "sharing"),
  ];
  const key: Sender = { token: () => house.key };
  const own = () => numbersFrom(pick(2 ** 31));
  const bookers = Array.from({ length: BOOKERS }, (_, n) =>
    booker(`Guest ${n}`, n % 4 === 0 ? sharing : key, diary, own()),
  );
  const waiting = [0, 1].map((n) => waitingGuests(`Waiting ${n}`, key, diary, own()));
  const answering = [0, 1].map(() => answeringGuests(house.guests, diary, own()));
  const renewing = families.map((family) => family.caller(own()));
  return { families, callers: [...bookers, ...waiting, ...answering, ...renewing] };
}
