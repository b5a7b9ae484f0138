import { z } from "zod";
import { proposedSlug } from "../../domain/brand-name.ts";
import {
  DomainError,
  type Reason,
  refusal,
  refuseFor,
  settingKeysOf,
} from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import { DEFAULT_LANGUAGE } from "../../domain/languages.ts";
import { editOverrides } from "../../domain/settings.ts";
import { WEEKDAYS } from "../../domain/time.ts";
import { addBrand } from "../brand/add-brand.ts";
import { type CallContext, defineOperation } from "../define.ts";
import { settingsEditParam, writeParams } from "../params.ts";
import { contactShape, typedNumber } from "./settings-form.ts";

const word = z.string().trim().max(200);

const input = z.strictObject({
  name: word.describe("What guests call it"),
  slug: word.describe("Short name in calls; default: made from the name").optional(),
  timeZone: word.describe("IANA time zone"),
  defaultCountry: word.describe("Country of phone numbers without a country code, as two letters"),
  language: word.describe("Language of guests' texts and pages").optional(),
  seats: typedNumber.optional(),
  service: z
    .strictObject({
      name: word,
      days: z.array(z.enum(WEEKDAYS)),
      opens: word,
      lastSeating: word,
      closes: word,
    })
    .optional(),
  contact: contactShape(word.optional())
    .describe("Shown on guests' pages; an empty field is not shown")
    .optional(),
  edit: settingsEditParam.optional(),
  ...writeParams,
});
type Input = z.infer<typeof input>;

const output = z.strictObject({
  slug: z.string(),
  name: z.string(),
  changed: z.boolean(),
  dryRun: z.boolean(),
});
type Result = z.infer<typeof output>;

export const createBrand = defineOperation<Input, Result>({
  name: "create_brand",
  title: "Add a restaurant",
  words: { history: "Restaurant added" },
  scope: "bookings.write",
  brandless: true,
  input,
  output,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [
    {
      input: {
        name: "Chez Ana",
        timeZone: "Europe/Paris",
        defaultCountry: "FR",
        seats: "32",
        service: {
          name: "Dinner",
          days: ["fri", "sat"],
          opens: "18:00",
          lastSeating: "21:30",
          closes: "23:30",
        },
      },
    },
  ],
  run: create,
});

function create(wish: Input, context: CallContext): Result {
  const { caller, now, random, stores, idempotencyKey, dryRun } = context;
  requireInstanceOwner(context);
  const { name, timeZone, defaultCountry, language, seats = null, service, edit } = wish;
  const filled = Object.entries(wish.contact ?? {}).filter(([, text]) => text !== "");
  const contact = filled.length === 0 ? {} : { contact: Object.fromEntries(filled) };
  const known = stores.brands.names();
  if (wish.slug === undefined && known.some((brand) => brand.name === name)) {
    // Two browsers may send the same form, and a brand cannot be removed.
    throw refusal("INVALID_INPUT.brand_name_taken", { parameter: "slug", say: { name } });
  }
  const taken = new Set(known.map(({ slug }) => slug));
  const slug = wish.slug ?? proposedSlug(name, (one) => taken.has(one));
  // A call without `edit` comes from the form, which always sets seats and services.
  const asked = edit === undefined ? { seats, services: service ? [service] : [] } : {};
  const chosen = language === undefined || language === DEFAULT_LANGUAGE ? {} : { language };
  const overrides = editOverrides(
    { timeZone, defaultCountry, ...chosen, ...contact, ...asked },
    edit ?? {},
  );
  const by = {
    id: newId(now, random),
    at: now,
    principal: caller.principal,
    actor: caller.actor,
    idempotencyKey,
    operation: createBrand.name,
  };
  try {
    addBrand({ slug, name, overrides, guided: true }, by, stores);
  } catch (error) {
    if (!(error instanceof DomainError) || edit !== undefined) throw error;
    refuseFor(error.reasons.map(withField));
    throw error;
  }
  return { slug, name, changed: true, dryRun };
}

/** Checks the stored user, because the session may be out of date. */
function requireInstanceOwner({ caller, stores }: CallContext): void {
  if (caller.kind === "operator") return;
  const user = caller.kind === "session" ? stores.users.byId(caller.principal) : null;
  if (user?.ownsInstance === true && user.disabledAt === null) return;
  throw refusal("FORBIDDEN_TOOL.add_brand", { role: "owner" });
}

function withField(reason: Reason): Reason {
  if (reason.parameter !== undefined) return reason;
  const inForm = (key: string): string => key.replace("services[0]", "service");
  const named = "keys" in reason ? { ...reason, keys: reason.keys.map(inForm) } : reason;
  const own = "path" in named ? { ...named, path: inForm(named.path) } : named;
  const [key = ""] = settingKeysOf(own);
  return { ...own, parameter: key === "service" ? "service.name" : key };
}
