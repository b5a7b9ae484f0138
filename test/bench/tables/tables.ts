// Measures the benefit and the cost of tables: how many covers each kind of search for a table
// accepts, how long a search takes, and how long calls take on nearly full evenings, compared with
// a restaurant that only counts covers.
import { median, type Part, type Ratio, type Row } from "../part.ts";
import { measure, type Times } from "./evenings.ts";
import { PARTIES_OF_20, p99, searches, spread } from "./searches.ts";

const SIZES = [20, 60];

const NAMES: Readonly<Record<keyof Times, string>> = {
  book: "create_booking",
  refuse: "create_booking refused, with alternatives",
  check_availability: "check_availability",
  cancel_booking: "cancel_booking, 1,000 waiting",
};

function costs(tables: number, { kept, off }: Awaited<ReturnType<typeof measure>>): Ratio[] {
  const ratio = (name: string, of: (times: readonly number[]) => number, goal: string): Ratio => ({
    name: `create_booking with ${tables} tables : covers alone, processor time ${name}`,
    value: of(kept.book) / of(off.book),
    goal,
  });
  return [ratio("median", median, "<= 1.3"), ratio("p99", p99, "<= 3")];
}

const rowsOf = (tables: number, { kept, off }: Awaited<ReturnType<typeof measure>>): Row[] => [
  ...(Object.keys(NAMES) as (keyof Times)[]).map((kind) => ({
    name: `${NAMES[kind]}, ${tables} tables`,
    figures: { ...spread(kept[kind]), calls: kept[kind].length },
  })),
  {
    name: `create_booking, covers alone, as many chairs as ${tables} tables`,
    figures: { ...spread(off.book), calls: off.book.length },
  },
];

export const tables: Part = async (folder, { evenings, samples }) => {
  const { ratios, rows } = searches(evenings);
  for (const size of SIZES) {
    const found = await measure(folder, size, samples);
    ratios.push(...costs(size, found));
    rows.push(...rowsOf(size, found));
  }
  return {
    ratios,
    rows,
    method:
      `${evenings} seeded evenings on which ${PARTIES_OF_20} parties ask, one after the other, for one of 20 tables ` +
      "and six combinations; the exact search leaves out evenings on which it does not end. create_booking: " +
      `${samples} evenings, in process; each call is measured after its dry run, once nine of ten parties have asked, ` +
      "and the two restaurants take turns in going first. Goal of the other calls at 60 tables: p99 below 20 ms",
  };
};
