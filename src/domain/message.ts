import { type FieldsWith, initialOf, type RecordOf } from "./fields.ts";
import { MESSAGE_FIELDS, MESSAGE_STATES } from "./message-fields.ts";

export {
  MESSAGE_KINDS,
  MESSAGE_STATES,
  type MessageKind,
  type MessageState,
} from "./message-fields.ts";

export interface Message extends RecordOf<typeof MESSAGE_FIELDS> {}

type Preset = FieldsWith<typeof MESSAGE_FIELDS, "initial">;
const INITIAL = initialOf(MESSAGE_FIELDS);

export const newMessage = (given: Omit<Message, Preset | "dueAt"> & Partial<Message>): Message => ({
  ...INITIAL,
  dueAt: given.createdAt,
  ...given,
});

/** The `providerId` of a text that was only written to the log. */
export const logIdOf = (id: string): string => `log-${id}`;

export const TOLD_STATES = [...MESSAGE_STATES, "logged"] as const;
export type ToldState = (typeof TOLD_STATES)[number];

export const toldState = ({
  id,
  state,
  providerId,
}: Pick<Message, "state"> & {
  readonly id: string | null;
  readonly providerId?: string | null;
}): ToldState =>
  state === "accepted" && id !== null && providerId === logIdOf(id) ? "logged" : state;
