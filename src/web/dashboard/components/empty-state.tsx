/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

export const EmptyState = ({ title, children }: Readonly<{ title: string; children?: Child }>) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
);
