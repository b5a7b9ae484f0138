// Text that people typed is data: in an answer it stands in quotation marks that it cannot close.

/** As a JSON string. A long text is cut first, because a cut escape could close the string. */
export const typed = (text: string, most = Number.POSITIVE_INFINITY): string =>
  JSON.stringify(text.length > most ? `${text.slice(0, most)}…`.toWellFormed() : text);

/** `notes (typed by people): "Window, please"`; without a text: `notes: none`. */
export const typedField = (field: string, text: string, most?: number): string =>
  text.trim() === "" ? `${field}: none` : `${field} (typed by people): ${typed(text, most)}`;
