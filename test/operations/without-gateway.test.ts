// Goal: without an SMS gateway no answer promises a text. Each says that the guests must be told
// another way. Method: the tools in an instance that only logs texts, compared with one that has a
// gateway.
import { describe, expect, test } from "bun:test";
import { putFloor } from "../support/floor.ts";
import { HOST } from "./desk/people.ts";
import { ADA, BISTRO, FRIDAY, type House, openHouse, PLAIN } from "./house.ts";

const SETTINGS = { ...PLAIN, seats: 4, cancelNotification: true };
const WISH = { name: "Ana Lopez", phone: ADA, numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" };
const NORA = { ...WISH, name: "Nora", phone: "+12127365001" };
const NO_GATEWAY =
  "Nobody is texted, because no SMS gateway is set up: tell the guests another way.";

const NO_TEXTS = { withoutGateway: true };
const withoutGateway = (): House => openHouse(SETTINGS, NO_TEXTS);
const warned = ({ structured }: { structured: Record<string, unknown> }) =>
  (structured["warnings"] as { code: string; why?: string }[]).map(({ code, why }) => [code, why]);

describe("a write that would text a guest", () => {
  test.each([{}, { dryRun: true }])("warns that nobody is texted (%j)", async (terms) => {
    using house = withoutGateway();
    const answer = await house.invoke("create_booking", { ...WISH, ...terms });
    expect(answer.text).toContain(`NO_SMS: ${NO_GATEWAY}`);
    expect(answer.text).not.toMatch(/^A text (goes|would go) /m);
    expect(warned(answer)).toEqual([["NO_SMS", "no_gateway"]]);
    expect(answer.structured["notifications"]).toMatchObject([{ state: "queued", why: null }]);
  });
  test("warns that an offer to a waiting guest is not sent", async () => {
    using house = withoutGateway();
    const id = await house.book({ ...WISH, notifyCustomer: false });
    const added = await house.invoke("add_to_waitlist", NORA);
    expect(warned(added)).toEqual([["NO_SMS", "no_gateway"]]);
    expect(added.text).toContain(
      "is offered in the order of the queue: list_waitlist shows whom to",
    );
    const { text } = await house.invoke("cancel_booking", { id, notifyCustomer: false });
    expect(text).toContain("offered to Nora");
    expect(text).toContain(NO_GATEWAY);
  });
  test("warns that waiting guests get no text when a removed entry or a lifted block frees seats", async () => {
    using house = openHouse({ ...PLAIN, seats: null, tables: { mode: "required" } }, NO_TEXTS);
    putFloor(house.stores, BISTRO, { areas: { Room: "1:4" } });
    const id = await house.book({ ...WISH, notifyCustomer: false });
    const { structured } = await house.invoke("add_to_waitlist", NORA);
    const { id: first } = structured["entry"] as { id: string };
    await house.invoke("add_to_waitlist", { ...NORA, phone: "+12127365002" });
    await house.invoke("cancel_booking", { id, notifyCustomer: false });
    expect(house.stores.offers.liveOfPhone(NORA.phone)).not.toBeNull();
    const removed = await house.invoke("remove_from_waitlist", { id: first });
    expect(warned(removed)).toEqual([["NO_SMS", "no_gateway"]]);
    expect(removed.text).toContain(NO_GATEWAY);
    const again = await house.invoke("remove_from_waitlist", { id: first });
    expect(warned(again)).toEqual([]);
    const span = { tables: ["1"], date: FRIDAY, from: "5:00 PM", to: "11:00 PM", reason: "leak" };
    expect(warned(await house.invoke("block_tables", span))).toEqual([]);
    const lifted = await house.invoke("block_tables", { ...span, remove: true });
    expect(warned(lifted)).toEqual([["NO_SMS", "no_gateway"]]);
  });
  test("does not warn on the dashboard, whose pages say that there is no gateway", async () => {
    using house = withoutGateway();
    expect(warned(await house.invoke("create_booking", WISH, HOST, {}))).toEqual([]);
  });
});

test.each([
  ["a gateway", openHouse(SETTINGS), WISH],
  ["nobody to text", withoutGateway(), { ...WISH, phone: undefined }],
])("with %s, the answer does not mention a gateway", async (_what, opened, wish) => {
  using house = opened;
  const { text } = await house.invoke("create_booking", wish);
  expect(text).not.toContain("gateway");
});
