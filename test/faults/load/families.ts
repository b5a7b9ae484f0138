// Connected apps. Each has a family of tokens: the refresh tokens of one grant, each the successor
// of the one before, and their access tokens. The apps refresh, lose answers, disconnect and
// connect again, and check that their tokens follow RFC 6749, section 6, and OAuth 2.1, section
// 4.3.
import { createHash, randomBytes } from "node:crypto";
import { consentTo } from "../../support/browserless-consent.ts";
import type { Caller, Chance } from "./callers.ts";
import type { Diary, Sender } from "./diary.ts";
import { callTool, type Exchanged, exchange, sendForm } from "./exchange.ts";
import { type House, REDIRECT } from "./served-house.ts";

/**
 * A `sharing` app may reuse a refresh token within its replay window. `strict` and `fickle` apps
 * never do; a `fickle` app also disconnects.
 */
export type FamilyKind = "sharing" | "strict" | "fickle";

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

export class Family implements Sender {
  readonly kind: FamilyKind;
  readonly #house: House;
  readonly #diary: Diary;
  readonly #client: string;
  #tokens: Tokens | null = null;
  /** Access tokens of families whose revocation was confirmed. */
  readonly #dead: string[] = [];
  /** The request whose answer was lost. */
  #lost: "refresh" | "revoke" | null = null;

  constructor(house: House, diary: Diary, kind: FamilyKind) {
    this.kind = kind;
    this.#house = house;
    this.#diary = diary;
    this.#client = kind === "sharing" ? house.clients.sharing : house.clients.strict;
  }

  token(): string {
    if (this.#tokens === null) throw new Error("The app is not connected.");
    return this.#tokens.access_token;
  }

  isConnected(): boolean {
    return this.#tokens !== null;
  }

  /** Connects the app through the real consent pages. */
  async connect(server: { readonly url: string }): Promise<void> {
    const verifier = randomBytes(32).toString("base64url");
    const query = new URLSearchParams({
      response_type: "code",
      client_id: this.#client,
      redirect_uri: REDIRECT,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
    const back = await consentTo(
      `${server.url}/authorize?${query.toString()}`,
      this.#house.person,
      REDIRECT,
    );
    const answer = await sendForm(`${server.url}/token`, {
      grant_type: "authorization_code",
      code: back.searchParams.get("code") ?? "",
      redirect_uri: REDIRECT,
      code_verifier: verifier,
      client_id: this.#client,
    });
    if (answer.status !== 200) throw new Error(`A code was refused: ${answer.body}`);
    this.#tokens = JSON.parse(answer.body) as Tokens;
  }

  /** A caller that refreshes, uses its access token and, if fickle, disconnects. */
  caller(pick: Chance): Caller {
    return async (server) => {
      if (this.#tokens === null) return await Bun.sleep(5);
      const kind = pick(20);
      if (kind === 0 && this.kind === "fickle") return await this.#revoke(server);
      if (kind < 4) return await this.#use(server);
      if (kind < 7) return await this.#renewAtOnce(server);
      return await this.#renew(server);
    };
  }

  async #renew(server: { readonly url: string }): Promise<void> {
    const presented = this.#current();
    this.#lost = "refresh";
    this.#adopt(presented, await this.#present(server, presented));
    this.#lost = null;
  }

  /**
   * Presents one refresh token in two concurrent requests. At least one must succeed; for a
   * `sharing` app, both. Two successes must return the same successor.
   */
  async #renewAtOnce(server: { readonly url: string }): Promise<void> {
    const presented = this.#current();
    this.#lost = "refresh";
    const both = await Promise.allSettled([
      this.#present(server, presented),
      this.#present(server, presented),
    ]);
    const answers = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const met = answers.filter(({ status }) => status !== 503);
    if (met.length < answers.length) this.#diary.unavailable();
    const taken = met.filter(({ status }) => status === 200);
    const given = new Set(taken.map(({ body }) => (JSON.parse(body) as Tokens).refresh_token));
    if (given.size > 1) this.#fault("one refresh token got two successors at once");
    if (this.kind === "sharing" && taken.length < met.length) this.#refused(met);
    const [first] = taken;
    if (first !== undefined) {
      this.#adopt(presented, first);
      this.#lost = null;
    }
    const thrown = both.find((one) => one.status === "rejected");
    if (thrown !== undefined) throw thrown.reason;
    if (first === undefined && met.length > 0) this.#refused(met);
  }

  async #use(server: { readonly url: string }): Promise<void> {
    const answer = await callTool(server, this.token(), "list_brands", {});
    if (answer.isError) this.#fault(`its access token was refused: ${answer.text}`);
  }

  async #revoke(server: { readonly url: string }): Promise<void> {
    this.#lost = "revoke";
    const form = { token: this.#current(), client_id: this.#client };
    const { status, body } = await sendForm(`${server.url}/revoke`, form);
    this.#lost = null;
    if (status === 503) this.#diary.unavailable();
    else if (status !== 200) this.#fault(`it could not disconnect: ${status} ${body}`);
    else {
      this.#dead.push(this.token());
      this.#tokens = null;
    }
  }

  /**
   * After a restart, repeats the lost request and checks that revoked access tokens are refused.
   */
  async settle(server: { readonly url: string }, pick: Chance): Promise<void> {
    const lost = this.#lost;
    this.#lost = null;
    if (lost !== null && this.#tokens !== null) await this.#goOn(server, lost);
    for (const access of this.#dead.slice(-3)) {
      if (await this.#works(server, access)) this.#fault("an access token works after revocation");
    }
    // Signing in is expensive, so most calls skip it.
    if (this.#tokens === null && pick(3) === 0) await this.connect(server);
  }

  async #goOn(server: { readonly url: string }, lost: "refresh" | "revoke"): Promise<void> {
    const presented = this.#current();
    const access = this.token();
    const answer = await this.#present(server, presented);
    if (answer.status === 200) {
      this.#adopt(presented, answer);
      if (this.kind === "sharing") await this.#sameAgain(server, presented);
      return;
    }
    if (this.kind === "sharing" || !answer.body.includes('"invalid_grant"')) {
      this.#refused([answer]);
      return;
    }
    const works = await this.#works(server, access);
    if (lost === "revoke" && works) this.#fault("it could not renew, but its access token works");
    // A refresh token that is reused soon after a lost answer is not treated as theft, so the
    // family stays.
    if (lost === "refresh" && !works) this.#fault("a lost answer ended the family");
    this.#tokens = null;
  }

  /** Within the replay window the same refresh token must return the same successor. */
  async #sameAgain(server: { readonly url: string }, presented: string): Promise<void> {
    const again = await this.#present(server, presented);
    if (again.status !== 200) this.#refused([again]);
    else if ((JSON.parse(again.body) as Tokens).refresh_token !== this.#current()) {
      this.#fault("one refresh token got a second successor");
    }
  }

  #present(server: { readonly url: string }, token: string): Promise<Exchanged> {
    const form = { grant_type: "refresh_token", refresh_token: token, client_id: this.#client };
    return sendForm(`${server.url}/token`, form);
  }

  #adopt(presented: string, answer: Exchanged): void {
    if (answer.status === 503) this.#diary.unavailable();
    else if (answer.status !== 200) this.#refused([answer]);
    else {
      const tokens = JSON.parse(answer.body) as Tokens;
      if (tokens.refresh_token === presented) this.#fault("a refresh token is its own successor");
      this.#tokens = tokens;
      this.#diary.counts.refreshes += 1;
    }
  }

  #current = (): string => this.#tokens?.refresh_token ?? "";

  async #works(server: { readonly url: string }, access: string): Promise<boolean> {
    const { status } = await exchange(`${server.url}/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${access}`, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    });
    // After too many refused tokens the client is rate-limited, which is no access either.
    return status === 200;
  }

  #refused(answers: readonly Exchanged[]): void {
    const bodies = answers.map(({ status, body }) => `${status} ${body.slice(0, 200)}`);
    this.#fault(`it could not renew: ${bodies.join(" | ")}`);
  }

  #fault(words: string): void {
    this.#diary.faults.push(`A ${this.kind} family: ${words}`);
  }
}
