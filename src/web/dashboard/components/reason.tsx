/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Reason } from "../../../domain/errors.ts";
import { sayReason } from "../../../words/render.ts";

export const Reasons = ({
  reasons,
  about,
  children,
}: Readonly<{ reasons: readonly Reason[]; about?: Child; children?: Child }>) => (
  <div class="reasons" role="alert">
    {about}
    {reasons.map((one) => (
      <p data-code={one.code}>{sayReason(one, "host")}</p>
    ))}
    {children}
  </div>
);
