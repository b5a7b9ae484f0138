import { type Database, SQLiteError } from "bun:sqlite";
import { Pages, type Row } from "./pages.ts";
import type { Value } from "./record.ts";
import { type CutOff, type Remains, remainsOf, type Tree } from "./trees.ts";

interface Column {
  readonly name: string;
  /** True for an INTEGER PRIMARY KEY: SQLite stores its value as the rowid, not in the record. */
  readonly isRowid: boolean;
}

/**
 * Copies the readable rows of `tables` from the file `path`. Must run in a transaction. If a page's table
 * is unknown, the first damaged table that accepts the page's first row gets the page.
 */
export function salvageTables(target: Database, path: string, tables: readonly string[]): void {
  using pages = new Pages(path);
  const { remains, cutOff } = remainsOf(pages, treesOf(target));
  const lost = remains.filter(({ damagedPages }) => damagedPages > 0);
  const fillers = new Map(tables.map((name) => [name, fillerOf(target, name)]));
  const found = new Map(tables.map((name) => [name, pagesOf(name, remains)]));
  for (const page of cutOff) {
    const owner = ownerOf(page, lost, fillers);
    if (owner !== null) found.get(owner)?.push(page.number);
  }
  for (const [name, numbers] of found) {
    const insert = fillers.get(name);
    for (const number of inOrder(pages, numbers)) {
      for (const row of pages.tree(number)?.rows ?? []) insert?.(row);
    }
  }
}

const pagesOf = (name: string, remains: readonly Remains[]): number[] => [
  ...(remains.find(({ tree }) => tree.name === name)?.pages ?? []),
];

/** Sorts pages by their first rowid, so that rows are inserted in their old order. */
const inOrder = (pages: Pages, numbers: readonly number[]): number[] =>
  numbers
    .map((number) => ({ number, first: pages.tree(number)?.rows[0]?.rowid ?? 0 }))
    .sort((one, other) => one.first - other.first)
    .map(({ number }) => number);

function treesOf(target: Database): Tree[] {
  return target
    .prepare<{ name: string; root: number; type: string; sql: string | null }, []>(
      "SELECT name, rootpage AS root, type, sql FROM damaged.sqlite_schema WHERE rootpage > 0",
    )
    .all()
    .map(({ name, root, type, sql }) => ({
      name,
      root,
      kind: type === "table" && !/WITHOUT\s+ROWID/i.test(sql ?? "") ? "rows" : "keys",
    }));
}

/** Null if no damaged table accepts the page's first row, or if the page may belong to an index. */
function ownerOf(
  { kind, first }: CutOff,
  lost: readonly Remains[],
  fillers: ReadonlyMap<string, (row: Row, onTrial: boolean) => boolean>,
): string | null {
  const candidates = lost.filter(({ tree }) => tree.kind === kind);
  const isIndex = ({ tree }: Remains): boolean => !fillers.has(tree.name);
  if (kind === "keys" && candidates.some(isIndex)) return null;
  const taking = candidates.filter(({ tree }) => fillers.get(tree.name)?.(first, true) === true);
  return taking[0]?.tree.name ?? null;
}

/**
 * The returned function inserts a row. It returns false if the table refuses the row. `onTrial`: undoes the
 * insert.
 */
function fillerOf(target: Database, table: string): (row: Row, onTrial?: boolean) => boolean {
  const columns = columnsOf(target, table);
  const statements = new Map<number, ReturnType<Database["prepare"]>>();
  // Older records lack the columns that were added later.
  const statementFor = (count: number) => {
    const known = statements.get(count);
    if (known !== undefined) return known;
    const names = columns.slice(0, count).map(({ name }) => `"${name}"`);
    const places = names.map(() => "?").join(", ");
    const made = target.prepare(
      `INSERT INTO main."${table}" (${names.join(", ")}) VALUES (${places})`,
    );
    statements.set(count, made);
    return made;
  };
  return ({ rowid, values }, onTrial = false) => {
    if (values.length > columns.length || values.length === 0) return false;
    const bound = values.map((value, index) => (columns[index]?.isRowid ? rowid : value));
    target.run("SAVEPOINT salvage");
    try {
      statementFor(values.length).run(...(bound as Exclude<Value, null>[]));
      if (onTrial) target.run("ROLLBACK TO salvage");
      return true;
    } catch (error) {
      target.run("ROLLBACK TO salvage");
      if (!isRefusal(error)) throw error;
      return false;
    } finally {
      target.run("RELEASE salvage");
    }
  };
}

const isRefusal = (error: unknown): boolean =>
  error instanceof SQLiteError && error.code?.startsWith("SQLITE_CONSTRAINT") === true;

/** The columns in the order of a stored record. In a WITHOUT ROWID table, the key comes first. */
function columnsOf(target: Database, table: string): Column[] {
  const columns = target
    .prepare<{ name: string; type: string; pk: number }, []>(`PRAGMA main.table_info("${table}")`)
    .all();
  const [{ wr } = { wr: 0 }] = target
    .prepare<{ wr: number }, []>(`PRAGMA main.table_list("${table}")`)
    .all();
  const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
  if (wr === 1) {
    const rest = columns.filter(({ pk }) => pk === 0);
    return [...key, ...rest].map(({ name }) => ({ name, isRowid: false }));
  }
  const [only] = key;
  const rowid = key.length === 1 && only?.type.toUpperCase() === "INTEGER" ? only.name : null;
  return columns.map(({ name }) => ({ name, isRowid: name === rowid }));
}
