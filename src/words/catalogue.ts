import type { Reason, ReasonKind, ReasonOf } from "../domain/errors.ts";
import type { Skip } from "../domain/reasons/waitlist.ts";
import type { Warning, WarningKind } from "../domain/warnings.ts";

/** Some facts contain reasons. `sentenceOf` gives the sentence of such a reason. */
export type Sentence<Facts> =
  | string
  | ((facts: Facts, sentenceOf: (reason: Reason) => string) => string);

export type ReasonSentences = { readonly [Kind in ReasonKind]: Sentence<ReasonOf<Kind>> };

export type WarningSentences = {
  readonly [Kind in WarningKind]: Sentence<Extract<Warning, { readonly kind: Kind }>>;
};

/** Why the waitlist passed a guest over. For all other reasons, `ReasonSentences` has the words. */
export type SkipSentences = {
  readonly [Kind in Skip["kind"]]: Sentence<Extract<Skip, { readonly kind: Kind }>>;
} & Pick<ReasonSentences, "HELD_FOR_WAITLIST">;
