// Answers quote and escape what people typed, so that an agent does not take it for instructions.

/** Cuts the text before escaping, so that no escape is cut in half. */
export const typed = (text: string, most = Number.POSITIVE_INFINITY): string =>
  JSON.stringify(text.length > most ? `${text.slice(0, most)}…`.toWellFormed() : text);

/** `notes (typed by people): "Window, please"`, or `notes: none` */
export const typedField = (field: string, text: string, most?: number): string =>
  text.trim() === "" ? `${field}: none` : `${field} (typed by people): ${typed(text, most)}`;
