import type { SmsProvider } from "../domain/sms-provider.ts";
import { attendanceDeadline } from "./attendance-deadline.ts";
import { automaticCompletion } from "./automatic-completion.ts";
import { deliveries } from "./deliveries.ts";
import { freedSlots } from "./freed-slots.ts";
import { type Lease, whileHeld } from "./lease.ts";
import type { Step } from "./loop.ts";
import { offers } from "./offers.ts";
import { pendingRequests } from "./pending-requests.ts";
import { onProvenClock, type ProvenClock } from "./proven-clock.ts";
import { purge } from "./purge.ts";
import { retention } from "./retention.ts";
import type { Machine } from "./sweep.ts";
import { unusedClients } from "./unused-clients.ts";
import { waitlistEntries } from "./waitlist-entries.ts";

/** What the steps need besides the machine. */
interface Dependencies {
  readonly lease: Lease;
  readonly gateway: SmsProvider;
  readonly isProven: ProvenClock;
  /** Asks the loop for another run. */
  readonly wake: () => void;
}

/** Everything that becomes due, in the order of a run. */
export function stepsOf(
  machine: Machine,
  { lease, gateway, isProven, wake }: Dependencies,
): Step[] {
  const held = whileHeld(machine, lease);
  return [
    automaticCompletion(held),
    pendingRequests(held),
    attendanceDeadline(held),
    offers(held),
    waitlistEntries(held),
    freedSlots(held),
    deliveries(machine, gateway, { right: lease, wake }),
    // What has just been sent, or not, is noted in the same run.
    offers(held),
    purge(held, isProven),
    onProvenClock(retention(held), isProven),
    onProvenClock(unusedClients(held), isProven),
  ];
}
