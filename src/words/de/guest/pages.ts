import type { PageWords } from "../../en/guest/pages.ts";

export const pages: PageWords = {
  hello: (firstName) => `Guten Tag ${firstName}!`,
  facts: { day: "Tag", time: "Uhrzeit", guests: "Gäste" },
  time: (time) => `${time} Uhr`,
  closed: {
    unknown: {
      title: "Dieser Link funktioniert nicht",
      text: "Bitte prüfen Sie, ob er vollständig ist, oder rufen Sie im Restaurant an.",
    },
    expired: {
      title: "Dieser Link ist abgelaufen",
      text: "Die Reservierung oder das Angebot liegt in der Vergangenheit. Wir würden uns freuen, Sie wieder bei uns zu sehen.",
    },
  },
  badForm: {
    title: "Das hat nicht geklappt",
    text: "Bitte öffnen Sie den Link aus Ihrer SMS noch einmal und verwenden Sie die Schaltflächen auf der Seite.",
  },
  tooMany: {
    title: "Zu viele Versuche",
    text: (seconds) =>
      `Bitte versuchen Sie es in ${seconds} ${seconds === 1 ? "Sekunde" : "Sekunden"} noch einmal oder rufen Sie im Restaurant an.`,
  },
  outcomes: {
    gone: "Dieser Tisch ist leider gerade vergeben worden.",
    changed:
      "Seit Sie diese Seite geöffnet haben, hat sich etwas geändert. Bitte sehen Sie sich die Angaben noch einmal an.",
    refused: "Das ist nicht mehr möglich. Bitte rufen Sie uns{phone} an.",
  },
  offer: {
    titles: {
      open: "Ein Tisch ist für Sie frei",
      late: "Wir konnten den Tisch nicht länger freihalten",
      taken: "Der Tisch ist für Sie reserviert",
      passed: "Sie haben diesen Tisch abgelehnt",
      closed: "Dieser Tisch ist nicht mehr frei",
    },
    held: { before: "Wir halten diesen Tisch bis ", after: " für Sie frei." },
    heldUntil: (time, day) => `${day}, ${time}`,
    late: "Vielleicht ist der Tisch trotzdem noch zu haben. Fragen Sie an, dann erfahren Sie es sofort.",
    taken: "Wir freuen uns auf Sie.",
    stillWaiting:
      "Sie stehen weiterhin auf unserer Warteliste. Sobald wieder ein Tisch frei wird, schreiben wir Ihnen eine SMS.",
    notWaiting: "Wenn Sie kommen möchten, rufen Sie uns bitte{phone} an.",
    accept: "Tisch annehmen",
    pass: "Nein, danke",
    ask: "Tisch anfragen",
    seeReservation: "Zur Reservierung",
  },
  reservation: {
    titles: {
      booked: "Ihre Reservierung",
      pending: "Ihre Anfrage",
      arrived: "Willkommen",
      seated: "Willkommen",
      completed: "Vielen Dank für Ihren Besuch",
      no_show: "Wir haben Sie vermisst",
      cancelled: "Diese Reservierung ist storniert",
    },
    released:
      "Wir haben nichts von Ihnen gehört und Ihren Tisch deshalb freigegeben. Vielleicht ist er noch zu haben: Bestätigen Sie, dass Sie kommen, dann erfahren Sie es sofort.",
    cancelled: "Falls das nicht stimmt, rufen Sie uns bitte{phone} an.",
    pending:
      "Ihre Anfrage ist bei uns eingegangen. Der Tisch ist noch nicht reserviert; wir melden uns per SMS.",
    unanswered: "Kommen Sie? Bitte geben Sie uns Bescheid, damit wir Ihren Tisch freihalten.",
    fixed: "Wenn wir etwas für Sie tun können, rufen Sie uns bitte{phone} an.",
    confirmed: "Vielen Dank für Ihre Bestätigung. Wir freuen uns auf Sie.",
    booked: "Wir freuen uns auf Sie.",
    confirm: "Ja, wir kommen",
    calendar: "Zum Kalender hinzufügen",
    plansChanged: "Wir können doch nicht kommen",
    beforeCancel:
      "Ihren Tisch geben wir dann an andere Gäste weiter. Das lässt sich hier nicht rückgängig machen.",
    cancel: "Reservierung stornieren",
  },
  calendar: {
    file: "reservierung.ics",
    summary: (brand, size) => `${brand}: Tisch für ${size}`,
  },
};
