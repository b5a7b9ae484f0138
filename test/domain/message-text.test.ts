// Goal: every text says what it must in as few segments as it can, and no name can change what it
// says.

import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { sampleLink } from "../../src/domain/guest-link.ts";
import {
  costOf,
  LINK,
  type MessageFacts,
  renderMessage,
  shortDate,
} from "../../src/domain/message-text.ts";
import { encodingOf, segmentsOf } from "../../src/domain/segments.ts";
import type { TemplateKind } from "../../src/domain/text-template.ts";
import { clockTime } from "../../src/domain/time.ts";

const NEW_YORK = "America/New_York";
const HOUR = 3_600_000;
/** Friday, November 20, 2026, 7:30 PM in New York. */
const START = 1_795_221_000_000;
const KINDS: readonly TemplateKind[] = [
  "confirmation",
  "update",
  "cancellation",
  "request_received",
  "request_declined",
  "request_cancelled",
  "offer",
  "attendance_ask",
  "follow_up",
  "reminder",
];

const facts = (changes: Partial<MessageFacts> = {}): MessageFacts => ({
  brandName: "Demo Bistro",
  guestName: "Ada Lovelace",
  partySize: 4,
  at: START,
  zone: NEW_YORK,
  deadlineAt: START - 3 * HOUR,
  holdUntil: START - 130 * 60_000,
  firstText: false,
  sampleLink: sampleLink("https://book.example.com"),
  ...changes,
});

/** As it goes out, with a link as long as they get. */
const sent = (body: string): string =>
  body.replace(LINK, `https://book.example.com/o/${"A".repeat(27)}`);

/** Kinds that a guest may act on. */
const WITH_LINK = ["offer", "confirmation", "attendance_ask", "follow_up"];

describe("each kind", () => {
  test.each(KINDS)("%s names the brand, the size, the day and the time", (kind) => {
    const body = renderMessage(kind, facts());
    for (const part of ["Demo Bistro: ", "Fri Nov 20", "7:30 PM"]) expect(body).toContain(part);
    expect(body).toMatch(/\bfor 4\b/);
  });

  test.each(KINDS)("%s is one segment for usual names", (kind) => {
    expect(segmentsOf(sent(renderMessage(kind, facts())))).toBe(1);
  });

  test.each(KINDS)("%s is one segment and names the way out as the first text", (kind) => {
    const body = renderMessage(kind, facts({ firstText: true }));
    expect(body).toContain("STOP to opt out");
    expect(segmentsOf(sent(body))).toBe(1);
    expect(renderMessage(kind, facts())).not.toContain("STOP");
  });

  test.each(KINDS)("%s never has a guest reply with a word that opts out", (kind) => {
    for (const firstText of [true, false]) {
      const body = renderMessage(kind, facts({ firstText }));
      expect(body).not.toMatch(/\b(CANCEL|END|QUIT|REVOKE|UNSUBSCRIBE|STOPALL|OPTOUT)\b/);
      expect(body).not.toMatch(/reply\s+cancel/i);
    }
  });

  /** With a day in the deadline, and times and a party of two digits. */
  const LONGEST = {
    partySize: 12,
    at: START + 3 * HOUR,
    deadlineAt: START - 19 * HOUR,
    holdUntil: START + 3 * HOUR - 10 * 60_000,
    guestName: "Ada",
  };
  test.each([
    ["https://book.example.com", WITH_LINK],
    ["https://tables.demo-trattoria.example", ["offer"]],
  ] as const)("behind %s keeps its link and one segment", (origin, kinds) => {
    const sample = sampleLink(origin);
    expect(sample.length - origin.length).toBeLessThanOrEqual("/r/".length + 28);
    for (const kind of kinds as readonly TemplateKind[]) {
      for (const change of [{}, LONGEST]) {
        const body = renderMessage(kind, facts({ ...change, sampleLink: sample }));
        expect([kind, body.includes(LINK), costOf(body, sample)]).toEqual([kind, true, 1]);
      }
    }
  });

  test.each(KINDS)("%s has a link only where there is something to do", (kind) => {
    expect(renderMessage(kind, facts()).includes(LINK)).toBe(WITH_LINK.includes(kind));
  });

  test.each([
    ["confirmation", "Maximiliane von Musterfrauen"],
    ["attendance_ask", "Maximiliane"],
    ["follow_up", "Maximiliane"],
  ] as const)("%s goes without its link where that would cost a segment", (kind, guestName) => {
    const long = facts({ brandName: "The Old Harbour Seafood House", guestName });
    expect(renderMessage(kind, long)).not.toContain(LINK);
    expect(segmentsOf(renderMessage(kind, long))).toBe(1);
  });

  test.each(["confirmation", "attendance_ask", "follow_up", "reminder"] as const)(
    "%s speaks to the guest by name, and without one where there is none",
    (kind) => {
      expect(renderMessage(kind, facts())).toStartWith("Demo Bistro: Ada Lovelace, ");
      expect(renderMessage(kind, facts({ guestName: "" }))).toMatch(/^Demo Bistro: [a-z]/);
    },
  );
});

describe("an offer", () => {
  test("names the end of the hold and both answers", () => {
    const body = renderMessage("offer", facts());
    expect(body).toContain("YES by 5:20 PM");
    expect(body).toContain("NO to pass");
  });

  test.each([
    ["a long brand", { brandName: "Trattoria Demo Roma" }],
    ["a large party late", { partySize: 12, at: START + 3 * HOUR, holdUntil: START + 2 * HOUR }],
  ])("stays within one segment with %s", (_, changes) => {
    expect(segmentsOf(sent(renderMessage("offer", facts(changes))))).toBe(1);
  });

  test("to a phone that was never texted takes the way out among the answers to stay within one", () => {
    const body = renderMessage("offer", facts({ firstText: true }));
    expect(body).toContain("NO to pass, STOP to opt out, or {link}");
    expect(segmentsOf(sent(body))).toBe(1);
  });

  /** Every origin up to this one, with brands of usual length. */
  const LONG = "https://reservations.trattoria.example";

  test.each([
    [false, "Trattoria Demo Roma"],
    [true, "Trattoria Demo Roma"],
    [false, "The Old Harbour Seafood House"],
  ])("stays within one segment behind a long address; first text: %p, %s", (firstText, brand) => {
    const changes = { brandName: brand, firstText, sampleLink: sampleLink(LONG) };
    const body = renderMessage("offer", facts(changes));
    expect(segmentsOf(body.replace(LINK, `${LONG}/o/${"A".repeat(27)}`))).toBe(1);
    for (const part of [brand, "for 4", "Fri Nov 20", "7:30 PM", "YES by 5:20 PM", LINK]) {
      expect(body).toContain(part);
    }
    expect(body.includes("STOP to opt out")).toBe(firstText);
  });

  test("that cannot be one segment is counted as what it is", () => {
    const sample = sampleLink(`https://${"reservations.".repeat(6)}example`);
    const body = renderMessage("offer", facts({ brandName: "Ω".repeat(40), sampleLink: sample }));
    expect(costOf(body, sample)).toBe(segmentsOf(body.replace(LINK, sample)));
    expect(costOf(body, sample)).toBe(2);
  });

  test("without the end of the hold is a bug, not a text", () => {
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

  test.each(["attendance_ask", "follow_up"] as const)("%s without one is a bug", (kind) => {
    expect(() => renderMessage(kind, facts({ deadlineAt: null }))).toThrow("deadlineAt");
  });
});

describe("what a text costs", () => {
  test.each([
    ["https://a.example", 1],
    ["https://reservations.trattoria.example.com", 2],
    // The brackets of an IPv6 address take two places each.
    ["http://[fd00:1234:5678::1]:8080", 2],
  ])("depends on the address of its link: %s makes %i", (origin, segments) => {
    const body = `${"x".repeat(102)} ${LINK}`;
    expect(costOf(body, sampleLink(origin))).toBe(segments);
  });
});

describe("dates and times are those of the restaurant", () => {
  test("short and in words", () => {
    expect(shortDate(START, NEW_YORK)).toBe("Fri Nov 20");
    expect(clockTime(START, NEW_YORK)).toBe("7:30 PM");
    expect(shortDate(START, "Europe/Rome")).toBe("Sat Nov 21");
    expect(clockTime(START, "Europe/Rome")).toBe("1:30 AM");
  });

  test("a time that comes twice says which it is", () => {
    expect(clockTime(1_793_511_000_000, NEW_YORK)).toBe("1:30 AM EDT");
    expect(clockTime(1_793_514_600_000, NEW_YORK)).toBe("1:30 AM EST");
  });
});

describe("names are data", () => {
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
  ])("the guest %p is called %p", (guestName, called) => {
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
  ])("of a long name no article, particle, title or initial is left over: %s", (guestName) => {
    const { length } = renderMessage("confirmation", facts({ guestName: "" }));
    const body = renderMessage("confirmation", facts({ guestName }));
    expect(body).toStartWith("Demo Bistro: your table");
    expect(body).toHaveLength(length);
  });

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

  test("whatever the names, the text is one line, has one link at most and stays short", () => {
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
        names,
        names,
        fc.boolean(),
        (kind, guestName, brandName, firstText) => {
          const body = renderMessage(kind, facts({ guestName, brandName, firstText }));
          const links = body.split(LINK).length - 1;
          expect(links).toBeLessThanOrEqual(WITH_LINK.includes(kind) ? 1 : 0);
          if (kind === "offer") expect(links).toBe(1);
          expect(body.replace(LINK, "")).not.toMatch(
            /[{}\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u,
          );
          expect(body.isWellFormed()).toBe(true);
          expect(Array.from(body).length).toBeLessThan(300);
          expect(body).toContain("Fri Nov 20");
        },
      ),
      { numRuns: 2000 },
    );
  }, 30_000);

  test("plain names never make a text expensive, whatever their punctuation", () => {
    const name = fc.array(fc.constantFrom("Ada", "O’Neill", "Anne–Marie", "“Bo”", "Smith"), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), name, (kind, words) => {
        const body = renderMessage(kind, facts({ guestName: words.join("\u00a0") }));
        expect(encodingOf(body)).toBe("gsm7");
      }),
    );
  });
});
