import { DomainError } from "../domain/errors.ts";
import type { Reservation } from "../domain/reservation.ts";
import type { OperationContext } from "../operations/define.ts";
import { choose } from "../operations/seating/choose-tables.ts";
import { areaCalled, tableNames, tablesCalled } from "../operations/seating/names.ts";
import { sayError } from "../words/render.ts";

interface SeatCells {
  readonly tables?: string | undefined;
  readonly area?: string | undefined;
}

type Seat = Pick<Reservation, "tables" | "tablePinned" | "area">;

interface Taken {
  readonly line: number;
  readonly table: string;
  readonly from: number;
  readonly to: number;
}

const TABLE_SEPARATOR = /\s\+\s|,/;

export class RowSeats {
  readonly #context: OperationContext;
  readonly #taken: Taken[] = [];

  constructor(context: OperationContext) {
    this.#context = context;
  }

  /** Pins the tables of an upcoming party. Warns about unsuitable or taken tables. */
  of(line: number, { tables, area }: SeatCells, party: Reservation) {
    const warnings: string[] = [];
    const seat: Seat = {
      ...(tables === undefined ? NO_TABLE : this.#tables(line, tables, party, warnings)),
      area: area === undefined ? null : this.#area(area, warnings),
    };
    return { seat, warnings };
  }

  #tables(line: number, cell: string, party: Reservation, warnings: string[]) {
    const { startAt: from, endAt: to, status } = party;
    try {
      const tables = tablesCalled(
        cell.split(TABLE_SEPARATOR).map((name) => name.trim()),
        this.#context,
      );
      if (status !== "booked" || to <= this.#context.now) return { tables, tablePinned: false };
      const other = this.#taken.find(
        (one) => tables.includes(one.table) && one.from < to && one.to > from,
      );
      if (other === undefined) {
        choose(party, tables, { from, to }, false, this.#context);
        this.#taken.push(...tables.map((table) => ({ line, table, from, to })));
        return { tables, tablePinned: true };
      }
      const [name] = tableNames([other.table], this.#records());
      warnings.push(`Table ${name} is named by line ${other.line} for the same time.${INSTEAD}`);
    } catch (error) {
      warnings.push(`${said(error)}${INSTEAD}`);
    }
    return NO_TABLE;
  }

  #area(name: string, warnings: string[]): string | null {
    try {
      return areaCalled(name, this.#context);
    } catch (error) {
      warnings.push(said(error));
      return null;
    }
  }

  #records() {
    const { stores, brand } = this.#context;
    return stores.floors.get(brand.slug);
  }
}

const NO_TABLE = { tables: [], tablePinned: false };
const INSTEAD = " The party is placed as if this line named no table.";

function said(error: unknown): string {
  if (error instanceof DomainError) return sayError(error, "host");
  throw error;
}
