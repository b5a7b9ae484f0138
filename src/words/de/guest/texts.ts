import { dateFormat } from "../../dates.ts";
import type { TextWords } from "../../en/guest/texts.ts";
import { dates } from "./dates.ts";

/** "20.11." */
const dayAndMonth = dateFormat("de-DE", { day: "numeric", month: "numeric" });

// The word after {name} is a noun or "Ihr", so it always begins with a capital.
export const texts: TextWords = {
  wordings: {
    confirmation: [
      "{brand}: {name}Ihr Tisch für {size} ist am {day} um {time} Uhr reserviert. Planänderung? {link}",
      "{brand}: {name}Tisch für {size} reserviert: {day}, {time} Uhr. Ändern: {link}",
      "{brand}: {name}Ihr Tisch für {size} ist am {day} um {time} Uhr reserviert. Falls sich etwas ändert, rufen Sie uns bitte{phone} an.",
      "{brand}: {name}Tisch für {size} reserviert: {day}, {time} Uhr. Änderungen bitte telefonisch{phone}.",
    ],
    update: [
      "{brand}: {name}Ihre Reservierung wurde geändert: Tisch für {size} am {day} um {time} Uhr. Falls das nicht stimmt, rufen Sie uns bitte{phone} an.",
      "{brand}: {name}Ihre Reservierung wurde geändert: Tisch für {size} am {day} um {time} Uhr. Fragen? Bitte rufen Sie uns{phone} an.",
    ],
    cancellation: [
      "{brand}: {name}Ihr Tisch für {size} am {day} um {time} Uhr wurde storniert. Falls das nicht stimmt, rufen Sie uns bitte{phone} an.",
    ],
    cancelled_by_guest: [
      "{brand}: {name}Ihre Stornierung (Tisch für {size}, {day}, {time} Uhr) ist vermerkt. Danke, dass Sie Bescheid gesagt haben.",
      "{brand}: {name}Ihre Stornierung (Tisch für {size}, {day}, {time} Uhr) ist vermerkt. Danke!",
    ],
    request_received: [
      "{brand}: {name}Ihre Anfrage (Tisch für {size}, {day}, {time} Uhr) ist eingegangen, aber noch nicht bestätigt. Wir melden uns per SMS.",
      "{brand}: {name}Ihre Anfrage (Tisch für {size}, {day}, {time} Uhr) ist eingegangen, aber noch nicht bestätigt. Wir melden uns.",
    ],
    request_declined: [
      "{brand}: {name}Ihre Anfrage (Tisch für {size}, {day}, {time} Uhr) können wir leider nicht bestätigen. Für einen anderen Termin rufen Sie uns bitte{phone} an.",
      "{brand}: {name}Ihre Anfrage (Tisch für {size}, {day}, {time} Uhr) können wir leider nicht bestätigen. Bitte rufen Sie uns{phone} an.",
    ],
    request_cancelled: [
      "{brand}: {name}Ihre Anfrage (Tisch für {size}, {day}, {time} Uhr) wurde storniert. Falls das nicht stimmt, rufen Sie uns bitte{phone} an.",
      "{brand}: {name}Ihre Anfrage (Tisch für {size}, {day}, {time} Uhr) wurde storniert. Ein Irrtum? Bitte rufen Sie uns{phone} an.",
    ],
    offer: [
      "{brand}: Ein Tisch für {size} ist frei: {day}, {time} Uhr. Bis {until} Uhr mit JA annehmen, mit NEIN ablehnen oder {link}",
      "{brand}: Tisch für {size} frei: {day}, {time} Uhr. Bis {until} Uhr JA oder NEIN antworten oder {link}",
      "{brand}: Tisch für {size} frei: {day}, {time} Uhr. JA bis {until} Uhr, sonst NEIN oder {link}",
      "{brand}: Tisch für {size}, {day}, {time}? JA bis {until}, NEIN oder {link}",
      "{brand}: Tisch für {size}, {day}, {time}? JA bis {until} oder {link}",
    ],
    attendance_ask: [
      "{brand}: {name}Tisch für {size} am {day} um {time} Uhr: Kommen Sie? JA oder NEIN bis {until} Uhr oder {link}",
      "{brand}: {name}Tisch für {size}, {day}, {time}: Kommen Sie? JA/NEIN bis {until} oder {link}",
      "{brand}: {name}Ihr Tisch für {size} am {day} um {time} Uhr: Kommen Sie? Bitte antworten Sie bis {until} Uhr mit JA oder NEIN.",
      "{brand}: {name}Ihr Tisch für {size} am {day} um {time} Uhr: Kommen Sie? Bitte bis {until} Uhr JA oder NEIN antworten.",
    ],
    follow_up: [
      "{brand}: {name}Tisch für {size} am {day} um {time} Uhr: Bleibt es dabei? JA oder NEIN bis {until} Uhr oder {link}",
      "{brand}: {name}Tisch für {size}, {day} {time}: Bleibt es dabei? JA/NEIN bis {until} oder {link}",
      "{brand}: {name}Ihr Tisch für {size} am {day} um {time} Uhr: Bleibt es dabei? Bitte antworten Sie bis {until} Uhr mit JA oder NEIN.",
      "{brand}: {name}Tisch für {size} am {day}, {time} Uhr: Bleibt es dabei? Bitte bis {until} Uhr JA oder NEIN antworten.",
    ],
    reminder: [
      "{brand}: {name}Ihr Tisch für {size} wartet am {day} um {time} Uhr auf Sie. Falls sich etwas ändert, rufen Sie uns bitte{phone} an.",
    ],
  },
  firstOffers: [
    "{brand}: Tisch für {size} frei: {day}, {time} Uhr. JA bis {until} Uhr, NEIN, STOP (keine SMS mehr) oder {link}",
    "{brand}: Tisch für {size}, {day}, {time}? JA bis {until}, NEIN, STOP (keine SMS) oder {link}",
    "{brand}: Tisch für {size}, {day}, {time}? JA bis {until}, STOP (keine SMS) oder {link}",
  ],
  atPhone: " unter ",
  optOut: "Keine SMS mehr: STOP",
  /** "20.11., 16:30" */
  deadline: ({ at, zone }) => `${dayAndMonth(at, zone)}, ${dates.time(at, zone)}`,
};
