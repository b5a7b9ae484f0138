// Goal: if the client can show a question, the person who uses the client decides about a large party
// or a likely duplicate. Otherwise calls work as if there were no questions. A question here is a form
// that the client shows to the person (MCP elicitation). Method: the clients of the MCP SDK over HTTP.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type AskingHouse, openAskingHouse } from "./asking-house.ts";
import { type Action, FORM_CLIENTS, type FormClient } from "./form-clients.ts";

setDefaultTimeout(60_000); // on a busy machine

let house: AskingHouse;
beforeAll(async () => {
  house = await openAskingHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

/** Clients of the protocol revisions in which the server asks within the stream of a call. */
const IN_STREAM = FORM_CLIENTS.filter(([name]) => name !== "v2 client");
const MINUTE = 60_000;

const at = (as = house.key) => ({ mcp: house.app.mcp, key: as });
const always = (action: Action) => () => action;
const reservationOf = ({ structured }: Awaited<ReturnType<FormClient["call"]>>) =>
  structured["reservation"] as Record<string, unknown>;

describe.each([...FORM_CLIENTS])("a %s that shows questions", (_name, connect) => {
  test("files a request for a large party if the person accepts", async () => {
    await using client = await connect(at(), always("accept"));
    const wish = house.party({ numberOfPeople: 12 });
    const answer = await client.call("create_booking", wish);
    expect(client.asked).toEqual([
      "A party of 12 counts as large here (from 9 people), so the restaurant must approve it. " +
        "File a request for 7:30 PM on Friday, November 27, 2026? The seats are kept until a manager decides.",
    ]);
    expect(answer.isError, answer.text).toBe(false);
    expect(reservationOf(answer)).toMatchObject({ status: "pending", numberOfPeople: 12 });
  });

  test.each(["decline", "cancel"] as const)(
    "files no request if the person answers %s, and says so",
    async (action) => {
      await using client = await connect(at(), always(action));
      const wish = house.party({ numberOfPeople: 12 });
      const answer = await client.call("create_booking", wish);
      expect(client.asked.length).toBe(1);
      expect(answer.isError).toBe(true);
      expect(answer.text).toStartWith("LARGE_PARTY_REVIEW");
      expect(answer.text).toContain("Your user was asked and wants no request filed.");
      expect(answer.text).not.toContain("requestReview");
      expect(await house.bookedBy(wish)).toBe(0);
    },
  );

  test("books despite a likely duplicate if the person accepts", async () => {
    await using client = await connect(at(), always("accept"));
    const first = house.party();
    await client.call("create_booking", first);
    const again = { ...first, name: "Her sister", numberOfPeople: 2, time: "7:45 PM" };
    const answer = await client.call("create_booking", again);
    expect(client.asked).toEqual([
      "This guest seems to have a reservation at that time already: party of 4, 7:30 PM on Friday, November 27, 2026. " +
        "Book another reservation, for 2 people, 7:45 PM on Friday, November 27, 2026?",
    ]);
    expect(answer.structured).toMatchObject({
      changed: true,
      warnings: [{ code: "POSSIBLE_DUPLICATE" }],
    });
    expect(await house.bookedBy(first)).toBe(2);
  });

  test.each(["decline", "cancel"] as const)(
    "makes no second reservation if the person answers %s",
    async (action) => {
      await using client = await connect(at(), always(action));
      const wish = house.party();
      const first = await client.call("create_booking", wish);
      const answer = await client.call("create_booking", { ...wish, numberOfPeople: 3 });
      expect(answer.isError).toBe(false);
      expect(answer.structured).toMatchObject({ changed: false, notifications: [] });
      expect(reservationOf(answer)).toEqual(reservationOf(first));
      expect(answer.text).toContain("Nothing was booked.");
      expect(await house.bookedBy(wish)).toBe(1);
    },
  );

  test("shows one question after the other", async () => {
    await using client = await connect(at(), always("accept"));
    const wish = house.party();
    await client.call("create_booking", wish);
    const answer = await client.call("create_booking", { ...wish, numberOfPeople: 10 });
    expect(client.asked.map((one) => one.split(" ", 2).join(" "))).toEqual([
      "A party",
      "This guest",
    ]);
    expect(reservationOf(answer)).toMatchObject({ status: "pending", numberOfPeople: 10 });
  });

  test("gets no question in a dry run", async () => {
    await using client = await connect(at(), always("accept"));
    const wish = house.party({ numberOfPeople: 12, dryRun: true });
    const answer = await client.call("create_booking", wish);
    expect([client.asked, answer.isError]).toEqual([[], true]);
  });

  test("gets no question about a request that would be refused", async () => {
    await using client = await connect(at(), always("accept"));
    const wish = house.party({ numberOfPeople: 12, time: "3:30 AM" });
    const answer = await client.call("create_booking", wish);
    expect([client.asked, answer.isError]).toEqual([[], true]);
  });

  test("gets no question about a reservation that its key may not read", async () => {
    const writer = await house.otherKey({ scopes: ["bookings.write"] });
    await using client = await connect(at(writer), always("decline"));
    const wish = house.party();
    await client.call("create_booking", wish);
    const again = await client.call("create_booking", { ...wish, numberOfPeople: 2 });
    expect(client.asked).toEqual([]);
    expect(again.structured).toMatchObject({ warnings: [{ code: "POSSIBLE_DUPLICATE" }] });
  });

  test("books nothing if the answer comes too late", async () => {
    await using client = await connect(at(), () => {
      house.app.now += 11 * MINUTE;
      return "accept";
    });
    const wish = house.party({ numberOfPeople: 12 });
    const answer = await client.call("create_booking", wish);
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain("The answer came more than 10 minutes after the question");
    expect(await house.bookedBy(wish)).toBe(0);
  });

  test("gets the stored answer for a repeated idempotency key, without a question", async () => {
    await using client = await connect(at(), always("accept"));
    const wish = house.party({ numberOfPeople: 12, idempotencyKey: crypto.randomUUID() });
    const first = await client.call("create_booking", wish);
    const again = await client.call("create_booking", wish);
    expect(client.asked.length).toBe(1);
    expect(again.structured).toEqual(first.structured);
    expect(await house.bookedBy(wish)).toBe(1);
  });
});

describe.each(IN_STREAM)(
  "a %s that gets the question in the stream of its call",
  (_name, connect) => {
    test("books nothing if it gives up before the person answers", async () => {
      const shown = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<Action>();
      await using client = await connect(at(), () => {
        shown.resolve();
        return answered.promise;
      });
      const wish = house.party({ numberOfPeople: 12 });
      const call = client.call("create_booking", wish, { timeout: 300 }).catch(String);
      await shown.promise;
      expect(await call).toContain("timed out");
      answered.resolve("accept");
      // Messages are handled in order, so the late answer has been handled after this call.
      await client.call("list_brands", {});
      expect(await house.bookedBy(wish)).toBe(0);
    });
  },
);

describe.each([...FORM_CLIENTS])("a %s that cannot show questions", (_name, connect) => {
  test.each([
    ["because it has no elicitation", null, undefined],
    ["because it has only URL elicitation", always("accept"), { url: {} }],
  ])(
    "%s gets the refusal of a large party, and a warning of a duplicate",
    async (_, answer, modes) => {
      await using client = await connect(at(), answer, modes);
      const large = await client.call("create_booking", house.party({ numberOfPeople: 12 }));
      expect(large.text).toStartWith("LARGE_PARTY_REVIEW");
      expect(large.text).toContain("requestReview: true");
      const wish = house.party();
      await client.call("create_booking", wish);
      const again = await client.call("create_booking", { ...wish, numberOfPeople: 2 });
      expect(again.structured).toMatchObject({
        changed: true,
        warnings: [{ code: "POSSIBLE_DUPLICATE" }],
      });
      expect(client.asked).toEqual([]);
    },
  );
});
