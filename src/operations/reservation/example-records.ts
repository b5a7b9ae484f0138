import type { WireEntry } from "../waitlist/wire-entry.ts";
import type { WireReservation } from "./wire.ts";

// The records that the examples of the operations tell of, as they are made at 3:00 PM and at 3:20
// PM on Wednesday, November 18, 2026. Instants are epoch milliseconds.

/** What the example of create_booking makes. */
export const EXAMPLE_RESERVATION: WireReservation = {
  id: "6afe03c027935d40f69e49ab",
  brand: "demo-bistro",
  name: "Ana Lopez",
  phone: "+12125550123",
  email: null,
  numberOfPeople: 4,
  date: "Friday, November 20, 2026",
  time: "7:30 PM",
  timestamp: 1_795_221_000_000,
  endTimestamp: 1_795_227_300_000,
  serviceDate: "2026-11-20",
  service: "Dinner",
  status: "booked",
  attendance: "pending",
  notes: "",
  foodDrinkNotes: "",
  seatingNotes: "",
  notifyCustomer: true,
  source: "tool",
  flags: [],
  arrivedAt: null,
  seatedAt: null,
  completedAt: null,
  cancelledAt: null,
  createdAt: 1_795_032_000_000,
  updatedAt: 1_795_032_000_000,
  revision: 1,
};

/** What the example of add_to_waitlist makes. */
export const EXAMPLE_ENTRY: WireEntry = {
  id: "6afe087027935d40f69e49ab",
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
