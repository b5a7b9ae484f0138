import type { InZone } from "./admission.ts";
import type { Call } from "./call.ts";

export type NotUndoable =
  | { readonly is: "no_change" | "creation" }
  | { readonly is: "taken_back"; readonly operation: string }
  | {
      readonly is: "not_yours";
      readonly operation: string;
      readonly actor: "guest" | "system" | "other";
      readonly name: string;
    }
  | { readonly is: "no_walk_in" };

/** `free` is the call that lists free starts. */
export interface Remedy {
  readonly is: "book_anew" | "move" | "stays_seated";
  readonly id: string;
  readonly free: Call | null;
}

export interface RefusedMove {
  readonly id: string;
  readonly tool: string;
  /** Which part of an update_booking call is refused. Null if the whole call is refused. */
  readonly of: "start" | "start_or_size" | null;
  readonly moves: readonly string[];
  readonly update: "all" | "size_and_notes" | "notes";
  readonly ended: boolean;
}

export interface ReservationReasons {
  "NOT_FOUND.reservation": { readonly id: string; readonly say: { readonly brand: string | null } };
  "BRAND_MISMATCH.reservation": {
    readonly brand: string;
    readonly belongsTo: string;
    readonly say: { readonly id: string };
  };
  "REVISION_CONFLICT.reservation": {
    readonly id: string;
    readonly shown: number;
    readonly revision: number;
    readonly say: { readonly by: { readonly name: string; readonly operation: string } | null };
  };
  "REVISION_CONFLICT.stored": { readonly id: string; readonly revision: number };
  NOTHING_TO_UPDATE: { readonly id: string; readonly fields: readonly string[] };
  "INVALID_TRANSITION.reservation": { readonly status: string; readonly say: RefusedMove };
  "INVALID_TRANSITION.no_request": {
    readonly status: string;
    readonly operation: string;
    readonly possible: readonly string[];
    readonly say: { readonly id: string };
  };
  TOO_EARLY: {
    readonly earliest: number;
    readonly startsAt: number;
    readonly say: InZone & { readonly id: string; readonly move: string };
  };
  NOTHING_TO_UNDO: { readonly id: string; readonly say: NotUndoable };
  UNDO_EXPIRED: {
    readonly at: number;
    readonly operation: string;
    readonly undoMinutes: number;
    readonly say: { readonly id: string; readonly opposite: Call | null };
  };
  "SLOT_REUSED.late_guest": {
    readonly say: InZone & { readonly id: string; readonly until: number; readonly remedy: Remedy };
  };
  "SLOT_REUSED.undo": { readonly say: { readonly id: string; readonly remedy: Remedy } };
  "SLOT_REUSED.given_away": { readonly say: { readonly id: string; readonly operation: string } };
}
