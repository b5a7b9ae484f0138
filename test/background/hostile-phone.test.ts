// Goal: a phone that texts a thousand times causes only a few texts a day and harms no other guest:
// our answers, offers and unread texts are limited. Method: floods of texts into the inbox, with
// the waitlist engine and a controlled clock.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createInbox, type HandledAs } from "../../src/background/inbound-texts.ts";
import { displayDate } from "../../src/domain/time.ts";
import { DAY, HOUR, MINUTE, NOW, reservation } from "../storage/samples.ts";
import { openTestDatabase } from "../support/database.ts";
import { engineAt, freshPhone, ok, taken, wait } from "../support/waiting-desk.ts";
import { type Engine, OPENING } from "../support/waiting-engine.ts";
import { ask, from, holdTable, send, sentTo } from "./guest-texts.ts";
import { openMachine, type TestMachine } from "./machine.ts";

setDefaultTimeout(60_000);

const THOUSAND = Array.from({ length: 1000 }, (_, index) => index);

describe("our answers to one phone", () => {
  const situations: readonly (readonly [string, (machine: TestMachine) => void])[] = [
    [
      "a taken table",
      (machine) => {
        holdTable(machine, { state: "expired", holdUntil: NOW - MINUTE }, { status: "left" });
      },
    ],
    [
      "two tables at the same time",
      (machine) => void [holdTable(machine, { holdUntil: NOW + DAY }), ask(machine)],
    ],
  ];

  test.each(situations)(
    "are fifteen in a day in which it texts YES a thousand times about %s",
    async (_, prepare) => {
      using machine = openMachine();
      prepare(machine);
      for (const index of THOUSAND) {
        machine.at = NOW + Math.floor((index * (DAY - HOUR)) / THOUSAND.length);
        await send(machine, "YES");
      }
      const answers = [...sentTo(machine, "reply"), ...sentTo(machine, "offer_gone")];
      expect(answers.length).toBe(15);
    },
  );

  test("stop after five at the same time, and the phone's later texts are left for a person to read", async () => {
    using machine = openMachine();
    holdTable(machine, { holdUntil: NOW + DAY });
    ask(machine);
    const handled: HandledAs[] = [];
    for (let times = 0; times < 7; times += 1) handled.push(await send(machine, "YES"));
    expect(handled).toEqual([...Array(5).fill("ambiguous"), "unread", "unread"]);
  });
});

describe("unread texts of one phone", () => {
  const unread = (machine: TestMachine) =>
    machine.stores.messageList.unread(reservation().brand, NOW - 30 * DAY, 2000);
  const flood = async (machine: TestMachine): Promise<void> => {
    machine.stores.reservations.insert(reservation());
    for (const index of THOUSAND) {
      machine.at = NOW + index * 1000;
      await send(machine, `Hello ${index}`);
    }
  };

  test("are at most twenty, even if it sends a thousand", async () => {
    using machine = openMachine();
    await flood(machine);
    expect(unread(machine).map(({ body }) => body)).toEqual(
      THOUSAND.slice(0, 20).map((index) => `Hello ${index}`),
    );
    expect(machine.stores.inboundTexts.latest(2000)).toHaveLength(1000);
  });

  test("are at most twenty a day, however late a gateway delivers them", async () => {
    using machine = openMachine();
    machine.stores.reservations.insert(reservation());
    machine.at = NOW + 3 * DAY;
    for (let index = 0; index < 100; index += 1) {
      await send(machine, `Hello ${index}`, { writtenAt: NOW + index * 1000 });
    }
    expect(unread(machine)).toHaveLength(20);
  });

  test("can grow by one after a person has read one, and again on the next day", async () => {
    using machine = openMachine();
    await flood(machine);
    const [first] = unread(machine);
    machine.stores.messageList.markRead(reservation().brand, first?.id ?? "", "user-1", machine.at);
    expect(await send(machine, "Are you there?")).toBe("unread");
    expect(await send(machine, "Hello?")).toBe("too_many");
    machine.at += DAY;
    expect(await send(machine, "Good morning")).toBe("unread");
  });

  test("do not limit those of other guests", async () => {
    using machine = openMachine();
    await flood(machine);
    const other = "+12125550177";
    machine.stores.reservations.insert(reservation({ phone: other }));
    expect(await send(machine, "We are late", { from: other })).toBe("unread");
    expect(unread(machine).at(-1)?.sender).toBe(other);
  });

  test("are limited, but known words such as STOP still work", async () => {
    using machine = openMachine();
    await flood(machine);
    expect(await send(machine, "STOP")).toBe("opted_out");
    expect(machine.stores.optOuts.has(from)).toBe(true);
  });
});

describe("offers to one phone", () => {
  const say = (engine: Engine, phone: string, body: string) =>
    createInbox(engine)({ from: phone, body, brand: "bistro" });
  const offersTo = (engine: Engine, phone: string): number =>
    engine.sent.filter(({ kind, to }) => kind === "offer" && to === phone).length;

  test("that alternates STOP and START are at most three a day", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 18 * HOUR);
    const phone = freshPhone();
    await wait(engine, { phone });
    await (await taken(engine))();
    for (let round = 0; round < 300; round += 1) {
      await say(engine, phone, round % 2 === 0 ? "STOP" : "START");
      await engine.run();
      engine.at += 3 * MINUTE;
    }
    expect(offersTo(engine, phone)).toBeWithin(1, 4);
  });

  test("are at most three a day, however many evenings the phone waits for", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 18 * HOUR);
    const phone = freshPhone();
    const days = [1, 2, 3, 4, 5, 7].map((day) => OPENING + day * DAY);
    const dates = days.map((at) => displayDate(at, "America/New_York"));
    for (const date of dates) {
      const { reservation: table } = await ok(engine, "create_booking", {
        name: "Ada",
        numberOfPeople: 4,
        date,
        time: "6:00 PM",
      });
      await wait(engine, { phone, date });
      await ok(engine, "cancel_booking", { id: (table as { id: string }).id });
      await engine.run();
      engine.at += 90 * MINUTE;
      await say(engine, phone, "NO");
      await engine.run();
    }
    expect(offersTo(engine, phone)).toBe(3);
  });
});
