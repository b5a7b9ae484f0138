// A second implementation of docs/rules, written from the text of the rules alone and without code
// of the product: which start belongs to which service, which parties are present when, and why a
// request is refused.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface RuleLimits {
  readonly seats: number | null;
  readonly maxPartiesPresent: number | null;
  readonly overbookCovers: number;
  readonly slotMinutes: number;
  readonly paceCovers: number | null;
  readonly paceParties: number | null;
}
interface RuleHours {
  readonly name: string;
  readonly opens: string;
  readonly lastSeating: string;
  readonly closes: string;
  readonly limits: Partial<RuleLimits>;
}
/** The settings that admission depends on, as an owner writes them. */
export interface RuleSettings extends RuleLimits {
  readonly timeZone: string;
  readonly bufferMinutes: number;
  readonly turnMinutes: readonly { readonly upTo: number | null; readonly minutes: number }[];
  readonly services: readonly (RuleHours & { readonly days: readonly string[] })[];
  readonly specialDays: Readonly<
    Record<string, { readonly closed?: boolean; readonly services?: readonly RuleHours[] }>
  >;
  readonly largeParty: { readonly from: number; readonly mode: "refuse" | "pending" | "allow" };
  readonly maxPartySize: number | null;
  readonly attendance: {
    readonly enabled: boolean;
    readonly minLeadHours: number;
    readonly fromParty: number;
    readonly phoneRequiredFrom: number;
  };
  readonly noShowGraceMinutes: number;
  readonly minNoticeMinutes: number;
  readonly pastGraceMinutes: number;
  readonly bookingWindowDays: number | null;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The wall time at an instant: "2026-11-20T19:00". */
export function wallAt(zone: string, instant: number): string {
  const known = formats.get(zone);
  const format =
    known ??
    new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone,
      dateStyle: "short",
      timeStyle: "short",
    });
  if (known === undefined) formats.set(zone, format);
  return format.format(instant).replace(" ", "T");
}
export const dateAt = (zone: string, instant: number): string => wallAt(zone, instant).slice(0, 10);

const asUtc = (wall: string): number => Date.parse(`${wall}:00Z`);

/** The instants of a wall time: none if the clock skips it, two if the clock repeats it. */
export function instantsOf(zone: string, wall: string): number[] {
  const guess = asUtc(wall);
  const found = new Set<number>();
  for (let probe = guess - DAY; probe <= guess + DAY; probe += HOUR / 2) {
    const instant = guess - (asUtc(wallAt(zone, probe)) - probe);
    if (wallAt(zone, instant) === wall) found.add(instant);
  }
  return [...found].sort((one, other) => one - other);
}

/** The first instant after the gap in which a skipped wall time lies. */
function behindGap(zone: string, wall: string): number {
  let instant = asUtc(wall) - DAY;
  while (wallAt(zone, instant) < wall) instant += MINUTE;
  return instant;
}

export const daysAfter = (date: string, days: number): string =>
  new Date(asUtc(`${date}T12:00`) + days * DAY).toISOString().slice(0, 10);

/** A service on one date, in instants. */
export interface Sitting {
  readonly name: string;
  readonly serviceDate: string;
  readonly opens: number;
  readonly last: number;
  readonly closes: number;
  readonly limits: RuleLimits;
}

const WEEK = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const known = new WeakMap<RuleSettings, Map<string, readonly Sitting[]>>();

/** The services of a service date, in order of opening. */
export function sittingsOn(settings: RuleSettings, date: string): readonly Sitting[] {
  const days = known.get(settings) ?? new Map<string, readonly Sitting[]>();
  known.set(settings, days);
  const sittings = days.get(date) ?? readSittings(settings, date);
  days.set(date, sittings);
  return sittings;
}

function readSittings(settings: RuleSettings, date: string): Sitting[] {
  const special = settings.specialDays[date];
  const weekday = WEEK[new Date(asUtc(`${date}T12:00`)).getUTCDay()] ?? "";
  const usual = settings.services.filter(({ days }) => days.includes(weekday));
  const planned = special?.closed === true ? [] : (special?.services ?? usual);
  return planned
    .map((hours) => sittingOf(settings, hours, date))
    .filter(({ opens, closes }) => opens < closes)
    .sort((one, other) => one.opens - other.opens);
}

function sittingOf(settings: RuleSettings, hours: RuleHours, date: string): Sitting {
  const zone = settings.timeZone;
  const first = `${date}T${hours.opens}`;
  const wallOf = (time: string) => `${time <= hours.opens ? daysAfter(date, 1) : date}T${time}`;
  const opens = instantsOf(zone, first)[0] ?? behindGap(zone, first);
  const lastWall = hours.lastSeating === hours.opens ? first : wallOf(hours.lastSeating);
  const last = instantsOf(zone, lastWall).at(-1) ?? behindGap(zone, lastWall) - MINUTE;
  const end = wallOf(hours.closes);
  const closes = instantsOf(zone, end).at(-1) ?? behindGap(zone, end);
  const { name } = hours;
  const limits = { ...settings, ...hours.limits };
  return { name, serviceDate: date, opens, last: Math.max(opens, last), closes, limits };
}

/** The service in which a party may start. `atTheDoor`: also after the last seating. */
export function sittingAt(
  settings: RuleSettings,
  start: number,
  atTheDoor: boolean,
): Sitting | null {
  const date = dateAt(settings.timeZone, start);
  const near = [-2, -1, 0].flatMap((days) => sittingsOn(settings, daysAfter(date, days)));
  const takes = ({ opens, last, closes }: Sitting): boolean =>
    opens <= start && (start <= last || (atTheDoor && start < closes));
  return near.find(takes) ?? null;
}

export function slotOf(start: number, { opens, limits }: Sitting) {
  const length = limits.slotMinutes * MINUTE;
  const from = opens + Math.floor((start - opens) / length) * length;
  return { from, to: from + length };
}

/** The starts that a service offers to guests. */
export function startsOf(sitting: Sitting): number[] {
  const starts: number[] = [];
  for (let at = sitting.opens; at <= sitting.last; at = slotOf(at, sitting).to) starts.push(at);
  return starts;
}

/** The fields of a reservation that its seats depend on. */
export interface RuleStay {
  readonly id: string;
  readonly size: number;
  readonly start: number;
  readonly end: number;
  readonly status: string;
  readonly seatedAt: number | null;
  readonly completedAt: number | null;
}

/** Seats that are taken in [from, to). */
export interface Taken {
  readonly from: number;
  readonly to: number;
  readonly size: number;
}

const minuteOf = (instant: number): number => instant - (instant % MINUTE);

/** The time in which a stay takes seats; null if it takes none. */
export function takenBy(stay: RuleStay, now: number): Taken | null {
  const { start, end, size, status } = stay;
  const seatedAt = minuteOf(stay.seatedAt ?? start);
  const from = Math.min(start, seatedAt);
  const taken = {
    booked: { from: start, to: end },
    pending: { from: start, to: end },
    arrived: { from: start, to: end },
    seated: { from, to: Math.max(seatedAt + end - start, now + MINUTE) },
    completed: { from, to: Math.min(end, minuteOf(stay.completedAt ?? end)) },
  }[status];
  return taken === undefined || taken.from >= taken.to ? null : { ...taken, size };
}

export const takenOf = (stays: readonly RuleStay[], now: number): Taken[] =>
  stays.flatMap((stay) => takenBy(stay, now) ?? []);

export const covers = (list: readonly Taken[]): number =>
  list.reduce((sum, { size }) => sum + size, 0);

/** The parties present at an instant, or starting in a slot. */
export const presentAt = (list: readonly Taken[], at: number): Taken[] =>
  list.filter(({ from, to }) => from <= at && at < to);
export const startingIn = (list: readonly Taken[], slot: { from: number; to: number }): Taken[] =>
  list.filter(({ from }) => from >= slot.from && from < slot.to);

/** Turn and buffer of a party, in milliseconds. */
export function stayLength({ turnMinutes, bufferMinutes }: RuleSettings, size: number): number {
  const row = turnMinutes.find(({ upTo }) => upTo === null || size <= upTo);
  return ((row?.minutes ?? 0) + bufferMinutes) * MINUTE;
}

/** A restaurant at an instant: settings, all reservations, and holds for waiting guests. */
export interface RuleHouse {
  readonly settings: RuleSettings;
  readonly stays: readonly RuleStay[];
  readonly holds: readonly Taken[];
  readonly now: number;
}

export interface RuleWish {
  readonly start: number;
  readonly size: number;
  readonly phone: boolean;
  readonly email: boolean;
  readonly silent: boolean;
}

/** The codes with which a booking is refused; empty if it is accepted. */
export function refusals(house: RuleHouse, wish: RuleWish): string[] {
  const { settings, now } = house;
  const { start, size } = wish;
  const near = start <= now + 15 * MINUTE;
  const walkIn = !wish.phone && !wish.email && near;
  const closed = sittingAt(settings, start, walkIn) === null ? ["OUTSIDE_SERVICE"] : [];
  const timing = timingRefusals(house, start, near, settings.pastGraceMinutes);
  const codes = [...closed, ...timing, ...sizeRefusals(house, start, size)];
  const { attendance, largeParty } = settings;
  const due = start - now >= attendance.minLeadHours * HOUR && size >= attendance.fromParty;
  const asked = (attendance.enabled && due) || size >= largeParty.from;
  if (asked && !walkIn && !wish.silent && !wish.phone && size >= attendance.phoneRequiredFrom) {
    codes.push("ATTENDANCE_CONTACT_REQUIRED");
  }
  const sitting = sittingAt(settings, start, true);
  if (sitting === null) return codes;
  const after = { from: start, to: start + stayLength(settings, size), size };
  const others = takenOf(house.stays, now);
  const room = (all: readonly Taken[]) =>
    roomRefusals(all, null, after, sitting.limits, near ? null : sitting);
  return [...codes, ...heldOrFull(codes, room, others, house.holds)];
}

/** The codes with which a change of start or size is refused. */
export function updateRefusals(
  house: RuleHouse,
  stay: RuleStay,
  to: { readonly start: number; readonly size: number },
): string[] {
  const { settings, now } = house;
  const moved = to.start !== stay.start;
  if (!moved && to.size === stay.size) return [];
  const ended = ["completed", "no_show", "cancelled"].includes(stay.status);
  if (ended || (stay.status === "seated" && moved)) return ["INVALID_TRANSITION"];
  const codes: string[] = [];
  if (moved) {
    if (sittingAt(settings, to.start, false) === null) codes.push("OUTSIDE_SERVICE");
    codes.push(...timingRefusals(house, to.start, false, 0));
  }
  if (to.size > stay.size) {
    // A change never makes a reservation pending. So in the mode `pending`, it cannot grow to a
    // large party either.
    codes.push(...sizeRefusals(house, now, to.size));
  } else if (moved && stay.status === "pending") {
    codes.push(...sizeRefusals(house, to.start, to.size));
  }
  const sitting = sittingAt(settings, to.start, true);
  // The room is not checked for seated guests, or outside the services, where seats do not count.
  if (stay.status === "seated" || (moved && sitting === null)) return codes;
  const after = { from: to.start, to: to.start + stayLength(settings, to.size), size: to.size };
  const others = takenOf(
    house.stays.filter((one) => one !== stay),
    now,
  );
  const room = (all: readonly Taken[]) =>
    roomRefusals(all, takenBy(stay, now), after, sitting?.limits ?? settings, sitting);
  return [...codes, ...heldOrFull(codes, room, others, house.holds)];
}

/**
 * Whether an undo can restore a stay as `back`. If `late`, a late guest is let in: the pace does
 * not apply.
 */
export function comesBack(
  house: RuleHouse,
  stay: RuleStay,
  back: RuleStay,
  late: boolean,
): boolean {
  const { settings, stays, holds, now } = house;
  const wanted = takenBy(back, now);
  if (wanted === null || wanted.to <= now) return true;
  const before = late ? null : takenBy(stay, now);
  const returns = !late && (before === null || stay.start !== back.start) && back.start > now;
  if (returns && sittingAt(settings, back.start, false) === null) return false;
  const sitting = sittingAt(settings, back.start, true);
  const after = { ...wanted, from: Math.max(wanted.from, now) };
  const others = [
    ...takenOf(
      stays.filter((one) => one !== stay),
      now,
    ),
    ...holds,
  ];
  const paced = late || after.from <= now + 15 * MINUTE ? null : sitting;
  return roomRefusals(others, before, after, sitting?.limits ?? settings, paced).length === 0;
}

function timingRefusals(
  { settings, now }: RuleHouse,
  start: number,
  near: boolean,
  graceMinutes: number,
): string[] {
  const minute = minuteOf(now);
  if (start < minute - graceMinutes * MINUTE) return ["IN_THE_PAST"];
  if (!near && start < minute + settings.minNoticeMinutes * MINUTE) return ["NOTICE_TOO_SHORT"];
  const { bookingWindowDays: days, timeZone } = settings;
  const last = days === null ? null : daysAfter(dateAt(timeZone, now), days);
  return last !== null && dateAt(timeZone, start) > last ? ["BEYOND_WINDOW"] : [];
}

function sizeRefusals({ settings, now }: RuleHouse, start: number, size: number): string[] {
  const most = settings.maxPartySize ?? settings.seats ?? Number.POSITIVE_INFINITY;
  if (size > most) return ["PARTY_TOO_LARGE"];
  const { from, mode } = settings.largeParty;
  const late = mode === "pending" && start < now + 3 * HOUR;
  return size >= from && (mode === "refuse" || late) ? ["LARGE_PARTY_REVIEW"] : [];
}

/** If there would be room without the holds, the only code is HELD_FOR_WAITLIST. */
function heldOrFull(
  codes: readonly string[],
  room: (others: readonly Taken[]) => string[],
  others: readonly Taken[],
  holds: readonly Taken[],
): string[] {
  const full = room([...others, ...holds]);
  const heldOnly = codes.length === 0 && full.length > 0 && room(others).length === 0;
  return heldOnly ? ["HELD_FOR_WAITLIST"] : full;
}

/**
 * `before`: the seats that the same party takes now. A change that needs no more seats is not
 * refused.
 */
function roomRefusals(
  others: readonly Taken[],
  before: Taken | null,
  after: Taken,
  limits: RuleLimits,
  paced: Sitting | null,
): string[] {
  const edges = [...others, ...(before === null ? [] : [before])].flatMap(({ from, to }) => [
    from,
    to,
  ]);
  const instants = [after.from, ...edges].filter((at) => at >= after.from && at < after.to);
  const own = (at: number) => presentAt(before === null ? [] : [before], at);
  const seats = (limits.seats ?? Number.POSITIVE_INFINITY) + limits.overbookCovers;
  const tables = limits.maxPartiesPresent ?? Number.POSITIVE_INFINITY;
  const tooFull = instants.some(
    (at) => after.size > covers(own(at)) && covers(presentAt(others, at)) + after.size > seats,
  );
  const noTable = instants.some(
    (at) => own(at).length === 0 && presentAt(others, at).length >= tables,
  );
  const codes = [...(tooFull ? ["CAPACITY_FULL"] : []), ...(noTable ? ["PARTIES_FULL"] : [])];
  return paced === null || keepsPace(others, before, after, paced)
    ? codes
    : [...codes, "PACE_FULL"];
}

function keepsPace(
  others: readonly Taken[],
  before: Taken | null,
  after: Taken,
  sitting: Sitting,
): boolean {
  const slot = slotOf(after.from, sitting);
  const starting = startingIn(others, slot);
  // A party above the pace must start alone in its slot.
  if (starting.length === 0) return true;
  const own = startingIn(before === null ? [] : [before], slot);
  const { paceCovers, paceParties } = sitting.limits;
  const most = paceCovers ?? Number.POSITIVE_INFINITY;
  if (after.size > covers(own) && covers(starting) + after.size > most) return false;
  return own.length > 0 || starting.length < (paceParties ?? Number.POSITIVE_INFINITY);
}
