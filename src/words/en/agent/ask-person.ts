import type { Asked } from "../../../domain/ask-person.ts";
import { inWords } from "../../../domain/time.ts";
import { people } from "../phrases.ts";

/** The client shows the question as a form. Accepting the form means yes. */
export function question(asked: Asked): string {
  const { numberOfPeople, startAt, zone } = asked;
  const start = inWords(startAt, zone);
  switch (asked.about) {
    case "review":
      return (
        `A party of ${numberOfPeople} counts as large here (from ${asked.largeFrom} people), so the restaurant must ` +
        `approve it. File a request for ${start}? The seats are kept until a manager decides.`
      );
    case "duplicate":
      return (
        "This guest seems to have a reservation at that time already: " +
        `party of ${asked.other.partySize}, ${inWords(asked.other.startAt, zone)}. ` +
        `Book another reservation, for ${people(numberOfPeople)}, ${start}?`
      );
  }
}
