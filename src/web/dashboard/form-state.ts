import type { DomainError, ErrorCode, Reason, Suggestion } from "../../domain/errors.ts";
import { sayBesideField } from "../../words/render.ts";
import type { AskedForm, DeskVisit } from "./desk-visit.ts";

/** A form as its fields need it: what was typed before, and the errors. */
export interface FormState {
  readonly operation: string;
  /** What the form is about, if the page has several forms of the operation. */
  readonly id: string | undefined;
  readonly refused: DomainError | null;
  /** Everything that was typed; null: the form was not sent. */
  readonly typed: URLSearchParams | null;
  /** What was typed into this field; otherwise `fallback`. */
  value(name: string, fallback?: string | number | null): string;
  /** The error of this field; undefined: none. */
  problem(name: string): string | undefined;
  /** The reasons that belong to none of these fields. */
  others(...names: readonly string[]): readonly Reason[];
  /** Times at which the same form would be accepted. */
  readonly suggestions: readonly Suggestion[];
  /** A form that is sent twice with the same key is carried out once. */
  readonly key: string;
}

/** The field that a reason is about, if the reason does not name one. */
const FIELDS: Partial<Record<ErrorCode, string>> = {
  WEEKDAY_MISMATCH: "date",
  NONEXISTENT_TIME: "time",
  TIMESTAMP_MISMATCH: "time",
  PHONE_INVALID: "phone",
  ATTENDANCE_CONTACT_REQUIRED: "phone",
  PARTY_TOO_LARGE: "numberOfPeople",
  LARGE_PARTY_REVIEW: "numberOfPeople",
};

const fieldOf = (reason: Reason): string | null => reason.parameter ?? FIELDS[reason.code] ?? null;

/** The form of an operation on this page; `id` if the page has several of them. */
export function formState(
  visit: Pick<DeskVisit, "refused" | "again" | "desk">,
  operation: string,
  id?: string,
): FormState {
  const isMine = (form: AskedForm | null): boolean =>
    form?.operation === operation && (id === undefined || form.typed.get("id") === id);
  const mine = isMine(visit.refused) ? visit.refused : null;
  const typed = mine?.typed ?? (isMine(visit.again) ? visit.again?.typed : undefined);
  const reasons = mine?.error.reasons ?? [];
  return {
    operation,
    id,
    refused: mine?.error ?? null,
    typed: typed ?? null,
    value: (name, fallback = "") => typed?.getAll(name).at(-1) ?? String(fallback ?? ""),
    problem: (name) => {
      const found = reasons.find((reason) => fieldOf(reason) === name);
      return found === undefined ? undefined : sayBesideField(found);
    },
    others: (...names) => reasons.filter((reason) => !names.includes(fieldOf(reason) ?? "")),
    suggestions: mine?.error.suggestions ?? [],
    // A key that was used for another call would be refused again and again. That happens when
    // somebody goes back and changes the form.
    key:
      (mine?.error.code === "IDEMPOTENCY_KEY_REUSED" ? null : typed?.get("idempotencyKey")) ||
      newKey(visit),
  };
}

/** A form that is sent twice with the same key is carried out once. */
export const newKey = ({ desk }: Pick<DeskVisit, "desk">): string =>
  Buffer.from(desk.random(16)).toString("base64url");
