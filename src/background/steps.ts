import type { SmsProvider } from "../domain/sms-provider.ts";
import { deliveries } from "./deliveries.ts";
import { freedSlots } from "./freed-slots.ts";
import { type Lease, whileHeld } from "./lease.ts";
import type { Step } from "./loop.ts";
import { offers } from "./offers.ts";
import { onProvenClock, onTrustedClock } from "./proven-clock.ts";
import { purge } from "./purge.ts";
import {
  attendanceDeadline,
  automaticCompletion,
  freeTables,
  overstays,
  pendingRequests,
  questions,
} from "./reservation-steps.ts";
import { retention } from "./retention.ts";
import type { Machine } from "./sweep.ts";
import { unusedClients } from "./unused-clients.ts";
import { waitlistEntries } from "./waitlist-entries.ts";

interface Dependencies {
  readonly lease: Lease;
  readonly gateway: SmsProvider;
  readonly wake: () => void;
}

/** The steps of the background loop, in the order in which they run. */
export function stepsOf(machine: Machine, { lease, gateway, wake }: Dependencies): Step[] {
  const held = whileHeld(machine, lease);
  const { clock } = machine.stores;
  return [
    ...[
      // Questions come before `attendanceDeadline`, which settles overdue reservations. Otherwise
      // their unsent questions would leave no row, and hosts would not see that none was sent.
      questions,
      automaticCompletion,
      overstays,
      pendingRequests,
      attendanceDeadline,
      // Booked parties get free tables before waiting guests do.
      freeTables,
      offers,
      waitlistEntries,
      freedSlots,
    ].map((step) => onTrustedClock(step(held), clock)),
    deliveries(machine, gateway, { right: lease, wake }),
    // Offers run again, because `deliveries` may have sent their texts.
    onTrustedClock(offers(held), clock),
    purge(held),
    onProvenClock(retention(held), clock),
    onProvenClock(unusedClients(held), clock),
  ];
}
