/** @jsxImportSource hono/jsx */
import { Field } from "./page.tsx";

export type Problems = Readonly<Record<string, string>>;

/** Null if the two passwords differ. */
export function passwordIn(fields: URLSearchParams): string | null {
  const password = fields.get("password") ?? "";
  return password === (fields.get("again") ?? "") ? password : null;
}

export const NOT_THE_SAME: Problems = { again: "The two passwords are not the same." };

export const NewPassword = ({
  problems,
  autofocus,
}: Readonly<{ problems: Problems; autofocus: boolean }>) => (
  <>
    <Field
      label="Password"
      name="password"
      type="password"
      hint="At least 12 characters; several words are easy to remember."
      problem={problems["password"]}
      autocomplete="new-password"
      autofocus={autofocus}
    />
    <Field
      label="Password again"
      name="again"
      type="password"
      problem={problems["again"]}
      autocomplete="new-password"
    />
  </>
);
