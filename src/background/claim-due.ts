import type { Message } from "../domain/message.ts";
import { LINK, segmentsOf } from "../domain/segments.ts";
import type { Brand } from "../domain/settings.ts";
import { isDirect, nearBudget, overBudget } from "../domain/sms-budget.ts";
import { isTexted } from "../domain/sms-countries.ts";
import { DAY } from "../domain/time.ts";
import type { Stores } from "../storage/stores.ts";
import { mustPutOff, putOff } from "./quiet-texts.ts";
import { isStale } from "./stale-texts.ts";
import type { Machine } from "./sweep.ts";

export interface Claimed {
  readonly message: Message;
  readonly body: string;
}

/**
 * Must run inside `writer.write`. While the clock is in doubt, claims only direct texts, such as confirmations.
 * `settled` counts expired, withdrawn, held and postponed texts.
 */
export function claimDue(
  { stores }: Machine,
  limit: number,
  shownNow: number,
): { readonly claimed: Claimed[]; readonly settled: number } {
  const { deliveries: outbox, optOuts, brands, clock } = stores;
  const now = clock.endingsAt(shownNow);
  const due = { by: clock.dueBy(shownNow), directOnly: clock.doubt() !== null };
  let settled = outbox.expireDue(now);
  const claimed: Claimed[] = [];
  const used = countUse(stores, now);
  const about = new Set<string>();
  for (const text of limit > 0 ? outbox.due(now, limit, due) : []) {
    const brand = brands.get(text.brand);
    // A second text about the same reservation waits for the first.
    if (text.reservationId !== null && about.has(text.reservationId)) continue;
    const texted = brand === null || isTexted(text.to, brand.settings);
    if (!texted || optOuts.has(text.to) || isStale(text, stores)) {
      settled += Number(outbox.withdraw(text.id));
    } else if (brand !== null && mustPutOff(text, brand, now, stores)) {
      settled += Number(putOff(text, brand, now, stores));
    } else if (brand !== null && isOverBudget(text, brand, used) && outbox.hold(text.id)) {
      settled += 1;
    } else {
      // Count the segments again: the link may be longer than when the text was written.
      const body = stores.guestLinks.complete(text);
      const counted = text.body.includes(LINK) ? { segments: segmentsOf(body) } : {};
      if (!outbox.claim(text.id, { now, ...counted })) continue;
      used.add(text.brand);
      if (text.reservationId !== null) about.add(text.reservationId);
      claimed.push({ message: { ...text, state: "sending", attempt: text.attempt + 1 }, body });
    }
  }
  return { claimed, settled };
}

type Use = ReturnType<typeof countUse>;

function countUse({ deliveries }: Stores, now: number) {
  const since = now - DAY;
  const forBrands = new Map<string, number>();
  const forBrand = (slug: string): number => {
    const known = forBrands.get(slug) ?? deliveries.sentFor(slug, since);
    forBrands.set(slug, known);
    return known;
  };
  return {
    forBrand,
    toPhone: (phone: string): number => deliveries.sentTo(phone, since),
    add: (slug: string): void => {
      const known = forBrands.get(slug);
      if (known !== undefined) forBrands.set(slug, known + 1);
    },
  };
}

const isOverBudget = ({ kind, to, brand }: Message, { settings }: Brand, used: Use): boolean =>
  !isDirect(kind) &&
  overBudget(kind, settings, { toPhone: used.toPhone(to), forBrand: used.forBrand(brand) });

/** Warns at most once a day per brand. Counts texts only if `most` is near the budget: counting is slow. */
export function createBudgetWarning({
  stores,
  log,
}: Machine): (claimed: readonly Claimed[], now: number) => void {
  const saidAt = new Map<string, number>();
  /** How many texts each brand sent in the last day. May be too high: older texts are not subtracted. */
  const most = new Map<string, number>();
  const check = (slug: string, taken: number, now: number): void => {
    if (now - (saidAt.get(slug) ?? 0) < DAY) return;
    const brand = stores.brands.get(slug);
    if (brand === null) return;
    most.set(slug, (most.get(slug) ?? Number.POSITIVE_INFINITY) + taken);
    if (!nearBudget(brand.settings, most.get(slug) ?? 0)) return;
    const used = stores.deliveries.sentFor(slug, now - DAY);
    most.set(slug, used);
    if (!nearBudget(brand.settings, used)) return;
    saidAt.set(slug, now);
    log.warn("sms_budget_nearly_used", { brand: slug, used });
  };
  return (claimed, now) => {
    const taken = new Map<string, number>();
    for (const { message } of claimed) {
      taken.set(message.brand, (taken.get(message.brand) ?? 0) + 1);
    }
    for (const [slug, count] of taken) check(slug, count, now);
  };
}
