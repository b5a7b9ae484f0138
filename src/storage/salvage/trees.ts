import type { Pages, Row } from "./pages.ts";

/** A b-tree of SQLite. `rows`: a table. `keys`: an index or a table WITHOUT ROWID. */
export interface Tree {
  readonly name: string;
  readonly root: number;
  readonly kind: "rows" | "keys";
}

export interface Remains {
  readonly tree: Tree;
  readonly pages: readonly number[];
  readonly damagedPages: number;
}

export function remainsOf(
  pages: Pages,
  trees: readonly Tree[],
): { readonly remains: readonly Remains[]; readonly cutOff: readonly CutOff[] } {
  const seen = new Set<number>();
  const remains = trees.map((tree) => follow(pages, tree, seen));
  if (remains.every(({ damagedPages }) => damagedPages === 0)) return { remains, cutOff: [] };
  const free = pages.freePages();
  const cutOff: CutOff[] = [];
  for (let number = 2; number <= pages.count; number += 1) {
    if (seen.has(number) || free.has(number)) continue;
    const page = pages.tree(number);
    const first = page?.rows[0];
    if (page !== null && first !== undefined) cutOff.push({ number, kind: page.tree, first });
  }
  // Overflow pages can look like pages of a tree. `pages.overflow` is complete only after the loop.
  return { remains, cutOff: cutOff.filter(({ number }) => !pages.overflow.has(number)) };
}

/** A page that has rows, but that no tree leads to. */
export interface CutOff {
  readonly number: number;
  readonly kind: Tree["kind"];
  readonly first: Row;
}

function follow(pages: Pages, tree: Tree, seen: Set<number>): Remains {
  const found: number[] = [];
  let damagedPages = 0;
  const visit = (number: number): void => {
    const page = seen.has(number) ? null : pages.tree(number);
    seen.add(number);
    if (page === null || page.tree !== tree.kind) {
      damagedPages += 1;
      return;
    }
    if (page.unreadableRows > 0) damagedPages += 1;
    for (const child of page.children) visit(child);
    if (page.rows.length > 0) found.push(number);
  };
  visit(tree.root);
  return { tree, pages: found, damagedPages };
}
