interface Pair {
  readonly keys: readonly string[];
}

export type Overlapping =
  | {
      readonly name: string;
      readonly weekday: string;
      readonly opens: string;
      readonly closes: string;
    }
  | { readonly name: string; readonly date: string };

export interface SettingsReasons {
  "SETTINGS_CONFLICT.party_above_seats": Pair & {
    readonly say: {
      readonly maxPartySize: number;
      readonly seats: number;
      readonly overbookCovers: number;
    };
  };
  "SETTINGS_CONFLICT.pace_too_low": Pair & {
    readonly say: { readonly pace: number; readonly other: number; readonly largest: number };
  };
  "SETTINGS_CONFLICT.last_turn": Pair & { readonly say: { readonly upTo: number } };
  "SETTINGS_CONFLICT.turn_order": Pair & {
    readonly say: { readonly upTo: number | null; readonly next: number | null };
  };
  "SETTINGS_CONFLICT.attendance_order": Pair & {
    readonly say: { readonly sooner: number; readonly later: number };
  };
  "SETTINGS_CONFLICT.closed_with_services": Pair;
  "SETTINGS_CONFLICT.last_seating": Pair & {
    readonly say: {
      readonly service: string;
      readonly opens: string;
      readonly lastSeating: string;
      readonly closes: string;
    };
  };
  "SETTINGS_CONFLICT.overlap": Pair & {
    /** `twice`: the services overlap only in the hour that comes twice when clocks go back. */
    readonly say: { readonly services: readonly Overlapping[]; readonly twice: boolean };
  };
  "INVALID_INPUT.set_and_unset": { readonly path: string };
  "INVALID_INPUT.settings_no_object": object;
  "INVALID_INPUT.no_key": { readonly say: { readonly key: string } };
  "INVALID_INPUT.unreachable_key": {
    readonly path: string;
    readonly say: { readonly place: string; readonly isList: boolean };
  };
}
