import type { Block } from "./unit.ts";

/** What remains of `block` when `tables` are free again in [from, to). */
export function unblock<Kind extends Block>(
  block: Kind,
  { tables, from, to }: Block,
): readonly Kind[] {
  const lifted = block.tables.filter((table) => tables.includes(table));
  if (lifted.length === 0 || block.from >= to || block.to <= from) return [block];
  const others = block.tables.filter((table) => !tables.includes(table));
  const parts = [
    { ...block, tables: others },
    { ...block, tables: lifted, to: from },
    { ...block, tables: lifted, from: to },
  ];
  return parts.filter((part) => part.tables.length > 0 && part.from < part.to);
}
