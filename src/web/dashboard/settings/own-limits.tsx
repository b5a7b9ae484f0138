/** @jsxImportSource hono/jsx */
import type { Limits } from "../../../domain/settings.ts";
import { NO_LIMIT } from "../../../operations/desk/settings-form.ts";
import { Field } from "../components/field.tsx";
import type { FormState } from "../form-state.ts";

const OWN_LIMITS = [
  ["seats", "Seats"],
  ["overbookCovers", "Overbook by"],
  ["paceCovers", "Guests per slot"],
  ["paceParties", "Parties per slot"],
  ["slotMinutes", "Slot, in minutes"],
  ["maxPartiesPresent", "Parties present"],
] as const;

/** Fields of the limits that one service has for itself; `row` is the name of its fields. */
export const ownLimitFields = (row: string): string[] =>
  OWN_LIMITS.map(([key]) => `${row}.limits.${key}`);

/** The limits that one service has for itself. */
export const OwnLimits = ({
  form,
  row,
  limits = {},
}: Readonly<{ form: FormState; row: string; limits: Partial<Limits> | undefined }>) => (
  <details
    class="waiting-more"
    open={ownLimitFields(row).some((name) => form.problem(name) !== undefined)}
  >
    <summary>Own limits</summary>
    <p class="soft small">
      Leave empty to use the restaurant's limit. "{NO_LIMIT}": without this limit.
    </p>
    <div class="fields-auto">
      {OWN_LIMITS.map(([key, label]) => {
        const name = `${row}.limits.${key}`;
        const own = limits[key];
        const value = own === null ? NO_LIMIT : (own ?? "");
        return <Field form={form} name={name} label={label} value={value} />;
      })}
    </div>
  </details>
);
