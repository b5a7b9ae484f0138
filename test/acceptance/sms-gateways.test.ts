// Goal: texts go through a gateway and its signed webhooks: none is sent twice, even if the process
// is killed, and unsigned requests do nothing. Method: the product and a gateway on loopback.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type FakeGateway, openGateway, replies, silent } from "../sms/fake-gateway.ts";
import { temporaryFolder } from "../support/database.ts";
import { COMMAND } from "../support/product-command.ts";
import { gatewayEnvironment, report } from "./gateway-report.ts";
import { PLAIN, ROOMY } from "./houses.ts";
import { dayAfter, when } from "./moments.ts";
import { type Desk, runCli, startDesk, startProduct } from "./support.ts";

setDefaultTimeout(60_000);

const GUEST = "+12127365000";
const TAKEN = replies({ status: 202, body: {} });

let gateway: FakeGateway;
beforeAll(async () => {
  gateway = await openGateway(TAKEN);
});
afterAll(() => gateway[Symbol.asyncDispose]());

async function eventually<T>(found: () => T | undefined): Promise<T> {
  for (;;) {
    const value = found();
    if (value !== undefined) return value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("a test database", () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startDesk("2026-11-20T10:00:00-05:00", { env: gatewayEnvironment(gateway.url) });
  });
  afterAll(() => desk.close());

  const said = async (body: string, more: object = {}) =>
    report(desk, {
      type: "sms.received",
      data: { from: GUEST, to: "+12125550100", body },
      at: await desk.now(),
      ...more,
    });

  test("accepts the gateway's messages and sends nothing through it", async () => {
    const key = await desk.house("hooks", ROOMY);
    const book = (hour: string) =>
      desk.ok(
        "create_booking",
        {
          brand: "hooks",
          name: "Ada",
          phone: GUEST,
          numberOfPeople: 2,
          ...when("2026-11-20", hour),
        },
        key,
      );
    const whyNot = async (hour: string) =>
      (await book(hour)).notifications.map((one) => one.why ?? one.state);
    expect(await whyNot("17:00")).toEqual(["queued"]);

    const old = (await desk.now()) - 301_000;
    expect(await said("STOP", { secret: "other" })).toBe(403);
    expect(await said("STOP", { at: old })).toBe(403);
    expect(await whyNot("18:00")).toEqual(["queued"]);

    await desk.advance(60_000);
    expect(await said("Stop!", { id: "first" })).toBe(204);
    expect(await whyNot("19:00")).toEqual(["opted_out"]);
    expect(await said("start", { id: "second" })).toBe(204);
    expect(await said("Stop!", { id: "first" })).toBe(204);
    expect(await whyNot("20:00")).toEqual(["queued"]);

    await desk.advance(60_000);
    expect((await desk.texts({ phone: GUEST })).map((text) => text.state)).toEqual([
      "delivered",
      "delivered",
      "delivered",
    ]);
    expect(gateway.calls).toEqual([]);
  });

  test("does not take a reply as the answer to an offer that was made after the reply", async () => {
    const key = await desk.house("late", { ...PLAIN, seats: 4, maxPartySize: 4, paceCovers: null });
    const phone = "+12127365111";
    const evening = when("2026-11-22", "19:00");
    const guest = { brand: "late", numberOfPeople: 4, ...evening };
    const { reservation } = await desk.ok("create_booking", { ...guest, name: "Ada" }, key);
    await desk.ok("add_to_waitlist", { ...guest, name: "Wanda", phone }, key);
    const writtenAt = await desk.now();
    await desk.advance(60 * 60_000);
    await desk.ok("cancel_booking", { brand: "late", id: reservation.id }, key);
    await desk.advance(60_000);
    const brought = async (body: string, happenedAt: number) => {
      const data = { from: phone, to: "+12125550100", body };
      return report(desk, { type: "sms.received", data, at: await desk.now(), happenedAt });
    };
    const kinds = async () => (await desk.texts({ phone })).map(({ kind }) => kind);
    for (const body of ["NO", "YES"]) expect(await brought(body, writtenAt)).toBe(204);
    await desk.advance(1000);
    expect(await kinds()).toEqual(["offer"]);
    expect(await brought("YES", await desk.now())).toBe(204);
    await desk.advance(1000);
    expect(await kinds()).toEqual(["offer", "confirmation"]);
  });

  test("gives an unknown number no reply", async () => {
    const stranger = { data: { from: "+12127365999", body: "YES" } };
    expect(await said("YES", stranger)).toBe(204);
    await desk.advance(60_000);
    expect(await desk.texts({ phone: "+12127365999" })).toEqual([]);
  });
});

describe("a live database", () => {
  const folder = temporaryFolder();
  afterAll(() => folder[Symbol.dispose]());
  const SERVE = ["serve", "--json", "--port", "0", "--log-level", "error", "--data", folder.path];
  const serve = () => startProduct(SERVE, { env: gatewayEnvironment(gateway.url) });
  const cli = (args: readonly string[], input?: string) =>
    runCli(COMMAND, [...args, "--data", folder.path, "--json"], input);
  let key: string;
  beforeAll(async () => {
    const place = ["--time-zone", "America/New_York", "--country", "US", "--settings", "-"];
    const brand = ["brand", "create", "--slug", "live", "--name", "Live"];
    await cli([...brand, ...place], JSON.stringify(ROOMY));
    const made = await cli(["key", "create", "--name", "agent", "--brand", "live"]);
    key = String(made.json["key"]);
  });

  const inThreeDays = dayAfter(new Date().toISOString().slice(0, 10), 3);
  const book = async (desk: Desk, hour: string): Promise<string> => {
    const guest = { name: "Ada", phone: GUEST, numberOfPeople: 2 };
    const where = { brand: "live", ...when(inThreeDays, hour) };
    const { reservation } = await desk.ok("create_booking", { ...where, ...guest }, key);
    return String(reservation.id);
  };
  const textOf = (reservationId: string) => {
    using database = new Database(`${folder.path}/maitred.db`, { readonly: true });
    return database
      .query<{ id: string; state: string }, [string]>(
        "SELECT id, state FROM message WHERE reservation_id = ? AND kind = 'confirmation'",
      )
      .get(reservationId);
  };
  const callsOf = (id: string | undefined) =>
    gateway.calls.filter((call) => call.headers.get("idempotency-key") === id);
  const inState = (id: string, state: string) =>
    eventually(() => {
      const text = textOf(id);
      return text?.state === state ? text : undefined;
    });

  test("gives each text to the gateway once and records its outcome", async () => {
    gateway.behave = TAKEN;
    const desk = await serve();
    const text = await inState(await book(desk, "17:00"), "accepted");
    const [call] = callsOf(text.id);
    const sent = JSON.parse(call?.body ?? "{}") as { data: Record<string, unknown> };
    expect(sent.data).toMatchObject({ id: text.id, kind: "confirmation", to: GUEST });
    expect(sent.data["body"]).not.toContain("{link}");
    expect(callsOf(text.id)).toHaveLength(1);
    const at = Date.now();
    const word = { type: "sms.delivered", data: { id: text.id }, at };
    expect(await report(desk, { ...word, secret: "other" })).toBe(403);
    expect(await report(desk, word)).toBe(204);
    expect(await report(desk, { ...word, type: "sms.accepted" })).toBe(204);
    const asked = { brand: "live", id: bookingOf(text.id) };
    const { text: told } = await desk.call("get_booking", asked, key);
    expect(told).toContain("confirmation: delivered");
    await desk.close();
  });

  const bookingOf = (textId: string): string => {
    using database = new Database(`${folder.path}/maitred.db`, { readonly: true });
    const found = database
      .query<{ reservation_id: string }, [string]>(
        "SELECT reservation_id FROM message WHERE id = ?",
      )
      .get(textId);
    return found?.reservation_id ?? "";
  };

  test("does not send a text again after the process was killed during the sending", async () => {
    gateway.behave = silent;
    const doomed = await serve();
    const text = await inState(await book(doomed, "18:00"), "sending");
    await eventually(() => callsOf(text.id)[0]);
    doomed.child.kill("SIGKILL");
    await doomed.child.exited;
    gateway.behave = TAKEN;
    const next = await serve();
    await inState(await book(next, "19:00"), "accepted");
    expect(callsOf(text.id)).toHaveLength(1);
    expect(textOf(bookingOf(text.id))?.state).toBe("sending");
    await next.close();
  });

  test("does not start if a setting of the gateway is missing, and names the setting", async () => {
    const child = Bun.spawn([...COMMAND, ...SERVE], {
      env: { ...process.env, MAITRED_SMS_PROVIDER: "twilio" },
      stdout: "pipe",
      stderr: "pipe",
    });
    expect(await child.exited).toBe(1);
    const { error } = JSON.parse(await new Response(child.stdout).text());
    expect(error.message).toContain("MAITRED_TWILIO_ACCOUNT_SID");
  });
});
