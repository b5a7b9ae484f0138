import { newSearch, type TableSearch } from "../../domain/seating/search.ts";
import type { Sync, Writer } from "../../storage/writer.ts";

export interface Searching {
  readonly writer: Writer;
  /** Called after each write with its search for tables. */
  readonly onSearched?: ((search: TableSearch) => void) | undefined;
}

/** If the write runs again, only its last search counts. If the write fails, `moved` is 0. */
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
