import { newSearch, type TableSearch } from "../domain/seating/search.ts";
import type { Sync, Writer } from "../storage/writer.ts";

interface Searching {
  readonly writer: Writer;
  /** Called after each write with its searches for tables. */
  readonly onSearched?: ((search: TableSearch) => void) | undefined;
}

/**
 * A write that may search for tables. If it has to run again, it searches again: only the last
 * search is counted, and its moves only if they were committed.
 */
export async function searchWrite<Answer>(
  { writer, onSearched }: Searching,
  work: (search: TableSearch) => Sync<Answer>,
): Promise<Answer> {
  let search = newSearch();
  try {
    return await writer.write(() => {
      search = newSearch();
      return work(search);
    });
  } catch (error) {
    search.moved = 0;
    throw error;
  } finally {
    onSearched?.(search);
  }
}
