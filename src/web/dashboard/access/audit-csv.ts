import {
  type AuditLog,
  auditLog,
  type LoggedChange,
} from "../../../operations/access/audit-log.ts";
import { AUDIT_TABLE } from "../../../operations/access/audit-table.ts";
import { BOM, csvOf } from "../../../operations/export/csv.ts";
import { DESK_HEADERS } from "../answers.ts";
import { type DeskVisit, read } from "../desk-visit.ts";
import { streamed } from "../streamed.ts";
import { inputOf, wantedOf } from "./audit-filter.tsx";

const ROWS_AT_ONCE = 500;

export async function auditCsv(visit: DeskVisit): Promise<Response> {
  const { brand } = visit;
  const input = { ...inputOf(wantedOf(visit)), limit: ROWS_AT_ONCE };
  // Read the first rows before answering: a refusal must become an error page, not a file.
  let page = await read(visit, auditLog, input);
  const rowsOf = ({ changes }: AuditLog): string =>
    csvOf(changes.map((change) => cellsOf(change, brand.slug)));
  const first = BOM + csvOf([Object.keys(AUDIT_TABLE)]) + rowsOf(page);
  const rows = streamed(visit, first, async (now) => {
    if (page.nextCursor === null) return null;
    page = await read(now, auditLog, { ...input, cursor: page.nextCursor });
    return rowsOf(page);
  });
  return new Response(rows, {
    headers: {
      ...DESK_HEADERS,
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${brand.slug}-audit.csv"`,
    },
  });
}

const cellsOf = (change: LoggedChange, brand: string) =>
  Object.values(AUDIT_TABLE).map((cell) => cell({ ...change, brand }));
