/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

export interface Tab {
  readonly href: string;
  readonly name: Child;
  readonly isShown: boolean;
}

export const Tabs = ({ label, tabs }: Readonly<{ label: string; tabs: readonly Tab[] }>) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ href, name, isShown }) => (
      <a href={href} aria-current={isShown ? "page" : undefined}>
        {name}
      </a>
    ))}
  </nav>
);
