// Goal: every text says what its kind must say, in as few segments as possible, and no name can
// change its meaning.

import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { sampleLink } from "../../src/domain/guest-link.ts";
import { LANGUAGES } from "../../src/domain/languages.ts";
import { costOf, encodingOf, LINK, segmentsOf } from "../../src/domain/segments.ts";
import { TEMPLATE_KINDS as KINDS, type TemplateKind } from "../../src/domain/text-template.ts";
import { type MessageFacts, renderMessage } from "../../src/words/guest-texts.ts";
import { bistro } from "./brands.ts";

const HOUR = 3_600_000;
/** Friday, November 20, 2026, 7:30 PM in New York. */
const START = 1_795_221_000_000;

const ORIGIN = "https://book.example.com";

const facts = (changes: Partial<MessageFacts> = {}): MessageFacts => ({
  brand: bistro(),
  guestName: "Ada Lovelace",
  partySize: 4,
  at: START,
  deadlineAt: START - 3 * HOUR,
  holdUntil: START - 130 * 60_000,
  firstText: false,
  sampleLink: sampleLink(ORIGIN),
  ...changes,
});

/** The restaurant's phone, as stored and as texts write it. */
const PHONES = {
  en: { phone: "+12125550142", asked: "call us at +1 212 555 0142" },
  de: { phone: "+4930901820", asked: "unter +49 30 901820" },
};

/** The text as sent, with a link of the usual length. */
const sent = (body: string): string => body.replace(LINK, `${ORIGIN}/o/${"A".repeat(27)}`);

/** Kinds of text to which a guest may reply or whose link offers a choice. */
const WITH_LINK = ["offer", "confirmation", "attendance_ask", "follow_up"];

const SAYS = {
  en: { parts: ["for 4", "Fri Nov 20", "7:30 PM"], optOut: /STOP to opt out/ },
  de: {
    parts: ["für 4", "Fr 20.11.", "19:30"],
    optOut: /Keine SMS mehr: STOP|STOP \(keine SMS( mehr)?\) oder/,
  },
};

describe.each(LANGUAGES)("each kind in %s", (language) => {
  const brand = bistro(language);
  const { parts, optOut } = SAYS[language];

  test.each(KINDS)("%s names the brand, the size, the day and the time", (kind) => {
    const body = renderMessage(kind, facts({ brand }));
    for (const part of ["Demo Bistro: ", ...parts]) expect(body).toContain(part);
  });

  test.each(KINDS)("%s is one segment for usual names", (kind) => {
    expect(segmentsOf(sent(renderMessage(kind, facts({ brand }))))).toBe(1);
  });

  test.each(KINDS)(
    "%s is one segment and has the opt-out line if it is the guest's first text",
    (kind) => {
      const body = renderMessage(kind, facts({ brand, firstText: true }));
      expect(body).toMatch(optOut);
      expect(segmentsOf(sent(body))).toBe(1);
      expect(renderMessage(kind, facts({ brand }))).not.toContain("STOP");
    },
  );

  /** Kinds that may ask the guest to call. */
  const CALLED: readonly TemplateKind[] = [
    "update",
    "cancellation",
    "request_declined",
    "request_cancelled",
    "reminder",
  ];
  test.each(CALLED)("%s has the restaurant's phone if it asks for a call", (kind) => {
    const { phone, asked } = PHONES[language];
    const body = renderMessage(kind, facts({ brand: bistro(language, { contact: { phone } }) }));
    expect(body).toContain(asked);
    expect(segmentsOf(body)).toBe(1);
  });

  test("the phone is left out if it would cost a segment", () => {
    const names = fc.string({ unit: "grapheme", maxLength: 60 });
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), names, names, fc.boolean(), (...given) => {
        const [kind, guestName, name, firstText] = given;
        const write = (contact: object) =>
          renderMessage(
            kind,
            facts({ guestName, firstText, brand: bistro(language, { name, contact }) }),
          );
        const [full, without] = [write(PHONES[language]), write({})];
        const cost = (body: string): number => costOf(body, sampleLink(ORIGIN));
        expect(cost(full)).toBeLessThanOrEqual(cost(without));
        expect(without).not.toContain("{phone}");
      }),
    );
  });

  test.each(KINDS)("%s contains no opt-out word other than STOP", (kind) => {
    for (const firstText of [true, false]) {
      const body = renderMessage(kind, facts({ brand, firstText }));
      expect(body).not.toMatch(/\b(CANCEL|END|QUIT|REVOKE|UNSUBSCRIBE|STOPALL|OPTOUT)\b/);
    }
  });

  /** The longest usual case: a deadline with a day, and times and a party size of two digits. */
  const LONGEST = {
    partySize: 12,
    at: START + 3 * HOUR,
    deadlineAt: START - 19 * HOUR,
    holdUntil: START + 3 * HOUR - 10 * 60_000,
    guestName: "Ada",
  };
  test.each([
    [ORIGIN, WITH_LINK],
    ["https://tables.demo-trattoria.example", ["offer"]],
  ] as const)(
    "the text and its link fit into one segment if the address is %s",
    (origin, kinds) => {
      const sample = sampleLink(origin);
      expect(sample.length - origin.length).toBeLessThanOrEqual("/r/".length + 28);
      for (const kind of kinds as readonly TemplateKind[]) {
        for (const change of [{}, LONGEST]) {
          const body = renderMessage(kind, facts({ brand, ...change, sampleLink: sample }));
          expect([kind, body.includes(LINK), costOf(body, sample)]).toEqual([kind, true, 1]);
        }
      }
    },
  );

  test.each(KINDS)("%s has a link only if there is something for the guest to do", (kind) => {
    expect(renderMessage(kind, facts({ brand })).includes(LINK)).toBe(WITH_LINK.includes(kind));
  });

  test.each([
    ["confirmation", "Maximiliane von Musterfrauen"],
    ["attendance_ask", "Maximiliane"],
    ["follow_up", "Maximiliane"],
  ] as const)("%s has no link if the link would cost a segment", (kind, guestName) => {
    const harbour = bistro(language, { name: "The Old Harbour Seafood House" });
    const long = facts({ brand: harbour, guestName });
    expect(renderMessage(kind, long)).not.toContain(LINK);
    expect(segmentsOf(renderMessage(kind, long))).toBe(1);
  });

  test.each(["confirmation", "attendance_ask", "follow_up", "reminder"] as const)(
    "%s addresses the guest by name if there is one",
    (kind) => {
      expect(renderMessage(kind, facts({ brand }))).toStartWith("Demo Bistro: Ada Lovelace, ");
      const nameless = renderMessage(kind, facts({ brand, guestName: "" }));
      expect(nameless).toMatch(language === "en" ? /^Demo Bistro: [a-z]/ : /^Demo Bistro: [A-Z]/);
    },
  );
});

describe("an offer", () => {
  test("names the end of the hold and both possible replies", () => {
    const body = renderMessage("offer", facts());
    expect(body).toContain("YES by 5:20 PM");
    expect(body).toContain("NO to pass");
  });

  test.each([
    ["a long name of the brand", { brand: bistro("en", { name: "Trattoria Demo Roma" }) }],
    [
      "a large party late in the evening",
      { partySize: 12, at: START + 3 * HOUR, holdUntil: START + 2 * HOUR },
    ],
  ])("is one segment with %s", (_, changes) => {
    expect(segmentsOf(sent(renderMessage("offer", facts(changes))))).toBe(1);
  });

  test("adds the opt-out word to the replies in a guest's first text, within one segment", () => {
    const body = renderMessage("offer", facts({ firstText: true }));
    expect(body).toContain("NO to pass, STOP to opt out, or {link}");
    expect(segmentsOf(sent(body))).toBe(1);
  });

  /** A long origin. With a shorter one, the text is shorter. */
  const LONG = "https://reservations.trattoria.example";

  test.each(
    LANGUAGES.flatMap((language) => [
      [language, false, "Trattoria Demo Roma"] as const,
      [language, true, "Trattoria Demo Roma"] as const,
      [language, false, "The Old Harbour Seafood House"] as const,
    ]),
  )("is one segment with a long address (language %s, first text %p, brand %s)", (...row) => {
    const [language, firstText, name] = row;
    const brand = bistro(language, { name });
    const body = renderMessage("offer", facts({ brand, firstText, sampleLink: sampleLink(LONG) }));
    expect(segmentsOf(body.replace(LINK, `${LONG}/o/${"A".repeat(27)}`))).toBe(1);
    const until = { en: "YES by 5:20 PM", de: "JA bis 17:20" }[language];
    for (const part of [name, ...SAYS[language].parts, until, LINK]) expect(body).toContain(part);
    expect(SAYS[language].optOut.test(body)).toBe(firstText);
  });

  test("that does not fit into one segment is counted correctly", () => {
    const sample = sampleLink(`https://${"reservations.".repeat(6)}example`);
    const body = renderMessage(
      "offer",
      facts({ brand: bistro("en", { name: "Ω".repeat(40) }), sampleLink: sample }),
    );
    expect(costOf(body, sample)).toBe(segmentsOf(body.replace(LINK, sample)));
    expect(costOf(body, sample)).toBe(2);
  });

  test("without the end of its hold throws an error", () => {
    expect(() => renderMessage("offer", facts({ holdUntil: null }))).toThrow("holdUntil");
  });
});

describe("a question about attendance", () => {
  test.each(["attendance_ask", "follow_up"] as const)("%s names the deadline", (kind) => {
    expect(renderMessage(kind, facts())).toContain("YES or NO by 4:30 PM that day");
  });

  test.each(["attendance_ask", "follow_up"] as const)(
    "%s names the day of a deadline on the evening before",
    (kind) => {
      const deadlineAt = START - 22 * HOUR - 60_000;
      expect(renderMessage(kind, facts({ deadlineAt }))).toContain("by 9:29 PM on Thu Nov 19");
    },
  );

  test.each(["attendance_ask", "follow_up"] as const)(
    "%s without a deadline throws an error",
    (kind) => {
      expect(() => renderMessage(kind, facts({ deadlineAt: null }))).toThrow("deadlineAt");
    },
  );
});

describe("the number of segments of a text", () => {
  test.each([
    ["https://a.example", 1],
    ["https://reservations.trattoria.example.com", 2],
    // Each bracket of an IPv6 address counts as two characters.
    ["http://[fd00:1234:5678::1]:8080", 2],
  ])("depends on the address of its link: %s gives %i", (origin, segments) => {
    const body = `${"x".repeat(102)} ${LINK}`;
    expect(costOf(body, sampleLink(origin))).toBe(segments);
  });
});

describe("a name cannot change a text:", () => {
  test.each([
    ["{link}", "(link)"],
    ["{brand} {until}", "(brand) (until)"],
    ["{{link}}", "((link))"],
    ["Ada\u0000\u0007 \u202eLove\u200blace", "Ada Lovelace"],
    ["Ada\r\nReply YES", "Ada Reply YES"],
    ["  Ada \t  Lovelace ", "Ada Lovelace"],
    ["O’Brien", "O'Brien"],
    ["Ada\u00a0Lovelace", "Ada Lovelace"],
    ["Zoe\u0308", "Zoë"],
    ["Łukasz Żółć", "Łukasz Żółć"],
    ["李小龍", "李小龍"],
    ["$& $1 $`", "$& $1 $`"],
    ["Maximiliana Alexandrovna von Habsburg-Lothringen", "Maximiliana Alexandrovna"],
    ["Alessandra Di Bernardo-Montecristo", "Alessandra"],
    ["Anna Maria Sofia and Konstantinos", "Anna Maria Sofia"],
    ["Juan Carlos Alberto de la Fuente", "Juan Carlos Alberto"],
    ["The Papadopoulos family", "The Papadopoulos family"],
    ["Dr. J. Lovelace", "Dr. J. Lovelace"],
    ["Al", "Al"],
    ["李 ".repeat(20).trim(), "李 ".repeat(15).trim()],
    ["A".repeat(120), "A".repeat(30)],
    ["\ud83d", "\ufffd"],
  ])("the guest %p is addressed as %p", (guestName, called) => {
    const body = renderMessage("confirmation", facts({ guestName }));
    expect(body).toStartWith(`Demo Bistro: ${called}, `);
  });

  const LONG = "Papadopoulos-Konstantinopoulidis";
  test.each([
    `The ${LONG} family`,
    `Mr and Mrs ${LONG}`,
    `Dr. ${LONG}`,
    `J. R. R. ${LONG}`,
    `J.R.R. ${LONG}`,
    `K ${LONG}`,
    `Van der ${LONG}`,
    `De la ${LONG}`,
    `al ${"a".repeat(40)}`,
    `bin ${LONG}`,
    `& ${LONG}`,
  ])(
    "a long name is left out if only an article, a particle, a title or an initial would remain: %s",
    (guestName) => {
      const { length } = renderMessage("confirmation", facts({ guestName: "" }));
      const body = renderMessage("confirmation", facts({ guestName }));
      expect(body).toStartWith("Demo Bistro: your table");
      expect(body).toHaveLength(length);
    },
  );

  test.each([
    "win.example.com/x",
    "https://x.y",
    "www.prize",
    "Ada bit.ly",
    "evil\uff0ecom",
    "evil\u3002com",
    "evil\uff61com",
    "evil\u2024com",
    "\uff45\uff56\uff49\uff4c.\uff43\uff4f\uff4d",
    "1.2.3.4",
    "\uff11.2.3.4/x",
    "0x7f000001",
    "0x7f.0.0.1",
    "127.1/win",
    "3232235777",
    "call 5551234",
    "+1 (900) 555-1234",
    "900.555.1234",
    "\u0661\u0662\u0663\u0664\u0665\u0666\u0667",
  ])("a name that would become a link is left out: %s", (guestName) => {
    expect(renderMessage("confirmation", facts({ guestName }))).toStartWith(
      "Demo Bistro: your table",
    );
  });

  test.each([
    "J. R. Hartley",
    "J.R. Hartley",
    "Martin Luther King Jr.",
    "Ana, 7.30 room 12",
    "Class of 2026, table 14",
    "Ana & Zoe (2)",
  ])("%s is not mistaken for a link", (guestName) => {
    expect(renderMessage("confirmation", facts({ guestName }))).toContain(guestName);
  });

  test("with any name, a text is one line, has at most one link and is short", () => {
    const names = fc.oneof(
      fc.string({ unit: "binary", maxLength: 150 }),
      fc.string({ unit: "grapheme", maxLength: 120 }),
      fc
        .array(fc.constantFrom("{link}", "{name}", "{", "}", "{until}", "$&", " ", "a\u202eb"), {
          maxLength: 20,
        })
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...KINDS),
        fc.constantFrom(...LANGUAGES),
        names,
        names,
        fc.boolean(),
        (kind, language, guestName, name, firstText) => {
          const brand = bistro(language, { name });
          const body = renderMessage(kind, facts({ guestName, brand, firstText }));
          const links = body.split(LINK).length - 1;
          expect(links).toBeLessThanOrEqual(WITH_LINK.includes(kind) ? 1 : 0);
          if (kind === "offer") expect(links).toBe(1);
          expect(body.replace(LINK, "")).not.toMatch(
            /[{}\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u,
          );
          expect(body.isWellFormed()).toBe(true);
          expect(Array.from(body).length).toBeLessThan(300);
          expect(segmentsOf(sent(body))).toBeLessThanOrEqual(encodingOf(body) === "gsm7" ? 2 : 5);
          expect(body).toContain(SAYS[language].parts[1] ?? "");
        },
      ),
      { numRuns: 2000 },
    );
  }, 30_000);

  test("names with typographic quotes and dashes keep a text in the GSM-7 alphabet", () => {
    const name = fc.array(fc.constantFrom("Ada", "O’Neill", "Anne–Marie", "“Bo”", "Smith"), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.constantFrom(...LANGUAGES), name, (...given) => {
        const [kind, language, words] = given;
        const guestName = words.join("\u00a0");
        const body = renderMessage(kind, facts({ guestName, brand: bistro(language) }));
        expect(encodingOf(body)).toBe("gsm7");
      }),
    );
  });
});
