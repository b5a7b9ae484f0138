// Goal: after an undo the guest knows the current state: texts about the undone state are
// withdrawn, and texts about the restored state are planned again, each once. Method: undos over a
// real outbox, with the earlier texts sent or unsent.
import { describe, expect, test } from "bun:test";
import { changeContact } from "../../src/operations/desk/change-contact.ts";
import { answerYesOrNo } from "../../src/operations/guest/yes-or-no.ts";
import { HOST } from "./desk/people.ts";
import { ADA, DAY, EVENING, HOUR, type House, MINUTE, openHouse, PLAIN } from "./house.ts";

const ASKING = { ...PLAIN, attendance: {} };
const undo = (house: House, id: string) => house.ok("undo_last_change", { id });

describe("after an undo", () => {
  test("of a cancellation, an unsent text about it is withdrawn and the texts before it are planned again", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.deliver();
    await house.ok("cancel_booking", { id });
    expect(house.texts(id)).toEqual(["confirmation delivered", "cancellation due"]);
    const { notifications } = await undo(house, id);
    expect(notifications.map(({ kind }) => kind)).toEqual(["attendance_ask", "follow_up"]);
    expect(house.texts(id)).toEqual([
      "confirmation delivered",
      "cancellation void",
      "attendance_ask due",
      "follow_up due",
    ]);
  });
  test("of a cancellation whose text was sent, a new confirmation is sent", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.deliver();
    await house.ok("cancel_booking", { id });
    house.deliver();
    house.at += MINUTE;
    const { notifications } = await undo(house, id);
    expect(notifications.map(({ kind, state }) => [kind, state])).toEqual([
      ["confirmation", "queued"],
      ["attendance_ask", "queued"],
      ["follow_up", "queued"],
    ]);
  });
  test.each([
    ["a smaller party", "update_booking", { numberOfPeople: 3 }],
    ["a corrected name", changeContact, { name: "Grace", phone: ADA, email: "" }],
  ])(
    "of a cancellation whose text was sent, %s does not withdraw the new confirmation",
    async (_, operation, change) => {
      using house = openHouse();
      const id = await house.book({ phone: ADA });
      house.deliver();
      await house.ok("cancel_booking", { id });
      house.deliver();
      await undo(house, id);
      await house.invoke(operation, { id, ...change }, HOST);
      expect(house.texts(id).filter((text) => text.endsWith("due"))).toEqual(["confirmation due"]);
    },
  );
  test("of the cancellation of a silent reservation, no text is sent, even if a text about the cancellation was sent", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA, notifyCustomer: false });
    await house.ok("cancel_booking", { id });
    house.deliver();
    expect(house.texts(id)).toEqual(["cancellation delivered"]);
    expect(await undo(house, id)).toMatchObject({ notifications: [], warnings: [] });
  });
  test("of a cancellation made before the confirmation was sent, the confirmation is sent", async () => {
    using house = openHouse();
    const id = await house.book({ phone: ADA });
    await house.ok("cancel_booking", { id });
    expect(house.texts(id)).toEqual(["confirmation void", "cancellation due"]);
    const { notifications } = await undo(house, id);
    expect(notifications).toMatchObject([{ kind: "confirmation", state: "queued" }]);
    expect(house.texts(id).filter((text) => text.endsWith("due"))).toEqual(["confirmation due"]);
  });
  test("of a move that a text announced, another text tells the guest the old time", async () => {
    using house = openHouse({ ...ASKING, updateNotification: true });
    const id = await house.book({ phone: ADA });
    house.deliver();
    await house.ok("update_booking", { id, time: "8:00 PM" });
    house.deliver();
    const { notifications } = await undo(house, id);
    expect(notifications.map(({ kind }) => kind)).toEqual([
      "update",
      "attendance_ask",
      "follow_up",
    ]);
    for (const { body } of notifications) expect(body).toContain("7:00 PM");
    expect(house.texts(id).filter((text) => text === "attendance_ask due")).toHaveLength(1);
  });
  describe("a question that was sent before the undone change can be answered", () => {
    const asked = async (house: House) => {
      const id = await house.book({ phone: ADA });
      house.at = EVENING - 23 * HOUR;
      house.deliver();
      expect(house.texts(id)).toContain("attendance_ask delivered");
      house.at += MINUTE;
      return id;
    };
    const says = (house: House, word: "yes" | "no") =>
      house.writer.write(() => {
        const { stores, at: now } = house;
        const brand = stores.brands.get("bistro");
        if (brand === null) throw new Error("There is no bistro");
        const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
        return answerYesOrNo(word, ADA, { id: "text-1", writtenAt: null }, [
          { brand, now, stores, random },
        ]);
      });

    test("if it was about the time before the undone move", async () => {
      using house = openHouse(ASKING);
      const id = await asked(house);
      await house.ok("update_booking", { id, time: "8:00 PM" });
      expect(await says(house, "yes")).toBeNull();
      await undo(house, id);
      // The guest answers before the newly planned question is sent, which may take hours at night.
      expect(await says(house, "yes")).toBe("attendance_confirmed");
      expect(house.texts(id)).not.toContain("attendance_ask due");
    });
    test("but not if the guest was asked again, about the time after the move", async () => {
      using house = openHouse(ASKING);
      const id = await asked(house);
      await house.ok("update_booking", { id, time: "8:00 PM" });
      house.deliver();
      house.at += MINUTE;
      await undo(house, id);
      expect(await says(house, "yes")).toBeNull();
    });
    test("if it went to the phone that the undo restores", async () => {
      using house = openHouse(ASKING);
      const id = await asked(house);
      const contact = { id, name: "Ada", phone: "+12127365009", email: "" };
      await house.invoke(changeContact, contact, HOST);
      expect(await says(house, "no")).toBeNull();
      await house.ok("undo_last_change", { id }, HOST);
      expect(await says(house, "yes")).toBe("attendance_confirmed");
    });
  });
  test.each([
    ["a move", { time: "8:00 PM" }],
    ["a change of size", { numberOfPeople: 2 }],
  ])(
    "of %s, a new confirmation is sent if the first one was sent after the change",
    async (_, change) => {
      using house = openHouse();
      const id = await house.book({ phone: ADA });
      house.at += MINUTE;
      await house.ok("update_booking", { id, ...change });
      house.deliver();
      expect(house.texts(id).filter((text) => text.endsWith("delivered"))).toHaveLength(1);
      const { notifications } = await undo(house, id);
      expect(notifications).toMatchObject([{ kind: "confirmation", state: "queued" }]);
      expect(notifications[0]?.body).toContain("table for 4 is booked on Fri Nov 20 at 7:00 PM");
    },
  );
  test("of a note, the texts of a booked and of a cancelled reservation are unchanged", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    await house.ok("add_note", { id, note: "x" });
    const booked = house.texts(id);
    expect(await undo(house, id)).toMatchObject({ notifications: [] });
    expect(house.texts(id)).toEqual(booked);
    house.deliver();
    await house.ok("cancel_booking", { id });
    await house.ok("add_note", { id, note: "y" });
    const cancelled = house.texts(id);
    expect(cancelled).toContain("cancellation due");
    await undo(house, id);
    expect(house.texts(id)).toEqual(cancelled);
  });
  test("of a cancellation, a phone that opted out meanwhile gets no text, and the answer says so", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.deliver();
    await house.ok("cancel_booking", { id });
    house.deliver();
    house.stores.optOuts.add(ADA, house.at);
    const { notifications, warnings } = await undo(house, id);
    expect(notifications).toMatchObject([{ kind: "confirmation", state: "not_sent" }]);
    expect(warnings).toMatchObject([{ code: "NO_SMS", why: "opted_out" }]);
  });
  test("of a no-show mark, no texts are planned if the stay has begun", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.at = EVENING - DAY + MINUTE;
    house.deliver();
    house.at = EVENING + 20 * MINUTE;
    await house.ok("mark_no_show", { id });
    expect(await undo(house, id)).toMatchObject({
      notifications: [],
      reservation: { status: "booked" },
    });
  });
});
