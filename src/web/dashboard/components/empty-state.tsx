/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

/** `children`: what to do next. */
export const EmptyState = ({ title, children }: Readonly<{ title: string; children?: Child }>) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
);
