import type { Child } from "hono/jsx";

/** A table that scrolls by itself where the screen is narrow; `label` names it for screen readers. */
export const Table = ({
  label,
  heads,
  children,
}: {
  readonly label: string;
  readonly heads: readonly Child[];
  readonly children: Child;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section class="table" aria-label={label} tabindex={0}>
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th scope="col">{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);
