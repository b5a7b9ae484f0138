import { type FieldsWith, initialOf, type RecordOf } from "./fields.ts";
import { MESSAGE_FIELDS } from "./message-fields.ts";

export {
  MESSAGE_KINDS,
  MESSAGE_STATES,
  type MessageKind,
  type MessageState,
} from "./message-fields.ts";

/** A text in the outbox. */
export interface Message extends RecordOf<typeof MESSAGE_FIELDS> {}

type Preset = FieldsWith<typeof MESSAGE_FIELDS, "initial">;
const INITIAL = initialOf(MESSAGE_FIELDS);

/** A text for the outbox: due at once and about nothing, unless said otherwise. */
export const newMessage = (given: Omit<Message, Preset | "dueAt"> & Partial<Message>): Message => ({
  ...INITIAL,
  dueAt: given.createdAt,
  ...given,
});
