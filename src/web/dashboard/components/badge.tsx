/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

/** `plain`: a fact. `good`: as hoped. `care`: look at it. `stop`: something is wrong. */
export type Tone = "plain" | "good" | "care" | "stop";

/** A word or two about the thing beside it; the words alone say it, the tone repeats it. */
export const Badge = ({
  tone = "plain",
  title,
  children,
}: Readonly<{ tone?: Tone; title?: string; children: Child }>) => (
  <span class={`badge ${tone}`} title={title}>
    {children}
  </span>
);
