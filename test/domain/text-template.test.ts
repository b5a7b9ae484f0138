// Goal: a brand can word its own texts, but each template must contain what the guest needs. Unknown
// fields, line breaks, and advice to reply with a word that opts out are refused.
import { describe, expect, test } from "bun:test";
import { resolveSettings } from "../../src/domain/settings.ts";
import {
  expectedTemplate,
  TEMPLATE_KINDS,
  type TemplateKind,
} from "../../src/domain/text-template.ts";
import { renderMessage } from "../../src/words/guest-texts.ts";
import { refusalBy } from "../support/said.ts";

const FACTS = {
  guestName: "Eve {link} {until}",
  partySize: 4,
  at: 1_795_219_200_000,
  deadlineAt: 1_795_208_400_000,
  holdUntil: 1_795_208_400_000,
  firstText: false,
  sampleLink: "https://chez-ana.example/o/012345678901234567890123456",
};

/** The text that a brand's template gives, in English. */
const rendered = (kind: TemplateKind, template: string, firstText = false): string => {
  const settings = {
    timeZone: "America/New_York",
    language: "en",
    templates: { [kind]: template },
  } as const;
  return renderMessage(kind, { ...FACTS, firstText, brand: { name: "Chez Ana", settings } });
};

describe("a brand's own template", () => {
  test.each([
    ["confirmation", "Merci {name}! {day} {time}, table for {size}. {brand} {link}", true],
    ["confirmation", "Merci {name}!", false],
    ["confirmation", "{day} {time} {until}", false],
    ["confirmation", "{day} {time} {phone}", false],
    ["confirmation", "{day}\n{time}", false],
    ["confirmation", `{day} {time} ${"x".repeat(500)}`, false],
    ["cancellation", "{day} {time}: reply CANCEL if that is wrong", false],
    ["cancellation", "{day} {time}: text REVOKE if that is wrong", false],
    ["cancellation", "{day} {time}: Antworten Sie CANCEL, wenn das falsch ist", false],
    ["cancellation", "{day} {time}: Bitte mit CANCEL antworten", false],
    ["cancellation", "{day} {time}: Stornierung? Bitte rufen Sie uns an", true],
    ["offer", "{brand}: {day} {time}? YES by {until} or {link}", true],
    ["offer", "{brand}: {day} {time}?", false],
  ] as const)("for a %s: is %j accepted? %p", (kind, text, fits) => {
    expect(expectedTemplate(kind, text) === null).toBe(fits);
  });

  test("replaces the built-in text; braces in the guest's name make no fields", () => {
    const template = "Bonjour {name}: {day} {time}";
    const body = rendered("confirmation", template);
    expect(body).toStartWith("Bonjour Eve");
    expect(body).toEndWith(": Fri Nov 20 7:00 PM");
    expect(body).not.toContain("{");
  });

  test("has typographic punctuation replaced by cheaper characters, and its letters kept", () => {
    const template = "\u201CÀ bientôt\u201D \u2013 {day}\u202F{time}\u2026";
    const body = rendered("reminder", template);
    expect(body).toBe('"À bientôt" - Fri Nov 20 7:00 PM...');
  });

  test("says how to opt out in the first text, as the built-in text does", () => {
    expect(rendered("reminder", "{day} {time}", true)).toBe(
      "Fri Nov 20 7:00 PM Reply STOP to opt out",
    );
  });
});

describe("the settings of a brand's texts", () => {
  const base = { timeZone: "America/New_York", defaultCountry: "US" };

  test("have templates only if some are set, and keep them as given", () => {
    expect(resolveSettings(base)).not.toHaveProperty("templates");
    const templates = { reminder: "{day} {time}" };
    expect(resolveSettings({ ...base, templates }).templates).toEqual(templates);
    const smsBudget = { perPhone: 2 };
    expect(resolveSettings({ ...base, smsBudget }).smsBudget).toEqual(smsBudget);
  });

  test("refuse an unsupported language, and name the supported ones", () => {
    expect(resolveSettings({ ...base, language: "de" }).language).toBe("de");
    expect(refusalBy(() => resolveSettings({ ...base, language: "fr" }))).toContain(
      'language must be one of "en", "de", not "fr"',
    );
  });

  test.each(TEMPLATE_KINDS)(
    "refuse a template for %s that lacks required fields, and name them",
    (kind) => {
      const templates = { [kind]: "hello" };
      expect(refusalBy(() => resolveSettings({ ...base, templates }))).toMatch(
        new RegExp(`templates\\.${kind} must be one line.*\\{day\\} and \\{time\\}`),
      );
    },
  );
});
