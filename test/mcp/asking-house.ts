import { OPERATIONS } from "../../src/operations/index.ts";
import { type ServedApp, serveApp } from "../support/served-app.ts";
import { rawClient } from "./raw-client.ts";

const BRAND = "demo-bistro";
export const FRIDAY = "Friday, November 27, 2026";
/** Parties of nine or more are large, and no other limit applies. */
const SETTINGS = {
  timeZone: "America/New_York",
  defaultCountry: "US",
  seats: 500,
  paceCovers: null,
  largeParty: { from: 9, mode: "refuse" },
  attendance: { enabled: false },
};

/** The tools over HTTP, for a restaurant that refuses large parties unless a person decides. */
export interface AskingHouse extends AsyncDisposable {
  readonly app: ServedApp;
  /** A key with all scopes. */
  readonly key: string;
  /** Issues another key, with the changes that the test needs. */
  otherKey(change?: Parameters<ServedApp["issueKey"]>[0]): Promise<string>;
  /** Arguments for a party with its own phone, so that tests do not affect each other. */
  party(change?: object): Party;
  /** The number of reservations with the party's phone. */
  bookedBy(party: Party): Promise<number>;
}

interface Party {
  readonly name: string;
  readonly phone: string;
  readonly numberOfPeople: number;
  readonly date: string;
  readonly time: string;
}

/** Use with `await using`, or dispose of it after the tests. */
export async function openAskingHouse(): Promise<AskingHouse> {
  const app = await serveApp({ operations: OPERATIONS });
  const { stores } = app.house;
  stores.brands.insert({ slug: BRAND, name: "Demo", overrides: SETTINGS, now: app.now });
  const otherKey = async (change = {}) => (await app.issueKey({ brands: [BRAND], ...change })).key;
  const key = await otherKey();
  let phones = 100;
  return {
    app,
    key,
    otherKey,
    party(change = {}) {
      phones += 1;
      const phone = `+1212555${String(phones).padStart(4, "0")}`;
      const name = `Guest ${phones}`;
      return { name, phone, numberOfPeople: 4, date: FRIDAY, time: "7:30 PM", ...change };
    },
    async bookedBy({ phone }) {
      const { body } = await rawClient(app, key).legacy("tools/call", {
        name: "list_bookings",
        arguments: { date: FRIDAY, query: phone.slice(-10) },
      });
      const { structuredContent } = body.result as unknown as {
        structuredContent: { total: number };
      };
      return structuredContent.total;
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
