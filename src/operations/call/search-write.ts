import { newSearch, type TableSearch } from "../../domain/seating/search.ts";
import type { Sync, Writer } from "../../storage/writer.ts";

export interface Searching {
  readonly writer: Writer;
  readonly onSearched?: ((search: TableSearch) => void) | undefined;
}

/** The writer may run `work` twice. Each run has a new search; `onSearched` gets the last one. */
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
