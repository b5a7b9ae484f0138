import type { DomainError, ErrorCode, Reason, Suggestion } from "../../domain/errors.ts";
import { sayBesideField } from "../../words/render.ts";
import type { AskedForm, DeskVisit } from "./desk-visit.ts";

export interface FormState {
  readonly operation: string;
  /** Id of the record that the form changes. Needed if the page has several forms for the operation. */
  readonly id: string | undefined;
  readonly refused: DomainError | null;
  readonly typed: URLSearchParams | null;
  value(name: string, fallback?: string | number | null): string;
  problem(name: string): string | undefined;
  others(...names: readonly string[]): readonly Reason[];
  readonly suggestions: readonly Suggestion[];
  readonly key: string;
}

/** Which field shows a reason that has no `parameter`. */
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
    // If the key was used by an earlier call with other values, the form needs a new key.
    key:
      (mine?.error.code === "IDEMPOTENCY_KEY_REUSED" ? null : typed?.get("idempotencyKey")) ||
      newKey(visit),
  };
}

/** An idempotency key, so that a form sent twice is carried out once. */
export const newKey = ({ desk }: Pick<DeskVisit, "desk">): string =>
  Buffer.from(desk.random(16)).toString("base64url");
