/** @jsxImportSource hono/jsx */

import type { Child } from "hono/jsx";
import { CsrfField } from "../../csrf-field.tsx";
import { at, type DeskVisit } from "../desk-visit.ts";
import { type FormState, newKey } from "../form-state.ts";
import { pathOf } from "../page-path.ts";
import { writeNamed } from "../write-named.ts";
import { Reasons } from "./reason.tsx";

/**
 * `main`: the main action of a page. `next`: the likely next step for a party. `stop`: takes something
 * away. `quiet`: all other actions.
 */
export type ButtonLook = "main" | "next" | "quiet" | "stop";

export const Button = ({
  look = "main",
  children,
  ...rest
}: Readonly<{
  look?: ButtonLook;
  children: Child;
  name?: string;
  value?: string;
  formaction?: string;
  formnovalidate?: boolean;
  disabled?: boolean;
  "aria-label"?: string;
}>) => (
  <button type="submit" class={`b ${look}`} {...rest}>
    {children}
  </button>
);

export const ButtonLink = ({
  href,
  look = "quiet",
  children,
  ...rest
}: Readonly<{ href: string; look?: ButtonLook; children: Child; "aria-label"?: string }>) => (
  <a class={`b ${look}`} href={href} {...rest}>
    {children}
  </a>
);

/**
 * `back`: the page to show afterwards, by default the present page. `revision`: the record's revision
 * when the page was made. `formId`: unique on the page. A form without `formId` loses typed text in
 * automatic refreshes.
 */
export const OperationForm = ({
  visit,
  form,
  own,
  operation = form?.operation ?? "",
  back,
  revision,
  action = `/do/${operation}`,
  id = form?.id,
  formId = revision === undefined && !id ? undefined : `${operation}-${id ?? "new"}`,
  class: look,
  plain = false,
  children,
}: {
  readonly visit: DeskVisit;
  readonly form?: FormState;
  /** Fields that show their own errors. The form shows all other errors at its top; without `own`, none. */
  readonly own?: readonly string[];
  readonly operation?: string;
  /** A path under /b/:brand, if the page handles the form itself. */
  readonly action?: string;
  readonly back?: string;
  readonly revision?: number;
  /** Sent as `about`, because an input named `id` would hide `form.id` from scripts. */
  readonly id?: string | null;
  readonly formId?: string | undefined;
  readonly class?: string;
  /** Sends the form without htmx, because the answer shows a secret that scripts must not keep. */
  readonly plain?: boolean;
  readonly children: Child;
}) => {
  const isOnce = writeNamed(operation)?.hints.idempotent === false;
  const key = form?.key ?? (isOnce ? newKey(visit) : null);
  const others = own === undefined ? [] : (form?.others(...own) ?? []);
  return (
    <form
      id={formId}
      method="post"
      action={at(visit, action)}
      class={look}
      hx-boost={plain ? "false" : undefined}
    >
      <CsrfField token={visit.csrf} />
      <input type="hidden" name="back" value={back ?? pathOf(visit)} />
      {id && <input type="hidden" name="about" value={id} />}
      {revision !== undefined && <input type="hidden" name="revision" value={String(revision)} />}
      {key !== null && <input type="hidden" name="idempotencyKey" value={key} />}
      {others.length > 0 && <Reasons reasons={others} />}
      {children}
    </form>
  );
};
