import type { AnswerWords } from "../../en/guest/answers.ts";

type Table = Parameters<AnswerWords["gone"]>[0];

// Some of these sentences follow the guest's name and a comma. "Ihr" has a capital even there.

const on = ({ size, day, time }: Table): string => `für ${size} am ${day} um ${time} Uhr`;

export const answers: AnswerWords = {
  confirmed_late: (table) => `Ihr Tisch ${on(table)} ist bestätigt. Vielen Dank!`,
  released: (table) =>
    `Ihr Tisch ${on(table)} wurde freigegeben und ist inzwischen vergeben. Bitte rufen Sie uns{phone} an, wir helfen gern.`,
  gone_still_waiting: (table) =>
    `Ihr Wunschtisch ${on(table)} ist leider gerade vergeben worden. Sie stehen weiterhin auf der Warteliste.`,
  gone: (table) =>
    `Ihr Wunschtisch ${on(table)} ist leider gerade vergeben worden. Für einen anderen Tisch rufen Sie uns bitte{phone} an.`,
  table_ready: (until) =>
    `Ihr Tisch ist bereit. Bitte kommen Sie herein${until === null ? "" : `, wir halten ihn bis ${until} Uhr frei`}.`,
  quick: [
    "Bis dann, wir freuen uns auf Sie.",
    "Vielen Dank, wir haben es notiert.",
    "Wir halten Ihren Tisch bis {until} Uhr frei.",
    "Bitte rufen Sie uns{phone} an, dann finden wir eine Lösung.",
  ],
  which: (brand) => `${brand}: Welchen Tisch meinen Sie?`,
  whichOfAll: "Welchen Tisch meinen Sie?",
  choice: (brand, table) => `${brand === null ? "Tisch" : `${brand}, Tisch`} ${on(table)}`,
};
