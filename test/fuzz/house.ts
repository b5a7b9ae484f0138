// Starts the product for the fuzz test. The users, keys and apps that send the requests have access
// to two of its restaurants, and none to the third, the "vault". Data of the vault in an answer is
// a leak.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayAfter, when } from "../acceptance/moments.ts";
import { type Desk, startProduct } from "../acceptance/support.ts";
import { consentTo } from "../support/browserless-consent.ts";
import {
  authorizePath,
  hiddenIn,
  redeemed,
  registered,
  type Visitor,
  visitorOf,
} from "../support/page-visitor.ts";

export const BISTRO = "demo-bistro";
export const TRATTORIA = "demo-trattoria";
export const TODAY = "2026-11-20";
const CLOCK = `${TODAY}T10:00:00-05:00`;
/** Moves the clock to the middle of dinner: guests arrive, are seated and leave. */
const UNTIL_DINNER_MS = 8.5 * 3_600_000;
const PASSWORD = "correct horse battery 41";
export const GUEST_PHONE = "+12127365188";
export const VAULT_PHONE = "+13125550177";

export const GATEWAYS = {
  twilio: {
    MAITRED_SMS_PROVIDER: "twilio",
    MAITRED_TWILIO_ACCOUNT_SID: "AC00000000000000000000000000000001",
    MAITRED_TWILIO_AUTH_TOKEN: "twilio-auth-token-0193",
    MAITRED_TWILIO_FROM: "+15005550006",
  },
  webhook: {
    MAITRED_SMS_PROVIDER: "webhook",
    MAITRED_WEBHOOK_URL: "http://127.0.0.1:9/sms",
    MAITRED_WEBHOOK_SECRET: "webhook-secret-0193",
  },
  smsgate: {
    MAITRED_SMS_PROVIDER: "smsgate",
    MAITRED_SMSGATE_URL: "http://127.0.0.1:9/",
    MAITRED_SMSGATE_USER: "gateway-user",
    MAITRED_SMSGATE_PASSWORD: "smsgate-password-0193",
    MAITRED_SMSGATE_SIGNING_KEY: "smsgate-signing-0193",
  },
} as const;
export type Gateway = keyof typeof GATEWAYS;
const METRICS_TOKEN = "metrics-token-0193";

/** A signed-in user's browser: its cookies, and the CSRF token of its forms. */
export interface Browser {
  readonly brand: string;
  readonly cookie: string;
  readonly csrf: string;
}

/** A running product, and the values that requests are made from. */
export interface House {
  readonly desk: Desk;
  readonly gateway: Gateway;
  readonly port: number;
  readonly url: string;
  /** Keys, session tokens and access tokens with access to the two restaurants. */
  readonly bearers: readonly string[];
  /** A host of one restaurant, and the owner of the other. */
  readonly browsers: readonly Browser[];
  /** Hidden fields of pages outside the dashboard, by path. */
  readonly forms: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly person: { readonly email: string; readonly password: string };
  readonly client: { readonly id: string; readonly registration: string; readonly secret: string };
  readonly refresh: string;
  readonly metricsToken: string;
  /** Ids that operations can name, by restaurant. */
  readonly ids: Readonly<Record<string, Ids>>;
  /** The product's time, epoch milliseconds. */
  now(): number;
  readonly guestLinks: readonly string[];
  readonly feed: string;
  /** Values that no answer and no log line may contain, by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /**
   * Words of the third restaurant that no answer may contain. Its name is not among them, because
   * requests write that name wherever they can.
   */
  readonly vault: readonly string[];
  close(): Promise<void>;
}

interface Ids {
  readonly reservations: readonly string[];
  readonly entries: readonly string[];
  readonly texts: readonly string[];
  /** Requests may take rights from these users and keys, so no request is sent as one of them. */
  readonly people: readonly string[];
  readonly keys: readonly string[];
}

/** Starts the product and prepares everything that requests are made from. */
export async function openHouse(gateway: Gateway): Promise<House> {
  const started = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "maitred-fuzz-"));
  const desk = await startProduct(
    ["dev", "--json", "--clock", CLOCK, "--port", "0", "--data", folder],
    {
      env: { ...GATEWAYS[gateway], MAITRED_METRICS: "true", MAITRED_METRICS_TOKEN: METRICS_TOKEN },
    },
  );
  const { url } = desk.ready;
  await desk.advance(UNTIL_DINNER_MS);
  const people = await addPeople(desk);
  const vault = await fillVault(desk);
  const hosts = [visitorOf(url), visitorOf(url)];
  const browsers = await Promise.all([
    browserOf(hosts[0] as Visitor, people.host, BISTRO),
    browserOf(hosts[1] as Visitor, people.owner, TRATTORIA),
  ]);
  const sessions = await Promise.all([people.host, people.owner].map((who) => session(url, who)));
  const oauth = await connectApp(url, people.host);
  const feed = await desk.setUp(["feed", "create", "--brand", BISTRO, "--origin", url]);
  const guestLinks = await inviteGuests(desk);
  const bearers = [desk.ready.singleBrandKey, desk.ready.readOnlyKey, ...sessions, oauth.access];
  const feedPath = new URL(String(feed["url"])).pathname;
  return {
    desk,
    gateway,
    port: Number(new URL(url).port),
    url,
    bearers,
    browsers,
    forms: await formsOf(hosts[0] as Visitor, url),
    person: people.host,
    client: oauth.client,
    refresh: oauth.refresh,
    metricsToken: METRICS_TOKEN,
    ids: { [BISTRO]: await idsOf(desk, BISTRO), [TRATTORIA]: await idsOf(desk, TRATTORIA) },
    now: () => Date.parse(CLOCK) + UNTIL_DINNER_MS + Date.now() - started,
    guestLinks,
    feed: feedPath,
    secrets: {
      ...Object.fromEntries(bearers.map((token, n) => [`bearer ${n}`, token])),
      ...Object.fromEntries(
        browsers.flatMap(({ cookie }, n) =>
          cookie.split("; ").flatMap((pair) => {
            const value = pair.slice(pair.indexOf("=") + 1);
            return value.length > 30 ? [[`cookie ${n}`, value]] : [];
          }),
        ),
      ),
      ...vault.secrets,
      "key for all restaurants": desk.ready.apiKey,
      password: PASSWORD,
      "password of the instance's owner": (desk.ready.user as { password: string }).password,
      "refresh token": oauth.refresh,
      "client secret": oauth.client.secret,
      "registration token": oauth.client.registration,
      "metrics token": METRICS_TOKEN,
      "feed of a calendar": feedPath.split("/").at(-1)?.replace(".ics", "") ?? "",
      "secret.key, hex": readFileSync(join(folder, "secret.key")).toString("hex"),
      "secret.key, base64": readFileSync(join(folder, "secret.key")).toString("base64url"),
      ...Object.fromEntries(
        Object.entries(GATEWAYS[gateway]).filter(([name]) =>
          /TOKEN|SECRET|PASSWORD|KEY/.test(name),
        ),
      ),
    },
    vault: vault.words,
    async close() {
      await desk.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function addPeople(desk: Desk) {
  const add = async (email: string, role: string, brand: string) => {
    const words = ["user", "create", "--email", email, "--name", "Fay", "--role", role];
    await desk.setUp([...words, "--brand", brand, "--password-stdin"], PASSWORD);
    return { email, password: PASSWORD };
  };
  return {
    host: await add("host@example.com", "host", BISTRO),
    owner: await add("owner@trattoria.example", "owner", TRATTORIA),
  };
}

/** Creates a key that no request uses, and returns its id. */
const addKey = async (desk: Desk, brand: string): Promise<string> =>
  String((await desk.setUp(["key", "create", "--name", "spare", "--brand", brand]))["id"]);

/** Adds a team member who never signs in, and returns the user's id. */
async function addCook(desk: Desk, brand: string): Promise<string> {
  const words = ["user", "create", "--email", `cook@${brand}.example`, "--name", "Cook"];
  const told = [...words, "--role", "host", "--brand", brand, "--password-stdin"];
  return String((await desk.setUp(told, PASSWORD))["id"]);
}

/** Creates the restaurant to which no user, key or app of the requests has access. */
async function fillVault(desk: Desk) {
  const key = await desk.house("vault-k7f3");
  const name = "Quirina Vaultguest";
  const notes = "vaultnote-55c1";
  const guest = { name, phone: VAULT_PHONE, notes, email: "quirina@vault.example" };
  await desk.ok("create_booking", { ...guest, numberOfPeople: 2, ...evening(1) }, key);
  const feed = await desk.setUp([
    "feed",
    "create",
    "--brand",
    "vault-k7f3",
    "--origin",
    desk.ready.url,
  ]);
  const token = new URL(String(feed["url"])).pathname.split("/").at(-1)?.replace(".ics", "") ?? "";
  const texts = await desk.texts({ brand: "vault-k7f3" });
  const links = texts.flatMap(({ body }) => /\/[or]\/([\w-]{27})/.exec(body)?.[1] ?? []);
  return {
    secrets: {
      "key of the vault": key,
      "feed of the vault": token,
      ...Object.fromEntries(links.map((link, n) => [`link of the vault ${n}`, link])),
    },
    words: [...links, name, notes, guest.email, VAULT_PHONE.slice(2), "(312) 555-0177"],
  };
}

const evening = (days: number) => when(dayAfter(TODAY, days), "19:00");

async function inviteGuests(desk: Desk) {
  for (const days of [2, 3, 4, 5]) {
    const guest = { brand: BISTRO, name: "Ada Guest", phone: GUEST_PHONE, numberOfPeople: 2 };
    await desk.ok("create_booking", { ...guest, ...evening(days) });
  }
  const texts = await desk.texts({ brand: BISTRO });
  const links = texts.flatMap(({ body }) => /\/[or]\/[\w-]{27}/.exec(body)?.[0] ?? []);
  return [...new Set(links)];
}

async function idsOf(desk: Desk, brand: string): Promise<Ids> {
  const range = { date: when(TODAY, "19:00").date, toDate: evening(6).date };
  const { bookings } = await desk.ok("list_bookings", { brand, ...range, limit: 200 });
  const { entries } = await desk.ok("list_waitlist", { brand });
  const texts = await desk.texts({ brand });
  const idOf = ({ id }: { id: string }): string => id;
  return {
    reservations: bookings.map(idOf),
    entries: entries.map(idOf),
    texts: texts.map(idOf),
    people: [await addCook(desk, brand)],
    keys: [await addKey(desk, brand), await addKey(desk, brand), await addKey(desk, brand)],
  };
}

async function browserOf(
  visitor: Visitor,
  person: { email: string; password: string },
  brand: string,
): Promise<Browser> {
  await visitor.signIn(person, `/b/${brand}`);
  const { html } = await visitor.get(`/b/${brand}`);
  const { csrf } = hiddenIn(html, "csrf");
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  if (csrf === undefined) throw new Error(`No form for ${person.email}: ${html.slice(0, 200)}`);
  return { brand, cookie, csrf };
}

async function session(url: string, person: { email: string; password: string }): Promise<string> {
  const response = await fetch(`${url}/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(person),
  });
  return ((await response.json()) as { token: string }).token;
}

async function connectApp(url: string, person: { email: string; password: string }) {
  const id = await registered({ url });
  const arrived = await consentTo(url + authorizePath(id), person);
  const access = await redeemed({ url }, id, arrived.searchParams.get("code") ?? "");
  const response = await fetch(`${url}/register`, {
    method: "POST",
    body: JSON.stringify({
      redirect_uris: ["https://app.example.com/callback"],
      token_endpoint_auth_method: "client_secret_post",
    }),
  });
  const made = (await response.json()) as Record<string, string>;
  return {
    access,
    refresh: `mtd_refresh_${"r".repeat(43)}`,
    client: {
      id: made["client_id"] ?? "",
      registration: made["registration_access_token"] ?? "",
      secret: made["client_secret"] ?? "",
    },
  };
}

async function formsOf(visitor: Visitor, url: string) {
  const asked = await visitor.get(authorizePath(await registered({ url })));
  const consent = new URL(asked.location);
  const pages = {
    "/sign-in": "/sign-in?again",
    "/connected-apps": "/connected-apps",
    "/consent": consent.pathname + consent.search,
  };
  const read = Object.entries(pages).map(async ([path, page]) => {
    const { html } = await visitor.get(page);
    return [path, { ...hiddenIn(html), page }] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
