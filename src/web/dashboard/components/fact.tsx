/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

export const Fact = ({
  name,
  lines = false,
  children,
}: Readonly<{ name: string; lines?: boolean; children: Child }>) => (
  <>
    <dt>{name}</dt>
    <dd class={lines ? "lines" : undefined}>{children}</dd>
  </>
);
