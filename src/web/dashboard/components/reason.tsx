/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Reason as ReasonOf } from "../../../domain/errors.ts";

/**
 * Why a form was refused, in the words of its operation. `about`: whom, `children`: what to do
 * instead, such as buttons with the times that are free.
 */
export const Reasons = ({
  reasons,
  about,
  children,
}: Readonly<{ reasons: readonly ReasonOf[]; about?: Child; children?: Child }>) => (
  <div class="reasons" role="alert">
    {about}
    {reasons.map(({ code, message }) => (
      <p data-code={code}>{message}</p>
    ))}
    {children}
  </div>
);
