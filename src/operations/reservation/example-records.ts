import { newReservation } from "../../domain/reservation.ts";
import type { WireEntry } from "../waitlist/wire-entry.ts";
import {
  type WireNotification,
  type WireReservation,
  type WriteResult,
  wireReservation,
} from "./wire.ts";

// The example is booked at 3:00 PM on Wednesday, November 18, 2026, New York time.

const BISTRO = { slug: "demo-bistro", settings: { timeZone: "America/New_York" } };

export const EXAMPLE_RESERVATION: WireReservation = wireReservation(
  newReservation(
    {
      id: "01a1f03ea60027935d40f69e",
      name: "Ana Lopez",
      phone: "+12125550123",
      partySize: 4,
      startAt: 1_795_221_000_000,
      endAt: 1_795_227_300_000,
      status: "booked",
      attendance: "pending",
      source: "tool",
      flags: [],
    },
    {
      brand: BISTRO,
      service: { name: "Dinner", serviceDate: "2026-11-20" },
      now: 1_795_032_000_000,
      by: "key-1",
    },
  ),
  BISTRO,
);

export const exampleText = (
  kind: WireNotification["kind"],
  dueAt: number,
  body: string,
): WireNotification => ({
  kind,
  recipient: "guest",
  name: "Ana Lopez",
  phone: "0123",
  body: `Demo Bistro: Ana Lopez, ${body}`,
  segments: 1,
  dueAt,
  state: "queued",
  why: null,
});

export const exampleWrite = <Rest extends Partial<WriteResult>>(
  changes: Partial<WireReservation>,
  rest?: Rest,
): WriteResult & Rest => ({
  reservation: { ...EXAMPLE_RESERVATION, ...changes },
  changed: true,
  dryRun: false,
  warnings: [],
  notifications: [],
  waitlist: null,
  placement: null,
  ...(rest as Rest),
});

export const EXAMPLE_ENTRY: WireEntry = {
  id: "01a1f050f58027935d40f69e",
  brand: "demo-bistro",
  name: "Ana Lopez",
  phone: "0123",
  numberOfPeople: 4,
  date: "Friday, November 20, 2026",
  earliestTimestamp: 1_795_219_200_000,
  latestTimestamp: 1_795_226_400_000,
  earliestTime: "7:00 PM",
  latestTime: "9:00 PM",
  priority: 0,
  notes: "",
  status: "waiting",
  position: 1,
  createdAt: 1_795_033_200_000,
  offersSent: 0,
  bookingId: null,
  offer: null,
  passedOver: [],
};
