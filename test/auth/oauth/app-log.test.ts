// Goal: an owner sees in the restaurant's log when an app was connected and why its access ended.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { hashOpaque } from "../../../src/auth/oauth/opaque-token.ts";
import { sayWhy } from "../../../src/words/render.ts";
import { BISTRO, MINUTE, TRATTORIA } from "../../storage/samples.ts";
import { ISSUER } from "../../support/accounts.ts";
import {
  type Authority,
  asking,
  authorizeRequest,
  BROWSER,
  openAuthority,
} from "../../support/authority.ts";

let house: Authority;
beforeEach(async () => {
  house = await openAuthority();
});
afterEach(() => house[Symbol.asyncDispose]());

const logOf = (brand: string) => {
  const filter = { brand, from: null, until: null, actorKind: null, principal: null };
  return house.stores.auditList.page({ ...filter, operation: null, reservationId: null }, null, 10)
    .rows;
};
const grantId = (): string => house.stores.grants.ofUser(house.ada.id)[0]?.id ?? "";

describe("connecting an app", () => {
  test("is logged for each restaurant that the app may access, and for no other", async () => {
    await house.connect({ scope: "bookings.read" }, [BISTRO]);
    const { id, name } = house.ada;
    expect(logOf(BISTRO)).toMatchObject([
      {
        operation: "connect_app",
        principal: id,
        actor: { kind: "user", id, name },
        before: {},
        after: {
          name: "Table Talk",
          grantId: grantId(),
          mayDo: ["bookings.read"],
          sentBackTo: "app.example.com",
        },
      },
    ]);
    expect(logOf(TRATTORIA)).toEqual([]);
  });

  test("is not logged if the user declines", async () => {
    const outcome = await house.server.authorize(authorizeRequest(asking()), BROWSER);
    const id = outcome.kind === "pending" ? outcome.requestId : "";
    const decision = { approve: false, brands: [BISTRO] };
    const decided = await house.server.consent.decide(id, BROWSER, { user: house.ada }, decision);
    expect(decided.kind).toBe("redirect");
    expect(logOf(BISTRO)).toEqual([]);
  });
});

describe("the end of an app's access is logged", () => {
  const ended = { operation: "disconnect_app", after: { name: "Table Talk" } };
  let tokens: { readonly refresh: string };
  beforeEach(async () => {
    tokens = await house.connect({}, [BISTRO, TRATTORIA]);
  });

  test("when the app revokes its own access", async () => {
    await house.post("revoke", { token: tokens.refresh });
    for (const brand of [BISTRO, TRATTORIA]) {
      const id = grantId();
      const by = { principal: id, actor: { kind: "oauth", id, name: "Table Talk" } };
      expect(logOf(brand)[0]).toMatchObject({ ...ended, ...by });
    }
    await house.post("revoke", { token: tokens.refresh });
    expect(logOf(BISTRO)).toHaveLength(2);
  });

  test("when the app deletes its own registration", async () => {
    const registrationTokenHash = hashOpaque("its-token");
    const { id } = await house.addClient({ id: "client-2", registrationTokenHash });
    await house.connect({ client_id: id }, [BISTRO]);
    const headers = { Authorization: "Bearer its-token" };
    const request = new Request(`${ISSUER}/register/${id}`, { method: "DELETE", headers });
    expect((await house.server.registration(request, id)).status).toBe(204);
    expect(logOf(BISTRO)[0]).toMatchObject({ ...ended, actor: { kind: "oauth" } });
    expect(logOf(TRATTORIA).map(({ operation }) => operation)).toEqual(["connect_app"]);
  });

  test("when a used refresh token is sent again, with that reason", async () => {
    await house.refresh(tokens.refresh);
    house.at += 10 * MINUTE;
    await house.refresh(tokens.refresh);
    for (const brand of [BISTRO, TRATTORIA]) {
      const [last] = logOf(brand);
      expect(last).toMatchObject({ ...ended, actor: { kind: "system" } });
      expect(last?.after).toMatchObject({ connectedBy: house.ada.name });
      expect(last && sayWhy(last)).toContain("refresh token was used again");
    }
  });

  test("when a used code is sent again", async () => {
    const issued = await house.code({}, [BISTRO]);
    await house.redeem(issued);
    await house.redeem(issued);
    const [last] = logOf(BISTRO);
    expect(last).toMatchObject(ended);
    expect(last && sayWhy(last)).toContain("authorization code was used twice");
  });
});
