import { z } from "zod";
import type { Reservation } from "../../domain/reservation.ts";
import { DAY, displayDate, displayTime } from "../../domain/time.ts";
import type { InboundTextRow } from "../../storage/inbound-text-store.ts";
import type { OperationContext } from "../define.ts";

const MOST_UNREAD = 100;
const UNREAD_DAYS = 30;
const MOST_OPEN = 12;

type Context = Pick<OperationContext, "stores" | "brand" | "now">;

export const unreadTextShape = z.strictObject({
  id: z.string(),
  phone: z.string(),
  body: z.string(),
  receivedAt: z.number(),
  guestName: z.string().nullable(),
  reservationId: z
    .string()
    .nullable()
    .describe("The reservation that the text is most likely about"),
  reservations: z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        numberOfPeople: z.int(),
        date: z.string(),
        time: z.string(),
      }),
    )
    .describe("Reservations of this phone that are not over yet, by start"),
});
export type UnreadText = z.infer<typeof unreadTextShape>;

interface Reader {
  readonly brand: string;
  readonly ownsInstance: boolean;
}

export function hasUnread(
  { messageList }: Pick<OperationContext["stores"], "messageList">,
  { brand, ownsInstance }: Reader,
  now: number,
): boolean {
  const since = now - UNREAD_DAYS * DAY;
  if (messageList.unread(brand, since, 1).length > 0) return true;
  return ownsInstance && messageList.unclaimed(since, 1).length > 0;
}

export const ownsInstance = ({
  stores,
  caller,
}: Pick<OperationContext, "stores" | "caller">): boolean =>
  caller.kind === "session" && stores.users.byId(caller.principal)?.ownsInstance === true;

export function unclaimedTexts(context: OperationContext): UnreadText[] {
  if (!ownsInstance(context)) return [];
  return context.stores.messageList
    .unclaimed(context.now - UNREAD_DAYS * DAY, MOST_UNREAD)
    .map(({ id, sender, body, receivedAt }) => {
      const text = { id, phone: sender, body, receivedAt };
      return { ...text, guestName: null, reservationId: null, reservations: [] };
    });
}

export const unreadTexts = (context: Context): UnreadText[] =>
  rowsOf(context).map((text) => unreadText(text, context));

export function unreadByReservation(context: Context): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [phone, texts] of Map.groupBy(rowsOf(context), ({ sender }) => sender)) {
    const [about] = openOf(phone, context);
    if (about !== undefined) counts.set(about.id, texts.length);
  }
  return counts;
}

export function unreadAbout({ id, phone }: Reservation, context: Context): UnreadText[] {
  if (phone === null || openOf(phone, context)[0]?.id !== id) return [];
  return unreadFrom(phone, context).map((text) => unreadText(text, context));
}

export const unreadFrom = (phone: string, context: Context): InboundTextRow[] =>
  rowsOf(context).filter(({ sender }) => sender === phone);

const rowsOf = ({ stores, brand, now }: Context): InboundTextRow[] =>
  stores.messageList.unread(brand.slug, now - UNREAD_DAYS * DAY, MOST_UNREAD);

const openOf = (phone: string, { stores, brand, now }: Context): Reservation[] =>
  stores.guests.open(brand.slug, phone, now, MOST_OPEN);

function unreadText(
  { id, sender, body, receivedAt }: InboundTextRow,
  context: Context,
): UnreadText {
  const { stores, brand } = context;
  const zone = brand.settings.timeZone;
  const open = openOf(sender, context);
  const [about] = open;
  const before =
    about === undefined
      ? stores.messageList
          .thread(brand.slug, sender, 20)
          .find(({ guestName }) => guestName !== null)
      : undefined;
  return {
    id,
    phone: sender,
    body,
    receivedAt,
    guestName: about?.name ?? before?.guestName ?? null,
    reservationId: about?.id ?? before?.reservationId ?? null,
    reservations: open.map((one) => ({
      id: one.id,
      name: one.name,
      numberOfPeople: one.partySize,
      date: displayDate(one.startAt, zone),
      time: displayTime(one.startAt, zone),
    })),
  };
}
