import type { Child } from "hono/jsx";
import type { Browser } from "../../auth/browser.ts";
import type { Pins, TeamPerson } from "../../auth/pins.ts";
import type { SignedIn } from "../../auth/sessions.ts";
import { type Caller, type Environment, type Role, roleAtLeast } from "../../domain/caller.ts";
import type { DomainError, Suggestion } from "../../domain/errors.ts";
import type { RandomBytes } from "../../domain/ids.ts";
import type { Brand } from "../../domain/settings.ts";
import type { Operation } from "../../operations/define.ts";
import type { Invoke } from "../../operations/invoke.ts";
import type { Stores } from "../../storage/stores.ts";
import type { Writer } from "../../storage/writer.ts";
import type { AuthPageParts } from "../auth-pages/visit.ts";
import type { ShownOnce } from "../shown-once.ts";
import type { InstanceStatus } from "./health/instance-status.ts";

export interface SmsSetup {
  readonly provider: string;
  /** The provider in the configuration. In a test database, `provider` is `log` instead. */
  readonly configured: string;
  /** The path to which the gateway sends reports and guests' replies. Null if it sends none. */
  readonly hook: string | null;
  /**
   * Handles a text as if a guest had sent it. A second text with the same `key` changes nothing. Null if
   * texts go to real phones.
   */
  readonly replyAs:
    | ((text: {
        readonly brand: string;
        readonly from: string;
        readonly body: string;
        readonly key: string;
      }) => Promise<string>)
    | null;
}

export interface DashboardParts
  extends Pick<AuthPageParts, "cookies" | "csrf" | "sessions" | "clock" | "connectedApps"> {
  readonly origin: string;
  readonly environment: Environment;
  readonly stores: Stores;
  readonly writer: Writer;
  readonly random: RandomBytes;
  readonly invoke: Invoke;
  readonly sms: SmsSetup;
  readonly instance: InstanceStatus;
  readonly pins: Pins;
}

/** Shown on the next page of the same session. */
export interface Flash {
  readonly who?: string | undefined;
  readonly text: string;
  readonly warnings: readonly string[];
  /** Shown only on `page`, and lost if another page is opened first. */
  readonly secret?: { readonly page: string; readonly text: string };
  readonly reservation?: { readonly id: string; readonly isNew: boolean };
  /** Free times for a guest who was put on the waitlist. */
  readonly room?: { readonly entry: string; readonly starts: readonly Suggestion[] };
}

export interface ToldFlash extends Flash {
  /** The instant of the write. Distinguishes flashes with the same text. */
  readonly at: number;
}

export interface RefusedForm {
  readonly operation: string;
  readonly error: DomainError;
  readonly typed: URLSearchParams;
}

/** A form that only asks, for example for free times. The page shows the answer and the typed text. */
export type AskedForm = Pick<RefusedForm, "operation" | "typed">;

export type Outcome =
  | {
      readonly ok: true;
      readonly flash: Flash;
      /** The page to show now, by default the page in the form's `back`. */
      readonly next?: string | null;
    }
  | { readonly ok: "again"; readonly again: AskedForm }
  | { readonly ok: false; readonly refused: RefusedForm };

export interface DeskVisit {
  readonly desk: DashboardParts;
  readonly request: Request;
  readonly url: URL;
  readonly params: Readonly<Record<string, string>>;
  readonly browser: Browser;
  readonly signedIn: SignedIn;
  /** Who acts on this page: the person signed in, or the person who typed a PIN. */
  readonly caller: Caller;
  readonly brand: Brand;
  readonly role: Role;
  /** The role of the person signed in; `role` is the caller's. */
  readonly ownRole: Role;
  /** The person who typed a PIN. Only pages of the daily work accept PINs (`acceptsPin`). */
  readonly lentTo: TeamPerson | null;
  readonly brands: readonly { readonly slug: string; readonly name: string }[];
  readonly now: number;
  /** `Events.seen`, taken before the page's data was read. If its value has changed, the data has changed. */
  readonly seen: string;
  readonly csrf: string;
  readonly flash: ToldFlash | null;
  readonly secrets: ShownOnce;
  readonly refused: RefusedForm | null;
  /** Whether the Health page lists something to do. Always false for a host. */
  readonly needsActing: boolean;
  readonly needsReading: boolean;
  /** Undecided requests of large parties. */
  readonly requests: { readonly count: number; readonly urgent: boolean };
  readonly again: AskedForm | null;
}

export type PageProps<Own = object> = Readonly<Own & { visit: DeskVisit }>;

export interface Content {
  readonly title: string;
  readonly children: Child;
  readonly status?: number;
}

/** `path`: under /b/:brand, such as "/reservations/:id". */
export interface DeskPage {
  readonly path: string;
  /** Must change nothing. A Response, such as a file or a redirect, is sent unchanged. */
  show(visit: DeskVisit): Content | Response | Promise<Content | Response>;
  readonly sends?: Operation;
  submit?(visit: DeskVisit, fields: URLSearchParams): Promise<Outcome>;
}

export const at = ({ brand }: Pick<DeskVisit, "brand">, path = ""): string =>
  `/b/${brand.slug}${path}`;

/** Ignores PINs: settings, closing a day and exports need a manager who is signed in. */
export const isManagedHere = ({ ownRole }: Pick<DeskVisit, "ownRole">): boolean =>
  roleAtLeast(ownRole, "manager");

/** Throws DomainError. */
export async function read<Input, Output extends object>(
  { desk, caller }: Pick<DeskVisit, "desk" | "caller">,
  operation: Operation<Input, Output>,
  input: object = {},
): Promise<Output> {
  const answer = await desk.invoke(operation, input, caller, {});
  return answer.structured as Output;
}
